import { createContext } from 'react';

/** How the item of one row is deleted. */
interface RowDeletion {
  /** "Delete index template". */
  readonly label: string;
  /** Asks for confirmation. */
  request(items: readonly unknown[]): void;
  /** Why an item can't be deleted. */
  refusalOf(item: unknown): string | undefined;
}

/** Given by a list whose items can be deleted, for the menus of its rows. */
export const RowDeletionContext = createContext<RowDeletion | null>(null);
