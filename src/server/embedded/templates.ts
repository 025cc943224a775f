import { isObject, member, objectMember, type JsonObject, type JsonValue } from '#domain/json';
import {
  composeLayers,
  composeLegacy,
  composeTemplate,
  layersOf,
  type ComponentBodies,
  type ComposedProblem,
  type TemplateLayer,
} from '#domain/template';
import type { EngineState } from './engine-state.ts';
import { matchesPattern } from './names.ts';
import { flatten } from './settings.ts';
import { TARGET } from './version.ts';

/** What templates give an index: flat settings, mappings and aliases. */
export interface Composed {
  readonly settings: JsonObject;
  readonly mappings: JsonObject;
  readonly aliases: JsonObject;
  /** Of a data stream. */
  readonly lifecycle?: JsonObject;
  /** Of a data stream. */
  readonly data_stream_options?: JsonObject;
  /** Why no index can be made of it. */
  readonly problems: readonly ComposedProblem[];
}

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
  for (const [name, template] of state.indexTemplates.entries()) {
    const isMeant = patternsOf(template).some(
      (pattern) => matchesPattern(pattern, index) && !(isHidden && pattern === '*'),
    );
    if (isMeant && (best === undefined || priorityOf(template) > priorityOf(best.template))) best = { name, template };
  }
  return best;
}

/** A part with its settings as this engine writes them: the domain composes, whatever their values are. */
function written(part: JsonObject): JsonObject {
  const settings = member(part, 'settings');
  return isObject(settings) ? { ...part, settings: flatten(settings) } : part;
}

/** A template with its own part so. */
function withWritten(template: JsonObject): JsonObject {
  const part = objectMember(template, 'template');
  return part === undefined ? template : { ...template, template: written(part) };
}

function compose(layers: readonly TemplateLayer[]): Composed {
  return composeLayers(
    layers.map(({ name, part }) => ({ name, part: written(part) })),
    TARGET,
  );
}

/** What one part of a template, or the body of a create call, says; the later over the earlier. */
export function mergeOver(below: Composed, part: JsonObject): Composed {
  const { problems, ...lower } = below;
  const over = compose([
    { name: null, part: lower },
    { name: null, part },
  ]);
  return { ...over, problems: [...problems, ...over.problems] };
}

/** Component templates in their order, then the template's own part. Those that do not exist are left out. */
export function composed({ componentTemplates }: EngineState, template: JsonObject): Composed {
  return compose(layersOf(template, componentTemplates));
}

/** The same with what a backing index has besides, where the template creates data streams. */
export function composedIndex(components: ComponentBodies, template: JsonObject): Composed {
  const body = (name: string) => {
    const component = components.get(name);
    return component && withWritten(component);
  };
  return composeTemplate(withWritten(template), { get: body }, TARGET);
}

/**
 * A create call over what legacy templates give an index, the lowest order first; they count only where no composable
 * template is meant.
 */
export function composedLegacy(state: EngineState, index: string, body: JsonObject): Composed {
  const orderOf = (template: JsonObject) => Number(member(template, 'order') ?? 0);
  const targets = [...state.legacyTemplates.values()].filter((template) =>
    patternsOf(template).some((pattern) => matchesPattern(pattern, index)),
  );
  return composeLegacy([...targets.sort((a, b) => orderOf(a) - orderOf(b)), body].map(written));
}

export function createsDataStreams(template: JsonObject): boolean {
  return isObject(member(template, 'data_stream'));
}
