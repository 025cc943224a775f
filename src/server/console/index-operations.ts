import {
  aliasEntries,
  aliasNameProblem,
  indexNameProblem,
  type Block,
  type ResizeSource,
  type Rollover,
  type RolloverConditions,
} from '#domain/console';
import {
  blockCall,
  blockSettingCall,
  REQUIRED_NODE,
  resizeBody,
  resizeTargets,
  rolloverCall,
  routingShards,
  WRITE_BLOCK,
} from '#domain/index-operations';
import { formatJson, isObject, member, objectMember, type JsonObject } from '#domain/json';
import type { ClusterCall } from '#domain/ports';
import type { Outcome } from './action-log.ts';
import { did, ofAliases, textIn, worded, type Verb } from './action-words.ts';
import { aliasesAre, aliasUpdate, storedAliases } from './aliases.ts';
import {
  asString,
  bodyText,
  exists,
  isOffered,
  isRefused,
  objectsIn,
  read,
  readTable,
  write,
  writeIndex,
} from './calls.ts';
import type { ConsoleContext, FacetsOf, HandlersOf } from './context.ts';
import { errorBody, RequestError } from './errors.ts';
import { exactIndex } from './exact-names.ts';
import { listed } from './listed-names.ts';
import { bodyOf, created, INCOMPLETE, indexOf, settingsOf, textOf } from './look-ups.ts';
import { missingParts } from './missing-parts.ts';
import { checked, target } from './names.ts';
import { readOfIndex } from './one-index.ts';
import { acknowledged } from './outcomes.ts';
import { readObject } from './read-object.ts';

const RESIZE_VERBS: ReadonlyMap<string, Verb> = new Map([
  ['clone', ['Clone', 'Cloned']],
  ['shrink', ['Shrink', 'Shrunk']],
  ['split', ['Split', 'Split']],
]);

type OperationId =
  | 'blocks.update'
  | 'resize.get'
  | 'resize.run'
  | 'rollover.preview'
  | 'rollover.run'
  | 'all_aliases.list'
  | 'all_aliases.update';

/** What is done to indices as wholes. */
export const indexOperations: HandlersOf<OperationId> = {
  'blocks.update': async ({ params: { name }, body: { block, isOn } }, context) => {
    const index = await exactIndex(context, name);
    return isOn ? addBlock(context, index, block) : write(context, blockCall(index, block, false));
  },

  'resize.get': ({ params: { name } }, context) => readSource(context, name),

  'resize.run': async ({ params: { name }, body: { kind, target: wanted, shards, replicas } }, context) => {
    const targetName = checked(wanted, indexNameProblem(wanted));
    const index = await exactIndex(context, name);
    const source = await readSource(context, index);
    const possible = resizeTargets(kind, source.primaries, routingShards(source.primaries, source.routingShards));
    const number = shards ?? (kind === 'clone' ? source.primaries : undefined);
    if (number === undefined || !possible.includes(number))
      throw new RequestError(
        400,
        `"${index}" has ${source.primaries} primary shards: it can't be made into ${number ?? 'an unnamed number'} by a ${kind}.`,
        { index, primaries: source.primaries, shards: number ?? null, possible: [...possible] },
      );
    if (!source.isWriteBlocked)
      throw new RequestError(409, `Nothing was created: "${index}" takes writes. Add a write block first.`, { index });
    if (await exists(context, [targetName]))
      throw new RequestError(409, `Nothing was created: "${targetName}" exists already.`, { target: targetName });
    const settings = await flatSettings(context, index);
    return writeIndex(context, {
      method: 'PUT',
      path: [index, `_${kind}`, targetName],
      body: bodyText(
        resizeBody({
          wasPlaced: member(settings, REQUIRED_NODE) !== undefined,
          ...(kind !== 'clone' && { shards: number }),
          ...(replicas !== undefined && { replicas }),
        }),
      ),
    });
  },

  'rollover.preview': async ({ params: { name }, body }, context) =>
    rollOver(context, target(name), { ...body, isDry: true }),

  'rollover.run': async ({ params: { name }, body: { oldIndex, ...body } }, context) => {
    const over = target(name);
    const before = await rollOver(context, over, { ...body, isDry: true });
    if (before.oldIndex !== oldIndex)
      throw new RequestError(
        409,
        `Nothing was changed: "${name}" writes to "${before.oldIndex}" by now, not to "${oldIndex}".`,
        { name, oldIndex: before.oldIndex },
      );
    return rollOver(context, over, { ...body, isDry: false });
  },

  'all_aliases.list': async (_, context) => {
    const readEntries = async (names: readonly string[]) => {
      const path = names.length === 0 ? ['_alias'] : [names.join(','), '_alias'];
      const response = await read(context, path, { expand_wildcards: 'all' });
      return Object.entries(response).flatMap(([index, entry]) => aliasEntries(index, entry));
    };
    const entries = await listed(context, readEntries, ({ alias, index }) => formatJson([alias, index]));
    return entries.toSorted((a, b) => compareText(a.alias, b.alias) || compareText(a.index, b.index));
  },

  'all_aliases.update': async ({ body: { actions } }, context) => {
    const indices = [...new Set(actions.map(({ index }) => index))];
    for (const index of indices) await exactIndex(context, index);
    for (const action of actions) {
      const { alias } = 'add' in action ? action.add : action.remove;
      checked(alias, aliasNameProblem(alias));
    }
    return aliasUpdate(context, actions);
  },
};

