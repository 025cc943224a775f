import type { EventStore } from '#domain/ports';
import { memoryEventStore } from '../../infra/memory-event-store.ts';
import { systemClock } from '../../infra/system-clock.ts';
import { ulidSource } from '../../infra/ulid-source.ts';
import {
  eventActionLog,
  type EventActionLog,
  type EventActionLogOptions,
} from '../../server/actions/event-action-log.ts';
import { actionRights } from '../../server/actions/action-rights.ts';
import { actionService } from '../../server/actions/action-service.ts';
import type { Actions } from '../../server/console/actions.ts';
import { memoryActionIndex } from '../../server/actions/memory-action-index.ts';
import { redaction } from '../../server/actions/redaction.ts';

/** The log of actions, in memory. */
export function memoryActionLog(
  options: Partial<EventActionLogOptions> = {},
  store: EventStore = memoryEventStore(),
): EventActionLog {
  return eventActionLog({
    store,
    index: memoryActionIndex(),
    clock: systemClock,
    ids: ulidSource(),
    redaction: redaction(),
    ...options,
  });
}

/** What the routes of actions answer from, over a log in memory. */
export function memoryActions(log: EventActionLog = memoryActionLog()): Actions {
  return actionService(log, actionRights(Date.now));
}
