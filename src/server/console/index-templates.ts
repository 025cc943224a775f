import { copyObject, isObject, member, objectMember, type JsonObject, type JsonValue } from '#domain/json';
import { extractMappingsDefinition } from '#domain/mapping';
import type { ClusterCall } from '#domain/ports';
import {
  isLegacyBody,
  matchingLegacyTemplates,
  matchingTemplate,
  targetOfTemplate,
  templateNameProblem,
  templateType,
  type ServerTemplate,
  type TemplateTarget,
} from '#domain/template';
import { readObject } from './read-object.ts';
import { actOnNames, deletedIn } from './bulk.ts';
import { bodyText, exists, hasFeature, isRefused, objectsIn, read, requireFeature, asString, write } from './calls.ts';
import type { ConsoleContext, HandlersOf } from './context.ts';
import { RequestError } from './errors.ts';
import { checked, target, templateTarget } from './names.ts';

type TemplateRouteId =
  | 'index_templates.list'
  | 'index_templates.get'
  | 'index_templates.match'
  | 'index_templates.create'
  | 'index_templates.update'
  | 'index_templates.delete'
  | 'index_templates.simulate'
  | 'index_templates.simulate_index';

export const indexTemplates: HandlersOf<TemplateRouteId> = {
  'index_templates.list': async (_input, context) => {
    const [composable, legacy, prefixes] = await Promise.all([
      readComposable(context),
      readLegacy(context),
      cloudPrefixes(context),
    ]);
    return {
      templates: composable.map(([name, body]) => templateOf(name, body, false, prefixes)),
      legacyTemplates: legacy.map(([name, body]) => templateOf(name, body, true, prefixes)),
    };
  },

  'index_templates.get': async ({ params: { name }, query }, context) => {
    templateTarget(name);
    const isLegacy = query.legacy === true;
    await requireFeature(context, isLegacy ? 'legacy_templates' : 'index_templates');
    const [found, prefixes] = await Promise.all([readOne(context, name, isLegacy), cloudPrefixes(context)]);
    if (found === undefined) throw missing(name, isLegacy);
    return templateOf(name, found, isLegacy, prefixes);
  },

  'index_templates.match': async ({ params: { name }, query }, context) => {
    target(name);
    const isHidden = query.hidden === true;
    const template = matchingTemplate(await composableTargets(context), name, isHidden);
    if (template !== undefined) return { template, legacyTemplates: [] };
    return { legacyTemplates: [...matchingLegacyTemplates(await legacyTargets(context), name, isHidden)] };
  },

  'index_templates.create': async ({ query, body: { name, ...rest } }, context) => {
    checked(name, templateNameProblem(name));
    const body = rest as JsonObject;
    const isLegacy = query.legacy ?? isLegacyBody(body);
    await requireFeature(context, isLegacy ? 'legacy_templates' : 'index_templates');
    if (await exists(context, pathOf(name, isLegacy))) {
      throw new RequestError(409, `${isLegacy ? 'Legacy' : 'Index'} template "${name}" already exists.`, {
        name,
      });
    }
    return put(context, name, body, isLegacy, query.include_type_name, true);
  },

  'index_templates.update': async ({ params: { name }, query, body }, context) => {
    templateTarget(name);
    const given = body as JsonObject;
    const isLegacy = query.legacy ?? isLegacyBody(given);
    await requireFeature(context, isLegacy ? 'legacy_templates' : 'index_templates');
    if (!(await exists(context, pathOf(name, isLegacy)))) throw missing(name, isLegacy);
    return put(context, name, withoutName(given), isLegacy, query.include_type_name, false);
  },

  'index_templates.delete': async ({ body: { templates } }, context) => {
    for (const { name } of templates) templateTarget(name);
    const results = await Promise.all(
      [false, true].map(async (isLegacy) => {
        const names = templates.filter((template) => (template.isLegacy ?? false) === isLegacy).map(({ name }) => name);
        if (names.length > 0) await requireFeature(context, isLegacy ? 'legacy_templates' : 'index_templates');
        return names;
      }),
    );
    const [composable = [], legacy = []] = results;
    const remove =
      (isLegacy: boolean) =>
      ([name = '']: readonly string[]): ClusterCall => ({ method: 'DELETE', path: pathOf(name, isLegacy) });
    const removeAll = async (names: readonly string[], isLegacy: boolean) => {
      const { deleted, errors } = deletedIn(
        await actOnNames(context, [...new Set(names)], remove(isLegacy), { namesPerCall: 1 }),
      );
      return {
        deleted: deleted.map((name) => ({ name, isLegacy })),
        errors: errors.map((failed) => ({ ...failed, isLegacy })),
      };
    };
    const first = await removeAll(composable, false);
    const second = await removeAll(legacy, true);
    return { templatesDeleted: [...first.deleted, ...second.deleted], errors: [...first.errors, ...second.errors] };
  },

  'index_templates.simulate': async ({ body }, context) => {
    await requireFeature(context, 'simulate');
    return readObject(context.cluster.gateway, {
      method: 'POST',
      path: ['_index_template', '_simulate'],
      body: bodyText(body),
      signal: context.signal,
      isReading: true,
    });
  },

  'index_templates.simulate_index': async ({ params: { name }, body: { template } }, context) => {
    target(name);
    await requireFeature(context, 'simulate');
    return readObject(context.cluster.gateway, {
      method: 'POST',
      path: ['_index_template', '_simulate_index', name],
      ...(template !== undefined && { body: bodyText(template) }),
      signal: context.signal,
      isReading: true,
    });
  },
};

