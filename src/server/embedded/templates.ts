import { isObject, member, objectMember, type JsonObject, type JsonValue } from '#domain/json';
import type { EngineState } from './engine-state.ts';
import { composedMappings } from './mapping-merge.ts';
import { matchesPattern } from './names.ts';
import { flatten } from './settings.ts';

/** What templates give an index: flat settings, mappings and aliases. */
export interface Composed {
  readonly settings: JsonObject;
  readonly mappings: JsonObject;
  readonly aliases: JsonObject;
}

const NOTHING: Composed = { settings: {}, mappings: {}, aliases: {} };

export function textsIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

export function patternsOf(template: JsonObject): readonly string[] {
  return textsIn(member(template, 'index_patterns'));
}

export function priorityOf(template: JsonObject): number {
  const priority = member(template, 'priority');
  return priority === undefined || priority === null ? 0 : Number(priority);
}

export interface NamedTemplate {
  readonly name: string;
  readonly template: JsonObject;
}

/** The composable template that an index of this name gets: the one of the highest priority. */
export function templateFor(state: EngineState, index: string, isHidden = false): NamedTemplate | undefined {
  let best: NamedTemplate | undefined;
  for (const name of state.indexTemplates.names()) {
    const template = state.indexTemplates.get(name) as JsonObject;
    const isMeant = patternsOf(template).some(
      (pattern) => matchesPattern(pattern, index) && !(isHidden && pattern === '*'),
    );
    if (isMeant && (best === undefined || priorityOf(template) > priorityOf(best.template))) best = { name, template };
  }
  return best;
}

/** What one part of a template, or the body of a create call, says; the later over the earlier. */
export function mergeOver(below: Composed, part: JsonObject): Composed {
  return {
    settings: { ...below.settings, ...flatten(objectMember(part, 'settings') ?? {}) },
    mappings: composedMappings(below.mappings, objectMember(part, 'mappings') ?? {}),
    aliases: { ...below.aliases, ...objectMember(part, 'aliases') },
  };
}

/** Component templates in their order, then the template's own part. Those that do not exist are left out. */
export function composed(state: EngineState, template: JsonObject): Composed {
  let result = NOTHING;
  for (const name of textsIn(member(template, 'composed_of'))) {
    const component = state.componentTemplates.get(name);
    if (component !== undefined) result = mergeOver(result, objectMember(component, 'template') ?? {});
  }
  return mergeOver(result, objectMember(template, 'template') ?? {});
}

/** What legacy templates give an index, the lowest order first; they count only where no composable template is meant. */
export function composedLegacy(state: EngineState, index: string): Composed {
  const orderOf = (template: JsonObject) => Number(member(template, 'order') ?? 0);
  const targets = [...state.legacyTemplates.values()].filter((template) =>
    patternsOf(template).some((pattern) => matchesPattern(pattern, index)),
  );
  return targets.sort((a, b) => orderOf(a) - orderOf(b)).reduce(mergeOver, NOTHING);
}

export function createsDataStreams(template: JsonObject): boolean {
  return isObject(member(template, 'data_stream'));
}
