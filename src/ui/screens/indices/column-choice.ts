import { useState } from 'react';
import { formatJson, parseJson } from '#domain/json';
import { keepPreference, keptPreference } from '../../platform/device-preferences.ts';

/** The columns that can be left out; name and status always stay. */
export const CHOSEN_COLUMNS = [
  { id: 'health', label: 'Health' },
  { id: 'primary', label: 'Primaries' },
  { id: 'replica', label: 'Replicas' },
  { id: 'documents', label: 'Documents' },
  { id: 'size', label: 'Size' },
  { id: 'primary_size', label: 'Primary size' },
  { id: 'data_stream', label: 'Data stream' },
] as const;
export type ChosenColumn = (typeof CHOSEN_COLUMNS)[number]['id'];

const KEY = 'mapledger.indices.leftOut';

/** Reads which columns are shown; what is kept is those that are not, so that a column that comes later is there. */
export function readColumns(kept: string | null): ReadonlySet<ChosenColumn> {
  const leftOut = keptList(kept);
  return new Set(CHOSEN_COLUMNS.map(({ id }) => id).filter((id) => !leftOut.includes(id)));
}

function keptList(kept: string | null): readonly unknown[] {
  try {
    const value = parseJson(kept ?? '[]');
    return Array.isArray(value) ? value : [];
  } catch {
    // Of another version, or somebody else's.
    return [];
  }
}

/** The columns that this device shows, and how to choose others. */
export function useColumns(): readonly [ReadonlySet<ChosenColumn>, (chosen: ReadonlySet<ChosenColumn>) => void] {
  const [columns, setColumns] = useState(() => readColumns(keptPreference(KEY)));
  return [
    columns,
    (chosen) => {
      setColumns(chosen);
      const leftOut = CHOSEN_COLUMNS.map(({ id }) => id).filter((id) => !chosen.has(id));
      keepPreference(KEY, leftOut.length === 0 ? null : formatJson(leftOut));
    },
  ];
}
