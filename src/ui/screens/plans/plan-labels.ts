import type { JsonObject } from '#domain/json';
import type { RouteAnswer } from '#domain/wire';
import { countOf } from '#domain/console';
import type { ChipTone } from '../../kit/chip.tsx';

export type PlanView = RouteAnswer<'plans.get'>;
export type Plan = PlanView['plan'];
export type PlanStep = Plan['steps'][number];

interface StateLabel {
  readonly label: string;
  readonly tone: ChipTone;
}

const PLAN_STATES: Readonly<Record<Plan['state'], StateLabel>> = {
  proposed: { label: 'Needs approval', tone: 'accent' },
  running: { label: 'Running', tone: 'info' },
  paused: { label: 'Paused', tone: 'warning' },
  stopped: { label: 'Stopped', tone: 'danger' },
  done: { label: 'Done', tone: 'success' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  undoing: { label: 'Undoing', tone: 'info' },
  undo_stopped: { label: 'Undo stopped', tone: 'danger' },
  undone: { label: 'Undone', tone: 'neutral' },
};

/**
 * The state of a plan as a label; for a done plan with writes left in the former index, the label contains their
 * number. `keepsIndex`: the plan replaces no index.
 */
export function stateLabel({
  state,
  left,
  keepsIndex = false,
}: Pick<Plan, 'state' | 'left'> & { readonly keepsIndex?: boolean | undefined }): StateLabel {
  if (state === 'done' && keepsIndex) return { label: 'Done, not replaced', tone: 'warning' };
  if (state !== 'done' || left === undefined) return PLAN_STATES[state];
  return { label: `Done, ${countOf(left.writes, 'write')} left`, tone: 'warning' };
}

export function leftWords({ index, writes }: NonNullable<Plan['left']>): string {
  return `${countOf(writes, 'write')} left in ${index}`;
}

export const STEP_STATES: Readonly<Record<PlanStep['state'], string>> = {
  pending: 'Not started',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  unknown: 'Result unknown',
  undoing: 'Undoing',
  undone: 'Undone',
};

/** Labels for the numbers in a result, such as written documents. */
const NUMBERS: readonly (readonly [key: string, label: string])[] = [
  ['written', 'written'],
  ['source', 'in the old index'],
  ['dest', 'in the new index'],
  ['compared', 'compared'],
  ['differing', 'that differ'],
];

/** Settings with their values. */
export function unsetWords(settings: JsonObject): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name} (${value === null ? 'default' : String(value as string | number)})`)
    .join(', ');
}

/** How fast a step is and when it ends, as far as it is known. */
export function rateWords({ done, total, perSecond }: NonNullable<PlanView['progress']>): readonly string[] {
  if (perSecond === undefined || perSecond <= 0) return [];
  const rate = perSecond.toLocaleString('en', { maximumFractionDigits: perSecond < 10 ? 1 : 0 });
  return [`${rate} per second`, ...(done < total ? [`about ${durationWords((total - done) / perSecond)} left`] : [])];
}

const UNITS = [
  ['s', 1, 90],
  ['min', 60, 90],
  ['h', 3_600, 48],
] as const;

/** Seconds in the largest unit that still says something. */
function durationWords(seconds: number): string {
  const unit = UNITS.find(([, length, most]) => seconds / length < most);
  const [name, length] = unit ?? ['days', 86_400];
  return `${Math.ceil(seconds / length).toLocaleString('en')} ${name}`;
}

/** The result of a step, in words. */
export function resultWords({ result = {} }: PlanStep): readonly string[] {
  const numbers = NUMBERS.flatMap(([key, label]) => {
    const value = Object.hasOwn(result, key) ? result[key] : undefined;
    const isIdle = (key === 'compared' || key === 'differing') && result['compared'] === 0;
    return typeof value === 'number' && !isIdle ? [`${countOf(value, 'document')} ${label}`] : [];
  });
  const sentences = [result['kept'], result['notice']].filter((each) => typeof each === 'string');
  const gapMs = result['gapMs'];
  const [from, to] = [result['from'], result['to']];
  return [
    ...numbers,
    ...sentences,
    ...(typeof gapMs === 'number' ? [`${gapMs.toLocaleString('en')} ms from the last check to the swap`] : []),
    ...(typeof from === 'string' && typeof to === 'string' ? [`${from} → ${to}`] : []),
  ];
}
