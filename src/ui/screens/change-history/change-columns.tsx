import { Link } from '@tanstack/react-router';
import { ROUTES } from '../../platform/route-table.ts';
import { Chip } from '../../kit/chip.tsx';
import { columnHelper } from '../../kit/use-data-table.ts';
import { IndexLink } from '../../lists/links.tsx';
import { ListTime } from '../../lists/list-time.tsx';
import lists from '../../lists/lists.module.css';
import styles from './change-history.module.css';
import type { Change } from './change-reader.ts';
import type { ChangedDocument } from './documents.ts';

/** A change, and the document that it is of, where that is known. */
export interface ChangeRow {
  readonly change: Change;
  readonly document: ChangedDocument | undefined;
}

export const KIND_LABELS: Readonly<Record<ChangedDocument['kind'], string>> = {
  draft: 'Draft',
  deleted: 'Deleted',
  index: 'Index',
};

const column = columnHelper<ChangeRow>();

/** The columns of the history; its rows have one order, newest first. */
export const CHANGE_COLUMNS = column.columns([
  column.display({
    id: 'change',
    header: 'Change',
    cell: ({ row }) => (
      <>
        <ChangeCell {...row.original} />
        <Whose {...row.original} />
      </>
    ),
  }),
  column.display({
    id: 'document',
    header: 'Document',
    meta: { className: styles['documentColumn'] },
    cell: ({ row }) => <DocumentCell {...row.original} />,
  }),
  column.display({
    id: 'author',
    header: 'Author',
    meta: { className: styles['author'] },
    cell: ({ row }) => row.original.change.author.name,
  }),
  column.display({
    id: 'at',
    header: 'When',
    meta: { className: styles['at'] },
    cell: ({ row }) => <ListTime at={row.original.change.at} />,
  }),
]);

/** What was changed, as a link to the version that it made. */
function ChangeCell({ change: { version, summary, type, reason }, document }: ChangeRow) {
  const words = summary === '' ? type : summary;
  return (
    <span title={reason === undefined ? words : `${words} (${reason})`}>
      {document?.kind === 'draft' ? (
        <Link to={ROUTES.draft} params={{ draftId: document.id }} search={{ at: version }} className={lists['link']}>
          {words}
        </Link>
      ) : document?.kind === 'index' ? (
        <Link
          to={ROUTES.indexMapping}
          params={{ name: document.name }}
          search={{ at: version, uuid: document.id }}
          className={lists['link']}
        >
          {words}
        </Link>
      ) : (
        words
      )}
    </span>
  );
}

/** Document and author, where a narrow screen has no columns for them. */
function Whose({ change: { stream, author }, document }: ChangeRow) {
  return (
    <span className={styles['whose']}>
      <span className={styles['whoseDocument']}>{document?.name ?? stream}</span>
      <span>{author.name}</span>
    </span>
  );
}

function DocumentCell({ change: { stream, version }, document }: ChangeRow) {
  if (document === undefined) return stream;
  return (
    <>
      {document.kind === 'index' ? <IndexLink name={document.name} /> : document.name}
      <span className={lists['chips']}>
        {document.kind !== 'draft' && (
          <Chip {...(document.kind === 'deleted' && { tone: 'warning' as const })}>{KIND_LABELS[document.kind]}</Chip>
        )}
        <span className={styles['version']}>version {version.toLocaleString('en')}</span>
      </span>
    </>
  );
}
