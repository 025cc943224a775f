import { flatSettings } from '#domain/console';
import { isObject, objectMember } from '#domain/json';
import { hasFeature } from './calls.ts';
import type { ConsoleContext } from './context.ts';
import { RequestError } from './errors.ts';
import { templatesOfNewIndex } from './index-templates.ts';
import { readObject } from './read-object.ts';

/**
 * A template that applies to a scratch index would change the mappings that a draft or document is tried on, or give
 * the index an alias that searches use.
 * @throws RequestError that names the template
 */
export async function requireNoTemplate(context: ConsoleContext, name: string): Promise<void> {
  const { template, legacyTemplates = [] } = await templatesOfNewIndex(
    context,
    { name, isHidden: true },
    (reading) => reading,
  );
  const adds =
    template === undefined
      ? legacyTemplates
      : !(await hasFeature(context, 'simulate')) || (await addsSomething(context, name))
        ? [template]
        : [];
  if (adds.length === 0) return;
  const named = adds.map((each) => `"${each}"`).join(', ');
  throw new RequestError(
    409,
    `Nothing was created: ${adds.length === 1 ? 'template' : 'templates'} ${named} would apply to the scratch index ${name}. Exclude names that begin with mapledger-scratch- from its index patterns.`,
    { templates: [...adds] },
  );
}

async function addsSomething(context: ConsoleContext, name: string): Promise<boolean> {
  const response = await readObject(context.cluster.gateway, {
    method: 'POST',
    path: ['_index_template', '_simulate_index', name],
    isReading: true,
    signal: context.signal,
  });
  const { settings, ...others } = objectMember(response, 'template') ?? {};
  const added = Object.keys(flatSettings(isObject(settings) ? settings : {}));
  return (
    // Every index has it, with a template or without.
    added.some((setting) => !setting.startsWith('index.routing.allocation.')) ||
    Object.values(others).some((part) => isObject(part) && Object.keys(part).length > 0)
  );
}
