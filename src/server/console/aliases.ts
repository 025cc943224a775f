import {
  aliasEntries,
  aliasNameProblem,
  aliasProperties,
  reservedAliasProperty,
  type AddedAlias,
  type AliasOperation,
} from '#domain/console';
import { aliasesCall } from '#domain/index-operations';
import { deepEqual, formatJson, isArray, isObject, member, objectMember, type JsonObject } from '#domain/json';
import { aliasDifferences, type StoredDifference } from '#domain/template';
import { ofAliases } from './action-words.ts';
import { readObject } from './read-object.ts';
import { objectsIn, asString } from './calls.ts';
import type { ConsoleContext, FacetsOf, HandlersOf, StoredCheck } from './context.ts';
import { RequestError } from './errors.ts';
import { exactIndex } from './exact-names.ts';
import { bodyOf, compared, INCOMPLETE, OTHERWISE, readOrNull, type LookUp } from './look-ups.ts';
import { checked } from './names.ts';
import { readOfIndex } from './one-index.ts';
import { acknowledged } from './outcomes.ts';

export const aliases: HandlersOf<'aliases.get' | 'aliases.update'> = {
  'aliases.get': async ({ params: { name } }, context) => ({ aliases: await readAliases(context, name) }),

  'aliases.update': async ({ params: { name }, body }, context) => {
    for (const action of body.actions) {
      const { alias } = 'add' in action ? action.add : action.remove;
      checked(alias, aliasNameProblem(alias));
    }
    const index = await exactIndex(context, name);
    return aliasUpdate(
      context,
      body.actions.map((action) => ({ index, ...action })),
    );
  },
};

/** Whether the aliases of a request are there, with their properties, or gone. */
export const aliasesAre: LookUp = async (action, gateway) => {
  const actions = member(bodyOf(action) ?? {}, 'actions');
  if (!isArray(actions)) return INCOMPLETE;
  const matches: boolean[] = [];
  for (const given of actions) {
    if (!isObject(given)) return INCOMPLETE;
    const [add, remove] = [objectMember(given, 'add'), objectMember(given, 'remove')];
    const [alias, index] = [member(add ?? remove ?? {}, 'alias'), member(given, 'index') ?? action.names[0]];
    if (typeof alias !== 'string' || typeof index !== 'string') return OTHERWISE;
    const response = await readOrNull(gateway, { method: 'GET', path: [index, '_alias'] });
    const has = objectMember(objectMember(response ?? {}, index) ?? {}, 'aliases') ?? {};
    const found = Object.hasOwn(has, alias) ? propertiesOf(has, alias) : null;
    matches.push(deepEqual(found, add === undefined ? null : aliasProperties(add)));
  }
  return compared(matches, 'aliases');
};

/** Reads the aliases that were added, and compares them with what was sent. */
export const storedAliases: StoredCheck<readonly AliasOperation[]> = async (operations, context) => {
  const differences: StoredDifference[] = [];
  for (const [index, actions] of byIndex(operations)) {
    const there = await readAliases(context, index);
    for (const action of actions)
      if ('add' in action)
        differences.push(
          ...aliasDifferences(
            action.add,
            Object.hasOwn(there, action.add.alias) ? propertiesOf(there, action.add.alias) : null,
          ),
        );
  }
  return differences;
};

export const aliasFacets: FacetsOf<'aliases.update'> = {
  'aliases.update': {
    outcome: acknowledged,
    words: ({ names: [index = ''], body }) => ofAliases(body, index),
    stored: ({ params: { name }, body }, context) =>
      storedAliases(
        body.actions.map((action) => ({ index: name, ...action })),
        context,
      ),
    lookUp: aliasesAre,
  },
};

/**
 * Sends actions on aliases of checked indices as one request.
 * @throws RequestError where an alias to be removed is missing, or one to be added is there with other properties than
 *   those that the caller has read, and nothing has been done
 */
