import type { Feature } from '#domain/console';
import type { TemplateStreamKind } from '#domain/document';
import { deleteTemplateCall, TEMPLATE_ENDPOINTS } from '#domain/index-operations';
import { isObject, member, objectMember, pickMembers, type JsonObject } from '#domain/json';
import { extractMappingsDefinition } from '#domain/mapping';
import type { ClusterCall } from '#domain/ports';
import { isSameTemplate, templateNameProblem } from '#domain/template';
import { actOnNames } from './bulk.ts';
import {
  asString,
  bodyText,
  exists,
  hasFeature,
  isOffered,
  isRefused,
  objectsIn,
  read,
  requireFeature,
  write,
} from './calls.ts';
import type { ConsoleContext } from './context.ts';
import { RequestError } from './errors.ts';
import { bodyOf, INCOMPLETE, OTHERWISE, readOrNull, type LookUp, type ReadThing } from './look-ups.ts';
import { checked, templateTarget } from './names.ts';
import { deletionIn } from './outcomes.ts';

/** The name of a template and its body. */
export type TemplateEntry = readonly [name: string, body: JsonObject];

interface KindOfTemplate {
  readonly feature: Feature;
  readonly noun: string;
  /** The templates in a response of the endpoint. */
  readonly entriesIn: (response: JsonObject) => readonly TemplateEntry[];
}

const KINDS: Readonly<Record<TemplateStreamKind, KindOfTemplate>> = {
  index_template: {
    feature: 'index_templates',
    noun: 'Index template',
    entriesIn: (response) => listedIn(response, 'index_template'),
  },
  component_template: {
    feature: 'component_templates',
    noun: 'Component template',
    entriesIn: (response) => listedIn(response, 'component_template'),
  },
  legacy_template: {
    feature: 'legacy_templates',
    noun: 'Legacy template',
    entriesIn: (response) =>
      Object.entries(response).flatMap(([name, body]): readonly TemplateEntry[] =>
        isObject(body) ? [[name, withoutNoType(body)]] : [],
      ),
  },
};

/** The templates of one kind on a cluster: index templates, legacy templates or component templates. */
export function templateResource(kind: TemplateStreamKind) {
  const { feature, noun, entriesIn } = KINDS[kind];
  const endpoint = TEMPLATE_ENDPOINTS[kind];
  const isLegacy = kind === 'legacy_template';
  const pathOf = (name: string): readonly string[] => [endpoint, name];
  const typeNames = async (context: ConsoleContext, isIncluded: boolean | undefined) =>
    isLegacy && isIncluded !== undefined && (await hasFeature(context, 'include_type_name'))
      ? { include_type_name: isIncluded }
      : {};
  const missing = (name: string) => new RequestError(404, `${noun} "${name}" does not exist.`, { name });

  return {
    pathOf,
    entriesIn,
    /** @throws RequestError where the cluster has no templates of this kind */
    require: (context: ConsoleContext) => requireFeature(context, feature),

    /**
     * All of them, in the order of the engine, or those parts of them that a query asks for; none where the cluster
     * lacks the kind.
     * @throws ClusterError
     */
    async list(context: ConsoleContext, query?: NonNullable<ClusterCall['query']>): Promise<readonly TemplateEntry[]> {
      if (!(await isOffered(context, feature))) return [];
      // Elasticsearch 7 and OpenSearch 1 leave the mapping type out unless they are asked for it; then what is sent
      // back is another document.
      return entriesIn(await read(context, [endpoint], query ?? (await typeNames(context, true))));
    },

    /** The body of one. @throws RequestError where there is none of the name */
    async get(context: ConsoleContext, name: string): Promise<JsonObject> {
      try {
        const response = await read(context, pathOf(name), await typeNames(context, true));
        const found = entriesIn(response).find(([each]) => each === name);
        if (found !== undefined) return found[1];
      } catch (error) {
        if (!isRefused(error, 404)) throw error;
      }
      throw missing(name);
    },

    /** @throws RequestError where there is one of the name */
    async create(context: ConsoleContext, name: string, body: JsonObject, includesTypeName?: boolean) {
      checked(name, templateNameProblem(name));
      await requireFeature(context, feature);
      if (await exists(context, pathOf(name)))
        throw new RequestError(409, `${noun} "${name}" already exists.`, { name });
      const query = { create: true, ...(await typeNames(context, includesTypeName ?? hasTypeName(body))) };
      return write(context, { method: 'PUT', path: pathOf(name), query, body: bodyText(body) });
    },

    /** @throws RequestError where there is none of the name, and where the body has another name */
    async update(context: ConsoleContext, name: string, given: JsonObject, includesTypeName?: boolean) {
      templateTarget(name);
      const body = withoutName(given, name);
      await requireFeature(context, feature);
      if (!(await exists(context, pathOf(name)))) throw missing(name);
      const query = await typeNames(context, includesTypeName ?? hasTypeName(body));
      return write(context, { method: 'PUT', path: pathOf(name), query, body: bodyText(body) });
    },

    /** Deletes those of these names one by one. */
    async remove(context: ConsoleContext, names: readonly string[]) {
      const callFor = ([name = '']: readonly string[]) => deleteTemplateCall(kind, name);
      return deletionIn(await actOnNames(context, [...new Set(names)], callFor, { namesPerCall: 1 }));
    },
  };
}

