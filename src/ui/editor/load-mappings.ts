import { fieldCount, isObject, rootContainer, summaryOf, valueAt, type JsonObject, type ReadNotice } from '../../domain/index.ts';
import { NotADraftError, readGiven } from '../drafts/import-draft.ts';

/** The mappings in a text that someone brought, and what it was. */
export interface LoadedMappings {
  readonly mappings: JsonObject;
  readonly fields: number;
  /** Such as "index template": of a template only the mappings are taken. */
  readonly kind: string;
  readonly notices: readonly ReadNotice[];
}

/**
 * Finds the mappings in a mapping, a template or an exported log.
 * @throws JsonTextError, LogFaultError, NotADraftError
 */
export function readMappingsOf(text: string): LoadedMappings {
  const given = readGiven(text);
  const { kind, mappingsAt, types } = given.place;
  if (types !== undefined) throw new NotADraftError('The mappings for this template uses multiple types, which are not supported.');
  const mappings = valueAt(given.body, mappingsAt) ?? {};
  if (!isObject(mappings)) throw new NotADraftError('The mappings in it are not a JSON object.');
  const root = rootContainer(mappings, '');
  return {
    mappings,
    fields: root === undefined ? 0 : fieldCount(summaryOf(root)),
    kind: given.kind === 'log' ? 'log' : kind,
    notices: given.kind === 'log' ? [] : given.notices,
  };
}
