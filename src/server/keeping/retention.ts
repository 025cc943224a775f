import { actionStream } from '#domain/action';
import type { Clock } from '#domain/ports';
import { countOf } from '#domain/console';
import type { ActionIndex } from '../actions/action-index.ts';
import { firstActionId } from '../actions/action-ids.ts';
import { SERVER_AUTHOR } from '../console/caller.ts';
import type { SqliteEventStore } from '../sqlite/sqlite-event-store.ts';
import type { TrailEraser } from './trail-eraser.ts';

/** Actions that one run erases. */
export const MAX_ACTIONS_PER_RUN = 1_000;
/** From the start of the server to the first run, and to the next one where there is more to erase, in milliseconds. */
const SOON_MS = 60_000;
/** Between two runs. */
const INTERVAL_MS = 3_600_000;
const DAY_MS = 86_400_000;

export interface RetentionOptions {
  /** How long actions are kept. */
  readonly days: number;
  readonly index: Pick<ActionIndex, 'endedBefore'>;
  readonly store: Pick<SqliteEventStore, 'headOf'>;
  readonly eraser: Pick<TrailEraser, 'eraseAll'>;
  readonly clock: Clock;
  /** Calls back after a time, unless the server ends before. */
  readonly later: (run: () => void, ms: number) => void;
  /** Called with the error that prevented a run; the next run retries. */
  readonly onFailure: (error: unknown) => void;
}

export interface RetentionOutcome {
  readonly at: string;
  /** How many were erased. */
  readonly actions: number;
  /** There are more that are old enough. */
  readonly hasMore: boolean;
}

/** Erases actions that are older than a server keeps them. Those whose outcome is not known stay. */
export interface Retention {
  /** Erases some; each run that erases something is an event. */
  run(): Promise<RetentionOutcome>;
  /** Runs from time to time. */
  start(): void;
  readonly lastRun: RetentionOutcome | null;
  /** How long actions are kept. */
  readonly days: number;
}

export function retention(options: RetentionOptions): Retention {
  const { days, index, store, eraser, clock, later, onFailure } = options;
  let lastRun: RetentionOutcome | null = null;

  async function run(): Promise<RetentionOutcome> {
    const at = clock.now();
    const beforeMs = Date.parse(at) - days * DAY_MS;
    const old = await index.endedBefore(firstActionId(Math.max(0, beforeMs)), MAX_ACTIONS_PER_RUN);
    const reason = `Actions are kept for ${countOf(days, 'day')}`;
    const streams = old.map((ref) => {
      const stream = actionStream(ref);
      return { stream, version: store.headOf(stream) };
    });
    const events = streams.reduce((sum, { version }) => sum + version, 0);
    if (events > 0) {
      const before = new Date(beforeMs).toISOString();
      const run = { days, before, actions: streams.length, events };
      // Where something was found out about one meanwhile, the next run erases it.
      await eraser.eraseAll(
        { streams, at, reason, author: SERVER_AUTHOR.id, command: { type: 'retention.apply', payload: { run } } },
        SERVER_AUTHOR,
      );
    }
    lastRun = { at, actions: streams.length, hasMore: streams.length === MAX_ACTIONS_PER_RUN };
    return lastRun;
  }

  function runAndGoOn(): void {
    run().then(
      ({ hasMore }) => later(runAndGoOn, hasMore ? SOON_MS : INTERVAL_MS),
      (error: unknown) => {
        onFailure(error);
        later(runAndGoOn, INTERVAL_MS);
      },
    );
  }

  return {
    run,
    days,
    start: () => later(runAndGoOn, SOON_MS),
    get lastRun() {
      return lastRun;
    },
  };
}
