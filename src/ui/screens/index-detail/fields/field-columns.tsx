import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { formatSize, sizeWithShare, structuresInWords } from '#domain/console';
import { Chip } from '../../../kit/chip.tsx';
import { ListChecks, PencilLine } from '../../../kit/icons/icons.ts';
import { columnHelper } from '../../../kit/use-data-table.ts';
import lists from '../../../lists/lists.module.css';
import { copyEntry, RowMenu } from '../../../lists/row-menu.tsx';
import { ROUTES } from '../../../platform/route-table.ts';
import type { FieldRow } from './field-rows.ts';
import styles from './fields.module.css';

const column = columnHelper<FieldRow>();

/** The columns of the list of fields; `indices` is for those of several indices. */
export const FIELD_COLUMNS = column.columns([
  column.accessor('path', {
    id: 'name',
    header: 'Field',
    meta: { isName: true },
    cell: ({ row }) => <FieldName field={row.original} />,
  }),
  column.accessor('indices', {
    id: 'indices',
    header: 'Indices',
    meta: { isNumeric: true, className: styles['indices'] },
    sortDescFirst: true,
    cell: ({ row }) => row.original.indices?.toLocaleString('en') ?? '–',
  }),
  column.accessor('type', { id: 'type', header: 'Type', meta: { className: styles['type'] } }),
  column.accessor('bytes', {
    id: 'size',
    header: 'Size on disk',
    meta: { className: styles['size'] },
    sortDescFirst: true,
    cell: ({ row }) => <FieldSize field={row.original} />,
  }),
  column.accessor('uses', {
    id: 'uses',
    header: 'Uses',
    meta: { isNumeric: true, className: styles['uses'] },
    sortDescFirst: true,
    cell: ({ row }) => row.original.uses?.toLocaleString('en') ?? '–',
  }),
  column.accessor('unusedBytes', {
    id: 'unused',
    header: 'Not used',
    meta: { className: styles['unused'] },
    sortDescFirst: true,
    cell: ({ row }) => <Unused field={row.original} />,
  }),
  column.display({
    id: 'menu',
    header: 'Actions',
    meta: { className: lists['menu'], isActions: true },
    cell: ({ row }) => <FieldMenu field={row.original} />,
  }),
]);

/** The index of a field: the one whose fields are listed, unless the field says which. */
function useIndexOf({ index }: FieldRow): string {
  const { name = '' } = useParams({ strict: false });
  return index ?? name;
}

function FieldName({ field }: { readonly field: FieldRow }) {
  const { path, id } = field;
  const name = useIndexOf(field);
  if (id === undefined)
    return (
      <>
        {path} <Chip title="Added by the engine">Internal</Chip>
      </>
    );
  return (
    <Link to={ROUTES.indexMapping} params={{ name }} search={{ field: id }} className={lists['link']}>
      {path}
    </Link>
  );
}

function FieldSize({ field: { bytes, share, structures, between } }: { readonly field: FieldRow }) {
  if (bytes === undefined) return '–';
  const [low, high] = between === undefined ? [] : [formatSize(between.low), formatSize(between.high)];
  return (
    <div className={styles['cost']}>
      <span>
        {between !== undefined && 'about '}
        {sizeWithShare(bytes, share)}
      </span>
      {share !== undefined && <span className={styles['bar']} style={{ width: `${Math.min(1, share) * 100}%` }} />}
      {low !== high && (
        <span className={styles['structures']}>
          {low} to {high}
        </span>
      )}
      {structures.length > 0 && <span className={styles['structures']}>{structuresInWords(structures)}</span>}
    </div>
  );
}

/** What of a field could be switched off, as nobody used it. */
function Unused({ field: { unusedBytes, unused = [] } }: { readonly field: FieldRow }) {
  if (unusedBytes === undefined) return '–';
  return (
    <div className={styles['cost']}>
      <span>{formatSize(unusedBytes)}</span>
      {unused.length > 0 && <span className={styles['structures']}>{structuresInWords(unused)}</span>}
    </div>
  );
}

function FieldMenu({ field }: { readonly field: FieldRow }) {
  const { path, id, unused = [] } = field;
  const name = useIndexOf(field);
  const navigate = useNavigate();
  return (
    <RowMenu
      name={path}
      item={path}
      entries={[
        ...(id === undefined
          ? []
          : [
              {
                id: 'edit',
                label: 'Edit field',
                icon: PencilLine,
                onAction: () => void navigate({ to: ROUTES.indexMapping, params: { name }, search: { field: id } }),
              },
            ]),
        ...(unused.length === 0
          ? []
          : [
              {
                id: 'lint',
                label: 'Show in Lint',
                icon: ListChecks,
                onAction: () => void navigate({ to: ROUTES.indexMapping, params: { name }, search: { tab: 'lint' } }),
              },
            ]),
        copyEntry('name', path),
      ]}
    />
  );
}
