import { flatSettings } from '../console/index-settings.ts';
import type { TargetEngine } from '../catalogue/engines.ts';
import {
  copyObject,
  isObject,
  member,
  objectMember,
  stringsIn,
  type JsonObject,
  type MutableJsonObject,
} from '../json/value.ts';
import {
  composesTexts,
  expandDots,
  mergeLegacyMappings,
  mergeMappings,
  type CompositionProblem,
} from './merge-mappings.ts';

/** One layer of a composition: what a component template, the template itself or the body of a request says about new indices. */
export interface TemplateLayer {
  /** Of the component template; null for the template's own part. */
  readonly name: string | null;
  /** Its `template`, or the body of a legacy template. */
  readonly part: JsonObject;
}

/** What a new index gets. */
export interface ComposedTemplate {
  /** By whole names. Null: a later layer has removed it, and the default applies. */
  readonly settings: JsonObject;
  readonly mappings: JsonObject;
  readonly aliases: JsonObject;
  /** Of a data stream; absent where no layer has one. */
  readonly lifecycle?: JsonObject;
  /** Why an engine refuses the composition. */
  readonly problems: readonly ComposedProblem[];
}

export interface ComposedProblem extends CompositionProblem {
  /** The layer that doesn't fit those before it. */
  readonly layer: string | null;
}

const NOTHING: ComposedTemplate = { settings: {}, mappings: {}, aliases: {}, problems: [] };

/** Composes layers, the later over the earlier, as the engine does; its own defaults are not added. */
export function composeLayers(layers: readonly TemplateLayer[], target: TargetEngine): ComposedTemplate {
  const composed = layers.reduce((below, layer) => addLayer(below, layer, target), NOTHING);
  const problems: CompositionProblem[] = [];
  const mappings = expandDots(composed.mappings, problems);
  const found = problems.map((problem) => ({ ...problem, layer: null }));
  return { ...composed, mappings, problems: [...composed.problems, ...found] };
}

/** Composes legacy templates, the lowest order first. */
export function composeLegacy(parts: readonly JsonObject[]): ComposedTemplate {
  return parts.reduce<ComposedTemplate>(
    (below, part) => ({
      ...below,
      settings: { ...below.settings, ...settingsOf(part) },
      mappings: mergeLegacyMappings(below.mappings, mappingsOf(part)),
      aliases: { ...below.aliases, ...objectMember(part, 'aliases') },
    }),
    NOTHING,
  );
}

function addLayer(below: ComposedTemplate, { name, part }: TemplateLayer, target: TargetEngine): ComposedTemplate {
  const problems: CompositionProblem[] = [];
  const mappings = mergeMappings(below.mappings, mappingsOf(part), target, problems);
  const lifecycle = mergeLifecycle(below.lifecycle, objectMember(part, 'lifecycle'));
  return {
    settings: { ...below.settings, ...settingsOf(part) },
    mappings,
    aliases: { ...below.aliases, ...objectMember(part, 'aliases') },
    ...(lifecycle !== undefined && { lifecycle }),
    problems: [...below.problems, ...problems.map((problem) => ({ ...problem, layer: name }))],
  };
}

function settingsOf(part: JsonObject): JsonObject {
  return flatSettings(objectMember(part, 'settings') ?? {});
}

/** The name that engines give the type of mappings that have none. */
const NO_TYPE = '_doc';

/** The mappings of a layer, without the name of a type around them. */
export function mappingsOf(part: JsonObject): JsonObject {
  const mappings = objectMember(part, 'mappings') ?? {};
  const typeless = objectMember(mappings, NO_TYPE);
  return typeless === undefined || Object.keys(mappings).length > 1 ? mappings : typeless;
}

/** Each member by itself, null takes one away; a lifecycle that doesn't say whether it is enabled is. */
function mergeLifecycle(below: JsonObject | undefined, above: JsonObject | undefined): JsonObject | undefined {
  if (above === undefined) return below;
  const merged: MutableJsonObject = { ...copyObject(below ?? {}), enabled: true, ...above };
  for (const name of Object.keys(merged)) if (member(merged, name) === null) delete merged[name];
  return merged;
}

/** The inner part of a template's body, empty where it has none; of a legacy body, the body. */
export function partOf(body: JsonObject, isLegacy = false): JsonObject {
  return isLegacy ? body : (objectMember(body, 'template') ?? {});
}

/** Bodies of component templates by name. */
export type ComponentBodies = Pick<ReadonlyMap<string, JsonObject>, 'get'>;

/** The layers of a composable template. Components that don't exist are left out, as engines do where they may be missing. */
export function layersOf(body: JsonObject, components: ComponentBodies): readonly TemplateLayer[] {
  const layers = stringsIn(member(body, 'composed_of')).flatMap((name): readonly TemplateLayer[] => {
    const component = components.get(name);
    return component === undefined ? [] : [{ name, part: partOf(component) }];
  });
  return [...layers, { name: null, part: partOf(body) }];
}

/** Every document of a data stream has a time: what is below the layers of its template, and above them. */
const BELOW_DATA_STREAM: TemplateLayer = {
  name: null,
  part: { mappings: { properties: { '@timestamp': { type: 'date' } } } },
};
const ABOVE_DATA_STREAM: TemplateLayer = {
  name: null,
  part: { mappings: { _data_stream_timestamp: { enabled: true } } },
};

/** The layers of a composable template, with what engines add to backing indices where it creates data streams. */
export function indexLayersOf(body: JsonObject, components: ComponentBodies): readonly TemplateLayer[] {
  const layers = layersOf(body, components);
  return isObject(member(body, 'data_stream')) ? [BELOW_DATA_STREAM, ...layers, ABOVE_DATA_STREAM] : layers;
}

/** What a new index of a composable template gets, or a new backing index where the template creates data streams. */
export function composeTemplate(body: JsonObject, components: ComponentBodies, target: TargetEngine): ComposedTemplate {
  const composed = composeLayers(indexLayersOf(body, components), target);
  const problem = routingProblem(body, composed.mappings, target);
  return problem === null ? composed : { ...composed, problems: [...composed.problems, problem] };
}

/** Data streams that allow no custom routing have none, and Elasticsearch refuses mappings that require one. */
function routingProblem(body: JsonObject, mappings: JsonObject, target: TargetEngine): ComposedProblem | null {
  const stream = objectMember(body, 'data_stream');
  if (stream === undefined || !composesTexts(target) || member(stream, 'allow_custom_routing') === true) return null;
  return member(objectMember(mappings, '_routing') ?? {}, 'required') === true
    ? { path: '_routing.required', reason: 'The data stream doesn’t allow custom routing.', layer: null }
    : null;
}
