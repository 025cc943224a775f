import type { DocumentState } from '#domain/document';
import type { Author } from '#domain/events';
import { openLog } from '#domain/log';
import {
  openPlanState,
  parsePlanStream,
  planOf,
  planStream,
  reducePlan,
  type Plan,
  type PlanCommand,
} from '#domain/plan';
import type { Clock, EventStore, IdSource } from '#domain/ports';

/** A plan as its events have it. */
export interface LoggedPlan {
  readonly id: string;
  readonly version: number;
  readonly plan: Plan;
}

/** A command on a plan was rejected, because of the plan's state or an earlier command of another client. */
export class PlanRejectedError extends Error {
  override readonly name = 'PlanRejectedError';
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export interface PlanLog {
  /** Keeps nothing of a plan that was erased. */
  forget(id: string): void;
  read(id: string): Promise<LoggedPlan | undefined>;
  /** Ids of all plans, newest first. */
  ids(): Promise<readonly string[]>;
  /**
   * Decides a command on the plan as it stands and appends its event; kept when it resolves.
   * @throws PlanRejectedError
   */
  dispatch(id: string, command: PlanCommand, author: Author): Promise<LoggedPlan>;
}

export interface PlanLogOptions {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** Plans in an event store. What it has read it keeps: after that it reads what is new. */
export function planLog({ store, clock, ids }: PlanLogOptions): PlanLog {
  const kept = new Map<string, { readonly state: DocumentState; readonly hash: string }>();

  async function stateOf(id: string): Promise<DocumentState> {
    const before = kept.get(id);
    const version = before?.state.history.version ?? 0;
    const records = await store.read(planStream(id), version);
    if (before !== undefined && records.length === 0) return before.state;
    const log = openLog(records, before === undefined ? {} : { after: { version, hash: before.hash } });
    // A plan has tens of events: to replay them all is cheaper than another way to open a state.
    const events = before === undefined ? log.events : openLog(await store.read(planStream(id))).events;
    const state = openPlanState({ body: undefined }, events);
    kept.set(id, { state, hash: log.lastHash });
    return state;
  }

  return {
    forget: (id) => void kept.delete(id),
    async read(id) {
      const state = await stateOf(id);
      const plan = planOf(state.body);
      return plan === undefined ? undefined : { id, version: state.history.version, plan };
    },
    async ids() {
      const streams = await store.streams();
      // ULIDs are in the order of time.
      return streams.flatMap(({ stream }) => parsePlanStream(stream) ?? []).reverse();
    },
    async dispatch(id, command, author) {
      for (;;) {
        const state = await stateOf(id);
        const reduced = reducePlan(state, command, { id: ids.next(), at: clock.now(), author });
        if ('rejected' in reduced) throw new PlanRejectedError(reduced.rejected.code, reduced.rejected.detail.message);
        const { version } = state.history;
        const after = 'event' in reduced ? reduced.after : state;
        if ('event' in reduced) {
          const appended = await store.append(planStream(id), version, [reduced.event]);
          // Another writer was first: the command is decided again on the new state.
          if (appended.conflict) continue;
        }
        const plan = planOf(after.body);
        if (plan === undefined) throw new TypeError('A plan has no body');
        return { id, version: after.history.version, plan };
      }
    },
  };
}
