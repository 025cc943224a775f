import type { FieldCost } from '#domain/console';
import { LIVE_MAPPINGS_AT } from '#domain/document';
import type { JsonObject } from '#domain/json';
import type { FieldUsage, savingsIn } from '#domain/lint';
import type { KnownSizes } from '../../../editor/costs/use-field-estimates.ts';
import { dottedPath, hasOwnValues, normalize, type FieldId } from '#domain/mapping';

/** A field of an index, with what is known of it. */
export interface FieldRow {
  /** Dotted. */
  readonly path: string;
  /** Of several indices: the newest that has it, and how many have it. */
  readonly index?: string;
  readonly indices?: number;
  /** Absent where the mapping does not have the field: the engine adds it. */
  readonly type?: string;
  /** Where it is in the document of the editor; absent as the type is. */
  readonly id?: FieldId;
  /** What it takes up on disk, and the share of the index; absent where that was not analyzed. */
  readonly bytes?: number;
  readonly share?: number;
  readonly structures: FieldCost['structures'];
  /** Between which sizes it probably is, where that was estimated. */
  readonly between?: { readonly low: number; readonly high: number };
  /** How often it was used; absent where that is not known. */
  readonly uses?: number;
  /** What of its structures nobody used and could be switched off, in bytes; absent where one of both is not known. */
  readonly unusedBytes?: number;
  readonly unused?: FieldCost['structures'];
}

interface KnownFields {
  readonly analysis: KnownSizes | undefined;
  readonly usage: FieldUsage | undefined;
  /** What nobody used, by the place in the mappings. */
  readonly savings?: ReturnType<typeof savingsIn>;
}

/**
 * The fields of an index that can have data, sorted by path, then those that the engine adds. A field that takes up
 * nothing, or was not used, is not in the response of an engine.
 */
export function fieldRows(mappings: JsonObject, { analysis, usage, savings }: KnownFields): readonly FieldRow[] {
  const left = new Map(analysis?.fields.map((cost) => [cost.path, cost]));
  const costOf = (path: string) => {
    const cost = left.get(path);
    left.delete(path);
    if (analysis === undefined || (cost === undefined && analysis.isPartial === true)) return { structures: [] };
    const { bytes = 0, structures = [] } = cost ?? {};
    return {
      ...{ bytes, structures },
      ...(analysis.storeBytes > 0 && { share: bytes / analysis.storeBytes }),
      ...(cost !== undefined && 'low' in cost && { between: { low: cost.low, high: cost.high } }),
    };
  };
  const { byId } = normalize(mappings, { mappingsAt: LIVE_MAPPINGS_AT });
  const mapped = Object.values(byId)
    .filter(({ source }) => hasOwnValues(source.type))
    .map(({ id, path, source }): FieldRow => {
      const name = dottedPath(path);
      const cost = costOf(name);
      const switchedOff = savings?.get(id.slice(LIVE_MAPPINGS_AT.length))?.structures ?? [];
      const unused = cost.structures.filter(({ structure }) => switchedOff.some((each) => each === structure));
      return {
        ...{ path: name, type: source.type, id },
        ...cost,
        ...(savings && analysis && { unused, unusedBytes: unused.reduce((sum, { bytes }) => sum + bytes, 0) }),
        ...(usage && { uses: usage.get(name)?.any ?? 0 }),
      };
    });
  const added = [...left.keys()].map((path): FieldRow => {
    const uses = usage?.get(path)?.any;
    return { path, ...costOf(path), ...(uses !== undefined && { uses }) };
  });
  return [...mapped.toSorted(byPath), ...added.toSorted(byPath)];
}

function byPath(a: FieldRow, b: FieldRow): number {
  return a.path < b.path ? -1 : Number(a.path > b.path);
}
