import type { TargetEngine } from '#domain/catalogue';
import { aliasNameProblem, newIndexName, type NewIndexName } from '#domain/console';
import { isObject, JsonTextError, parseJson, type JsonObject } from '#domain/json';
import { LogFaultError } from '#domain/log';
import {
  documentAlterations,
  foreseenRefusals,
  importErrorText,
  validateMappings,
  withoutFields,
  type ForeseenRefusal,
  type RefusedField,
} from '#domain/mapping';
import { aliasFindings } from '#domain/template';
import { NotADraftError } from '../../files/import-draft.ts';
import { engineTitle } from '../../platform/target-engines.ts';
import type { TypedForm } from '../../platform/typed-forms.ts';
import { readMappingsOf } from '../../editor/fields/load-mappings.ts';
import type { TextFault } from '../../kit/json-editor.tsx';
import { numberFault } from '../../kit/number-fault.ts';

/** The form of a new index. */
export type IndexForm = TypedForm<'createIndex'>;

export const EMPTY_FORM: IndexForm = {
  name: '',
  shards: null,
  replicas: null,
  settings: '',
  mappings: '',
  aliases: '',
  draft: null,
};

/** A fault in a part of a form. */
export interface PartFault {
  readonly message: string;
  /** Position in the text, where it is known. */
  readonly place?: TextFault;
}

/** The faults of a form, by its parts. */
export interface FormFaults {
  readonly name?: string;
  readonly shards?: string;
  readonly replicas?: string;
  readonly settings?: PartFault;
  readonly mappings?: PartFault;
  readonly aliases?: PartFault;
}

/** Body of the request that creates an index; empty parts are left out. */
export type IndexBody = { readonly [Part in 'settings' | 'mappings' | 'aliases']?: JsonObject };

export interface ReadForm {
  readonly name: NewIndexName;
  readonly faults: FormFaults;
  /** Errors that import finds in the mappings, and content that the target does not support; the engine decides. */
  readonly warnings: readonly string[];
  readonly body: IndexBody;
}

type Part = { readonly value: JsonObject | null } | { readonly fault: PartFault };

export function readForm(
  { name, shards, replicas, settings, mappings, aliases }: Omit<IndexForm, 'draft'>,
  target: TargetEngine,
  nowMs: number,
): ReadForm {
  const newName = newIndexName(name, nowMs);
  const parts = {
    settings: readObject(settings, 'Settings'),
    mappings: readMappings(mappings),
    aliases: readAliases(aliases),
  };
  const faults = Object.fromEntries(
    Object.entries(parts).flatMap(([part, read]) => ('fault' in read ? [[part, read.fault]] : [])),
  );
  const counts = { shards: numberFault(shards, 1), replicas: numberFault(replicas, 0) };
  const wanted = 'value' in parts.settings ? (parts.settings.value ?? {}) : {};
  const withCounts = {
    ...wanted,
    ...(shards !== null && { 'index.number_of_shards': shards }),
    ...(replicas !== null && { 'index.number_of_replicas': replicas }),
  };
  const valueOf = (part: Part) => ('value' in part ? part.value : null);
  const [mappingsValue, aliasesValue] = [valueOf(parts.mappings), valueOf(parts.aliases)];
  return {
    name: newName,
    faults: {
      ...(newName.problem !== null && { name: newName.problem }),
      ...(counts.shards !== undefined && { shards: counts.shards }),
      ...(counts.replicas !== undefined && { replicas: counts.replicas }),
      ...faults,
    },
    warnings: warningsOf(mappingsValue ?? {}, aliasesValue, target),
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

/** What the engine is expected to refuse of a request; it refuses the whole request then. */
export function refusalsOf(
  { mappings = {}, aliases = {} }: IndexBody,
  target: TargetEngine,
): readonly ForeseenRefusal[] {
  const ofAliases = aliasFindings({ aliases }, { kind: 'mappings', mappingsAt: '' }, target);
  return [...foreseenRefusals({}, mappings, target), ...ofAliases.refusals];
}

function warningsOf(mappings: JsonObject, aliases: JsonObject | null, target: TargetEngine): readonly string[] {
  const { value, errors } = validateMappings(mappings);
  const ofAliases = aliasFindings({ aliases: aliases ?? {} }, { kind: 'mappings', mappingsAt: '' }, target);
  const said = (verdict: string, found: readonly ForeseenRefusal[]) =>
    found.map(({ path, reason }) => `${path}: ${reason} ${engineTitle(target)} is expected to ${verdict} it.`);
  return [
    ...errors.map(importErrorText),
    // Content that no engine accepts is already among the errors.
    ...said('reject', refusalsOf({ mappings: value, ...(aliases !== null && { aliases }) }, target)),
    ...said('alter', [...documentAlterations(value, target), ...ofAliases.alterations]),
  ];
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

/** Accepts the same texts as Load JSON: mappings, a template, an engine's response or a log. */
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
