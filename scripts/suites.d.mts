/** A suite as scripts/suites.mjs describes it. */
export interface Suite {
  readonly name: string;
  readonly group: string;
  readonly budgetS: number;
  readonly projects: readonly string[];
  readonly isOnRequest?: true;
  readonly all?: { readonly adds: string; readonly projects: readonly string[] };
}

/** What a run leaves out, and the command that runs it. */
export interface LeftOut {
  readonly suite: string;
  readonly leavesOut: string;
  readonly ask: string;
}

export declare const TOTAL_BUDGET_S: number;
export declare const SUITES: readonly Suite[];
export declare function leftOutOf(chosen: readonly string[], isAll: boolean): readonly LeftOut[];
