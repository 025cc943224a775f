import { SUPPORTED_ENGINES, type TargetEngine } from '../catalogue/engines.ts';
import { valueAt, type Body } from '../json/patch.ts';
import { joinPointer, lastToken, type Pointer } from '../json/pointer.ts';
import { member, type JsonObject } from '../json/value.ts';
import { definitionRefusals } from './definition-refusals.ts';
import { dynamicTemplateAlterations } from './dynamic-template-refusals.ts';
import { findField, parseFieldId, resolvePath, typeOf } from './field.ts';
import type { ForeseenRefusal } from './foreseen-refusal.ts';
import { foreseenRefusals } from './foreseen-refusals.ts';

/**
 * What an engine refuses of mappings by themselves. What other templates or the index may bring is not missed: the
 * target of an alias, and the time of a data stream. Cost: as {@link foreseenRefusals}.
 */
export function documentRefusals(mappings: JsonObject, target: TargetEngine): readonly ForeseenRefusal[] {
  return foreseenRefusals({}, mappings, target).filter(({ at }) => {
    if (at === '/_data_stream_timestamp') return false;
    const value = valueAt(mappings, at);
    return lastToken(at) !== 'path' || typeof value !== 'string' || resolvePath(mappings, '', value) !== null;
  });
}

/**
 * What an engine takes of mappings, and does not apply as it is written: of two patterns in a condition of a dynamic
 * template OpenSearch makes one. What it refuses is left out.
 */
export function documentAlterations(mappings: JsonObject, target: TargetEngine): readonly ForeseenRefusal[] {
  const name = 'dynamic_templates';
  return dynamicTemplateAlterations(member(mappings, name) ?? [], target).map((found) => ({
    ...found,
    at: `${joinPointer('', name)}${found.at}`,
  }));
}

/** Stand for versions after the measured ones, of which the catalogue knows what was announced. */
const LATER_ENGINES: readonly TargetEngine[] = [
  { distribution: 'elasticsearch', version: '999' },
  { distribution: 'opensearch', version: '999' },
];

/** What no engine takes since the first supported version, in the words for the newest Elasticsearch. */
export function commonRefusals(mappings: JsonObject): readonly ForeseenRefusal[] {
  const targets = [...SUPPORTED_ENGINES, ...LATER_ENGINES];
  const [newest = [], ...others] = targets.map((target) => documentRefusals(mappings, target));
  const places = others.map((refusals) => new Set(refusals.map(({ at }) => at)));
  return newest.filter(({ at }) => places.every((refused) => refused.has(at)));
}

/** Why an engine refuses the definition of one field, apart from its name and the fields below it. Cost: its depth. */
export function fieldRefusals(
  body: Body,
  field: Pointer,
  mappingsAt: Pointer,
  target: TargetEngine,
): readonly string[] {
  const found = findField(body, mappingsAt, field);
  if (found === null) return [];
  const { address, definition } = found;
  const parent = address.parentId === null ? null : parseFieldId(address.parentId, mappingsAt);
  let isInNested = false;
  for (let id = address.parentId; id !== null; id = parseFieldId(id, mappingsAt)?.parentId ?? null)
    isInNested ||= typeOf(valueAt(body, id)) === 'nested';
  const place = {
    isRoot: parent === null,
    isMultiField: address.container === 'fields',
    isInMultiField: parent?.container === 'fields',
    isInNested,
  };
  return definitionRefusals(undefined, definition, place, target).map(([, reason]) => reason);
}
