import type { RouteAnswer } from '#domain/wire';
import { countOf } from '../../lists/deletion-report.tsx';
import type { ChipTone } from '../../kit/chip.tsx';

export type PlanView = RouteAnswer<'plans.get'>;
export type Plan = PlanView['plan'];
export type PlanStep = Plan['steps'][number];

interface StateLabel {
  readonly label: string;
  readonly tone: ChipTone;
}

export const PLAN_STATES: Readonly<Record<Plan['state'], StateLabel>> = {
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

export const STEP_STATES: Readonly<Record<PlanStep['state'], string>> = {
  pending: 'Not started',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  unknown: 'Result unknown',
  undoing: 'Undoing',
  undone: 'Undone',
};

const DOCUMENTS = { one: 'document', many: 'documents' } as const;

/** What numbers of a result count: documents that were written, say. */
const NUMBERS: readonly (readonly [key: string, label: string])[] = [
  ['written', 'written'],
  ['source', 'in the old index'],
  ['dest', 'in the new index'],
  ['compared', 'compared'],
  ['differing', 'that differ'],
];

/** What came of a step, in words. */
export function resultWords({ result = {} }: PlanStep): readonly string[] {
  const numbers = NUMBERS.flatMap(([key, label]) => {
    const value = Object.hasOwn(result, key) ? result[key] : undefined;
    const isIdle = (key === 'compared' || key === 'differing') && result['compared'] === 0;
    return typeof value === 'number' && !isIdle ? [`${countOf(value, DOCUMENTS)} ${label}`] : [];
  });
  const kept = result['kept'];
  const [from, to] = [result['from'], result['to']];
  return [
    ...numbers,
    ...(typeof kept === 'string' ? [kept] : []),
    ...(typeof from === 'string' && typeof to === 'string' ? [`${from} → ${to}`] : []),
  ];
}
