import { isObject, parsePointer, valueAt, type JsonObject } from '#domain/json';
import type { GivenMappings, OfferedMappings } from '../../../machines/load-json-machine.ts';
import type { DocumentSession } from '../../../machines/document-session.ts';
import { describeHiddenNames } from '../../files/shown-name.ts';
import { offerOf } from '../../files/offered-bodies.ts';
import { NotADraftError, readAllGiven, readGiven, type Given } from '../../files/import-draft.ts';

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

/** Whether a document has mappings that loading would replace. */
export function hasMappings(document: DocumentSession): boolean {
  const { body, mappingsAt } = document.getSnapshot().state;
  const mappings = valueAt(body, mappingsAt);
  return isObject(mappings) && Object.keys(mappings).length > 0;
}

/**
 * Finds the one mapping in a mapping, a template, an engine's response or an exported log, also under the name of a
 * type.
 * @throws JsonTextError, LogFaultError, NotADraftError
 */
export function readMappingsOf(text: string): GivenMappings {
  return mappingsOf(readGiven(text));
}

/**
 * The same for a text with several mappings, each of which is offered.
 * @throws JsonTextError, LogFaultError, NotADraftError
 */
export function readOffersOf(text: string): GivenMappings | readonly OfferedMappings[] {
  const all = readAllGiven(text);
  const [given] = all;
  if (given !== undefined && all.length === 1) return mappingsOf(given);
  const offers = all.map((each, index) => ({
    ...offerOf(each, index),
    given: isObject(mappingsIn(each)) ? mappingsOf(each) : null,
  }));
  if (offers.some((offer) => offer.given !== null)) return offers;
  throw new NotADraftError(`None of its ${offers.length} templates has mappings to load.`);
}

function mappingsIn({ body, place }: Given) {
  return valueAt(body, place.mappingsAt);
}

function mappingsOf(given: Given): GivenMappings {
  const { types, kind } = given.place;
  const mappings = mappingsIn(given);
  if (mappings === undefined)
    throw new NotADraftError(
      `This ${given.kind === 'log' ? 'log' : kind} has no mappings to load. Its “mappings” are expected.`,
    );
  if (!isObject(mappings)) throw new NotADraftError('The mappings in it are not a JSON object.');
  const taken = takenFrom(given);
  const wrapper = wrapperOf(given);
  const hidden = describeHiddenNames(mappings);
  return {
    mappings,
    ...(types !== undefined && { types }),
    ...(taken !== null && { taken }),
    ...(given.kind === 'body' && given.leftOut !== undefined && { omitted: given.leftOut }),
    ...(wrapper !== null && { wrapper }),
    warnings: hidden === null ? [] : [`${hidden.title}. ${hidden.text}`],
  };
}

/** Which part of the given text the mappings are, as a sentence; null where they are the whole text. */
function takenFrom(given: Given): string | null {
  const { kind, mappingsAt, type } = given.place;
  const ofType = type === undefined ? '' : `, those of its type “${type}”`;
  if (given.kind === 'log') return `Only the mappings of this log were taken${ofType}.`;
  const { name, body } = given;
  if (kind !== 'mappings') {
    const what = name === undefined ? `this ${kind}` : `the ${kind} “${name}”`;
    return `Only the mappings of ${what} were taken${ofType}.`;
  }
  const isWhole = parsePointer(mappingsAt).length === (type === undefined ? 0 : 1);
  if (name !== undefined) return `Only the mappings of the index “${name}” were taken${ofType}.`;
  if (!isWhole && Object.keys(body).length > 1) return `Only the mappings of this index were taken${ofType}.`;
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
