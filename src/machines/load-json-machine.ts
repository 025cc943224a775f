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
  /** The document has mappings, which loading empty ones would remove. */
  readonly replacesMappings?: boolean;
  /** Which part of the input the mappings are, in words; absent where they are all of it. */
  readonly taken?: string;
  /** Comments and read-only members of the input that are not in the mappings, in words. */
  readonly omitted?: string;
  /** Messages about values that were not read unchanged. */
  readonly warnings: readonly string[];
}

/** One of several bodies in a text; without mappings it can't be chosen. */
export interface OfferedMappings {
  readonly label: string;
  readonly description: string;
  readonly given: GivenMappings | null;
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

/** The content that the dialog opens with: none, or a text whose mappings were checked or located before. */
export interface LoadJsonInput {
  readonly text?: string;
  readonly checked?: CheckedMappings;
  readonly offered?: readonly OfferedMappings[];
}

export type LoadJsonEvent =
  | { readonly type: 'EDIT'; readonly text: string }
  /** Text was read: the valid part of it can be loaded. */
  | { readonly type: 'LOAD'; readonly text: string; readonly checked: CheckedMappings }
  /** Text with several mappings was read: one of them is to be chosen. */
  | { readonly type: 'OFFER'; readonly text: string; readonly offered: readonly OfferedMappings[] }
  /** Text could not be read, or the chosen mappings could not be put into the document. */
  | { readonly type: 'REFUSE'; readonly fault: LoadFault; readonly text?: string }
  | { readonly type: 'CONFIRM' }
  | { readonly type: 'LOAD_EVERYTHING' }
  | { readonly type: 'CANCEL' };

interface Context {
  readonly text: string;
  readonly fault: LoadFault | null;
  /** The mappings to choose from; empty where the text has one. */
  readonly offered: readonly OfferedMappings[];
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

/** Whether loading what is valid would remove all mappings of the document. */
export function isRemoval({ given, valid }: CheckedMappings): boolean {
  return given.replacesMappings === true && Object.keys(valid).length === 0;
}

function hasErrors(checked: CheckedMappings | null | undefined): boolean {
  return checked != null && checked.errors.length > 0;
}

/**
 * The two views of Load JSON, a choice where the text has several mappings, a question before
 * empty mappings remove all that there are, and the mappings that were chosen in the end. Pure: the sender of
 * an event puts `chosen` into the document once the state is `loaded`, and sends REFUSE where that is not possible.
 */
export const loadJsonMachine = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- the assertion is where the machine gets its types from
  types: {} as { readonly context: Context; readonly events: LoadJsonEvent; readonly input: LoadJsonInput },
  guards: {
    wasFoundWrong: ({ context }) => hasErrors(context.checked),
    isRemoval: ({ context }) => context.checked !== null && isRemoval(context.checked),
    hasOffers: ({ context }) => context.offered.length > 0,
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
    setOffered: assign(
      ({ context }, { text, offered }: { readonly text: string; readonly offered: readonly OfferedMappings[] }) => ({
        ...context,
        text,
        offered,
        fault: null,
      }),
    ),
    forgetOffered: assign(({ context }) => ({ ...context, offered: [] })),
    setFault: assign(
      (
        { context },
        { fault, text = context.text }: { readonly fault: LoadFault; readonly text?: string | undefined },
      ) => ({
        text,
        fault,
        offered: [],
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
  context: ({ input: { text = '', checked = null, offered = [] } }) => ({
    text,
    checked,
    offered,
    fault: null,
    chosen: null,
  }),
  initial: 'opening',
  on: { REFUSE: { target: '.json', actions: { type: 'setFault', params: ({ event }) => event } } },
  states: {
    opening: {
      always: [
        { target: 'choice', guard: 'hasOffers' },
        { target: 'validationResult', guard: 'wasFoundWrong' },
        { target: 'removal', guard: 'isRemoval' },
        { target: 'json' },
      ],
    },
    json: {
      on: {
        EDIT: { actions: { type: 'setText', params: ({ event }) => event } },
        LOAD: { target: 'checked', actions: { type: 'setChecked', params: ({ event }) => event } },
        OFFER: { target: 'choice', actions: { type: 'setOffered', params: ({ event }) => event } },
      },
    },
    choice: {
      on: {
        LOAD: {
          target: 'checked',
          actions: [{ type: 'setChecked', params: ({ event }) => event }, 'forgetOffered'],
        },
        CANCEL: { target: 'json', actions: 'forgetOffered' },
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
        CONFIRM: [
          { target: 'removal', guard: 'isRemoval' },
          { target: 'loaded', actions: 'chooseValid' },
        ],
        LOAD_EVERYTHING: { target: 'loaded', actions: 'chooseEverything' },
        CANCEL: { target: 'json', actions: 'forgetChecked' },
      },
    },
    loaded: {},
  },
});
