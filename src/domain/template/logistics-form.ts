import {
  copyMember,
  pickMembers,
  deepEqual,
  isArray,
  isObject,
  member,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
  setMember,
} from '../json/value.ts';
import { formatJson, JsonTextError, parseJson } from '../json/text.ts';
import { indexPatternProblem } from './template-names.ts';

/** Which kind of template a form is about. */
export type TemplateFormKind = 'index' | 'legacy' | 'component';

export const LOGISTICS_INPUTS = [
  'index_patterns',
  'data_stream',
  'priority',
  'order',
  'version',
  'allow_auto_create',
  'ignore_missing_component_templates',
  '_meta',
  'others',
] as const;
/** An input of the logistics: a member of the template, or all members that no input has. */
export type LogisticsInput = (typeof LOGISTICS_INPUTS)[number];

const INPUTS: Readonly<Record<TemplateFormKind, readonly LogisticsInput[]>> = {
  index: [
    'index_patterns',
    'data_stream',
    'priority',
    'version',
    'allow_auto_create',
    'ignore_missing_component_templates',
    '_meta',
    'others',
  ],
  legacy: ['index_patterns', 'order', 'version', 'others'],
  component: ['version', '_meta', 'others'],
};

/** Members that have their own step. */
const OTHER_STEPS: Readonly<Record<TemplateFormKind, readonly string[]>> = {
  index: ['template', 'composed_of'],
  legacy: ['settings', 'mappings', 'aliases'],
  component: ['template'],
};

/** The inputs of a kind of template, in their order. */
export function logisticsInputs(kind: TemplateFormKind): readonly LogisticsInput[] {
  return INPUTS[kind];
}

/** The values of a template for its inputs; an input whose member is absent has none. */
export function logisticsOf(
  kind: TemplateFormKind,
  template: JsonObject,
): { readonly [Input in LogisticsInput]?: JsonValue } {
  const values: { [Input in LogisticsInput]?: JsonValue } = {};
  for (const input of INPUTS[kind]) {
    const value = input === 'others' ? othersIn(kind, template) : member(template, input);
    if (value !== undefined) values[input] = value;
  }
  return values;
}

function othersIn(kind: TemplateFormKind, template: JsonObject): JsonObject {
  const known: readonly string[] = [...INPUTS[kind], ...OTHER_STEPS[kind]];
  return pickMembers(template, (name) => !known.includes(name));
}

/** The text of an input for what a template has. */
export function logisticsText(kind: TemplateFormKind, template: JsonObject, input: LogisticsInput): string {
  const value = logisticsOf(kind, template)[input];
  if (input === 'index_patterns' || input === 'ignore_missing_component_templates') return formatJson(namesIn(value));
  if (value === undefined || (input === 'others' && isObject(value) && Object.keys(value).length === 0)) return '';
  return isObject(value) ? formatJson(value, 2) : formatJson(value);
}

/** Engines take a single pattern as a string too. */
function namesIn(value: JsonValue | undefined): readonly JsonValue[] {
  if (value === undefined) return [];
  return isArray(value) ? value : [value];
}

export interface LogisticsChanges {
  readonly set: JsonObject;
  readonly unset: readonly string[];
  /** What is wrong in an input, as a sentence; such an input changes nothing. */
  readonly faults: Readonly<Record<string, string>>;
}

/** What typed texts change in a template. Inputs that say what the template has change nothing. */
export function readLogistics(
  kind: TemplateFormKind,
  template: JsonObject,
  values: Readonly<Record<string, string>>,
): LogisticsChanges {
  const set: MutableJsonObject = {};
  const unset: string[] = [];
  const faults: Record<string, string> = {};
  for (const input of INPUTS[kind]) {
    const text = values[input];
    if (text === undefined || text === logisticsText(kind, template, input)) continue;
    const read = readInput(input, text);
    if ('fault' in read) faults[input] = read.fault;
    else if (input === 'others') takeOthers(kind, template, read.value, set, unset, faults);
    else if (read.value === undefined) unset.push(input);
    else setMember(set, input, read.value);
  }
  return { set, unset, faults };
}

