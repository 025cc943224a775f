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
  readonly allowsWrites?: string;
}

/** What decides which choices the form offers. */
export interface PlannedIndex {
  /** It has settings that say on which nodes its shards may be. */
  readonly isPlaced: boolean;
  /** Its writes are blocked already. */
  readonly isBlocked: boolean;
  readonly hasAliases: boolean;
}

/** Whether the plan swaps an alias, so that the new index replaces the old one. */
export function swapsAliases({ keepsName }: PlanForm, { hasAliases }: PlannedIndex): boolean {
  return keepsName || hasAliases;
}

/** Whether the plan blocks writes that were allowed, and has to end with a block or without one. */
export function blocksWrites({ keepsName, takesWrites }: PlanForm, { isBlocked }: PlannedIndex): boolean {
  return !isBlocked && (keepsName || !takesWrites);
}

/** The faults of the form, and its settings. */
export function readPlanForm(
  index: string | undefined,
  form: PlanForm,
  planned: PlannedIndex,
): { readonly faults: PlanFaults; readonly settings: JsonObject | undefined } {
  const { newIndex, keepsName, cloneAs, settings, placement, allowsWrites } = form;
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
      ...(planned.isPlaced && placement === undefined && { placement: 'Choose where the shards may be allocated.' }),
      // Where nothing is swapped, either answer can cost writes: it is not given for anybody.
      ...(blocksWrites(form, planned) &&
        !swapsAliases(form, planned) &&
        allowsWrites === undefined && { allowsWrites: 'Choose whether writes stay blocked.' }),
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
