import { MESSAGES } from '../catalogue/messages.ts';
import { readObjectText } from '../json/object-text.ts';
import { formatJson } from '../json/text.ts';
import {
  copyMember,
  pickMembers,
  deepEqual,
  isObject,
  member,
  objectMember,
  setMember,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from '../json/value.ts';

/**
 * The members of a mappings object that hold fields which are computed when they are read: Elasticsearch's name and
 * OpenSearch's.
 */
export const COMPUTED_CONTAINERS = ['runtime', 'derived'] as const;
export type ComputedContainer = (typeof COMPUTED_CONTAINERS)[number];

/** What the form of a runtime field shows: texts, empty where the definition says nothing. */
export interface RuntimeFieldForm {
  readonly type: string;
  readonly source: string;
  readonly lang: string;
  /** A JSON object. */
  readonly params: string;
  readonly format: string;
  readonly onScriptError: string;
  /** Whatever else the definition has, as a JSON object. */
  readonly others: string;
}

export type RuntimeFieldEdits = Partial<RuntimeFieldForm>;

const OWN_MEMBERS: ReadonlySet<string> = new Set(['type', 'script', 'format', 'on_script_error']);

export function readRuntimeForm(definition: JsonObject): RuntimeFieldForm {
  const script = member(definition, 'script');
  const parts = isObject(script) ? script : {};
  const others = pickMembers(definition, (name) => !OWN_MEMBERS.has(name));
  return {
    type: textIn(definition, 'type'),
    source: typeof script === 'string' ? script : textIn(parts, 'source'),
    lang: textIn(parts, 'lang'),
    params: jsonIn(member(parts, 'params')),
    format: textIn(definition, 'format'),
    onScriptError: textIn(definition, 'on_script_error'),
    others: Object.keys(others).length === 0 ? '' : formatJson(others, 2),
  };
}

/** What is wrong with the JSON that was entered, part by part. */
export function runtimeFormErrors({
  params,
  others,
}: RuntimeFieldEdits): Readonly<Partial<Record<'params' | 'others', string>>> {
  return {
    ...(params !== undefined && readObjectText(params) === null && { params: MESSAGES.notAnObject }),
    ...othersError(others),
  };
}

/** Rejects members that have their own input: a second value would be dropped silently. */
function othersError(others: string | undefined): { readonly others?: string } {
  if (others === undefined) return {};
  const entered = readObjectText(others);
  if (entered === null) return { others: MESSAGES.notAnObject };
  const double = Object.keys(entered ?? {}).find((name) => OWN_MEMBERS.has(name));
  return double === undefined ? {} : { others: `"${double}" has its own input in this form.` };
}

/** The definition with what was changed; everything else stays as it is, a script in its short form included. */
export function withRuntimeEdits(definition: JsonObject, edits: RuntimeFieldEdits): JsonObject {
  const shown = readRuntimeForm(definition);
  const { type, format, onScriptError, others, ...script } = Object.fromEntries(
    Object.entries(edits).filter(([name, value]) => value !== shown[name as keyof RuntimeFieldForm]),
  ) as RuntimeFieldEdits;
  const after: MutableJsonObject = { ...definition };
  writeText(after, 'type', type);
  writeText(after, 'format', format);
  writeText(after, 'on_script_error', onScriptError);
  if (Object.keys(script).length > 0) writeScript(after, script);
  const replaced = others === undefined ? null : (readObjectText(others) ?? {});
  if (replaced === null) return after;
  const definitionAfter: MutableJsonObject = { ...pickMembers(after, (name) => OWN_MEMBERS.has(name)) };
  for (const name of Object.keys(replaced)) if (!OWN_MEMBERS.has(name)) copyMember(definitionAfter, name, replaced);
  return definitionAfter;
}

function writeScript(
  definition: MutableJsonObject,
  { source, lang, params }: Pick<RuntimeFieldEdits, 'source' | 'lang' | 'params'>,
): void {
  const before = definition['script'];
  if (typeof before === 'string' && lang === undefined && params === undefined) {
    writeText(definition, 'script', source);
    return;
  }
  const script: MutableJsonObject =
    typeof before === 'string' ? { source: before } : { ...(isObject(before) ? before : {}) };
  writeText(script, 'source', source);
  writeText(script, 'lang', lang);
  if (params !== undefined) {
    const value = readObjectText(params);
    if (value === null || value === undefined || deepEqual(value, {})) delete script['params'];
    else script['params'] = value;
  }
  if (Object.keys(script).length === 0) delete definition['script'];
  else definition['script'] = script;
}

/** Writes a text that was changed; an emptied one is removed. */
function writeText(object: MutableJsonObject, name: string, text: string | undefined): void {
  if (text === undefined) return;
  if (text === '') delete object[name];
  else setMember(object, name, text);
}

function textIn(object: JsonObject, name: string): string {
  const value = member(object, name);
  return typeof value === 'string' ? value : '';
}

function jsonIn(value: JsonValue | undefined): string {
  return value === undefined ? '' : formatJson(value, 2);
}

/** The container of computed fields in a mappings object, empty where there is none. */
export function computedFields(mappings: JsonValue | undefined, container: ComputedContainer): JsonObject {
  return isObject(mappings) ? (objectMember(mappings, container) ?? {}) : {};
}
