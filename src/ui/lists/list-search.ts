import { PAGE_SIZES, type PageSize } from '../kit/pager.tsx';

/** The search part of an address as the router has it. */
export type UnreadSearch = Readonly<Record<string, unknown>>;

/** What the address of a list says. */
export interface ListSearch<Column extends string = string> {
  readonly filter?: string;
  readonly sort?: Column;
  readonly order?: 'asc' | 'desc';
  /** From 1. */
  readonly page?: number;
  readonly pageSize?: PageSize;
}

export const DEFAULT_SIZE: PageSize = 50;

/** Reads the search part of an address; what does not fit is left out. */
export function readListSearch<Column extends string>(
  search: UnreadSearch,
  columns: readonly Column[],
): ListSearch<Column> {
  const filter = addressText(search['filter']);
  const sort = columns.find((column) => column === search['sort']);
  const order = (['asc', 'desc'] as const).find((direction) => direction === search['order']);
  const page = Number(search['page']);
  const pageSize = PAGE_SIZES.find((each) => each === Number(search['pageSize']));
  return {
    ...(filter !== undefined && { filter }),
    ...(sort && { sort }),
    ...(order && { order }),
    ...(Number.isSafeInteger(page) && page > 1 && { page }),
    ...(pageSize !== undefined && pageSize !== DEFAULT_SIZE && { pageSize }),
  };
}

/** A text of the address, where there is one. */
export function addressText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The texts that the address says under one name, of which there may be several. */
export function addressTexts(value: unknown): readonly string[] {
  return [value].flat().filter((each) => typeof each === 'string' && each !== '') as readonly string[];
}

/** Whether a switch of the address is on. */
export function addressSwitch(value: unknown): boolean {
  return value === true || value === 'true';
}
