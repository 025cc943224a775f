export const PAGE_SIZES = [20, 50, 100, 250] as const;
export const DEFAULT_PAGE_SIZE = 50;

/** One page of a list. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** From 1; the nearest that there is to the one that was asked for. */
  readonly page: number;
  readonly pageCount: number;
  /** The position of the first row in the whole list, from 1; 0 where there is none. */
  readonly from: number;
  readonly to: number;
  readonly total: number;
}

/** One page of a list. @throws RangeError for a page size that is no positive integer */
export function pageOf<Row>(rows: readonly Row[], wanted: { readonly page: number; readonly pageSize: number }): Page<Row> {
  const { pageSize } = wanted;
  if (!Number.isSafeInteger(pageSize) || pageSize < 1) throw new RangeError(`A page can't hold ${pageSize} rows`);
  const pageCount = Math.max(1, Math.ceil(rows.length / pageSize));
  const page = Math.min(Math.max(1, Math.trunc(wanted.page) || 1), pageCount);
  const start = (page - 1) * pageSize;
  const shown = rows.slice(start, start + pageSize);
  return { rows: shown, page, pageCount, from: shown.length === 0 ? 0 : start + 1, to: start + shown.length, total: rows.length };
}
