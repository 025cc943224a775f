import { Button } from '../kit/button.tsx';
import type { DataTableInstance, RowData } from '../kit/use-data-table.ts';
import { countOf, type Noun } from './deletion-report.tsx';
import styles from './lists.module.css';

interface SelectAllBarProps<Item extends RowData> {
  readonly table: DataTableInstance<Item>;
  readonly noun: Noun;
  readonly selectedCount: number;
  readonly foundCount: number;
  /** False while the filter can't be read as a whole. */
  readonly offersAll: boolean;
}

/** Once a page is selected of several: how many are, and the way to all that match. */
export function SelectAllBar<Item extends RowData>({
  table,
  noun,
  selectedCount,
  foundCount,
  offersAll,
}: SelectAllBarProps<Item>) {
  if (table.getPageCount() < 2 || !table.getIsAllPageRowsSelected()) return null;
  return (
    <p className={styles['all']} role="status">
      {selectedCount === foundCount
        ? `All ${foundCount.toLocaleString('en')} matching ${foundCount === 1 ? noun.one : noun.many} selected.`
        : `${countOf(selectedCount, noun)} selected.`}
      {selectedCount < foundCount && offersAll && (
        <Button size="small" variant="quiet" onPress={() => table.toggleAllRowsSelected(true)}>
          Select all {foundCount.toLocaleString('en')} matching
        </Button>
      )}
      <Button size="small" variant="quiet" onPress={() => table.resetRowSelection(true)}>
        Clear selection
      </Button>
    </p>
  );
}
