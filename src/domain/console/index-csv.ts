import type { ColumnFacts, Index } from './index-entities.ts';
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
      return parseSize(index.size);
    case 'primary_size_bytes':
      return parseSize(index.primary_size);
    case 'aliases':
      return index.aliases?.join(' ');
    default:
      return index[column];
  }
}

/** What may be read beside the list itself. */
const FACTS = ['created', 'policy', 'phase', 'tier', 'template', 'fields', 'field_limit'] as const;

function factIn(facts: ColumnFacts, fact: (typeof FACTS)[number]): string | number | undefined {
  switch (fact) {
    case 'created':
      return facts.created === undefined ? undefined : new Date(facts.created).toISOString();
    case 'template':
      return facts.templates?.names.join(' ');
    case 'fields':
      return facts.fields?.fields;
    case 'field_limit':
      return facts.fields?.limit;
    default:
      return facts[fact];
  }
}

/**
 * Indices as CSV, with everything that is known of each, facts only where any were read; sizes in bytes, aliases with
 * spaces between them, times in UTC.
 */
export function indicesCsv(indices: readonly Index[], facts: ReadonlyMap<string, ColumnFacts> = new Map()): string {
  const read = FACTS.filter((fact) => Array.from(facts.values()).some((each) => factIn(each, fact) !== undefined));
  const factOf = ({ name }: Index, fact: (typeof FACTS)[number]) => {
    const known = facts.get(name);
    return known && factIn(known, fact);
  };
  return formatCsv(
    [...COLUMNS, ...read],
    indices.map((index) => [
      ...COLUMNS.map((column) => cellOf(index, column)),
      ...read.map((fact) => factOf(index, fact)),
    ]),
  );
}
