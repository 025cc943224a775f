import type { FieldCost } from './field-costs.ts';

/** What the fields of a random sample take up, after each of its parts. */
interface MeasuredSample {
  /** How many documents the index has. */
  readonly total: number;
  /** Absent where not known. */
  readonly storeBytes?: number | undefined;
  readonly sizes: readonly { readonly documents: number; readonly fields: readonly FieldCost[] }[];
}

/** What a field takes up, and between which sizes that probably is. */
export interface EstimatedCost extends FieldCost {
  readonly low: number;
  readonly high: number;
}

interface EstimatedCosts {
  /** Of the primary shards of the index, in bytes; 0 where not known. */
  readonly storeBytes: number;
  readonly fields: readonly EstimatedCost[];
}

/** What merges and compression change, to each side. */
const NOISE = 0.02;

/**
 * Estimates what fields take up in the whole index. The last half of the sample tells what a further document adds to a
 * field; how much that differs from what the second quarter added bounds the estimate, with each doubling of the sample
 * on the way to all documents as much again.
 */
export function estimatedCosts({ total, storeBytes = 0, sizes }: MeasuredSample): EstimatedCosts {
  const [last, half, quarter] = sizes.toReversed();
  if (last === undefined) return { storeBytes, fields: [] };
  const left = Math.max(0, total - last.documents);
  const growthFrom = (from: typeof half, to: typeof last) => {
    const bytesFrom = new Map(from?.fields.map(({ path, bytes }) => [path, bytes]));
    const bytesTo = new Map(to.fields.map(({ path, bytes }) => [path, bytes]));
    const documents = to.documents - (from?.documents ?? 0);
    return (path: string) =>
      documents <= 0 ? undefined : Math.max(0, (bytesTo.get(path) ?? 0) - (bytesFrom.get(path) ?? 0)) / documents;
  };
  const growth = growthFrom(half, last);
  const growthBefore = half === undefined ? growth : growthFrom(quarter, half);
  const doublings = 1 + Math.log2(Math.max(1, total / Math.max(1, last.documents)));
  const fields = last.fields.map((cost): EstimatedCost => {
    const each = growth(cost.path) ?? 0;
    const bytes = Math.round(cost.bytes + each * left);
    const deviation =
      left === 0 ? 0 : Math.abs(each - (growthBefore(cost.path) ?? each)) * doublings * left + bytes * NOISE;
    const scale = cost.bytes === 0 ? 0 : bytes / cost.bytes;
    return {
      ...{ path: cost.path, bytes },
      structures: cost.structures.map((part) => ({ ...part, bytes: Math.round(part.bytes * scale) })),
      ...{ low: Math.round(Math.max(cost.bytes, bytes - deviation)), high: Math.round(bytes + deviation) },
    };
  });
  return { storeBytes, fields: fields.toSorted((a, b) => b.bytes - a.bytes) };
}
