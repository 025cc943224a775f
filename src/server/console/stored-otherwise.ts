import type { TemplateStreamKind } from '#domain/document';
import { objectMember, pickMembers, type JsonObject } from '#domain/json';
import { ClusterError } from '#domain/ports';
import {
  differenceTexts,
  mappingDifferences,
  settingDifferences,
  templateDifferences,
  type StoredDifference,
} from '#domain/template';
import type { ConsoleContext, StoredCheck } from './context.ts';
import { RequestError } from './errors.ts';
import { readOfIndex } from './one-index.ts';
import { templateResource, withoutName } from './template-resource.ts';

interface OfIndex {
  readonly params: { readonly name: string };
  readonly body: JsonObject;
}

export const storedMapping: StoredCheck<OfIndex> = async ({ params: { name }, body }, context) => {
  const [{ engine }, response] = await Promise.all([
    context.cluster.capabilities(),
    readOfIndex(context, name, ['_mapping']),
  ]);
  const live = objectMember(response, 'mappings');
  return live === undefined ? [] : mappingDifferences(body, live, engine);
};

export const storedSettings: StoredCheck<OfIndex> = async ({ params: { name }, body }, context) => {
  const response = await readOfIndex(context, name, ['_settings'], { flat_settings: true });
  const settings = objectMember(response, 'settings');
  // Some engines take them with the name of the container that they answer them in.
  const changes = objectMember(body, 'settings') ?? body;
  return settings === undefined ? [] : settingDifferences(changes, settings);
};

/** Compares a new index with what it was created with; what templates add to it is no difference. */
export const storedIndex: StoredCheck<{
  readonly params: { readonly name: string };
  readonly body: { readonly [Part in 'settings' | 'mappings' | 'aliases']?: JsonObject };
}> = async ({ params: { name }, body }, context) => {
  const [{ engine }, index] = await Promise.all([
    context.cluster.capabilities(),
    readOfIndex(context, name, [], { flat_settings: true }),
  ]);
  const part = (key: keyof typeof body) => objectMember(index, key) ?? {};
  const { settings = {}, mappings = {}, aliases = {} } = body;
  // An alias with date math has another name there.
  const named = pickMembers(aliases, (alias) => !alias.startsWith('<'));
  const there = pickMembers(part('aliases'), (alias) => Object.hasOwn(named, alias));
  return [
    ...mappingDifferences(mappings, part('mappings'), engine),
    ...settingDifferences(settings, part('settings')),
    ...templateDifferences({ aliases: named }, { aliases: there }),
  ];
};

/** Compares a template of a kind; `body` may have the name that is not in the path. */
export async function storedTemplate(
  kind: TemplateStreamKind,
  context: ConsoleContext,
  name: string,
  body: JsonObject,
): Promise<readonly StoredDifference[]> {
  return templateDifferences(withoutName(body), await templateResource(kind).get(context, name));
}

/**
 * What the cluster has stored otherwise than it was sent, in sentences; none where it can't be read, as the write is
 * done whatever a reading comes to.
 */
export async function storedOtherwise<Input>(
  check: StoredCheck<Input>,
  input: Input,
  context: ConsoleContext,
): Promise<readonly string[]> {
  try {
    return differenceTexts(await check(input, context));
  } catch (error) {
    if (error instanceof ClusterError || error instanceof RequestError) return [];
    throw error;
  }
}
