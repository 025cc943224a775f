import { INDEX_PARTS, type Index, type MissingPart } from '#domain/console';
import { member, objectMember } from '#domain/json';
import { ClusterError, type ClusterCall } from '#domain/ports';
import { parsePlain } from './read-object.ts';
import { isRefused, read } from './calls.ts';
import type { ConsoleContext } from './context.ts';
import { missingParts, type MissingParts } from './missing-parts.ts';

/** A row of `_cat/indices`: everything is text, and empty or null where the engine has nothing to say. */
type CatRow = Readonly<Record<string, string | null | undefined>>;
type Query = NonNullable<ClusterCall['query']>;

const COLUMNS = 'health,status,index,uuid,pri,rep,docs.count,docs.deleted,store.size,pri.store.size';
const ALL = { expand_wildcards: 'all' } as const;

/** An index in a response of `_resolve/index`. */
interface Detail {
  readonly name: string;
  readonly aliases?: string[];
  readonly attributes?: readonly string[];
  readonly data_stream?: string;
  readonly mode?: string;
}

/** Of each index, found by its name and the place that it had in the list before. */
type Details = (name: string, at: number) => Detail | undefined;
/** Settings by index, flat: `{ "logs": { "settings": { "index.lifecycle.name": "…" } } }`. */
type Policies = Readonly<Record<string, { readonly settings?: Readonly<Record<string, string>> } | undefined>>;

/**
 * The rows of some indices, or of all where no names are given, sorted by name: three calls whatever their number, and
 * a fourth where the cluster refuses `_cat/indices`. What can't be read is absent from every row, and listed in each.
 * @throws ClusterError where neither `_cat/indices` nor the settings can be read
 */
export async function readRows(context: ConsoleContext, names: readonly string[] = []): Promise<Index[]> {
  const named = names.length === 0 ? [] : [names.join(',')];
  const { features } = await context.cluster.capabilities();
  const has = (feature: string) => features[feature]?.has === true;
  const parts = missingParts();
  const [rows, details, policies] = await Promise.all([
    readCat(context, named, has('freeze') ? `${COLUMNS},sth` : COLUMNS).catch((error: unknown) =>
      readSettings(context, named, error, parts),
    ),
    has('resolve_index')
      ? parts.read(INDEX_PARTS.details, readDetails(context, named))
      : parts.read(INDEX_PARTS.details, readAliases(context, named)),
    has('ilm') ? parts.read(INDEX_PARTS.policy, readPolicies(context, named)) : undefined,
  ]);
  for (const [feature, part] of [
    ['resolve_index', INDEX_PARTS.detailsButAliases],
    ['ilm', INDEX_PARTS.policy],
  ] as const) {
    const { unknown, reason = '' } = features[feature] ?? {};
    if (unknown !== undefined) parts.add(part, reason);
  }
  const { missing } = parts.member();
  const indices = rows.map((row, at) => {
    const name = row['index'] ?? '';
    return indexOf(row, { name, detail: details?.(name, at), policies, missing });
  });
  return indices.sort((a, b) => (a.name < b.name ? -1 : 1));
}

export async function readPlain(context: ConsoleContext, path: readonly string[], query: Query): Promise<unknown> {
  const call: ClusterCall = { method: 'GET', path, query, signal: context.signal };
  return parsePlain((await context.cluster.gateway.send(call)).body, call);
}

async function readCat(context: ConsoleContext, named: readonly string[], columns: string): Promise<readonly CatRow[]> {
  const rows = await readPlain(context, ['_cat', 'indices', ...named], {
    format: 'json',
    bytes: 'b',
    h: columns,
    ...ALL,
  });
  return Array.isArray(rows) ? (rows as CatRow[]) : [];
}

const SETTINGS = ['uuid', 'number_of_shards', 'number_of_replicas', 'verified_before_close'];

/**
 * What settings say of indices, for those who may read them and not what `_cat/indices` counts.
 * @throws what was refused, where that is not for want of privileges, or there is none whose settings can be read;
 *   that an index is gone
 */
