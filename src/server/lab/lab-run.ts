import type { ShareReport } from '../../fuzz/run/share.ts';
import type { RouteAnswer } from '#domain/wire';
import type { LabRunView } from '../console/lab.ts';

/** So many broken laws end a run. */
export const MAX_FAILURES = 10;
/** Samples of a run; there are half as many after it was full. */
export const MAX_SAMPLES = 240;
/** Between two samples of a run that has just begun, in ms. */
const FIRST_SAMPLE_MS = 500;
/** Characters of what a law says of a case. */
const MAX_MESSAGE_LENGTH = 4_000;

type Details = RouteAnswer<'lab.run'>;

/** What a target's cases may meet, by kind; of what is never met, only what is still missing is kept. */
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
  /** Cases that each thread has tried of its own: where it goes on. */
  readonly done: readonly number[];
  readonly coverage: Readonly<Record<string, Coverage>>;
  readonly failed: Details['failed'];
  readonly samples: Details['samples'];
}

export function newRun(
  given: Pick<LabRun, 'id' | 'target' | 'seed' | 'cluster' | 'budget' | 'threads' | 'startedBy' | 'startedAt'>,
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
    .map(({ number, law, message, shrinks }) => ({
      case: number,
      law,
      message: message.slice(0, MAX_MESSAGE_LENGTH),
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

/** The series with one more sample, where the last one is long enough ago: the longer a run, the longer from one to the next. */
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

/** Whether it can go on where it ended. */
export function isResumable({ state }: Pick<LabRun, 'state'>): boolean {
  return state === 'stopped' || state === 'interrupted' || state === 'failed';
}

export function viewOf(run: LabRun): LabRunView {
  const { done: _done, coverage: _coverage, failed, samples: _samples, ...rest } = run;
  return { ...rest, activeMs: Math.round(run.activeMs), cases: casesOf(run), failures: failed.length };
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
