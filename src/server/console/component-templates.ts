import { member, type JsonObject, stringsIn } from '#domain/json';
import { isManaged, type ServerComponentTemplate } from '#domain/template';
import { CREATE, DELETE, did, UPDATE } from './action-words.ts';
import { isRefused } from './calls.ts';
import type { ConsoleContext, FacetsOf, HandlersOf } from './context.ts';
import { deleted } from './look-ups.ts';
import { madeTemplate } from './made-document.ts';
import { missingParts } from './missing-parts.ts';
import { templateTarget } from './names.ts';
import { acknowledged, ofDeletions } from './outcomes.ts';
import { storedTemplate } from './stored-otherwise.ts';
import { templateResource, templateThing, templateWritten, type TemplateEntry } from './template-resource.ts';

type ComponentRouteId =
  | 'component_templates.list'
  | 'component_templates.get'
  | 'component_templates.create'
  | 'component_templates.update'
  | 'component_templates.delete';

/** The part of an answer that names the index templates. */
const USERS = 'usage by index templates';
const components = templateResource('component_template');
const composable = templateResource('index_template');

export const componentTemplates: HandlersOf<ComponentRouteId> = {
  'component_templates.list': async (_input, context) => {
    const parts = missingParts();
    const [entries, users] = await Promise.all([
      listComponents(context),
      parts.read(USERS, usersOfComponents(context)),
    ]);
    return entries.map(([name, body]) => ({ ...componentOf(name, body, users), ...parts.member() }));
  },

  'component_templates.get': async ({ params: { name } }, context) => {
    templateTarget(name);
    await components.require(context);
    const parts = missingParts();
    const [body, users] = await Promise.all([
      components.get(context, name),
      parts.read(USERS, usersOfComponents(context)),
    ]);
    return { ...componentOf(name, body, users), ...parts.member() };
  },

  'component_templates.create': ({ body: { name, ...rest } }, context) => components.create(context, name, rest),

  'component_templates.update': ({ params: { name }, body }, context) => components.update(context, name, body),

  'component_templates.delete': async ({ params: { name } }, context) => {
    const names = name.split(',').map(templateTarget);
    await components.require(context);
    const { deleted, errors } = await components.remove(context, names);
    return { itemsDeleted: deleted, errors };
  },
};

const thing = templateThing('component_template');

const COMPONENTS = { one: 'component template', many: 'component templates' };

export const componentTemplateFacets: FacetsOf<ComponentRouteId> = {
  'component_templates.create': {
    outcome: acknowledged,
    words: did(CREATE, COMPONENTS),
    stored: ({ body: { name, ...rest } }, context) => storedTemplate('component_template', context, name, rest),
    made: ({ body: { name } }, context) => madeTemplate('component_template', context, name),
    lookUp: templateWritten(thing),
  },
  'component_templates.update': {
    outcome: acknowledged,
    words: did(UPDATE, COMPONENTS),
    stored: ({ params: { name }, body }, context) => storedTemplate('component_template', context, name, body),
    readBack: 'component_templates.get',
    lookUp: templateWritten(thing),
  },
  'component_templates.delete': {
    outcome: ({ itemsDeleted, errors }) => ofDeletions(itemsDeleted, errors),
    // Several names come with commas between them.
    words: ({ names }) => did(DELETE, COMPONENTS)({ names: names.flatMap((name) => name.split(',')) }),
    lookUp: deleted(thing, 'Component template'),
  },
};

/** `users` are undefined where they can't be read. */
function componentOf(
  name: string,
  body: JsonObject,
  users: ReadonlyMap<string, string[]> | undefined,
): ServerComponentTemplate {
  return { name, ...(users && { usedBy: users.get(name) ?? [] }), isManaged: isManaged(body), body };
}

/** Clusters without any may answer 404. */
async function listComponents(context: ConsoleContext): Promise<readonly TemplateEntry[]> {
  try {
    return await components.list(context);
  } catch (error) {
    if (isRefused(error, 404)) return [];
    throw error;
  }
}

/** The index templates that are composed of each component template. */
async function usersOfComponents(context: ConsoleContext): Promise<ReadonlyMap<string, string[]>> {
  const users = new Map<string, string[]>();
  for (const [template, body] of await composable.list(context)) {
    for (const component of new Set(stringsIn(member(body, 'composed_of')))) {
      const known = users.get(component);
      if (known === undefined) users.set(component, [template]);
      else known.push(template);
    }
  }
  return users;
}
