import type { Index } from './index-entities.ts';
import { formatCsv } from './csv.ts';
import { parseSize } from './size.ts';

const COLUMNS = [
  'name',
  'uuid',
  'health',
  'status',
  'primary',
  'replica',
  'documents',
  'documents_deleted',
  'size_bytes',
  'primary_size_bytes',
  'data_stream',
  'aliases',
  'hidden',
  'isFrozen',
  'mode',
  'ilmPolicyName',
] as const;

function cellOf(index: Index, column: (typeof COLUMNS)[number]) {
  switch (column) {
    case 'size_bytes':
      return index.size === undefined ? undefined : parseSize(index.size);
    case 'primary_size_bytes':
      return index.primary_size === undefined ? undefined : parseSize(index.primary_size);
    case 'aliases':
      return index.aliases.join(' ');
    default:
      return index[column];
  }
}

/** Indices as CSV, with everything that is known of each; sizes in bytes, aliases with spaces between them. */
export function indicesCsv(indices: readonly Index[]): string {
  return formatCsv(
    COLUMNS,
    indices.map((index) => COLUMNS.map((column) => cellOf(index, column))),
  );
}
