import {
  aliasNameProblem, importErrorText, indexNameProblem, isObject, JsonTextError, LogFaultError, parseJson, validateMappings, type JsonObject,
} from '../../domain/index.ts'; // prettier-ignore
import { NotADraftError } from '../drafts/import-draft.ts';
import { readMappingsOf } from '../editor/load-mappings.ts';

/** What was typed of a new index. */
export interface IndexForm {
  readonly name: string;
  readonly shards: number | null;
  readonly replicas: number | null;
  readonly settings: string;
  readonly mappings: string;
  readonly aliases: string;
}

export const EMPTY_FORM: IndexForm = { name: '', shards: null, replicas: null, settings: '', mappings: '', aliases: '' };

/** What is wrong in a form, at its place. */
export type FormFaults = { readonly [Part in 'name' | 'settings' | 'mappings' | 'aliases']?: string };

export interface ReadForm {
  readonly faults: FormFaults;
  /** What import finds wrong in the mappings; the engine has the last word. */
  readonly warnings: readonly string[];
  /** Of the request that creates the index; parts that are empty are left out. */
  readonly body: { readonly settings?: JsonObject; readonly mappings?: JsonObject; readonly aliases?: JsonObject };
}

type Part = { readonly value: JsonObject | null } | { readonly fault: string };

export function readForm({ name, shards, replicas, settings, mappings, aliases }: IndexForm): ReadForm {
  const nameProblem = indexNameProblem(name);
  const parts = { settings: readObject(settings, 'Settings'), mappings: readMappings(mappings), aliases: readAliases(aliases) };
  const faults = Object.fromEntries(Object.entries(parts).flatMap(([part, read]) => ('fault' in read ? [[part, read.fault]] : [])));
  const wanted = 'value' in parts.settings ? (parts.settings.value ?? {}) : {};
  const withCounts = { ...wanted, ...(shards !== null && { 'index.number_of_shards': shards }), ...(replicas !== null && { 'index.number_of_replicas': replicas }) };
  const valueOf = (part: Part) => ('value' in part ? part.value : null);
  const [mappingsValue, aliasesValue] = [valueOf(parts.mappings), valueOf(parts.aliases)];
  return {
    faults: { ...(nameProblem !== null && { name: nameProblem }), ...faults },
    warnings: mappingsValue === null ? [] : validateMappings(mappingsValue).errors.map(importErrorText),
    body: {
      ...(Object.keys(withCounts).length > 0 && { settings: withCounts }),
      ...(mappingsValue !== null && { mappings: mappingsValue }),
      ...(aliasesValue !== null && { aliases: aliasesValue }),
    },
  };
}

function readObject(text: string, what: string): Part {
  if (text.trim() === '') return { value: null };
  try {
    const value = parseJson(text);
    return isObject(value) ? { value } : { fault: `${what} must be a JSON object.` };
  } catch (error) {
    if (error instanceof JsonTextError) return { fault: `Line ${error.line}, column ${error.column}: ${error.reason}.` };
    throw error;
  }
}

/** As Load JSON takes them: mappings, a template, an engine's answer or a log. */
function readMappings(text: string): Part {
  if (text.trim() === '') return { value: null };
  try {
    return { value: readMappingsOf(text).mappings };
  } catch (error) {
    if (error instanceof JsonTextError) return { fault: `Line ${error.line}, column ${error.column}: ${error.reason}.` };
    if (error instanceof NotADraftError || error instanceof LogFaultError) return { fault: error.message };
    throw error;
  }
}

function readAliases(text: string): Part {
  const read = readObject(text, 'Aliases');
  if ('fault' in read || read.value === null) return read;
  for (const [alias, value] of Object.entries(read.value)) {
    const problem = aliasNameProblem(alias) ?? (isObject(value) ? null : 'What belongs to it must be an object, such as {}.');
    if (problem !== null) return { fault: `Alias “${alias}”: ${problem}` };
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
