import { IconButton } from './icon-button.tsx';
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, type Icon } from './icons/icons.ts';
import styles from './pager.module.css';
import { Select } from './select.tsx';
import type { DataTableInstance, RowData } from './use-data-table.ts';

/** The numbers of rows that a page can have. */
export const PAGE_SIZES = [10, 20, 50, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

const SIZE_ITEMS = PAGE_SIZES.map((size) => ({ id: String(size), label: String(size) }));

interface PagerProps<Item extends RowData> {
  /** The label of the navigation: "Pages of indices". */
  readonly label: string;
  readonly table: DataTableInstance<Item>;
}

const count = (number: number) => number.toLocaleString('en');

/** Shows which rows of a table are on the page, and the buttons for the other pages. */
export function Pager<Item extends RowData>({ label, table }: PagerProps<Item>) {
  const { pageIndex, pageSize } = table.state.pagination;
  const total = table.getRowCount();
  const canGoBack = table.getCanPreviousPage();
  const canGoOn = table.getCanNextPage();
  return (
    <nav aria-label={label} className={styles['pager']}>
      <div className={styles['size']}>
        <span aria-hidden>Rows per page</span>
        <Select
          label="Rows per page"
          isLabelHidden
          items={SIZE_ITEMS}
          value={String(pageSize)}
          onChange={(id) => table.setPagination({ pageIndex: 0, pageSize: Number(id) })}
        />
      </div>
      <span className={styles['range']} role="status">
        {count(total === 0 ? 0 : pageIndex * pageSize + 1)}–{count(Math.min((pageIndex + 1) * pageSize, total))} of{' '}
        {count(total)}
      </span>
      <div className={styles['buttons']}>
        <PageButton icon={ChevronsLeft} label="First page" onPress={() => table.firstPage()} isEnabled={canGoBack} />
        <PageButton
          icon={ChevronLeft}
          label="Previous page"
          onPress={() => table.previousPage()}
          isEnabled={canGoBack}
        />
        <PageButton icon={ChevronRight} label="Next page" onPress={() => table.nextPage()} isEnabled={canGoOn} />
        <PageButton icon={ChevronsRight} label="Last page" onPress={() => table.lastPage()} isEnabled={canGoOn} />
      </div>
    </nav>
  );
}

interface PageButtonProps {
  readonly icon: Icon;
  readonly label: string;
  readonly onPress: () => void;
  readonly isEnabled: boolean;
}

function PageButton({ isEnabled, ...button }: PageButtonProps) {
  return <IconButton {...button} isDisabled={!isEnabled} placement="top" />;
}
