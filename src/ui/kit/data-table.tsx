import { flexRender, type Header } from '@tanstack/react-table';
import { memo, type ReactNode } from 'react';
import { Checkbox } from './checkbox.tsx';
import { classNames } from './class-names.ts';
import styles from './data-table.module.css';
import { ArrowDown, ArrowUp } from './icons/icons.ts';
import type { DataColumnMeta, DataRow, DataTableFeatures, DataTableInstance, RowData } from './use-data-table.ts';
import hidden from './visually-hidden.module.css';

interface DataTableProps<Item extends RowData> {
  readonly table: DataTableInstance<Item>;
  /** The name of the table for screen readers, where the screen's heading does not give it. */
  readonly label?: string | undefined;
  /** Gives each row a checkbox. Pass the same object while its labels stay the same. */
  readonly selection?: RowSelectionLabels<Item> | undefined;
  /** The row whose details are open beside the table. */
  readonly openId?: string | undefined;
}

interface RowSelectionLabels<Item> {
  /** The label of the row's checkbox: "Select logs". */
  readonly labelOf: (item: Item) => string;
  /** Why a row can't be selected; the same function that the table was given. */
  readonly refusalOf?: ((item: Item) => string | undefined) | undefined;
}

const classOf = ({ className, isNumeric, isName, isActions }: DataColumnMeta = {}) =>
  classNames(className, isNumeric && styles['numeric'], isName && styles['name'], isActions && styles['actions']);

/** Shows the rows of a table. */
export function DataTable<Item extends RowData>({ table, label, selection, openId }: DataTableProps<Item>) {
  const columns = table.getVisibleLeafColumns();
  return (
    <table className={styles['table']} {...(label !== undefined && { 'aria-label': label })}>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {selection && (
              <th scope="col" className={styles['select']}>
                <SelectAllCheckbox table={table} />
              </th>
            )}
            {group.headers.map((header) => (
              <HeaderCell key={header.id} header={header} table={table} />
            ))}
          </tr>
        ))}
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => {
          const isOpen = row.id === openId;
          const isSelected = row.getIsSelected();
          return (
            <Unchanged key={row.id} on={[row, columns, isOpen, isSelected, selection]}>
              {() => (
                <tr {...(isOpen && { 'data-open': true })} {...(isSelected && { 'data-selected': true })}>
                  {selection && (
                    <td className={styles['select']}>
                      <RowCheckbox row={row} {...selection} />
                    </td>
                  )}
                  {row.getVisibleCells().map((cell, index) => {
                    const { meta, cell: render } = cell.column.columnDef;
                    const className = classOf(meta);
                    const content = flexRender(render, cell.getContext());
                    return index === 0 ? (
                      <th key={cell.id} scope="row" className={className}>
                        {content}
                      </th>
                    ) : (
                      <td key={cell.id} className={className}>
                        {content}
                      </td>
                    );
                  })}
                </tr>
              )}
            </Unchanged>
          );
        })}
      </tbody>
    </table>
  );
}

interface UnchangedProps {
  readonly on: readonly unknown[];
  readonly children: () => ReactNode;
}

/**
 * Renders again when one of `on` has changed. Rows stay the same objects while a filter is typed, so that rows that
 * stay are not rendered again.
 */
const Unchanged = memo(
  function Unchanged({ children }: UnchangedProps) {
    return children();
  },
  (before, after) => before.on.every((value, at) => value === after.on[at]),
);

interface HeaderCellProps<Item extends RowData> {
  readonly header: Header<DataTableFeatures, Item>;
  readonly table: DataTableInstance<Item>;
}

/** A heading that sorts by its column alone, or with Shift by it after the columns that are sorted by already. */
function HeaderCell<Item extends RowData>({ header, table }: HeaderCellProps<Item>) {
  const { column } = header;
  const { sorting } = table.state;
  const { meta } = column.columnDef;
  const content = flexRender(column.columnDef.header, header.getContext());
  const sorted = column.getIsSorted();
  const rank = sorted === false || sorting.length < 2 ? 0 : column.getSortIndex() + 1;
  const Arrow = sorted === 'desc' ? ArrowDown : ArrowUp;
  const sort = (isAdded: boolean) => {
    const toggled = { id: column.id, desc: column.getNextSortingOrder() === 'desc' };
    // Of several columns the pressed one is left, as it is sorted.
    if (!isAdded) table.setSorting([rank === 0 ? toggled : { id: column.id, desc: sorted === 'desc' }]);
    else if (sorted === false) table.setSorting([...sorting, toggled]);
    else table.setSorting(sorting.map((each) => (each.id === column.id ? toggled : each)));
  };
  return (
    <th
      scope="col"
      className={classOf(meta)}
      {...(sorted !== false &&
        rank < 2 && { 'aria-sort': sorted === 'asc' ? ('ascending' as const) : ('descending' as const) })}
    >
      {column.getCanSort() ? (
        <button
          type="button"
          className={styles['sort']}
          title="Shift+click sorts by several columns"
          {...(sorted !== false && { 'data-sorted': true })}
          onClick={({ shiftKey }) => sort(shiftKey)}
        >
          {content}
          <Arrow size={14} aria-hidden className={sorted === false ? styles['unsorted'] : undefined} />
          {rank > 0 && (
            <>
              <span aria-hidden className={styles['rank']}>
                {rank}
              </span>
              <span className={hidden['text']}>
                , sorted {sorted === 'asc' ? 'ascending' : 'descending'}, {rank} of {sorting.length}
              </span>
            </>
          )}
        </button>
      ) : (
        <span className={meta?.isActions === true ? hidden['text'] : undefined}>{content}</span>
      )}
    </th>
  );
}

function RowCheckbox<Item extends RowData>({
  row,
  labelOf,
  refusalOf,
}: RowSelectionLabels<Item> & { readonly row: DataRow<Item> }) {
  const label = labelOf(row.original);
  const refusal = refusalOf?.(row.original);
  return (
    <span title={refusal}>
      <Checkbox
        isSelected={row.getIsSelected()}
        onChange={(isSelected) => row.toggleSelected(isSelected)}
        isDisabled={!row.getCanSelect()}
      >
        <span className={hidden['text']}>{refusal === undefined ? label : `${label}: ${refusal}`}</span>
      </Checkbox>
    </span>
  );
}

/** Selects the rows of the page, or clears their selection; rows on other pages are left unchanged. */
function SelectAllCheckbox<Item extends RowData>({ table }: { readonly table: DataTableInstance<Item> }) {
  const isAll = table.getIsAllPageRowsSelected();
  return (
    <Checkbox
      isSelected={isAll}
      isIndeterminate={!isAll && table.getIsSomePageRowsSelected()}
      onChange={() => table.toggleAllPageRowsSelected()}
      isDisabled={!table.getRowModel().rows.some((row) => row.getCanSelect())}
    >
      <span className={hidden['text']}>Select all on this page</span>
    </Checkbox>
  );
}
