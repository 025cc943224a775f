import type { RouteAnswer } from '#domain/wire';
import { countOf } from '#domain/console';
import type { ChipTone } from '../../kit/chip.tsx';

export type LabRun = RouteAnswer<'lab.start'>;
export type LabRunDetails = RouteAnswer<'lab.run'>;
export type FailedCase = LabRunDetails['failed'][number];

export const RUN_STATES: Readonly<Record<LabRun['state'], { readonly label: string; readonly tone: ChipTone }>> = {
  running: { label: 'Running', tone: 'info' },
  stopped: { label: 'Stopped', tone: 'neutral' },
  interrupted: { label: 'Interrupted', tone: 'warning' },
  failed: { label: 'Failed', tone: 'danger' },
  done: { label: 'Done', tone: 'success' },
};

const COVERAGE_TITLES: Readonly<Partial<Record<string, string>>> = {
  added: 'Added fields',
  change: 'Changes',
  command: 'Commands',
  component: 'Component templates',
  finding: 'Findings',
  'form restored': 'Forms restored',
  'form typed in': 'Forms typed in',
  ignored: 'Ignored fields',
  index: 'Indices',
  move: 'Moves',
  outcome: 'Outcomes',
  parameter: 'Parameters',
  refusal: 'Refusals',
  rejection: 'Rejection codes',
  save: 'Saves',
  state: 'States',
  transition: 'Transitions',
  type: 'Field types',
};

/** Heading for the coverage of a kind. */
export function coverageTitle(kind: string): string {
  return COVERAGE_TITLES[kind] ?? kind;
}

export function isResumable({ state }: LabRun): boolean {
  return state === 'stopped' || state === 'interrupted' || state === 'failed';
}

export function shown(count: number): string {
  return count.toLocaleString('en');
}

/** "3 cases". */
export function casesLabel(count: number): string {
  return countOf(count, 'case');
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** "42 s", "3 min 5 s", "2 h 10 min". */
export function durationLabel(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.floor(ms / SECOND_MS)} s`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min ${Math.floor((ms % MINUTE_MS) / SECOND_MS)} s`;
  return `${Math.floor(ms / HOUR_MS)} h ${Math.floor((ms % HOUR_MS) / MINUTE_MS)} min`;
}

export function budgetLabel({ budget }: Pick<LabRun, 'budget'>): string {
  return 'cases' in budget ? casesLabel(budget.cases) : durationLabel(budget.seconds * SECOND_MS);
}

/** The used share of the budget, from 0 to 1. */
export function progressOf({ budget, cases, activeMs, state }: LabRun): number {
  if (state === 'done') return 1;
  const used = 'cases' in budget ? cases / budget.cases : activeMs / (budget.seconds * SECOND_MS);
  return Math.min(1, used);
}

/** Cases per second over the whole run. */
export function rateOf({ cases, activeMs }: Pick<LabRun, 'cases' | 'activeMs'>): number {
  return activeMs === 0 ? 0 : (cases * SECOND_MS) / activeMs;
}

/** "1,234 per second"; slow ones with a decimal. */
export function rateLabel(rate: number): string {
  return rate >= 10 ? shown(Math.round(rate)) : rate.toFixed(1);
}

/** "82 %", or a dash where nothing was tried. */
export function acceptanceLabel({ given, accepted }: Pick<LabRun, 'given' | 'accepted'>): string {
  return given === 0 ? '–' : `${Math.round((accepted / given) * 100)} %`;
}

/** The command line that generates a case again and runs it. */
export function replayCommand(
  { target, seed, cluster, isOnSandbox }: LabRun,
  { case: number }: Pick<FailedCase, 'case'>,
): string {
  const where = isOnSandbox ? ' --sandbox' : cluster === null ? '' : ' --cluster URL --scratch';
  return `mapledger fuzz --target ${target} --seed ${seed} --case ${number}${where}`;
}
