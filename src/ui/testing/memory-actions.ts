import type { EventStore } from '#domain/ports';
import { memoryEventStore } from '../../infra/memory-event-store.ts';
import { systemClock, ulidSource } from '../../infra/platform.ts';
import {
  eventActionLog,
  type EventActionLog,
  type EventActionLogOptions,
} from '../../server/actions/event-action-log.ts';
import { actionRights } from '../../server/actions/action-rights.ts';
import { actionHandlers } from '../../server/actions/action-service.ts';
import type { HandlersIn } from '../../server/console/context.ts';
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

/** The handlers of the routes of actions, over a log in memory. */
export function memoryActions(log: EventActionLog = memoryActionLog()): HandlersIn<'actions'> {
  return actionHandlers(log, actionRights(Date.now));
}
