import { parseJson } from '#domain/json';
import { text, type Parameter } from '../../platform/search-schema.ts';

/** The columns that can be hidden; name and status are always shown. Extra ones are read only where they are shown. */
export const CHOSEN_COLUMNS = [
  { id: 'health', label: 'Health', isExtra: false },
  { id: 'primary', label: 'Primaries', isExtra: false },
  { id: 'replica', label: 'Replicas', isExtra: false },
  { id: 'documents', label: 'Documents', isExtra: false },
  { id: 'size', label: 'Size', isExtra: false },
  { id: 'primary_size', label: 'Primary size', isExtra: false },
  { id: 'data_stream', label: 'Data stream', isExtra: false },
  { id: 'created', label: 'Created', isExtra: true },
  { id: 'policy', label: 'Lifecycle policy', isExtra: true },
  { id: 'phase', label: 'Lifecycle phase', isExtra: true },
  { id: 'tier', label: 'Data tier', isExtra: true },
  { id: 'template', label: 'Template (would match today)', isExtra: true },
  { id: 'fields', label: 'Fields against the limit', isExtra: true },
] as const;
export type ChosenColumn = (typeof CHOSEN_COLUMNS)[number]['id'];
export type ChosenColumns = ReadonlySet<ChosenColumn>;

/** In place of the columns in an address where all are hidden. */
const NO_COLUMNS = 'none';

/**
 * Reads which columns are shown: the hidden ones are stored, so that columns of later versions are shown, and of the
 * extra ones those that are shown.
 */
export function readColumns(leftOut: string | null, added: string | null): ChosenColumns {
  const [hidden, shown] = [keptList(leftOut), keptList(added)];
  return columnsWhere(({ id, isExtra }) => (isExtra ? shown.includes(id) : !hidden.includes(id)));
}

export function columnsWhere(isShown: (column: (typeof CHOSEN_COLUMNS)[number]) => boolean): ChosenColumns {
  return new Set(CHOSEN_COLUMNS.filter(isShown).map(({ id }) => id));
}

function keptList(kept: string | null): readonly unknown[] {
  try {
    const value = parseJson(kept ?? '[]');
    return Array.isArray(value) ? value : [];
  } catch {
    // Written by another version, or by another program.
    return [];
  }
}

/** The names of columns in an address, known or not. */
export function namesIn(columns: string): readonly string[] {
  return columns === NO_COLUMNS ? [] : columns.split(',');
}

export function formatColumns(columns: ChosenColumns): string {
  const shown = CHOSEN_COLUMNS.filter(({ id }) => columns.has(id)).map(({ id }) => id);
  return shown.length === 0 ? NO_COLUMNS : shown.join(',');
}

/** The columns in an address, in the order of the list, such as `health,size`. */
export const columnsParameter: Parameter<string> = (value) => {
  const columns = text(value);
  if (columns === undefined) return undefined;
  const names = namesIn(columns);
  const known = columnsWhere(({ id }) => names.includes(id));
  return known.size === 0 && columns !== NO_COLUMNS ? undefined : formatColumns(known);
};
