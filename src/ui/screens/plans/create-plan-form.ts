import { indexNameProblem } from '#domain/console';
import { fits, readTypedObject, type JsonObject } from '#domain/json';
import {
  DocsPerSecondSchema,
  MAX_DOCS_PER_SECOND,
  MAX_SCRIPT_LENGTH,
  MAX_SLICES,
  SlicesSchema,
  type Slices,
} from '#domain/plan';
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
  readonly slices?: string;
  readonly docsPerSecond?: string;
  readonly script?: string;
}

/** What decides which choices the form offers. */
export interface PlannedIndex {
  /** It has settings that say on which nodes its shards may be. */
  readonly isPlaced: boolean;
  /** Its writes are blocked already. */
  readonly isBlocked: boolean;
  readonly hasAliases: boolean;
  /** The cluster copies its documents by a reindex, which has options. */
  readonly isReindexed: boolean;
}

/** Whether the plan swaps an alias, so that the new index replaces the old one. */
export function swapsAliases({ keepsName }: PlanForm, { hasAliases }: PlannedIndex): boolean {
  return keepsName || hasAliases;
}

/** Whether the plan blocks writes that were allowed, and has to end with a block or without one. */
export function blocksWrites({ keepsName, takesWrites }: PlanForm, { isBlocked }: PlannedIndex): boolean {
  return !isBlocked && (keepsName || !takesWrites);
}

/** The number of slices as it was typed; undefined where it is none. Empty is `auto`. */
export function readSlices(text: string): Slices | undefined {
  const typed = text.trim().toLowerCase();
  if (typed === '' || typed === 'auto') return 'auto';
  const slices = /^\d+$/.test(typed) ? Number(typed) : undefined;
  return fits(SlicesSchema, slices) ? slices : undefined;
}

/** Why a throttle is refused; undefined where it is none. */
export function throttleFault(docsPerSecond: number | null): string | undefined {
  return docsPerSecond === null || fits(DocsPerSecondSchema, docsPerSecond)
    ? undefined
    : `Enter a whole number from 1 to ${MAX_DOCS_PER_SECOND.toLocaleString('en')}, or nothing.`;
}

/** The faults of the form, and its settings. */
export function readPlanForm(
  index: string | undefined,
  form: PlanForm,
  planned: PlannedIndex,
): { readonly faults: PlanFaults; readonly settings: JsonObject | undefined } {
  const {
    newIndex,
    keepsName,
    cloneAs,
    settings,
    placement,
    allowsWrites,
    slices = '',
    docsPerSecond = null,
    script = '',
  } = form;
  const read = readTypedObject(settings, 'Settings must be a JSON object.');
  const nameFault = (name: string, others: readonly (string | undefined)[]) =>
    indexNameProblem(name) ?? (others.includes(name) ? 'Choose a name that differs from the others.' : null);
  const newFault = nameFault(newIndex, [index]);
  const cloneFault = keepsName ? nameFault(cloneAs, [index, newIndex]) : null;
  const limitFault = throttleFault(docsPerSecond);
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
      ...(planned.isReindexed &&
        readSlices(slices) === undefined && {
          slices: `Enter auto, or a whole number from 1 to ${MAX_SLICES.toLocaleString('en')}.`,
        }),
      ...(planned.isReindexed && limitFault !== undefined && { docsPerSecond: limitFault }),
      ...(planned.isReindexed &&
        script.trim().length > MAX_SCRIPT_LENGTH && {
          script: `A script can have at most ${MAX_SCRIPT_LENGTH.toLocaleString('en')} characters.`,
        }),
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
