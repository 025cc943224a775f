import {
  LAB_PART_LENGTH,
  MAX_LAB_CASES,
  MAX_LAB_NAME_LENGTH,
  MAX_LAB_SECONDS,
  MAX_LAB_SEED,
  type RouteAnswer,
  type RouteInput,
} from '#domain/wire';
import type { Option } from '../../kit/option.ts';
import type { BeginsWith } from './begins-with.ts';
import { partsOf } from './text-parts.ts';

export type LabOffer = RouteAnswer<'lab.get'>;
type LabTarget = LabOffer['targets'][number];
type StartInput = RouteInput<'lab.start'>['body'];

/** The values of the form for a run. */
export interface RunForm {
  readonly target: string;
  /** Null for a random seed. */
  readonly seed: number | null;
  readonly budgetBy: 'cases' | 'time';
  readonly cases: number | null;
  readonly minutes: number | null;
  readonly threads: number | null;
  /** The id of a scratch cluster, or {@link ON_SANDBOX}. */
  readonly scratchCluster: string | null;
}

/** Used instead of the id of a scratch cluster: a sandbox for this run alone. No cluster has this id. */
export const ON_SANDBOX = '<sandbox>';

export type RunFaults = Partial<Record<'seed' | 'cases' | 'minutes' | 'threads' | 'scratchCluster', string>>;

const DEFAULT_CASES = 10_000;
const DEFAULT_MINUTES = 1;
const MAX_MINUTES = MAX_LAB_SECONDS / 60;

export function newRunForm({ targets, clusters, maxThreads }: LabOffer): RunForm {
  return {
    target: targets[0]?.name ?? '',
    seed: null,
    budgetBy: 'time',
    cases: DEFAULT_CASES,
    minutes: DEFAULT_MINUTES,
    threads: maxThreads,
    scratchCluster: clusters[0]?.id ?? ON_SANDBOX,
  };
}

/** The input that the form describes, or its faults. */
export function readRunForm(
  form: RunForm,
  { targets, clusters, maxThreads }: LabOffer,
  document?: BeginsWith,
): { readonly input: StartInput | null; readonly faults: RunFaults } {
  const { target, seed, budgetBy, cases, minutes, threads, scratchCluster } = form;
  const chosen = targets.find(({ name }) => name === target);
  const needsCluster = chosen?.needsCluster === true;
  const where = needsCluster ? enginesFor(chosen, clusters).find(({ id }) => id === scratchCluster) : undefined;
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
    ...(needsCluster && where === undefined && { scratchCluster: 'Choose a scratch cluster.' }),
  };
  if (Object.keys(faults).length > 0) return { input: null, faults };
  return {
    faults,
    input: {
      target,
      budget: budgetBy === 'cases' ? { cases: cases ?? 1 } : { seconds: (minutes ?? 1) * 60 },
      threads: threads ?? 1,
      ...(seed !== null && { seed }),
      ...(where?.id === ON_SANDBOX && { onSandbox: true }),
      ...(where !== undefined && where.id !== ON_SANDBOX && { scratchCluster: where.id }),
      ...(chosen?.takesFiles === true &&
        document !== undefined && {
          beginsWith: {
            name: document.name.slice(0, MAX_LAB_NAME_LENGTH),
            parts: partsOf(document.text, LAB_PART_LENGTH),
          },
        }),
    },
  };
}

/** The engines that a target can run on: scratch clusters, then a separate sandbox where the target accepts one. */
export function enginesFor(
  { takesSandbox }: Pick<LabTarget, 'takesSandbox'>,
  clusters: LabOffer['clusters'],
): readonly Option[] {
  const own = { id: ON_SANDBOX, label: 'Sandbox in memory', description: 'Tests the sandbox, not an engine.' };
  return [...clusters, ...(takesSandbox ? [own] : [])];
}

function isWhole(value: number | null, least: number, most: number): boolean {
  return value !== null && Number.isSafeInteger(value) && value >= least && value <= most;
}

function shown(count: number): string {
  return count.toLocaleString('en');
}