type Read = { readonly value: JsonValue | undefined } | { readonly fault: string };

function readInput(input: LogisticsInput, text: string): Read {
  switch (input) {
    case 'priority':
      return readInteger(text, 0);
    case 'order':
    case 'version':
      return readInteger(text);
    case 'index_patterns': {
      const read = readJsonValue(text);
      if ('fault' in read) return read;
      const fault = patternsProblem(namesIn(read.value));
      return fault === null ? read : { fault };
    }
    case 'ignore_missing_component_templates': {
      const read = readJsonValue(text);
      return 'fault' in read || namesIn(read.value).length > 0 ? read : { value: undefined };
    }
    case 'allow_auto_create':
      return { value: text === '' ? undefined : text === 'true' };
    case '_meta':
      return emptied(readObject(text, 'The _meta field JSON is not valid.'));
    case 'data_stream':
      return readObject(text, 'Options of data streams must be a JSON object.');
    case 'others':
      return readObject(text, 'Other members must be a JSON object.');
  }
}

/** Why these can't be the patterns of a template, as a sentence; null where they can. */
export function patternsProblem(patterns: readonly JsonValue[]): string | null {
  if (patterns.length === 0) return 'Add at least one index pattern.';
  for (const pattern of patterns) {
    const problem = typeof pattern === 'string' ? indexPatternProblem(pattern) : 'The pattern must be a string.';
    if (problem !== null) return typeof pattern === 'string' && pattern !== '' ? `${pattern}: ${problem}` : problem;
  }
  return null;
}

/** Engines keep versions and priorities as 64-bit integers. */
const LARGEST = 2n ** 63n - 1n;

function readInteger(text: string, least?: number): Read {
  const trimmed = text.trim();
  if (trimmed === '') return { value: undefined };
  if (!/^-?\d{1,19}$/.test(trimmed)) return { fault: 'Enter a whole number.' };
  const exact = BigInt(trimmed);
  if (least !== undefined && exact < BigInt(least)) return { fault: `Enter a number of at least ${least}.` };
  if (exact > LARGEST || exact < -LARGEST) return { fault: `Enter a number of at most ${LARGEST}.` };
  const number = Number(exact);
  return { value: Number.isSafeInteger(number) ? number : exact };
}

function readJsonValue(text: string): { readonly value: JsonValue } | { readonly fault: string } {
  try {
    return { value: parseJson(text) };
  } catch (error) {
    if (error instanceof JsonTextError) return { fault: error.message };
    throw error;
  }
}

/** Reads a JSON object; of an empty text nothing. The fault says where in the text it is. */
function readObject(text: string, fault: string): Read {
  if (text.trim() === '') return { value: undefined };
  try {
    const value = parseJson(text);
    return isObject(value) ? { value } : { fault };
  } catch (error) {
    if (error instanceof JsonTextError) return { fault: `${fault} Line ${error.line}, column ${error.column}.` };
    throw error;
  }
}

/** An empty object is dropped. */
function emptied(read: Read): Read {
  return 'value' in read && isObject(read.value) && Object.keys(read.value).length === 0 ? { value: undefined } : read;
}

function takeOthers(
  kind: TemplateFormKind,
  template: JsonObject,
  value: JsonValue | undefined,
  set: MutableJsonObject,
  unset: string[],
  faults: Record<string, string>,
): void {
  const after = isObject(value) ? value : {};
  const taken: readonly string[] = [...INPUTS[kind], ...OTHER_STEPS[kind]];
  const misplaced = Object.keys(after).find((name) => taken.includes(name));
  if (misplaced !== undefined) {
    faults['others'] = `${misplaced} has its own input.`;
    return;
  }
  const before = othersIn(kind, template);
  for (const [name, item] of Object.entries(after))
    if (!deepEqual(member(before, name), item)) copyMember(set, name, after);
  unset.push(...Object.keys(before).filter((name) => !Object.hasOwn(after, name)));
}
