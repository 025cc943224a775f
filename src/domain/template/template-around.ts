import { valueAt, type Body } from '../json/patch.ts';
import { lastToken, parentPointer, type Pointer } from '../json/pointer.ts';
import { isObject, objectMember, type JsonObject } from '../json/value.ts';
import { holderOfMappings } from './locate.ts';

/**
 * The index template or component template that has these mappings in its `template`; undefined for those of an index,
 * a legacy template, or alone.
 */
export function templateAround(body: Body, mappingsAt: Pointer): JsonObject | undefined {
  const holder = holderOfMappings(mappingsAt);
  if (holder === null || lastToken(holder) !== 'template') return undefined;
  const template = valueAt(body, parentPointer(holder));
  return isObject(template) ? template : undefined;
}

/** The `data_stream` of the index template that has these mappings; undefined where it makes indices, or is none. */
export function dataStreamAround(body: Body, mappingsAt: Pointer): JsonObject | undefined {
  return objectMember(templateAround(body, mappingsAt) ?? {}, 'data_stream');
}
