import type { ShareReport } from '../../fuzz/run/share.ts';
import type { RouteAnswer } from '#domain/wire';
import type { CorpusEntry } from '../../fuzz/case/target.ts';
import { formatCase } from '../../fuzz/run/replay-file.ts';
import type { LabRunView } from '../console/lab.ts';
import type { EngineChoice } from '../fuzz/engine-choice.ts';
import type { ClusterShare } from '../fuzz/thread.ts';

/** So many broken laws end a run. */
export const MAX_FAILURES = 10;
/** Samples of a run; there are half as many after it was full. */
export const MAX_SAMPLES = 240;
/** Between two samples of a run that has just begun, in ms. */
const FIRST_SAMPLE_MS = 500;
/** Maximum length of a law's message about a case, in characters. */
const MAX_MESSAGE_LENGTH = 4_000;
/** Between two times that a run at work is written down, in ms; a failed case is written down at once. */
const SAVE_EVERY_MS = 2_000;
/** Characters of a failed case's file; a larger one is tried again by its number. */
const MAX_FILE_LENGTH = 2 * 1024 * 1024;

type Details = RouteAnswer<'lab.run'>;

/** Coverage of one kind of a target's cases: the number of items, and those that no case has met yet. */
export interface Coverage {
  readonly all: number;
  readonly missing: readonly string[];
}

/** A run as the server keeps it. */
export interface LabRun extends Pick<
  LabRunView,
  | 'id'
  | 'target'
  | 'seed'
  | 'cluster'
  | 'isOnSandbox'
  | 'budget'
  | 'threads'
  | 'state'
  | 'startedBy'
  | 'startedAt'
  | 'endedAt'
  | 'activeMs'
  | 'given'
  | 'accepted'
  | 'reason'
> {
  /** Mappings and templates that its cases begin with; empty if all cases are generated. */
  readonly corpus: readonly CorpusEntry[];
  /** Number of own cases that each thread has tried: the position at which it continues. */
  readonly done: readonly number[];
  readonly coverage: Readonly<Record<string, Coverage>>;
  readonly failed: Details['failed'];
  readonly samples: Details['samples'];
}

export function newRun(
  given: Pick<
    LabRun,
    'id' | 'target' | 'seed' | 'cluster' | 'isOnSandbox' | 'corpus' | 'budget' | 'threads' | 'startedBy' | 'startedAt'
  >,
  coverage: Readonly<Record<string, readonly string[]>>,
): LabRun {
  return {
    ...given,
    state: 'running',
    endedAt: null,
    activeMs: 0,
    given: 0,
    accepted: 0,
    done: Array.from({ length: given.threads }, () => 0),
    coverage: Object.fromEntries(
      Object.entries(coverage).map(([kind, names]) => [kind, { all: names.length, missing: names }]),
    ),
    failed: [],
    samples: [],
  };
}

function casesOf({ done }: Pick<LabRun, 'done'>): number {
  return done.reduce((sum, count) => sum + count, 0);
}

/** What a thread has reported; of each law only the first case stays. */
export function withReport(run: LabRun, thread: number, report: ShareReport, activeMs: number): LabRun {
  const known = new Set(run.failed.map(({ law }) => law));
  const failed = report.failures
    .filter(({ law }) => !known.has(law) && known.size < MAX_FAILURES && known.add(law))
    .map(({ number, law, message, steps, shrinks }) => ({
      case: number,
      law,
      message: message.slice(0, MAX_MESSAGE_LENGTH),
      steps: [...steps],
      shrinks,
      isKept: true,
    }));
  const next: LabRun = {
    ...run,
    activeMs,
    done: run.done.map((count, at) => (at === thread ? count + report.cases : count)),
    given: run.given + report.tally.given,
    accepted: run.accepted + report.tally.accepted,
    coverage: withMet(run.coverage, report.tally.met),
    failed: failed.length === 0 ? run.failed : [...run.failed, ...failed],
  };
  return { ...next, samples: withSample(next) };
}

function withMet(coverage: LabRun['coverage'], met: ShareReport['tally']['met']): Readonly<Record<string, Coverage>> {
  return Object.fromEntries(
    Object.entries(coverage).map(([kind, known]) => {
      const names = Object.hasOwn(met, kind) ? met[kind] : undefined;
      if (names === undefined || known.missing.length === 0) return [kind, known];
      const missing = known.missing.filter((name) => !Object.hasOwn(names, name));
      return [kind, missing.length === known.missing.length ? known : { ...known, missing }];
    }),
  );
}

/**
 * The series with one more sample, where the last one is long enough ago: the longer a run, the longer from one to the
 * next.
 */
