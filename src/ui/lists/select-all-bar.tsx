import { countOf } from '#domain/console';
import { Button } from '../kit/button.tsx';
import type { RowData } from '../kit/use-data-table.ts';
import type { ListState } from './use-resource-list.ts';
import styles from './lists.module.css';

interface SelectAllBarProps<Item extends RowData> {
  readonly list: ListState<Item>;
  /** False while the filter can't be parsed as a whole. */
  readonly offersAll: boolean;
}

/** Once one of several pages is selected: the number of selected items, and a button that selects all matching ones. */
export function SelectAllBar<Item extends RowData>({ list, offersAll }: SelectAllBarProps<Item>) {
  const { table, noun, selected, foundCount } = list;
  if (table.getPageCount() < 2 || !table.getIsAllPageRowsSelected()) return null;
  return (
    <p className={styles['all']} role="status">
      {selected.length === foundCount
        ? `All ${foundCount.toLocaleString('en')} matching ${foundCount === 1 ? noun.one : noun.many} selected.`
        : `${countOf(selected.length, noun.one, noun.many)} selected.`}
      {selected.length < foundCount && offersAll && (
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