function listedIn(response: JsonObject, key: 'index_template' | 'component_template'): readonly TemplateEntry[] {
  return objectsIn(member(response, `${key}s`)).map((entry) => [
    asString(member(entry, 'name')) ?? '',
    objectMember(entry, key) ?? {},
  ]);
}

/**
 * A body without a name: the name belongs in the path, and an engine rejects it in the body.
 * @throws RequestError where the body has another name than the path
 */
export function withoutName(body: JsonObject, nameInPath?: string): JsonObject {
  if (!Object.hasOwn(body, 'name')) return body;
  if (nameInPath !== undefined && body['name'] !== nameInPath)
    throw new RequestError(400, `The body has another name than "${nameInPath}", which is in the path.`, {
      name: nameInPath,
    });
  return pickMembers(body, (key) => key !== 'name');
}

/** True if a body has a mapping type, which an engine rejects without `include_type_name`; else undefined. */
function hasTypeName(body: JsonObject): true | undefined {
  return extractMappingsDefinition(member(body, 'mappings') ?? {})?.type ? true : undefined;
}

/** The name that Elasticsearch 7 and OpenSearch 1 give the type of mappings that have none. */
const NO_TYPE = '_doc';

function withoutNoType(body: JsonObject): JsonObject {
  const mappings = objectMember(body, 'mappings') ?? {};
  const typeless = objectMember(mappings, NO_TYPE);
  return typeless === undefined || Object.keys(mappings).length > 1 ? body : { ...body, mappings: typeless };
}

/** A template of the first of these kinds that has one of the name. */
export function templateThing(...kinds: readonly TemplateStreamKind[]): ReadThing {
  return async (gateway, name) => {
    for (const kind of kinds) {
      const { pathOf, entriesIn } = templateResource(kind);
      const response = await readOrNull(gateway, { method: 'GET', path: pathOf(name) });
      const [found] = entriesIn(response ?? {});
      if (found !== undefined) return { body: found[1] };
    }
    return null;
  };
}

/** Whether a template is as it was sent, but for what engines add and rewrite. */
export function templateWritten(readThing: ReadThing): LookUp {
  return async (action, gateway) => {
    const body = bodyOf(action);
    const [name = ''] = action.names;
    const thing = await readThing(gateway, name);
    if (thing === null) return { found: 'failed', note: `Template "${name}" does not exist.` };
    if (body === undefined) return INCOMPLETE;
    return isSameTemplate(thing.body, withoutName(body))
      ? { found: 'done', note: `Template "${name}" is as it was sent.` }
      : OTHERWISE;
  };
}