export const indexOperationFacets: FacetsOf<OperationId> = {
  'blocks.update': {
    outcome: acknowledged,
    words({ names: [name = ''], body }) {
      const block = `${textIn(body, 'block')} block`.trim().replaceAll('_', '-');
      return isObject(body) && member(body, 'isOn') === false
        ? worded(['Remove', 'Removed'], `${block} from ${name}`)
        : worded(['Add', 'Added'], `${block} to ${name}`);
    },
    lookUp: async (action, gateway) => {
      const body = bodyOf(action);
      const block = body === undefined ? undefined : member(body, 'block');
      const name = action.names[0] ?? '';
      if (body === undefined || typeof block !== 'string') return INCOMPLETE;
      const settings = await settingsOf(gateway, name);
      if (settings === null) return { found: 'unknown', note: `Index "${name}" does not exist.` };
      const isOn = textOf(member(settings, `index.blocks.${block}`) ?? false) === 'true';
      return {
        found: isOn === (member(body, 'isOn') === true) ? 'done' : 'failed',
        note: `The block "${block}" of index "${name}" is ${isOn ? 'on' : 'off'}.`,
      };
    },
  },
  'resize.run': {
    outcome: acknowledged,
    words({ names: [name = ''], body }) {
      const verb = RESIZE_VERBS.get(textIn(body, 'kind')) ?? ['Resize', 'Resized'];
      return worded(verb, `index ${name} to ${textIn(body, 'target')}`);
    },
    lookUp: async (action, gateway) => {
      const wanted = member(bodyOf(action) ?? {}, 'target');
      if (typeof wanted !== 'string') return INCOMPLETE;
      return created(indexOf, 'Index')({ ...action, names: [wanted] }, gateway);
    },
  },
  'rollover.run': { outcome: ofRollover, words: did(['Roll over', 'Rolled over'], '') },
  'all_aliases.update': {
    outcome: acknowledged,
    words: ({ body }) => ofAliases(body),
    stored: ({ body: { actions } }, context) => storedAliases(actions, context),
    lookUp: aliasesAre,
  },
};

