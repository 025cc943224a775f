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

/** What merges, compression and the choice of the sample change, to each side. */
const NOISE = 0.05;
/** For how many doublings of the sample a change of the growth is taken to go on. */
const DOUBLINGS = 2;
/** How much the growth may change with a doubling: what is further away is an accident of small numbers. */
const MAX_CHANGE = 2;

/**
 * Estimates what fields take up in the whole index. The last half of the sample tells what a further document adds to a
 * field. Where that is less than in the quarter before, as values repeat, it gets less with the next doublings, too.
 * The limits are the growth that stays as it is and the one that goes on changing; no field takes up more than the
 * index does.
 */
export function estimatedCosts({ total, storeBytes = 0, sizes }: MeasuredSample): EstimatedCosts {
  const [last, half, quarter] = sizes.toReversed();
  if (last === undefined) return { storeBytes, fields: [] };
  const growth = growthBetween(half, last);
  const growthBefore = half === undefined ? growth : growthBetween(quarter, half);
  const fields = last.fields.map((cost): EstimatedCost => {
    const each = growth(cost.path);
    const before = growthBefore(cost.path);
    const change = before > 0 ? Math.min(MAX_CHANGE, Math.max(1 / MAX_CHANGE, each / before)) : 1;
    const added = (doublings: number) => addedBytes({ each, change, doublings, from: last.documents, to: total });
    const bytes = Math.round(cost.bytes + added(DOUBLINGS));
    const limits = [cost.bytes + added(0), cost.bytes + added(Infinity)];
    const noise = total > last.documents ? bytes * NOISE : 0;
    const scale = cost.bytes === 0 ? 0 : bytes / cost.bytes;
    const high = Math.max(...limits, bytes) + noise;
    return {
      ...{ path: cost.path, bytes },
      structures: cost.structures.map((part) => ({ ...part, bytes: Math.round(part.bytes * scale) })),
      low: Math.round(Math.max(cost.bytes, Math.min(...limits, bytes) - noise)),
      high: Math.round(storeBytes > 0 ? Math.max(bytes, Math.min(high, storeBytes)) : high),
    };
  });
  return { storeBytes, fields: fields.toSorted((a, b) => b.bytes - a.bytes) };
}

type Part = MeasuredSample['sizes'][number];

/** What each document between two parts of a sample added to a field, in bytes. */
function growthBetween(from: Part | undefined, to: Part): (path: string) => number {
  const bytesFrom = new Map(from?.fields.map(({ path, bytes }) => [path, bytes]));
  const bytesTo = new Map(to.fields.map(({ path, bytes }) => [path, bytes]));
  const documents = to.documents - (from?.documents ?? 0);
  return (path) =>
    documents <= 0 ? 0 : Math.max(0, (bytesTo.get(path) ?? 0) - (bytesFrom.get(path) ?? 0)) / documents;
}

interface Growth {
  /** What a document adds, in bytes. */
  readonly each: number;
  /** The factor by which that changes with a doubling of the documents. */
  readonly change: number;
  /** For how many of them. */
  readonly doublings: number;
  readonly from: number;
  readonly to: number;
}

function addedBytes({ each, change, doublings, from, to }: Growth): number {
  let bytes = 0;
  let growth = each;
  for (let [size, doubled] = [Math.max(1, from), 0]; size < to; size *= 2, doubled++) {
    if (doubled < doublings) growth *= change;
    bytes += growth * (Math.min(2 * size, to) - size);
  }
  return bytes;
}