function pathOf(name: string, isLegacy: boolean): readonly string[] {
  return [isLegacy ? '_template' : '_index_template', name];
}

function missing(name: string, isLegacy: boolean): RequestError {
  return new RequestError(404, `${isLegacy ? 'Legacy' : 'Index'} template "${name}" does not exist.`, { name });
}

async function put(
  context: ConsoleContext,
  name: string,
  body: JsonObject,
  isLegacy: boolean,
  includeTypeName: boolean | undefined,
  create: boolean,
) {
  // What has a mapping type is refused by an engine that was not told so.
  const typeName = includeTypeName ?? (extractMappingsDefinition(member(body, 'mappings') ?? {})?.type && true);
  const sendsTypeName = isLegacy && typeName !== undefined && (await hasFeature(context, 'include_type_name'));
  const query = { ...(create && { create: true }), ...(sendsTypeName && { include_type_name: typeName }) };
  return write(context, { method: 'PUT', path: pathOf(name, isLegacy), query, body: bodyText(body) });
}

/** The body without its name, which stands in the path; an engine refuses it in the body. */
function withoutName(body: JsonObject): JsonObject {
  if (!Object.hasOwn(body, 'name')) return body;
  const rest = copyObject(body);
  delete rest['name'];
  return rest;
}

type Entry = readonly [name: string, body: JsonObject];

/** Every composable template, as the engine lists them. */
export async function readComposable(context: ConsoleContext): Promise<readonly Entry[]> {
  if (!(await hasFeature(context, 'index_templates'))) return [];
  return composableIn(await read(context, ['_index_template']));
}

function composableIn(response: JsonObject): readonly Entry[] {
  return objectsIn(member(response, 'index_templates')).map((entry) => [
    asString(member(entry, 'name')) ?? '',
    objectMember(entry, 'index_template') ?? {},
  ]);
}

/** Patterns and priorities of all composable templates, without their bodies. */
async function composableTargets(context: ConsoleContext): Promise<readonly TemplateTarget[]> {
  if (!(await hasFeature(context, 'index_templates'))) return [];
  const parts = ['name', 'index_template.index_patterns', 'index_template.priority'];
  const filter_path = parts.map((part) => `index_templates.${part}`).join(',');
  const found = composableIn(await read(context, ['_index_template'], { filter_path }));
  return found.map(([name, body]) => targetOfTemplate(name, body, 'priority'));
}

async function legacyTargets(context: ConsoleContext): Promise<readonly TemplateTarget[]> {
  if (!(await hasFeature(context, 'legacy_templates'))) return [];
  const found = legacyIn(await read(context, ['_template'], { filter_path: '*.index_patterns,*.order' }));
  return found.map(([name, body]) => targetOfTemplate(name, body, 'order'));
}

async function readLegacy(context: ConsoleContext): Promise<readonly Entry[]> {
  if (!(await hasFeature(context, 'legacy_templates'))) return [];
  return legacyIn(await read(context, ['_template'], await typeNameQuery(context)));
}

function legacyIn(response: JsonObject): readonly Entry[] {
  return Object.entries(response).flatMap(([name, body]): readonly Entry[] =>
    isObject(body) ? [[name, withoutNoType(body)]] : [],
  );
}

/** The name that Elasticsearch 7 and OpenSearch 1 give the type of mappings that have none. */
const NO_TYPE = '_doc';

function withoutNoType(body: JsonObject): JsonObject {
  const mappings = objectMember(body, 'mappings') ?? {};
  const typeless = objectMember(mappings, NO_TYPE);
  return typeless === undefined || Object.keys(mappings).length > 1 ? body : { ...body, mappings: typeless };
}

/** Elasticsearch 7 and OpenSearch 1 leave the mapping type out unless they are asked for it; then what is sent back is another document. */
async function typeNameQuery(context: ConsoleContext): Promise<{ include_type_name?: boolean }> {
  return (await hasFeature(context, 'include_type_name')) ? { include_type_name: true } : {};
}

async function readOne(context: ConsoleContext, name: string, isLegacy: boolean): Promise<JsonObject | undefined> {
  try {
    const response = await read(context, pathOf(name, isLegacy), isLegacy ? await typeNameQuery(context) : {});
    return (isLegacy ? legacyIn(response) : composableIn(response)).find(([found]) => found === name)?.[1];
  } catch (error) {
    if (isRefused(error, 404)) return undefined;
    throw error;
  }
}

const MANAGED_SETTING = 'cluster.metadata.managed_index_templates';

/** What the names of templates begin with that belong to the cloud's own management; none where the setting is absent or can't be read. */
async function cloudPrefixes(context: ConsoleContext): Promise<readonly string[]> {
  try {
    const response = await read(context, ['_cluster', 'settings'], { flat_settings: true });
    const values = ['transient', 'persistent'].map((level) =>
      member(objectMember(response, level) ?? {}, MANAGED_SETTING),
    );
    return prefixesIn(values.find((value) => value !== undefined));
  } catch (error) {
    if (context.signal.aborted) throw error;
    return [];
  }
}

function prefixesIn(value: JsonValue | undefined): readonly string[] {
  const texts = Array.isArray(value)
    ? value.flatMap((item: JsonValue) => asString(item) ?? [])
    : [asString(value) ?? ''];
  return texts.filter((text) => text !== '');
}

function templateOf(name: string, body: JsonObject, isLegacy: boolean, prefixes: readonly string[]): ServerTemplate {
  return { name, isLegacy, type: templateType(name, body, prefixes), body };
}
