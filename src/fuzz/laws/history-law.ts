import type { HistoryScript, LivedHistory, Step } from '../generate/histories.ts';

/** Fails where a law met what it is about too seldom to prove something; `least` is the count for 1,000 histories. */
export type ExpectMoreThan = (least: number, actual: number, what?: string) => void;

/** What a law looks at while histories are lived; made anew for each run over them, so that it may count. */
export interface Watch {
  readonly onStep?: (step: Step) => void;
  readonly holds?: (history: LivedHistory, script: HistoryScript) => void;
  /** Called after the last history, where enough of them were lived to count: whether the law met what it is about. */
  readonly atEnd?: (expectMoreThan: ExpectMoreThan) => void;
}

export interface HistoryLaw {
  /** What the law is about, in the words of a `describe`. */
  readonly about: string;
  readonly name: string;
  readonly watch: () => Watch;
}

export function lawsAbout(about: string, laws: Readonly<Record<string, () => Watch>>): readonly HistoryLaw[] {
  return Object.entries(laws).map(([name, watch]) => ({ about, name, watch }));
}