async function readSettings(
  context: ConsoleContext,
  named: readonly string[],
  refused: unknown,
  parts: MissingParts,
): Promise<readonly CatRow[]> {
  if (!(refused instanceof ClusterError) || refused.fault !== 'forbidden') throw refused;
  const filter_path = SETTINGS.map((name) => `*.settings.index.${name}`).join(',');
  const found = await read(context, named.length === 0 ? ['*'] : named, { ...ALL, filter_path }).catch(
    (error: unknown) => {
      // Whoever may read settings learns that an index is gone.
      throw isRefused(error, 404) ? error : refused;
    },
  );
  // Elasticsearch answers with none where somebody may read none of them.
  if (Object.keys(found).length === 0) throw refused;
  parts.add(INDEX_PARTS.figures, refused.reason ?? refused.message);
  return Object.keys(found).map((index): CatRow => {
    const settings = objectMember(objectMember(objectMember(found, index) ?? {}, 'settings') ?? {}, 'index') ?? {};
    const text = (name: string) => {
      const value = member(settings, name);
      return typeof value === 'string' ? value : undefined;
    };
    return {
      index,
      uuid: text('uuid'),
      status: text('verified_before_close') === 'true' ? 'close' : 'open',
      pri: text('number_of_shards'),
      rep: text('number_of_replicas'),
    };
  });
}

async function readDetails(context: ConsoleContext, named: readonly string[]): Promise<Details> {
  const response = await readPlain(context, ['_resolve', 'index', ...(named.length === 0 ? ['*'] : named)], ALL);
  const { indices = [] } = response as { readonly indices?: readonly Detail[] };
  return detailsOf(indices);
}

/** Where both answers list the indices in one order, no name is looked up. */
function detailsOf(details: readonly Detail[]): Details {
  let byName: ReadonlyMap<string, Detail> | undefined;
  return (name, at) => {
    const same = details[at];
    if (same?.name === name) return same;
    byName ??= new Map(details.map((detail) => [detail.name, detail]));
    return byName.get(name);
  };
}

/** For engines that can't resolve names: Elasticsearch before 7.9. */
async function readAliases(context: ConsoleContext, named: readonly string[]): Promise<Details> {
  const response = await read(context, [...named, '_alias'], ALL);
  return detailsOf(
    Object.keys(response).map((name) => ({
      name,
      aliases: Object.keys(objectMember(objectMember(response, name) ?? {}, 'aliases') ?? {}),
    })),
  );
}

const POLICY_SETTING = 'index.lifecycle.name';

async function readPolicies(context: ConsoleContext, named: readonly string[]): Promise<Policies> {
  const path = [...(named.length === 0 ? ['*'] : named), '_settings', POLICY_SETTING];
  return (await readPlain(context, path, { flat_settings: true, ...ALL })) as Policies;
}

/** What is known of an index beside its row. */
interface BesideRow {
  readonly name: string;
  readonly detail: Detail | undefined;
  readonly policies: Policies | undefined;
  readonly missing: MissingPart[] | undefined;
}

/** Members that the cluster says nothing of are undefined, which no text of JSON has. */
type Row = { readonly [Key in keyof Index]: Index[Key] | undefined };

/**
 * One literal, of one shape for all: spreads, or members set one by one, cost as much again as all the rest of the
 * list.
 */
function indexOf(row: CatRow, { name, detail, policies, missing }: BesideRow): Index {
  const attributes = detail?.attributes;
  const index: Row = {
    name,
    uuid: row['uuid'] || undefined,
    health: row['health'] || undefined,
    status: row['status'] || undefined,
    primary: parseCount(row['pri']),
    replica: parseCount(row['rep']),
    documents: parseCount(row['docs.count']),
    documents_deleted: parseCount(row['docs.deleted']),
    size: sizeOf(row['store.size']),
    primary_size: sizeOf(row['pri.store.size']),
    isFrozen: row['sth'] === 'true' || (attributes?.includes('frozen') ?? (row['sth'] ? false : undefined)),
    hidden: attributes?.includes('hidden'),
    aliases: detail && (detail.aliases ?? []),
    data_stream: detail?.data_stream,
    mode: detail?.mode,
    ilmPolicyName:
      policies !== undefined && Object.hasOwn(policies, name) ? policies[name]?.settings?.[POLICY_SETTING] : undefined,
    missing,
  };
  return index as Index;
}

function parseCount(text: string | null | undefined): number | undefined {
  if (!text) return undefined;
  const number = Number(text);
  return Number.isNaN(number) ? undefined : number;
}

/** Size in bytes. Text with units, which an engine may still return, is kept unchanged. */
function sizeOf(text: string | null | undefined): number | string | undefined {
  return parseCount(text) ?? (text || undefined);
}
