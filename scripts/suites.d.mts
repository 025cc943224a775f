/** A suite as scripts/suites.mjs describes it. */
export interface Suite {
  readonly name: string;
  readonly group: string;
  readonly budgetS: number;
  readonly projects: readonly string[];
  readonly isOnRequest?: true;
}

/** What a run leaves out, and the command that runs it. */
export interface LeftOut {
  readonly suite: string;
  readonly leavesOut: string;
  readonly ask: string;
}

export interface Need {
  readonly paths: RegExp;
  readonly choices: readonly string[];
  readonly why: string;
}

export declare const TOTAL_BUDGET_S: number;
export declare const SUITES: readonly Suite[];
export declare const OPTIONS: Readonly<Record<string, LeftOut & { readonly env: Readonly<Record<string, string>> }>>;
export declare const LEFT_OUT: readonly LeftOut[];
export declare const CHOICES: readonly string[];
export declare const NEEDS: readonly Need[];
export declare function settingsOf(
  suite: Suite,
  options: readonly string[],
  commit: string,
): Readonly<Record<string, string>>;
export declare function budgetState(wallMs: number, budgetS: number): 'kept' | 'over budget' | 'exceeded';
export declare function needsOf(paths: readonly string[] | undefined): {
  readonly suites: readonly string[];
  readonly choices: readonly { readonly choice: string; readonly why: string }[];
};
