import { member, objectMember, type JsonObject, stringsIn } from '#domain/json';
import { isManaged, templateNameProblem, type ServerComponentTemplate } from '#domain/template';
import { actOnNames, deletedIn } from './bulk.ts';
import { bodyText, exists, hasFeature, isRefused, objectsIn, read, requireFeature, asString, write } from './calls.ts';
import type { ConsoleContext, HandlersOf } from './context.ts';
import { RequestError } from './errors.ts';
import { readComposable } from './index-templates.ts';
import { checked, templateTarget } from './names.ts';

type ComponentRouteId =
  | 'component_templates.list'
  | 'component_templates.get'
  | 'component_templates.create'
  | 'component_templates.update'
  | 'component_templates.delete';

export const componentTemplates: HandlersOf<ComponentRouteId> = {
  'component_templates.list': async (_input, context) => {
    if (!(await hasFeature(context, 'component_templates'))) return [];
    return readComponents(context, ['_component_template']);
  },

  'component_templates.get': async ({ params: { name } }, context) => {
    const path = pathOf(templateTarget(name));
    await requireFeature(context, 'component_templates');
    const found = (await readComponents(context, path)).find((component) => component.name === name);
    if (found === undefined) throw missing(name);
    return found;
  },

  'component_templates.create': async ({ body: { name, ...rest } }, context) => {
    const path = pathOf(checked(name, templateNameProblem(name)));
    await requireFeature(context, 'component_templates');
    if (await exists(context, path))
      throw new RequestError(409, `Component template "${name}" already exists.`, { name });
    return write(context, { method: 'PUT', path, query: { create: true }, body: bodyText(rest) });
  },

  'component_templates.update': async ({ params: { name }, body }, context) => {
    const path = pathOf(templateTarget(name));
    await requireFeature(context, 'component_templates');
    if (!(await exists(context, path))) throw missing(name);
    return write(context, { method: 'PUT', path, body: bodyText(body) });
  },

  'component_templates.delete': async ({ params: { name } }, context) => {
    const names = [...new Set(name.split(','))].map(templateTarget);
    await requireFeature(context, 'component_templates');
    const results = await actOnNames(context, names, ([one = '']) => ({ method: 'DELETE', path: pathOf(one) }), {
      namesPerCall: 1,
    });
    const { deleted, errors } = deletedIn(results);
    return { itemsDeleted: deleted, errors };
  },
};

function pathOf(name: string): readonly string[] {
  return ['_component_template', name];
}

function missing(name: string): RequestError {
  return new RequestError(404, `Component template "${name}" does not exist.`, { name });
}

/** The component templates at a path, with the index templates that are composed of each; none where the cluster answers 404. */
async function readComponents(context: ConsoleContext, path: readonly string[]): Promise<ServerComponentTemplate[]> {
  const [response, users] = await Promise.all([readOrNone(context, path), usersOfComponents(context)]);
  return objectsIn(member(response, 'component_templates')).map((entry) => {
    const name = asString(member(entry, 'name')) ?? '';
    const body = objectMember(entry, 'component_template') ?? {};
    return { name, usedBy: users.get(name) ?? [], isManaged: isManaged(body), body };
  });
}

async function readOrNone(context: ConsoleContext, path: readonly string[]): Promise<JsonObject> {
  try {
    return await read(context, path);
  } catch (error) {
    if (isRefused(error, 404)) return {};
    throw error;
  }
}

async function usersOfComponents(context: ConsoleContext): Promise<ReadonlyMap<string, string[]>> {
  const users = new Map<string, string[]>();
  for (const [template, body] of await readComposable(context)) {
    const components = member(body, 'composed_of');
    for (const component of new Set(stringsIn(components))) {
      const known = users.get(component);
      if (known === undefined) users.set(component, [template]);
      else known.push(template);
    }
  }
  return users;
}
