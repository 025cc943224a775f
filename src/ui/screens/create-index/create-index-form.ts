import type { TargetEngine } from '#domain/catalogue';
import { aliasNameProblem, indexNameProblem } from '#domain/console';
import { isObject, JsonTextError, parseJson, type JsonObject } from '#domain/json';
import { LogFaultError } from '#domain/log';
import { importErrorText, targetGaps, validateMappings, withoutFields, type RefusedField } from '#domain/mapping';
import { NotADraftError } from '../../files/import-draft.ts';
import { engineTitle } from '../../platform/target-engines.ts';
import { readMappingsOf } from '../../editor/fields/load-mappings.ts';
import type { TextFault } from '../../kit/json-editor.tsx';

/** What was typed of a new index. */
export interface IndexForm {
  readonly name: string;
  readonly shards: number | null;
  readonly replicas: number | null;
  readonly settings: string;
  readonly mappings: string;
  readonly aliases: string;
}

export const EMPTY_FORM: IndexForm = {
  name: '',
  shards: null,
  replicas: null,
  settings: '',
  mappings: '',
  aliases: '',
};

/** What is wrong in a part of a form. */
export interface PartFault {
  readonly message: string;
  /** Where in the text, as far as that is known. */
  readonly place?: TextFault;
}

/** What is wrong in a form, at its place. */
export interface FormFaults {
  readonly name?: string;
  readonly settings?: PartFault;
  readonly mappings?: PartFault;
  readonly aliases?: PartFault;
}

/** Of the request that creates an index; parts that are empty are left out. */
export type IndexBody = { readonly [Part in 'settings' | 'mappings' | 'aliases']?: JsonObject };

export interface ReadForm {
  readonly faults: FormFaults;
  /** What import finds wrong in the mappings, and what the target does not know of them; the engine has the last word. */
  readonly warnings: readonly string[];
  readonly body: IndexBody;
}

type Part = { readonly value: JsonObject | null } | { readonly fault: PartFault };

export function readForm(
  { name, shards, replicas, settings, mappings, aliases }: IndexForm,
  target: TargetEngine,
): ReadForm {
  const nameProblem = indexNameProblem(name);
  const parts = {
    settings: readObject(settings, 'Settings'),
    mappings: readMappings(mappings),
    aliases: readAliases(aliases),
  };
  const faults = Object.fromEntries(
    Object.entries(parts).flatMap(([part, read]) => ('fault' in read ? [[part, read.fault]] : [])),
  );
  const wanted = 'value' in parts.settings ? (parts.settings.value ?? {}) : {};
  const withCounts = {
    ...wanted,
    ...(shards !== null && { 'index.number_of_shards': shards }),
    ...(replicas !== null && { 'index.number_of_replicas': replicas }),
  };
  const valueOf = (part: Part) => ('value' in part ? part.value : null);
  const [mappingsValue, aliasesValue] = [valueOf(parts.mappings), valueOf(parts.aliases)];
  return {
    faults: { ...(nameProblem !== null && { name: nameProblem }), ...faults },
    warnings: mappingsValue === null ? [] : warningsOf(mappingsValue, target),
    body: {
      ...(Object.keys(withCounts).length > 0 && { settings: withCounts }),
      ...(mappingsValue !== null && { mappings: mappingsValue }),
      ...(aliasesValue !== null && { aliases: aliasesValue }),
    },
  };
}

/** The request without some of the fields of its mappings. */
export function bodyWithout(body: IndexBody, fields: readonly RefusedField[]): IndexBody {
  if (body.mappings === undefined || fields.length === 0) return body;
  const ats = fields.map(({ at }) => at);
  return { ...body, mappings: withoutFields({}, body.mappings, ats) };
}

function warningsOf(mappings: JsonObject, target: TargetEngine): readonly string[] {
  const { value, errors } = validateMappings(mappings);
  // What no engine takes has been said by then.
  const gaps = targetGaps({}, value, target).map(
    ({ path, what }) => `${path}: ${engineTitle(target)} doesn’t support ${what} and may reject it.`,
  );
  return [...errors.map(importErrorText), ...gaps];
}

function faultOf({ line, column, reason }: TextFault): PartFault {
  return { message: `Line ${line}, column ${column}: ${reason}.`, place: { line, column, reason } };
}

function readObject(text: string, what: string): Part {
  if (text.trim() === '') return { value: null };
  try {
    const value = parseJson(text);
    return isObject(value) ? { value } : { fault: { message: `${what} must be a JSON object.` } };
  } catch (error) {
    if (error instanceof JsonTextError) return { fault: faultOf(error) };
    throw error;
  }
}

/** As Load JSON takes them: mappings, a template, an engine's answer or a log. */
function readMappings(text: string): Part {
  if (text.trim() === '') return { value: null };
  try {
    return { value: readMappingsOf(text).mappings };
  } catch (error) {
    if (error instanceof JsonTextError) return { fault: faultOf(error) };
    if (error instanceof NotADraftError || error instanceof LogFaultError) return { fault: { message: error.message } };
    throw error;
  }
}

function readAliases(text: string): Part {
  const read = readObject(text, 'Aliases');
  if ('fault' in read || read.value === null) return read;
  for (const [alias, value] of Object.entries(read.value)) {
    const problem = aliasNameProblem(alias) ?? (isObject(value) ? null : 'Its value must be an object, such as {}.');
    if (problem !== null) return { fault: { message: `Alias “${alias}”: ${problem}` } };
  }
  return read;
}

/** What was typed and not sent; gone with the page. */
let kept: IndexForm | null = null;

export function keptForm(): IndexForm | null {
  return kept;
}

export function keepForm(form: IndexForm | null): void {
  kept = form;
}
