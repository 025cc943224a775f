import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import styles from './pager.module.css';
import { Select } from './select.tsx';

/** How many rows a page may have. */
export const PAGE_SIZES = [10, 20, 50, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

const SIZE_ITEMS = PAGE_SIZES.map((size) => ({ id: String(size), label: String(size) }));

interface PagerProps {
  /** Of what there are pages: "Pages of indices". */
  readonly label: string;
  /** Counted from 1; read it with {@link shownPage}, so that it is one that there is. */
  readonly page: number;
  readonly pageSize: PageSize;
  /** How many rows there are on all pages. */
  readonly total: number;
  readonly onPage: (page: number) => void;
  readonly onPageSize: (pageSize: PageSize) => void;
}

const count = (number: number) => number.toLocaleString('en');

/** The page nearest to the one asked for: a filter may have left fewer. */
export function shownPage(asked: number, pageSize: number, total: number): number {
  return Math.max(1, Math.min(asked, Math.ceil(total / pageSize)));
}

/** Which rows of a list are shown, and the way to the others. */
export function Pager({ label, page, pageSize, total, onPage, onPageSize }: PagerProps) {
  const last = shownPage(Infinity, pageSize, total);
  const from = total === 0 ? 0 : (page - 1) * pageSize + 1;
  return (
    <nav aria-label={label} className={styles['pager']}>
      <div className={styles['size']}>
        <span aria-hidden>Rows per page</span>
        <Select
          label="Rows per page"
          isLabelHidden
          items={SIZE_ITEMS}
          value={String(pageSize)}
          onChange={(id) => {
            const chosen = PAGE_SIZES.find((size) => String(size) === id);
            if (chosen !== undefined) onPageSize(chosen);
          }}
        />
      </div>
      <span className={styles['range']} role="status">
        {count(from)}–{count(Math.min(page * pageSize, total))} of {count(total)}
      </span>
      <div className={styles['buttons']}>
        <IconButton
          icon={ChevronsLeft}
          label="First page"
          onPress={() => onPage(1)}
          isDisabled={page <= 1}
          placement="top"
        />
        <IconButton
          icon={ChevronLeft}
          label="Previous page"
          onPress={() => onPage(page - 1)}
          isDisabled={page <= 1}
          placement="top"
        />
        <IconButton
          icon={ChevronRight}
          label="Next page"
          onPress={() => onPage(page + 1)}
          isDisabled={page >= last}
          placement="top"
        />
        <IconButton
          icon={ChevronsRight}
          label="Last page"
          onPress={() => onPage(last)}
          isDisabled={page >= last}
          placement="top"
        />
      </div>
    </nav>
  );
}
