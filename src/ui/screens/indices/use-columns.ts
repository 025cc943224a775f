import { useMemo, useState } from 'react';
import { formatJson } from '#domain/json';
import { useClusterEngine, useFeature } from '../../cluster/use-cluster.ts';
import { keepPreference, keptPreference } from '../../platform/device-preferences.ts';
import {
  CHOSEN_COLUMNS,
  columnsWhere,
  formatColumns,
  namesIn,
  readColumns,
  type ChosenColumns,
} from './column-choice.ts';

const LEFT_OUT = 'mapledger.indices.leftOut';
const ADDED = 'mapledger.indices.added';

function keep({ chosen, isExtra }: { readonly chosen: ChosenColumns; readonly isExtra: boolean }): void {
  const differing = CHOSEN_COLUMNS.filter((each) => each.isExtra === isExtra && chosen.has(each.id) === isExtra);
  const ids = differing.map(({ id }) => id);
  keepPreference(isExtra ? ADDED : LEFT_OUT, ids.length === 0 ? null : formatJson(ids));
}

interface ColumnChoice {
  /** The columns that the cluster can fill. */
  readonly offered: readonly (typeof CHOSEN_COLUMNS)[number][];
  readonly columns: ChosenColumns;
  readonly choose: (chosen: ChosenColumns) => void;
}

/**
 * The columns of the address, or else those of this device, and how to choose others: in the address and on the device.
 */
export function useColumns(
  inAddress: string | undefined,
  change: (wanted: { readonly columns: string }) => void,
): ColumnChoice {
  const [onDevice, setOnDevice] = useState(() => readColumns(keptPreference(LEFT_OUT), keptPreference(ADDED)));
  const [hasIlm, hasIsm] = [useFeature('ilm')?.has === true, useFeature('ism')?.has === true];
  const hasTiers = useClusterEngine()?.distribution === 'elasticsearch';
  const hasLifecycles = hasIlm || hasIsm;
  return useMemo(() => {
    const offered = CHOSEN_COLUMNS.filter(
      ({ id }) => (id !== 'tier' || hasTiers) && ((id !== 'policy' && id !== 'phase') || hasLifecycles),
    );
    const names = inAddress === undefined ? null : namesIn(inAddress);
    const chosen = names === null ? onDevice : columnsWhere(({ id }) => names.includes(id));
    return {
      offered,
      columns: new Set(offered.filter(({ id }) => chosen.has(id)).map(({ id }) => id)),
      choose(wanted) {
        // What this cluster does not offer stays as it was chosen.
        const all = columnsWhere(({ id }) => (offered.some((each) => each.id === id) ? wanted : chosen).has(id));
        setOnDevice(all);
        for (const isExtra of [false, true]) keep({ chosen: all, isExtra });
        change({ columns: formatColumns(all) });
      },
    };
  }, [inAddress, onDevice, hasTiers, hasLifecycles, change]);
}
