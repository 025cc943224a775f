import { assign, setup } from 'xstate';
import type { JsonObject } from '#domain/json';
import { validateMappings, type ImportError } from '#domain/mapping';

/** Mappings that a person provided, as they were read from text. */
export interface GivenMappings {
  readonly mappings: JsonObject;
  /**
   * The object that holds the mappings under the name of a type, with the names of its other members, which no engine
   * takes.
   */
  readonly wrapper?: { readonly holder: JsonObject; readonly others: readonly string[] };
  /** Names of the mapping types, where the mappings are of several: those are not validated. */
  readonly types?: readonly string[];
  /** The text was empty and the document has mappings: loading it would remove them all. */
  readonly isRemoval?: boolean;
  /** Which part of the input the mappings are, in words; absent where they are all of it. */
  readonly taken?: string;
  /** What was not read unchanged, in words. */
  readonly warnings: readonly string[];
}

/** Mappings that were checked for what no engine takes. */
export interface CheckedMappings {
  readonly given: GivenMappings;
  /** The mappings without what is wrong. */
  readonly valid: JsonObject;
  readonly errors: readonly ImportError[];
}

/** The mappings that are to be loaded. */
export interface ChosenMappings {
  readonly given: GivenMappings;
  readonly mappings: JsonObject;
  /** How many invalid options are not among them. */
  readonly leftOut: number;
}

/** Why text is not loaded, and where in it the fault is. */
export interface LoadFault {
  readonly title: string;
  readonly text: string;
  readonly place?: { readonly line: number; readonly column: number; readonly reason: string };
}

/** What the dialog opens with: nothing, or text whose mappings were checked elsewhere. */
export interface LoadJsonInput {
  readonly text?: string;
  readonly checked?: CheckedMappings;
}

export type LoadJsonEvent =
  | { readonly type: 'EDIT'; readonly text: string }
  /** Text was read: the valid part of it can be loaded. */
  | { readonly type: 'LOAD'; readonly text: string; readonly checked: CheckedMappings }
  /** Text could not be read, or the chosen mappings could not be put into the document. */
  | { readonly type: 'REFUSE'; readonly fault: LoadFault; readonly text?: string }
  | { readonly type: 'CONFIRM' }
  | { readonly type: 'LOAD_EVERYTHING' }
  | { readonly type: 'CANCEL' };

interface Context {
  readonly text: string;
  readonly fault: LoadFault | null;
  readonly checked: CheckedMappings | null;
  readonly chosen: ChosenMappings | null;
}

/**
 * Validates mappings, unless they are of several types. Other members beside a type are reported first, as invalid
 * configuration. Cost: as `validateMappings`.
 */
export function checkMappings(given: GivenMappings): CheckedMappings {
  if (given.types !== undefined) return { given, valid: given.mappings, errors: [] };
  const { value, errors } = validateMappings(given.mappings);
  const others = (given.wrapper?.others ?? [])
    .toSorted()
    .map((configName): ImportError => ({ code: 'ERR_CONFIG', configName }));
  return { given, valid: value, errors: [...others, ...errors] };
}

/** The mappings without what is wrong in them. */
export function choosingValid({ given, valid, errors }: CheckedMappings): ChosenMappings {
  return { given, mappings: valid, leftOut: errors.length };
}

/** The mappings as they were provided, with their wrapper. */
function choosingEverything({ given }: CheckedMappings): ChosenMappings {
  if (given.wrapper === undefined) return { given, mappings: given.mappings, leftOut: 0 };
  const { taken: _, ...whole } = given;
  return { given: whole, mappings: given.wrapper.holder, leftOut: 0 };
}

function hasErrors(checked: CheckedMappings | null | undefined): boolean {
  return checked != null && checked.errors.length > 0;
}

/**
 * The two views of Load JSON (console.md, section 2), a question before an empty text removes all mappings, and the
 * mappings that were chosen in the end. Pure: the sender of
 * an event puts `chosen` into the document once the state is `loaded`, and sends REFUSE where that is not possible.
 */
export const loadJsonMachine = setup({
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-assertion -- the assertion is where the machine gets its types from
  types: {} as { readonly context: Context; readonly events: LoadJsonEvent; readonly input: LoadJsonInput },
  guards: {
    wasFoundWrong: ({ context }) => hasErrors(context.checked),
    isRemoval: ({ context }) => context.checked?.given.isRemoval === true,
  },
  actions: {
    setText: assign(({ context }, { text }: { readonly text: string }) => ({ ...context, text, fault: null })),
    setChecked: assign(
      ({ context }, { text, checked }: { readonly text: string; readonly checked: CheckedMappings }) => ({
        ...context,
        text,
        checked,
        fault: null,
      }),
    ),
    setFault: assign(
      (
        { context },
        { fault, text = context.text }: { readonly fault: LoadFault; readonly text?: string | undefined },
      ) => ({
        text,
        fault,
        checked: null,
        chosen: null,
      }),
    ),
    chooseValid: assign(({ context }) => ({ ...context, chosen: context.checked && choosingValid(context.checked) })),
    chooseEverything: assign(({ context }) => ({
      ...context,
      chosen: context.checked && choosingEverything(context.checked),
    })),
    forgetChecked: assign(({ context }) => ({ ...context, checked: null })),
  },
}).createMachine({
  id: 'loadJson',
  context: ({ input: { text = '', checked = null } }) => ({ text, checked, fault: null, chosen: null }),
  initial: 'opening',
  on: { REFUSE: { target: '.json', actions: { type: 'setFault', params: ({ event }) => event } } },
  states: {
    opening: { always: [{ target: 'validationResult', guard: 'wasFoundWrong' }, { target: 'json' }] },
    json: {
      on: {
        EDIT: { actions: { type: 'setText', params: ({ event }) => event } },
        LOAD: { target: 'checked', actions: { type: 'setChecked', params: ({ event }) => event } },
      },
    },
    checked: {
      always: [
        { target: 'validationResult', guard: 'wasFoundWrong' },
        { target: 'removal', guard: 'isRemoval' },
        { target: 'loaded', actions: 'chooseValid' },
      ],
    },
    removal: {
      on: {
        CONFIRM: { target: 'loaded', actions: 'chooseValid' },
        CANCEL: { target: 'json', actions: 'forgetChecked' },
      },
    },
    validationResult: {
      on: {
        CONFIRM: { target: 'loaded', actions: 'chooseValid' },
        LOAD_EVERYTHING: { target: 'loaded', actions: 'chooseEverything' },
        CANCEL: { target: 'json', actions: 'forgetChecked' },
      },
    },
    loaded: {},
  },
});
