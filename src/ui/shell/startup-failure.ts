/** Why the console can't start, in words, with what to do about it. */
export interface StartupFailure {
  readonly title: string;
  readonly text: string;
  readonly steps: readonly string[];
}
