export interface Failure {
  /** The file, and the name of the test where it is one's. */
  readonly where: string;
  /** In one line. */
  readonly reason: string;
  /** An import, a hook or something that nobody awaited has failed. */
  readonly isOutside: boolean;
}

/** A file of tests that has run, as scripts/test-summary.mjs writes it. */
export interface RunFile {
  readonly name: string;
  readonly suite: string;
  readonly durationMs: number;
  readonly passed: number;
  readonly failures: readonly Failure[];
  /** What failed once and passed once. */
  readonly flaky: readonly Failure[];
  readonly skipped: readonly { readonly reason: string; readonly count: number }[];
}

export declare const MOST_FILES: number;
export declare function filesToRepeat(files: readonly RunFile[]): readonly RunFile[];
export declare function afterSecondLook(first: RunFile, second: RunFile | undefined): RunFile;
