import { member, objectMember, type JsonObject, type JsonValue } from '#domain/json';
import type { ClusterCall } from '#domain/ports';
import {
  composableTargets,
  isLegacyBody,
  legacyTargets,
  matchingLegacyTemplates,
  matchingTemplate,
  templateType,
  type ServerTemplate,
} from '#domain/template';
import { CREATE, DELETE, did, UPDATE } from './action-words.ts';
import { asString, bodyText, read, requireFeature } from './calls.ts';
import type { ConsoleContext, FacetsOf, HandlersOf } from './context.ts';
import { deleted } from './look-ups.ts';
import { madeTemplate } from './made-document.ts';
import { missingParts } from './missing-parts.ts';
import { target, templateTarget } from './names.ts';
import { acknowledged, ofDeletions } from './outcomes.ts';
import { readObject } from './read-object.ts';
import { storedTemplate } from './stored-otherwise.ts';
import {
  templateResource,
  templateThing,
  templateWritten,
  withoutName,
  type TemplateEntry,
} from './template-resource.ts';

type TemplateRouteId =
  | 'index_templates.list'
  | 'index_templates.get'
  | 'index_templates.match'
  | 'index_templates.create'
  | 'index_templates.update'
  | 'index_templates.delete'
  | 'index_templates.simulate'
  | 'index_templates.simulate_index';

/** The part of an answer that marks templates as managed by the cloud. */
const CLOUD_MANAGED = 'prefixes of cloud-managed templates';
const composable = templateResource('index_template');
const legacy = templateResource('legacy_template');

function resourceOf(isLegacy: boolean) {
  return isLegacy ? legacy : composable;
}

function kindOf(isLegacy: boolean | undefined, body: JsonObject) {
  return (isLegacy ?? isLegacyBody(body)) ? ('legacy_template' as const) : ('index_template' as const);
}

/** What is read of templates whose bodies are not needed. */
const TARGET_PARTS = ['name', 'index_template.index_patterns', 'index_template.priority'];

export const indexTemplates: HandlersOf<TemplateRouteId> = {
  'index_templates.list': async (_input, context) => {
    const parts = missingParts();
    const reading = composable.list(context);
    const [templates, legacyTemplates, prefixes] = await Promise.all([
      parts.read('index templates', reading),
      parts.read('legacy templates', legacy.list(context)),
      parts.read(CLOUD_MANAGED, readPrefixes(context)),
    ]);
    // With neither kind there is nothing to show: the route fails as the reading did.
    if (templates === undefined && legacyTemplates === undefined) await reading;
    return {
      ...(templates && { templates: templates.map(([name, body]) => templateOf(name, body, false, prefixes)) }),
      ...(legacyTemplates && {
        legacyTemplates: legacyTemplates.map(([name, body]) => templateOf(name, body, true, prefixes)),
      }),
      ...parts.member(),
    };
  },

  'index_templates.get': async ({ params: { name }, query: { legacy: isLegacy = false } }, context) => {
    templateTarget(name);
    const resource = resourceOf(isLegacy);
    await resource.require(context);
    const parts = missingParts();
    const [body, prefixes] = await Promise.all([
      resource.get(context, name),
      parts.read(CLOUD_MANAGED, readPrefixes(context)),
    ]);
    return { ...templateOf(name, body, isLegacy, prefixes), ...parts.member() };
  },

  'index_templates.match': async ({ params: { name }, query: { hidden: isHidden = false } }, context) => {
    target(name);
    const parts = missingParts();
    const found = await templatesOfNewIndex(context, { name, isHidden }, (reading) =>
      parts.read('legacy templates', reading),
    );
    return { ...found, ...parts.member() };
  },

  'index_templates.create': async ({ query, body: { name, ...rest } }, context) => {
    const body = rest as JsonObject;
    return resourceOf(query.legacy ?? isLegacyBody(body)).create(context, name, body, query.include_type_name);
  },

  'index_templates.update': async ({ params: { name }, query, body }, context) => {
    const resource = resourceOf(query.legacy ?? isLegacyBody(body));
    return resource.update(context, name, body, query.include_type_name);
  },

  'index_templates.delete': async ({ body: { templates } }, context) => {
    for (const { name } of templates) templateTarget(name);
    const groups = [false, true].map((isLegacy) => ({
      isLegacy,
      names: templates.filter((template) => (template.isLegacy ?? false) === isLegacy).map(({ name }) => name),
    }));
    // Nothing is deleted where one of the kinds is not supported.
    for (const { isLegacy, names } of groups) if (names.length > 0) await resourceOf(isLegacy).require(context);
    const outcomes = [];
    for (const { isLegacy, names } of groups) {
      const { deleted, errors } = await resourceOf(isLegacy).remove(context, names);
      outcomes.push({
        deleted: deleted.map((name) => ({ name, isLegacy })),
        errors: errors.map((failed) => ({ ...failed, isLegacy })),
      });
    }
    return {
      templatesDeleted: outcomes.flatMap(({ deleted }) => deleted),
      errors: outcomes.flatMap(({ errors }) => errors),
    };
  },

  'index_templates.simulate': async ({ body }, context) => {
    await requireFeature(context, 'simulate');
    return readObject(context.cluster.gateway, {
      method: 'POST',
      path: ['_index_template', '_simulate'],
      body: bodyText(withoutName(body)),
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
      ...(template !== undefined && { body: bodyText(withoutName(template)) }),
      signal: context.signal,
      isReading: true,
    });
  },
};

