import { objectMember, type JsonObject } from '../json/value.ts';

/** The analyzers that the settings of an index define, sorted. */
export function customAnalyzers(settings: JsonObject = {}): readonly string[] {
  return [...new Set([settings, objectMember(settings, 'index') ?? {}].flatMap(analyzersIn))].sort();
}

/** Settings come as objects in objects, or as dotted names. */
function analyzersIn(settings: JsonObject): readonly string[] {
  const nested = objectMember(objectMember(settings, 'analysis') ?? {}, 'analyzer') ?? {};
  const dotted = Object.keys(settings).flatMap(
    (name) => /^(?:index\.)?analysis\.analyzer\.([^.]+)/.exec(name)?.[1] ?? [],
  );
  return [...Object.keys(nested), ...dotted];
}