export async function aliasUpdate(
  context: ConsoleContext,
  operations: readonly AliasOperation[],
): Promise<{ acknowledged: boolean }> {
  for (const action of operations) if ('add' in action) requireProperties(action.add);
  for (const [index, actions] of byIndex(operations)) {
    const there = await readAliases(context, index);
    requireAliases(
      index,
      actions.flatMap((action) => ('remove' in action ? [action.remove.alias] : [])),
      there,
    );
    for (const action of actions) if ('add' in action) requireRead(index, action.add, there);
  }
  const response = await readObject(context.cluster.gateway, aliasesCall(operations));
  refuseParts(response);
  return { acknowledged: member(response, 'acknowledged') === true };
}

function byIndex(operations: readonly AliasOperation[]): ReadonlyMap<string, readonly AliasOperation[]> {
  const found = new Map<string, AliasOperation[]>();
  for (const action of operations) found.set(action.index, [...(found.get(action.index) ?? []), action]);
  return found;
}

/** The properties of one of the aliases of an index, to be compared. */
function propertiesOf(aliases: JsonObject, alias: string): JsonObject {
  const [entry] = aliasEntries('', { aliases: { [alias]: objectMember(aliases, alias) ?? {} } });
  return aliasProperties(entry ?? {});
}

/** @throws RequestError where one of the unknown properties would mean something else in an action */
function requireProperties({ alias, others = {} }: AddedAlias): void {
  const reserved = reservedAliasProperty(others);
  if (reserved !== undefined)
    throw new RequestError(400, `"${reserved}" can't be one of the other properties of alias "${alias}".`, { alias });
}

/**
 * Adding an alias that an index has already replaces all of its properties.
 * @throws RequestError 409 where they are neither the ones that the caller has read nor the ones to be set
 */
function requireRead(index: string, { replaces, ...add }: AddedAlias, there: JsonObject): void {
  const { alias } = add;
  const found = Object.hasOwn(there, alias) ? propertiesOf(there, alias) : null;
  const isRead =
    replaces === undefined ? found === null || Object.keys(found).length === 0 : deepEqual(found, replaces);
  if (isRead || (found !== null && deepEqual(found, aliasProperties(add)))) return;
  throw new RequestError(
    409,
    found === null
      ? `Nothing was changed: "${index}" no longer has the alias "${alias}". Reload to see the current aliases.`
      : `Nothing was changed: "${index}" has the alias "${alias}" already, with ${formatJson(found)}. Reload to see the current aliases.`,
    { index, alias, properties: found },
  );
}

async function readAliases(context: ConsoleContext, name: string): Promise<JsonObject> {
  return objectMember(await readOfIndex(context, name, ['_alias']), 'aliases') ?? {};
}

/**
 * Where some of the aliases to remove are missing, OpenSearch 3 and Elasticsearch 9 do the rest and answer 200.
 * `must_exist` has them do all or nothing, but Elasticsearch before 7.11 and OpenSearch before 2.12 refuse to read it.
 * @throws RequestError 404 where one is missing, and nothing has been done
 */
function requireAliases(index: string, removed: readonly string[], there: JsonObject): void {
  const missing = removed.filter((alias) => !Object.hasOwn(there, alias));
  if (missing.length === 0) return;
  throw new RequestError(
    404,
    `Nothing was changed: "${index}" has no ${missing.length === 1 ? 'alias' : 'aliases'} ${missing.map((alias) => `"${alias}"`).join(', ')}. Reload to see the current aliases.`,
    { index, missing },
  );
}

/** @throws RequestError where an alias went meanwhile, and Elasticsearch did the rest without it */
function refuseParts(response: JsonObject): void {
  if (member(response, 'errors') !== true) return;
  const notDone = objectsIn(member(response, 'action_results')).filter(
    (result) => member(result, 'error') !== undefined,
  );
  const reasons = notDone.map(
    (result) => asString(member(objectMember(result, 'error') ?? {}, 'reason')) ?? formatJson(result),
  );
  const actions = notDone.map((result) => member(result, 'action')).filter(isObject);
  throw new RequestError(409, `Some alias actions failed: ${reasons.join('; ')}. Reload to see the current aliases.`, {
    notDone: actions,
    reasons,
  });
}
