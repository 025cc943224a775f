import type { TargetEngine } from '#domain/catalogue';
import type { FieldCost } from '#domain/console';
import { savingsIn, type FieldUsage } from '#domain/lint';
import type { ReadIndex } from '../../platform/read-indices.ts';
import { fieldRows, type FieldRow } from '../index-detail/fields/field-rows.ts';

/** An index with what is known of its fields. */
export interface IndexFigures {
  readonly index: ReadIndex;
  /** Absent where it was not analyzed. */
  readonly analysis?: { readonly storeBytes: number; readonly fields: readonly FieldCost[] } | undefined;
  /** Absent where it was not read. */
  readonly usage?: FieldUsage | undefined;
}

/**
 * The fields of some indices, the oldest first, each with its figures summed over those of which they are known. Cost:
 * one visit of every field of the indices of which something has changed since the call before.
 */
export function summedRows(indices: readonly IndexFigures[], target: TargetEngine | null): readonly FieldRow[] {
  const total = indices.reduce((sum, { analysis }) => sum + (analysis?.storeBytes ?? 0), 0);
  const groups = new Map<string, { readonly newest: FieldRow; readonly index: string; readonly rows: FieldRow[] }>();
  for (const figures of indices.toReversed()) {
    for (const row of rowsOf(figures, target)) {
      const group = groups.get(row.path);
      if (group === undefined) groups.set(row.path, { newest: row, index: figures.index.name, rows: [row] });
      else group.rows.push(row);
    }
  }
  return [...groups.values()].map(({ newest, index, rows }): FieldRow => {
    const types = [...new Set(rows.flatMap(({ type }) => type ?? []))];
    const bytes = sumOf(rows, 'bytes');
    const uses = sumOf(rows, 'uses');
    const unusedBytes = sumOf(rows, 'unusedBytes');
    return {
      ...{ path: newest.path, index, indices: rows.length },
      ...(types.length > 0 && { type: types.join(', ') }),
      ...(newest.id !== undefined && { id: newest.id }),
      ...(bytes !== undefined && { bytes }),
      ...(bytes !== undefined && total > 0 && { share: bytes / total }),
      structures: sumOfStructures(rows.flatMap(({ structures }) => structures)),
      ...(uses !== undefined && { uses }),
      ...(unusedBytes !== undefined && {
        unusedBytes,
        unused: sumOfStructures(rows.flatMap(({ unused = [] }) => unused)),
      }),
    };
  });
}

interface KnownRows extends Omit<IndexFigures, 'index'> {
  readonly target: TargetEngine | null;
  readonly rows: readonly FieldRow[];
}
/** The rows of an index as they were, while nothing of it has changed. */
const known = new WeakMap<ReadIndex, KnownRows>();

function rowsOf({ index, analysis, usage }: IndexFigures, target: TargetEngine | null): readonly FieldRow[] {
  const before = known.get(index);
  const isSame = before?.analysis === analysis && before?.usage === usage && before?.target === target;
  if (before !== undefined && isSame) return before.rows;
  const { mappings, settings } = index;
  const hasSavings = usage !== undefined && settings !== undefined && target !== null;
  const savings = hasSavings ? savingsIn(mappings, { settings, usage, target }) : undefined;
  const rows = fieldRows(mappings, { analysis, usage, ...(savings && { savings }) });
  known.set(index, { analysis, usage, target, rows });
  return rows;
}

/** Undefined where no row has it. */
function sumOf(rows: readonly FieldRow[], part: 'bytes' | 'uses' | 'unusedBytes'): number | undefined {
  const values = rows.flatMap((row) => row[part] ?? []);
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0);
}

/** By structure, the largest first. */
function sumOfStructures(structures: FieldRow['structures']): FieldRow['structures'] {
  const sums = new Map<(typeof structures)[number]['structure'], number>();
  for (const { structure, bytes } of structures) sums.set(structure, (sums.get(structure) ?? 0) + bytes);
  return Array.from(sums, ([structure, bytes]) => ({ structure, bytes })).toSorted((a, b) => b.bytes - a.bytes);
}
