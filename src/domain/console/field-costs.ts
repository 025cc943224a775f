import { Type, type Static } from 'typebox';
import { exact } from '../json/schemas.ts';
import { isObject, member, objectMember, type JsonObject } from '../json/value.ts';

/** What a field takes up on disk. */
export const FieldCostSchema = exact({
  /** Dotted; also of fields that the engine adds, such as `_source` and `_id`. */
  path: Type.String(),
  bytes: Type.Integer({ minimum: 0 }),
  /** By data structure, such as `doc_values`, the largest first. */
  structures: Type.Array(exact({ structure: Type.String(), bytes: Type.Integer({ minimum: 0 }) })),
});
export type FieldCost = Static<typeof FieldCostSchema>;

/** What the files of one kind take up. */
export const FileCostSchema = exact({
  /** The extension of their names. */
  kind: Type.String(),
  /** What is in them, in the engine's words. */
  description: Type.Optional(Type.String()),
  bytes: Type.Integer({ minimum: 0 }),
});
export type FileCost = Static<typeof FileCostSchema>;

/** What the fields of an index take up, the largest first. */
interface FieldCosts {
  /** Of one copy of each shard, in bytes. */
  readonly storeBytes: number;
  readonly fields: readonly FieldCost[];
}

/** The structure of documents and of fields with `store`. */
export const STORED_FIELDS = 'stored_fields';

const NOT_COSTS = 'the response is not that of POST INDEX/_disk_usage';
const IN_BYTES = '_in_bytes';

/**
 * What fields take up, in the response of `POST INDEX/_disk_usage` of Elasticsearch 7.15 and later; or why it can't
 * be told: without a shard, the sums are too low.
 */
export function fieldCostsIn(response: JsonObject, index: string): FieldCosts | { readonly reason: string } {
  const failed = Number(member(objectMember(response, '_shards') ?? {}, 'failed') ?? 0);
  if (failed !== 0) return { reason: `shards that could not be analyzed: ${String(failed)}` };
  const found = objectMember(response, index);
  const fields = found && objectMember(found, 'fields');
  const storeBytes = found && bytesIn(found, `store_size${IN_BYTES}`);
  if (fields === undefined || storeBytes === undefined) return { reason: NOT_COSTS };
  const costs = Object.entries(fields).map(([path, cost]) => costOf(path, isObject(cost) ? cost : {}));
  return { storeBytes, fields: costs.toSorted(byBytes) };
}

function costOf(path: string, cost: JsonObject): FieldCost {
  const structures = Object.entries(cost).flatMap(([name, value]) => {
    // The inverted index is the only one with parts.
    if (isObject(value)) return { structure: name, bytes: bytesIn(value, `total${IN_BYTES}`) ?? 0 };
    if (!name.endsWith(IN_BYTES) || name === `total${IN_BYTES}`) return [];
    return { structure: name.slice(0, -IN_BYTES.length), bytes: bytesIn(cost, name) ?? 0 };
  });
  return {
    path,
    bytes: bytesIn(cost, `total${IN_BYTES}`) ?? structures.reduce((sum, { bytes }) => sum + bytes, 0),
    structures: structures.filter(({ bytes }) => bytes > 0).toSorted(byBytes),
  };
}

/**
 * What the files of the segments take up by kind, the largest first, in the response of
 * `GET INDEX/_stats/segments?include_segment_file_sizes=true`; empty where the engine does not tell.
 */
export function fileCostsIn(response: JsonObject): readonly FileCost[] {
  let found = response;
  for (const name of ['_all', 'primaries', 'segments', 'file_sizes']) found = objectMember(found, name) ?? {};
  return Object.entries(found)
    .flatMap(([kind, file]): readonly FileCost[] => {
      const bytes = isObject(file) ? bytesIn(file, `size${IN_BYTES}`) : undefined;
      if (!isObject(file) || bytes === undefined) return [];
      const description = member(file, 'description');
      return [{ kind, ...(typeof description === 'string' && { description }), bytes }];
    })
    .toSorted(byBytes);
}

/** Data structures by the extensions of the files that hold them. */
const STRUCTURES: readonly (readonly [structure: string, extensions: readonly string[]])[] = [
  ['inverted_index', ['tim', 'tip', 'tmd', 'doc', 'pos', 'pay', 'psm', 'lkp', 'cmp']],
  ['doc_values', ['dvd', 'dvm']],
  ['points', ['kdd', 'kdi', 'kdm', 'dim', 'dii']],
  ['norms', ['nvd', 'nvm']],
  [STORED_FIELDS, ['fdt', 'fdx', 'fdm']],
  ['term_vectors', ['tvd', 'tvx', 'tvm']],
];
/** What segments say about themselves. */
const OF_SEGMENTS: readonly string[] = ['si', 'fnm', 'cfs', 'cfe', 'liv'];

/** What files take up by data structure, with the names of `_disk_usage`: vectors have files of many kinds. */
export function structuresIn(files: readonly FileCost[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { kind, bytes } of files) {
    if (OF_SEGMENTS.includes(kind)) continue;
    const structure = STRUCTURES.find(([, extensions]) => extensions.includes(kind))?.[0] ?? 'knn_vectors';
    sums.set(structure, (sums.get(structure) ?? 0) + bytes);
  }
  return sums;
}

function bytesIn(object: JsonObject, name: string): number | undefined {
  const bytes = Number(member(object, name) ?? Number.NaN);
  return Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : undefined;
}

function byBytes(a: { readonly bytes: number }, b: { readonly bytes: number }): number {
  return b.bytes - a.bytes;
}
