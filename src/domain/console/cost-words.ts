import type { FieldCost } from './field-costs.ts';
import { formatSize } from './size.ts';

/** A size beside its share of the whole, 0 to 1, where that is known: "1.0 KB · 25%". */
export function sizeWithShare(bytes: number, share: number | undefined): string {
  const ofAll = share?.toLocaleString('en', { style: 'percent', maximumFractionDigits: 1 });
  return ofAll === undefined ? formatSize(bytes) : `${formatSize(bytes)} · ${ofAll}`;
}

/** Data structures of a field with their sizes: "inverted index 1.0 KB, norms 24 B". */
export function structuresInWords(structures: FieldCost['structures']): string {
  return structures.map(({ structure, bytes }) => `${structure.replaceAll('_', ' ')} ${formatSize(bytes)}`).join(', ');
}

/** What an analysis of disk usage measured. */
export function analyzedSize(storeBytes: number): string {
  return `${formatSize(storeBytes)} in one copy of each shard`;
}
