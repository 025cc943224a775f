import { flatSettings } from '../console/index-settings.ts';
import type { TargetEngine } from '../catalogue/engines.ts';
import {
  copyObject,
  isObject,
  member,
  objectMember,
  setMember,
  stringsIn,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from '../json/value.ts';
import { expandDots, type CompositionProblem } from '../mapping/expand-dots.ts';
import { DEFAULT_FIELD_LIMIT, FIELD_LIMIT_SETTING, limitRefusals } from '../mapping/limit-refusals.ts';
import { composesTexts, mergeLegacyMappings, mergeMappings } from './merge-mappings.ts';

/**
 * One layer of a composition: what a component template, the template itself or the body of a request says about new
 * indices.
 */
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
  /** Of a data stream, such as its failure store; absent where no layer has them. */
  readonly data_stream_options?: JsonObject;
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
  const options = mergeOptions(below.data_stream_options, member(part, OPTIONS));
  return {
    settings: { ...below.settings, ...settingsOf(part) },
    mappings,
    aliases: { ...below.aliases, ...objectMember(part, 'aliases') },
    ...(lifecycle !== undefined && { lifecycle }),
    ...(options !== undefined && { [OPTIONS]: options }),
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

const OPTIONS = 'data_stream_options';

/**
 * Options of a data stream: each member by itself, at any depth, and null takes one away, or all of them. Measured on
 * Elasticsearch 9.5.
 */
function mergeOptions(below: JsonObject | undefined, above: JsonValue | undefined): JsonObject | undefined {
  if (above === undefined) return below;
  if (!isObject(above)) return undefined;
  const merged: MutableJsonObject = copyObject(below ?? {});
  for (const [name, value] of Object.entries(above)) {
    const before = objectMember(merged, name);
    if (value === null) delete merged[name];
    else if (!isObject(value)) setMember(merged, name, value);
    else setMember(merged, name, (name === 'lifecycle' ? mergeLifecycle : mergeOptions)(before, value) ?? {});
  }
  return merged;
}

/** The inner part of a template's body, empty where it has none; of a legacy body, the body. */
export function partOf(body: JsonObject, isLegacy = false): JsonObject {
  return isLegacy ? body : (objectMember(body, 'template') ?? {});
}

/** Bodies of component templates by name. */
export type ComponentBodies = Pick<ReadonlyMap<string, JsonObject>, 'get'>;

/**
 * The layers of a composable template. Components that don't exist are left out, as engines do where they may be
 * missing.
 */
export function layersOf(body: JsonObject, components: ComponentBodies): readonly TemplateLayer[] {
  const layers = stringsIn(member(body, 'composed_of')).flatMap((name): readonly TemplateLayer[] => {
    const component = components.get(name);
    return component === undefined ? [] : [{ name, part: partOf(component) }];
  });
  return [...layers, { name: null, part: partOf(body) }];
}

/** The time of documents of a data stream, unless its template names another. */
export const TIMESTAMP = '@timestamp';

/** The field that has the time of a document, by `data_stream` or `_data_stream_timestamp`; OpenSearch takes any. */
export function timestampIn(stream: JsonObject): string {
  const name = member(objectMember(stream, 'timestamp_field') ?? {}, 'name');
  return typeof name === 'string' ? name : TIMESTAMP;
}

/** That every document of a data stream has a time, as its mappings say it. */
export function streamTimestamp(time: string): JsonObject {
  return { enabled: true, ...(time !== TIMESTAMP && { timestamp_field: { name: time } }) };
}

/** The layers of a composable template, with what engines add to backing indices where it creates data streams. */
export function indexLayersOf(
  body: JsonObject,
  components: ComponentBodies,
  target: TargetEngine,
): readonly TemplateLayer[] {
  const layers = layersOf(body, components);
  const stream = objectMember(body, 'data_stream');
  if (stream === undefined) return layers;
  const time = target.distribution === 'opensearch' ? timestampIn(stream) : TIMESTAMP;
  const layer = (mappings: JsonObject): TemplateLayer => ({ name: null, part: { mappings } });
  return [
    layer({ properties: { [time]: { type: 'date' } } }),
    ...layers,
    layer({ _data_stream_timestamp: streamTimestamp(time) }),
  ];
}

/** What a new index of a composable template gets, or a new backing index where the template creates data streams. */
export function composeTemplate(body: JsonObject, components: ComponentBodies, target: TargetEngine): ComposedTemplate {
  const composed = composeLayers(indexLayersOf(body, components, target), target);
  const found = [routingProblem(body, composed.mappings, target), ...limitProblems(composed, target)].filter(
    (problem) => problem !== null,
  );
  return found.length === 0 ? composed : { ...composed, problems: [...composed.problems, ...found] };
}

/** What engines assume of a new index, where its settings say nothing else. */
const ASSUMED_LIMITS: JsonObject = {
  [FIELD_LIMIT_SETTING]: String(DEFAULT_FIELD_LIMIT),
  'index.mapping.depth.limit': '20',
};

/**
 * Engines refuse a template whose own indices would pass a limit of their settings. Measured on Elasticsearch 9.5 and
 * OpenSearch 3.4.
 */
function limitProblems({ settings, mappings }: ComposedTemplate, target: TargetEngine): readonly ComposedProblem[] {
  const set = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
  const known = { settings: { ...ASSUMED_LIMITS, ...set }, target };
  return limitRefusals({}, mappings, mappings, known).map(({ path, reason }) => ({
    path,
    reason,
    layer: null,
  }));
}

/** Placeholder for the name of the index in the names of a template's aliases. */
const INDEX_PLACEHOLDER = '{index}';

/** The aliases that a new index gets from a template, with its name instead of the placeholder. */
export function aliasesOfIndex(aliases: JsonObject, index: string): JsonObject {
  const named: MutableJsonObject = {};
  for (const [alias, value] of Object.entries(aliases))
    setMember(named, alias.replaceAll(INDEX_PLACEHOLDER, index), value);
  return named;
}

/** Data streams that allow no custom routing have none, and Elasticsearch refuses mappings that require one. */
function routingProblem(body: JsonObject, mappings: JsonObject, target: TargetEngine): ComposedProblem | null {
  const stream = objectMember(body, 'data_stream');
  if (stream === undefined || !composesTexts(target) || member(stream, 'allow_custom_routing') === true) return null;
  return member(objectMember(mappings, '_routing') ?? {}, 'required') === true
    ? { path: '_routing.required', reason: 'The data stream doesn’t allow custom routing.', layer: null }
    : null;
}