/** An engine answers a rollover of which no condition is met like one that it has carried out. */
function ofRollover({ rolledOver }: Rollover): Outcome {
  if (rolledOver) return { kind: 'done' };
  return { kind: 'failed', error: errorBody(409, 'Nothing was changed: no condition of the rollover is met.') };
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Through the block API, which waits for writes that are under way; as a setting where the engine has none
 * (Elasticsearch before 7.9).
 */
async function addBlock(context: ConsoleContext, index: string, block: Block): Promise<{ acknowledged: boolean }> {
  try {
    return await write(context, blockCall(index, block, true));
  } catch (error) {
    if (!isRefused(error, 400) && !isRefused(error, 405)) throw error;
    return write(context, blockSettingCall(index, block, true));
  }
}

async function flatSettings(context: ConsoleContext, name: string): Promise<JsonObject> {
  return objectMember(await readOfIndex(context, name, ['_settings'], { flat_settings: true }), 'settings') ?? {};
}

async function readSource(context: ConsoleContext, name: string): Promise<ResizeSource> {
  const index = target(name);
  const settings = await flatSettings(context, index);
  const parts = missingParts();
  const [rows, nodes, writeIndexOf] = await Promise.all([
    parts.read('nodes of the shards', readTable(context, ['_cat', 'shards', index], 'shard,state,node')),
    parts.read('data nodes', readTable(context, ['_cat', 'nodes'], 'name,node.role')),
    parts.read('data stream', streamWritingTo(context, index)),
  ]);
  const primaries = Number(member(settings, 'index.number_of_shards') ?? 1);
  const routing = member(settings, 'index.number_of_routing_shards');
  return {
    primaries,
    replicas: Number(member(settings, 'index.number_of_replicas') ?? 1),
    ...(routing !== undefined && { routingShards: Number(routing) }),
    isWriteBlocked: member(settings, WRITE_BLOCK) === 'true',
    ...(writeIndexOf !== undefined && { writeIndexOf }),
    ...(nodes && {
      nodes: nodes.flatMap(({ name: node, 'node.role': role }) => (node && holdsData(role) ? [node] : [])).sort(),
    }),
    ...(rows && { nodesWithAll: nodesWithAll(rows, primaries) }),
    ...parts.member(),
  };
}

/** The nodes that have a started copy of every shard, sorted. */
function nodesWithAll(rows: Awaited<ReturnType<typeof readTable>>, primaries: number): string[] {
  const shardsOf = new Map<string, Set<string>>();
  for (const { shard, state, node } of rows) {
    if (state !== 'STARTED' || !node || !shard) continue;
    shardsOf.set(node, (shardsOf.get(node) ?? new Set()).add(shard));
  }
  return [...shardsOf].flatMap(([node, shards]) => (shards.size === primaries ? [node] : [])).sort();
}

/** Roles as letters: `d` and, from Elasticsearch 7.10 on, the tiers hot, warm, cold, frozen and content. */
function holdsData(role: string | null | undefined): boolean {
  return role === undefined || role === null || /[dhwcsf]/.test(role);
}

async function streamWritingTo(context: ConsoleContext, index: string): Promise<string | undefined> {
  if (!index.startsWith('.ds-') || !(await isOffered(context, 'data_streams'))) return undefined;
  const streams = objectsIn(member(await read(context, ['_data_stream']), 'data_streams'));
  const stream = streams.find(
    (each) => asString(member(objectsIn(member(each, 'indices')).at(-1) ?? {}, 'index_name')) === index,
  );
  return stream && asString(member(stream, 'name'));
}

interface RolloverCall {
  readonly conditions?: RolloverConditions;
  readonly newIndex?: string;
  readonly isDry: boolean;
}

async function rollOver(
  context: ConsoleContext,
  name: string,
  { conditions, newIndex, isDry }: RolloverCall,
): Promise<Rollover> {
  if (newIndex !== undefined) checked(newIndex, indexNameProblem(newIndex));
  const call: ClusterCall = {
    ...rolloverCall(name, { conditions, newIndex }),
    ...(isDry && { query: { dry_run: true }, isReading: true as const, signal: context.signal }),
  };
  const response = await readObject(context.cluster.gateway, call);
  const results = Object.entries(objectMember(response, 'conditions') ?? {});
  return {
    oldIndex: asString(member(response, 'old_index')) ?? '',
    newIndex: asString(member(response, 'new_index')) ?? '',
    rolledOver: member(response, 'rolled_over') === true,
    conditions: Object.fromEntries(results.map(([text, isMet]) => [text, isMet === true])),
  };
}
