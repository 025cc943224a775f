import { MAX_LAB_CASES, MAX_LAB_SECONDS, MAX_LAB_SEED, type RouteAnswer, type RouteInput } from '#domain/wire';

export type LabOffer = RouteAnswer<'lab.get'>;
type StartInput = RouteInput<'lab.start'>['body'];

/** What the form of a run says. */
export interface RunForm {
  readonly target: string;
  /** Null for a random one. */
  readonly seed: number | null;
  readonly budgetBy: 'cases' | 'time';
  readonly cases: number | null;
  readonly minutes: number | null;
  readonly threads: number | null;
  readonly scratchCluster: string | null;
}

export type RunFaults = Partial<Record<'seed' | 'cases' | 'minutes' | 'threads' | 'scratchCluster', string>>;

const DEFAULT_CASES = 10_000;
const DEFAULT_MINUTES = 5;
const MAX_MINUTES = MAX_LAB_SECONDS / 60;

export function newRunForm({ targets, clusters, maxThreads }: LabOffer): RunForm {
  return {
    target: targets[0]?.name ?? '',
    seed: null,
    budgetBy: 'cases',
    cases: DEFAULT_CASES,
    minutes: DEFAULT_MINUTES,
    threads: maxThreads,
    scratchCluster: clusters[0]?.id ?? null,
  };
}

/** What the form asks for, or what is wrong in it. */
export function readRunForm(
  form: RunForm,
  { targets, clusters, maxThreads }: LabOffer,
): { readonly input: StartInput | null; readonly faults: RunFaults } {
  const { target, seed, budgetBy, cases, minutes, threads, scratchCluster } = form;
  const needsCluster = targets.find(({ name }) => name === target)?.needsCluster === true;
  const faults: RunFaults = {
    ...(seed !== null &&
      !isWhole(seed, 0, MAX_LAB_SEED) && { seed: `Enter a whole number up to ${shown(MAX_LAB_SEED)}.` }),
    ...(budgetBy === 'cases' &&
      !isWhole(cases, 1, MAX_LAB_CASES) && { cases: `Enter a whole number from 1 to ${shown(MAX_LAB_CASES)}.` }),
    ...(budgetBy === 'time' &&
      !isWhole(minutes, 1, MAX_MINUTES) && { minutes: `Enter a whole number from 1 to ${shown(MAX_MINUTES)}.` }),
    ...(!isWhole(threads, 1, maxThreads) && {
      threads: maxThreads === 1 ? 'This server allows 1 thread.' : `Enter a whole number from 1 to ${maxThreads}.`,
    }),
    ...(needsCluster &&
      !clusters.some(({ id }) => id === scratchCluster) && { scratchCluster: 'Choose a scratch cluster.' }),
  };
  if (Object.keys(faults).length > 0) return { input: null, faults };
  return {
    faults,
    input: {
      target,
      budget: budgetBy === 'cases' ? { cases: cases ?? 1 } : { seconds: (minutes ?? 1) * 60 },
      threads: threads ?? 1,
      ...(seed !== null && { seed }),
      ...(needsCluster && scratchCluster !== null && { scratchCluster }),
    },
  };
}

function isWhole(value: number | null, least: number, most: number): boolean {
  return value !== null && Number.isSafeInteger(value) && value >= least && value <= most;
}

function shown(count: number): string {
  return count.toLocaleString('en');
}
