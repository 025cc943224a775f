import { isObject, parsePointer, valueAt, type JsonObject } from '#domain/json';
import type { GivenMappings } from '../../../machines/load-json-machine.ts';
import { describeHiddenNames } from '../../files/shown-name.ts';
import { NotADraftError, readGiven, type Given } from '../../files/import-draft.ts';

/** The file types that can contain mappings. */
export const FILE_TYPES: readonly string[] = [
  '.json',
  '.ndjson',
  '.jsonl',
  '.txt',
  'application/json',
  'application/x-ndjson',
];

/** The mappings that an empty text is loaded as. */
export const NO_MAPPINGS: GivenMappings = {
  mappings: {},
  taken: 'The text was empty, and so are the mappings.',
  warnings: [],
};

/**
 * Finds the mappings in a mapping, a template, an engine's response or an exported log, also under the name of a type.
 * @throws JsonTextError, LogFaultError, NotADraftError
 */
export function readMappingsOf(text: string): GivenMappings {
  const given = readGiven(text);
  const { mappingsAt, types } = given.place;
  const mappings = valueAt(given.body, mappingsAt) ?? {};
  if (!isObject(mappings)) throw new NotADraftError('The mappings in it are not a JSON object.');
  const taken = takenFrom(given);
  const wrapper = wrapperOf(given);
  const hidden = describeHiddenNames(mappings);
  return {
    mappings,
    ...(types !== undefined && { types }),
    ...(taken !== null && { taken }),
    ...(wrapper !== null && { wrapper }),
    warnings: hidden === null ? [] : [`${hidden.title}. ${hidden.text}`],
  };
}

/** Which part of the given text the mappings are, as a sentence; null where they are the whole text. */
function takenFrom(given: Given): string | null {
  const { kind, mappingsAt, type } = given.place;
  const path = parsePointer(mappingsAt);
  const ofType = type === undefined ? '' : `, those of its type “${type}”`;
  if (given.kind === 'log') return `Only the mappings of this log were taken${ofType}.`;
  if (kind !== 'mappings') {
    if (valueAt(given.body, mappingsAt) === undefined) return `This ${kind} has no mappings, so they are empty now.`;
    return `Only the mappings of this ${kind} were taken${ofType}.`;
  }
  const holderDepth = path.length - (type === undefined ? 0 : 1);
  if (holderDepth > 0) return `Only the mappings of the index “${path[0] ?? ''}” were taken${ofType}.`;
  return type === undefined ? null : `The mappings of the type “${type}” were taken.`;
}

/**
 * The object that has the mappings under the name of their type; null where there is no type name, or no other member.
 */
function wrapperOf({ body, place: { mappingsAt, type } }: Given): NonNullable<GivenMappings['wrapper']> | null {
  if (type === undefined) return null;
  const holder = valueAt(body, mappingsAt.slice(0, mappingsAt.lastIndexOf('/'))) as JsonObject;
  const others = Object.keys(holder).filter((name) => name !== type);
  return others.length === 0 ? null : { holder, others };
}
