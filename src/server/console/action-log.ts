import type { ErrorBody, IndexOutcome } from '#domain/console';
import type { RouteId } from '#domain/wire';

/** A call that may change something on a cluster, as it is written down before it is made. Never holds credentials. */
export interface Action {
  /** When, in ISO 8601. */
  readonly at: string;
  /** Who is signed in, or `anonymous`. */
  readonly who: string;
  readonly requestId: string;
  readonly cluster: string;
  readonly route: RouteId;
  /** Of what is acted on. */
  readonly names: readonly string[];
  /** JSON text of the request's body, cut where it is long. */
  readonly body?: string;
  /** Length of the whole body in characters, where it was cut. */
  readonly bodyLength?: number;
}

/** What came of an action. */
export interface ActionOutcome {
  readonly at: string;
  /** `unknown`: the call was cut off, so that all or a part may have been done. */
  readonly kind: 'done' | 'failed' | 'unknown';
  /** What happened to each name, where the route says so. */
  readonly results?: readonly IndexOutcome[];
  readonly error?: ErrorBody;
}

export interface LoggedAction extends Action {
  readonly id: string;
  /** Absent while it runs, and for ever where the server ended in between: nobody knows then what has happened. */
  readonly outcome?: ActionOutcome;
}

/** What was done to the clusters through this server. */
export interface ActionLog {
  /** Resolves once the action is written down for good; what can't be written down is not done. */
  begin(action: Action): Promise<string>;
  complete(id: string, outcome: ActionOutcome): Promise<void>;
  /** The newest first. */
  recent(limit: number): Promise<readonly LoggedAction[]>;
}

/** A log that ends with the process. */
export function memoryActionLog(): ActionLog {
  const actions: LoggedAction[] = [];
  return {
    begin: async (action) => {
      const id = String(actions.length + 1);
      actions.push({ ...action, id });
      return id;
    },
    complete: async (id, outcome) => {
      const index = actions.findIndex((action) => action.id === id);
      const action = actions[index];
      if (action !== undefined) actions[index] = { ...action, outcome };
    },
    recent: async (limit) => actions.slice(-limit).reverse(),
  };
}