function withSample(run: LabRun): LabRun['samples'] {
  const { samples, activeMs, given, accepted } = run;
  const [first] = samples;
  const last = samples.at(-1);
  const span = (last?.activeMs ?? 0) - (first?.activeMs ?? 0);
  const everyMs = Math.max(FIRST_SAMPLE_MS, span / (MAX_SAMPLES / 2));
  if (last !== undefined && activeMs - last.activeMs < everyMs) return samples;
  const next = [...samples, { activeMs, cases: casesOf(run), given, accepted }];
  return next.length <= MAX_SAMPLES ? next : next.filter((_, at) => at % 2 === next.length % 2);
}

/** A failed case as a file, by its number in the run. */
export interface CaseFile {
  readonly number: number;
  readonly text: string;
}

/** What a run is when its threads have ended. */
export interface RunEnd {
  readonly state: 'stopped' | 'interrupted' | 'done';
  readonly reason?: string;
}

/** A run whose threads work; times are those of a clock that only goes forward. */
export interface Work {
  readonly run: LabRun;
  readonly startedMs: number;
  readonly activeBeforeMs: number;
  readonly savedMs: number;
  /** Decided by whoever ended it first; null while it goes on. */
  readonly endsAs: RunEnd | null;
  /** Resolves once its threads have ended and nothing is left to do. */
  readonly ended: Promise<LabRun>;
}

/** The run as it is at a time. */
export function currentRun({ run, activeBeforeMs, startedMs }: Work, nowMs: number): LabRun {
  return { ...run, activeMs: activeBeforeMs + nowMs - startedMs };
}

/** The rest of its cases and of its time, a share for each thread. */
export function sharesOf(run: LabRun, cluster: EngineChoice | undefined): readonly ClusterShare[] {
  const { budget, threads, target, seed, done, activeMs, corpus } = run;
  return done.map((count, worker) => ({
    target,
    corpus,
    seed,
    from: count * threads,
    worker,
    workers: threads,
    runs: 'cases' in budget ? budget.cases : Number.MAX_SAFE_INTEGER,
    ...('seconds' in budget && { forMs: Math.max(0, budget.seconds * 1_000 - activeMs) }),
    ...(cluster !== undefined && { cluster }),
  }));
}

/** What a thread has reported, the files of cases that are new, and whether it is time to write them down. */
export function noted(work: Work, thread: number, report: ShareReport, nowMs: number) {
  const next = withReport(work.run, thread, report, currentRun(work, nowMs).activeMs);
  const known = work.run.failed.length;
  const files = next.failed.slice(known).flatMap(({ case: number }) => caseFile(number, report));
  const isLost = (number: number) => !files.some((file) => file.number === number);
  const run: LabRun = {
    ...next,
    failed: next.failed.map((one, at) => (at >= known && isLost(one.case) ? { ...one, isKept: false } : one)),
  };
  const isDue = run.failed.length > known || nowMs - work.savedMs >= SAVE_EVERY_MS;
  return { work: { ...work, run, ...(isDue && { savedMs: nowMs }) }, files, isDue };
}

/** None where it would be too large. */
function caseFile(number: number, { failures }: ShareReport): readonly CaseFile[] {
  const failure = failures.find((one) => one.number === number);
  const text = failure === undefined ? '' : formatCase(failure);
  return text !== '' && text.length <= MAX_FILE_LENGTH ? [{ number, text }] : [];
}

/** The run after its threads have ended; `failure`: why they ended early. */
export function endedRun(work: Work, failure: string | undefined, now: string, nowMs: number): LabRun {
  const undecided =
    failure === undefined ? ({ state: 'done' } as const) : ({ state: 'failed', reason: failure } as const);
  return { ...currentRun(work, nowMs), ...(work.endsAs ?? undecided), endedAt: now };
}

/** Whether it can go on where it ended. */
export function isResumable({ state }: Pick<LabRun, 'state'>): boolean {
  return state === 'stopped' || state === 'interrupted' || state === 'failed';
}

export function viewOf(run: LabRun): LabRunView {
  const { done: _done, coverage: _coverage, failed, samples: _samples, corpus, ...rest } = run;
  return {
    ...rest,
    beginsWith: corpus[0]?.name ?? null,
    activeMs: Math.round(run.activeMs),
    cases: casesOf(run),
    failures: failed.length,
  };
}

export function detailsOf(run: LabRun): Details {
  return {
    ...viewOf(run),
    coverage: Object.entries(run.coverage).map(([kind, { all, missing }]) => ({
      kind,
      reached: all - missing.length,
      all,
      missing: [...missing],
    })),
    failed: [...run.failed],
    samples: run.samples.map((sample) => ({ ...sample, activeMs: Math.round(sample.activeMs) })),
  };
}