/**
 * What a new index of a name gets: one composable template, else legacy ones, the later overriding the earlier. These
 * are absent where `readLegacy` has none.
 * @throws ClusterError where the composable ones can't be read, or `readLegacy` fails
 */
export async function templatesOfNewIndex(
  context: ConsoleContext,
  { name, isHidden }: { readonly name: string; readonly isHidden: boolean },
  readLegacy: (reading: Promise<readonly TemplateEntry[]>) => Promise<readonly TemplateEntry[] | undefined>,
): Promise<{ template?: string; legacyTemplates?: string[] }> {
  const filter_path = TARGET_PARTS.map((part) => `index_templates.${part}`).join(',');
  const targets = composableTargets(await composable.list(context, { filter_path }));
  const template = matchingTemplate(targets, name, isHidden);
  if (template !== undefined) return { template, legacyTemplates: [] };
  const entries = await readLegacy(legacy.list(context, { filter_path: '*.index_patterns,*.order' }));
  if (entries === undefined) return {};
  return { legacyTemplates: [...matchingLegacyTemplates(legacyTargets(entries), name, isHidden)] };
}

const thing = templateThing('index_template', 'legacy_template');

const TEMPLATES = { one: 'index template', many: 'index templates' };

/** What the log calls a template: a legacy one may have the name of a composable one. */
function labelOf({ name, isLegacy }: { readonly name: string; readonly isLegacy: boolean }): string {
  return isLegacy ? `${name} (legacy)` : name;
}

export const indexTemplateFacets: FacetsOf<TemplateRouteId> = {
  'index_templates.create': {
    outcome: acknowledged,
    words: did(CREATE, TEMPLATES),
    stored: ({ query, body: { name, ...rest } }, context) =>
      storedTemplate(kindOf(query.legacy, rest), context, name, rest),
    made: ({ query, body: { name, ...rest } }, context) => madeTemplate(kindOf(query.legacy, rest), context, name),
    lookUp: templateWritten(thing),
  },
  'index_templates.update': {
    outcome: acknowledged,
    words: did(UPDATE, TEMPLATES),
    stored: ({ params: { name }, query, body }, context) =>
      storedTemplate(kindOf(query.legacy, body), context, name, body),
    readBack: 'index_templates.get',
    lookUp: templateWritten(thing),
  },
  'index_templates.delete': {
    outcome: ({ templatesDeleted, errors }) =>
      ofDeletions(
        templatesDeleted.map(labelOf),
        errors.map((failed) => ({ ...failed, name: labelOf(failed) })),
      ),
    words: did(DELETE, TEMPLATES),
    lookUp: deleted(thing, 'Template'),
  },
};

const MANAGED_SETTING = 'cluster.metadata.managed_index_templates';
/** Reads what {@link managedPrefixesIn} takes. */
export const MANAGED_PREFIXES_CALL = {
  method: 'GET',
  path: ['_cluster', 'settings'],
  query: { flat_settings: true },
} as const satisfies ClusterCall;

/**
 * What the names of templates begin with that belong to the cloud's own management; none where the setting is absent or
 * can't be read.
 */
export async function cloudPrefixes(context: ConsoleContext): Promise<readonly string[]> {
  return (await missingParts().read(CLOUD_MANAGED, readPrefixes(context))) ?? [];
}

async function readPrefixes(context: ConsoleContext): Promise<readonly string[]> {
  const { path, query } = MANAGED_PREFIXES_CALL;
  return managedPrefixesIn(await read(context, path, query));
}

/** What the names of cloud-managed templates begin with, as the settings of a cluster say it. */
export function managedPrefixesIn(response: JsonObject): readonly string[] {
  const values = ['transient', 'persistent'].map((level) =>
    member(objectMember(response, level) ?? {}, MANAGED_SETTING),
  );
  return prefixesIn(values.find((value) => value !== undefined));
}

function prefixesIn(value: JsonValue | undefined): readonly string[] {
  const texts = Array.isArray(value)
    ? value.flatMap((item: JsonValue) => asString(item) ?? [])
    : [asString(value) ?? ''];
  return texts.filter((text) => text !== '');
}

/** Without the prefixes, `default` would say that the cloud does not manage it. */
function templateOf(
  name: string,
  body: JsonObject,
  isLegacy: boolean,
  prefixes: readonly string[] | undefined,
): ServerTemplate {
  const type = templateType(name, body, prefixes ?? []);
  return { name, isLegacy, ...((prefixes !== undefined || type !== 'default') && { type }), body };
}
