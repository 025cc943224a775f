import type { ChildContainer } from '#domain/catalogue';
import { formatJson, isObject, member, type JsonObject, type JsonValue } from '#domain/json';
import { parseFieldId, PATH_SEPARATOR, type FieldId } from '#domain/mapping';
import { shownName } from '../../files/shown-name.ts';
import { parametersIn } from './field-parameters.ts';

/** Why a form can't be submitted. */
export const FIX_ERRORS = 'Fix errors in form before continuing.';

/** Names longer than this are shortened in titles. */
const NAME_LIMIT = 18;

/** A name for a title: the end of a name that is too long. */
export function shortName(name: string): string {
  const letters = [...name];
  return letters.length > NAME_LIMIT ? `...${letters.slice(-NAME_LIMIT).join('')}` : name;
}

/** The path of a field for display. */
export function pathLabel(id: FieldId, mappingsAt: string): string {
  const address = parseFieldId(id, mappingsAt);
  return address === null ? id : address.path.map(shownName).join(PATH_SEPARATOR);
}

/** The noun for a field in titles and buttons. */
export function fieldNoun(container: ChildContainer): string {
  return container === 'fields' ? 'multi-field' : 'field';
}

/** Longest line of parameters that a row shows, in characters. */
const PARAMETERS_LIMIT = 160;

/** At most this many multi-fields are named. */
const MULTI_FIELDS_LIMIT = 6;

/** A definition on one line, for a row of the tree: the target of an alias, the parameters, the multi-fields. */
export function parameterLine(definition: JsonValue): string {
  if (!isObject(definition)) return `Not an object: ${clip(formatJson(definition))}`;
  const { type, path } = definition;
  const isAlias = type === 'alias' && typeof path === 'string';
  const parts = Object.entries(parametersIn(definition)).map(([name, value]) =>
    isAlias && name === 'path' ? `→ ${path}` : `${name}: ${typeof value === 'string' ? value : formatJson(value)}`,
  );
  return clip([...parts, ...multiFieldNames(definition)].join(', '));
}

/** `+raw` for each multi-field, and the number of those left out. */
function multiFieldNames(definition: JsonObject): readonly string[] {
  const fields = member(definition, 'fields');
  if (!isObject(fields)) return [];
  const names = Object.keys(fields);
  const shown = names.slice(0, MULTI_FIELDS_LIMIT).map((name) => `+${shownName(name)}`);
  return names.length > MULTI_FIELDS_LIMIT ? [...shown, `+${names.length - MULTI_FIELDS_LIMIT} more`] : shown;
}

function clip(text: string): string {
  return text.length > PARAMETERS_LIMIT ? `${text.slice(0, PARAMETERS_LIMIT)}…` : text;
}
