import { indexNameProblem } from '#domain/console';
import { readTypedObject, type JsonObject } from '#domain/json';
import type { TypedForm } from '../../platform/typed-forms.ts';

/** The form of a plan. */
export type PlanForm = TypedForm<'createPlan'>;

export interface PlanFaults {
  readonly index?: string;
  readonly newIndex?: string;
  readonly cloneAs?: string;
  readonly settings?: string;
  readonly placement?: string;
}

/**
 * The faults of the form, and its settings. `isPlaced` means that the index has settings that say on which nodes its
 * shards may be.
 */
export function readPlanForm(
  index: string | undefined,
  { newIndex, keepsName, cloneAs, settings, placement }: PlanForm,
  isPlaced: boolean,
): { readonly faults: PlanFaults; readonly settings: JsonObject | undefined } {
  const read = readTypedObject(settings, 'Settings must be a JSON object.');
  const nameFault = (name: string, others: readonly (string | undefined)[]) =>
    indexNameProblem(name) ?? (others.includes(name) ? 'Choose a name that differs from the others.' : null);
  const newFault = nameFault(newIndex, [index]);
  const cloneFault = keepsName ? nameFault(cloneAs, [index, newIndex]) : null;
  return {
    faults: {
      ...(index === undefined && { index: 'Choose an index.' }),
      ...(newFault !== null && { newIndex: newFault }),
      ...(cloneFault !== null && { cloneAs: cloneFault }),
      ...('fault' in read && { settings: read.fault }),
      ...(isPlaced && placement === undefined && { placement: 'Choose where the shards may be allocated.' }),
    },
    settings: 'fault' in read ? undefined : read.value,
  };
}

/** `logs` becomes `logs-v2`, and that `logs-v3`. */
export function nextName(index: string, taken: readonly string[]): string {
  const [, stem = index, number = '1'] = /^(.*)-v(\d+)$/.exec(index) ?? [];
  const names = new Set(taken);
  let next = Number(number) + 1;
  while (names.has(`${stem}-v${next}`)) next++;
  return `${stem}-v${next}`;
}
