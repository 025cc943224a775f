import type { ActionRef, ActionState } from '#domain/action';

/** What finds an action again, beside its events. */
export interface ActionEntry extends ActionRef {
  /** Of its stream. */
  readonly version: number;
  readonly route: string;
  readonly state: ActionState;
  readonly names: readonly string[];
  /** Of the document whose changes it was made of. */
  readonly stream?: string;
}

export interface ActionQuery {
  /** Of all clusters where absent. */
  readonly cluster?: string;
  /** Ids before this one. */
  readonly before?: string;
  /** Ids from this one on. */
  readonly from?: string;
  readonly route?: string;
  /** One that it acts on. */
  readonly name?: string;
  /** Of the document whose changes it was made of. */
  readonly stream?: string;
  readonly state?: ActionState;
  readonly limit: number;
}

export interface ErasedActions {
  readonly count: number;
  /** Id of the action that began last. */
  readonly newest: string;
}

/**
 * Where actions are found by what they are about. It is made of their events, and made again where it is not up to
 * date.
 */
export interface ActionIndex {
  put(entry: ActionEntry): Promise<void>;
  /** The newest first. */
  find(query: ActionQuery): Promise<readonly ActionRef[]>;
  /** Of each action that it has, by its stream. */
  versions(): Promise<ReadonlyMap<string, number>>;
  count(cluster?: string): Promise<number>;
  /** Of a cluster, how many are erased, and the newest of them; null where none is. */
  erased(cluster: string): Promise<ErasedActions | null>;
  /** Actions with an outcome whose ids are before this one, the oldest first. */
  endedBefore(id: string, limit: number): Promise<readonly ActionRef[]>;
}
