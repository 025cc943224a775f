import { ClusterError, member, objectMember, type ClusterCall, type Index, type JsonObject } from '../../domain/index.ts';
import { objectOf, textOf } from './calls.ts';
import type { ConsoleContext } from './context.ts';

/** A row of `_cat/indices`: everything is text, and empty or null where the engine has nothing to say. */
type CatRow = Readonly<Record<string, string | null | undefined>>;
type Query = NonNullable<ClusterCall['query']>;

const COLUMNS = 'health,status,index,uuid,pri,rep,docs.count,docs.deleted,store.size,pri.store.size';
const ALL = { expand_wildcards: 'all' } as const;

/** What the calls beside `_cat/indices` say of an index. */
interface Detail {
  readonly isFrozen: boolean;
  readonly hidden: boolean;
  readonly aliases: readonly string[];
  readonly data_stream?: string;
  readonly mode?: string;
}

const NO_DETAIL: Detail = { isFrozen: false, hidden: false, aliases: [] };

/**
 * The rows of some indices, or of all where no names are given, sorted by name: three calls whatever their number. What a
 * secondary call is refused is left out of the rows.
 * @throws ClusterError where `_cat/indices` fails
 */
export async function readRows(context: ConsoleContext, names: readonly string[] = []): Promise<Index[]> {
  const named = names.length === 0 ? [] : [names.join(',')];
  const { features } = await context.cluster.capabilities();
  const has = (feature: string) => features[feature]?.has === true;
  const [rows, details, policies] = await Promise.all([
    text(context, ['_cat', 'indices', ...named], { format: 'json', bytes: 'b', h: has('freeze') ? `${COLUMNS},sth` : COLUMNS, ...ALL }).then(parseRows),
    has('resolve_index') ? secondary(readDetails(context, named)) : secondary(readAliases(context, named)),
    has('ilm') ? secondary(readPolicies(context, named)) : undefined,
  ]);
  return rows.map((row) => indexOf(row, details, policies)).sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function text(context: ConsoleContext, path: readonly string[], query: Query): Promise<string> {
  const { body } = await context.cluster.gateway.send({ method: 'GET', path, query, signal: context.signal });
  return body;
}

/** No mappings and no long numbers are in it, so the platform's own parser does: a third of the time of `parseJson`. */
function parseRows(body: string): readonly CatRow[] {
  const rows: unknown = JSON.parse(body);
  return Array.isArray(rows) ? (rows as CatRow[]) : [];
}

async function secondary<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ClusterError && (error.fault === 'refused' || error.fault === 'forbidden' || error.fault === 'failed')) return undefined;
    throw error;
  }
}

async function readDetails(context: ConsoleContext, named: readonly string[]): Promise<ReadonlyMap<string, Detail>> {
  const body = await text(context, ['_resolve', 'index', ...(named.length === 0 ? ['*'] : named)], ALL);
  const { indices = [] } = JSON.parse(body) as { readonly indices?: readonly ResolvedIndex[] };
  return new Map(indices.map((index) => [index.name, detailOf(index)]));
}

interface ResolvedIndex {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly attributes?: readonly string[];
  readonly data_stream?: string;
  readonly mode?: string;
}

function detailOf({ aliases = [], attributes = [], data_stream, mode }: ResolvedIndex): Detail {
  return {
    isFrozen: attributes.includes('frozen'),
    hidden: attributes.includes('hidden'),
    aliases,
    ...(data_stream !== undefined && { data_stream }),
    ...(mode !== undefined && { mode }),
  };
}

/** For engines that can't resolve names: Elasticsearch before 7.9. */
async function readAliases(context: ConsoleContext, named: readonly string[]): Promise<ReadonlyMap<string, Detail>> {
  const answer = objectOf(await text(context, [...named, '_alias'], ALL));
  return new Map(Object.keys(answer).map((name) => [name, { ...NO_DETAIL, aliases: Object.keys(objectMember(objectMember(answer, name) ?? {}, 'aliases') ?? {}) }]));
}

type Writable = { -readonly [Key in keyof Index]: Index[Key] };

const POLICY_SETTING = 'index.lifecycle.name';

async function readPolicies(context: ConsoleContext, named: readonly string[]): Promise<JsonObject> {
  const path = [...(named.length === 0 ? ['*'] : named), '_settings', POLICY_SETTING];
  return objectOf(await text(context, path, { flat_settings: true, ...ALL }));
}

function indexOf(row: CatRow, details: ReadonlyMap<string, Detail> | undefined, policies: JsonObject | undefined): Index {
  const name = row['index'] ?? '';
  const { aliases, ...detail } = details?.get(name) ?? NO_DETAIL;
  const settings = policies === undefined ? undefined : objectMember(objectMember(policies, name) ?? {}, 'settings');
  const policy = settings === undefined ? undefined : textOf(member(settings, POLICY_SETTING));
  const index: Writable = { name, ...detail, isFrozen: detail.isFrozen || row['sth'] === 'true', aliases: [...aliases] };
  if (row['uuid']) index.uuid = row['uuid'];
  if (row['health']) index.health = row['health'];
  if (row['status']) index.status = row['status'];
  setNumber(index, 'primary', row['pri']);
  setNumber(index, 'replica', row['rep']);
  setNumber(index, 'documents', row['docs.count']);
  setNumber(index, 'documents_deleted', row['docs.deleted']);
  setSize(index, 'size', row['store.size']);
  setSize(index, 'primary_size', row['pri.store.size']);
  if (policy !== undefined) index.ilmPolicyName = policy;
  return index;
}

function setNumber(index: Writable, key: 'primary' | 'replica' | 'documents' | 'documents_deleted', value: string | null | undefined): void {
  if (value && Number.isFinite(Number(value))) index[key] = Number(value);
}

/** Bytes; text with units, as an engine may give it all the same, stays what it is. */
function setSize(index: Writable, key: 'size' | 'primary_size', value: string | null | undefined): void {
  if (value) index[key] = Number.isFinite(Number(value)) ? Number(value) : value;
}
