import { valueAt } from '../json/patch.ts';
import { joinPointer, parsePointer } from '../json/pointer.ts';
import { isObject, objectMember, type JsonObject } from '../json/value.ts';
import type { DocumentState } from '../state/state.ts';

/** The analyzers that the settings beside the mappings define, sorted; none where a body is only mappings. */
export function customAnalyzers({ body, mappingsAt }: Pick<DocumentState, 'body' | 'mappingsAt'>): readonly string[] {
  const tokens = parsePointer(mappingsAt);
  const at = tokens.lastIndexOf('mappings');
  if (at === -1) return [];
  const settings = valueAt(body, joinPointer('', ...tokens.slice(0, at), 'settings'));
  return isObject(settings)
    ? [...new Set([settings, objectMember(settings, 'index') ?? {}].flatMap(analyzersIn))].sort()
    : [];
}

/** Settings come as objects in objects, or as dotted names. */
function analyzersIn(settings: JsonObject): readonly string[] {
  const nested = objectMember(objectMember(settings, 'analysis') ?? {}, 'analyzer') ?? {};
  const dotted = Object.keys(settings).flatMap(
    (name) => /^(?:index\.)?analysis\.analyzer\.([^.]+)/.exec(name)?.[1] ?? [],
  );
  return [...Object.keys(nested), ...dotted];
}
