import { Link } from '@tanstack/react-router';
import { BEFORE_RECORD } from '#domain/history';
import { Chip } from '../../kit/chip.tsx';
import { columnHelper } from '../../kit/use-data-table.ts';
import { IndexLink } from '../../lists/links.tsx';
import { ListEventTime } from '../../lists/list-time.tsx';
import lists from '../../lists/lists.module.css';
import { ACTION_STATES } from './actions.ts';
import styles from './change-history.module.css';
import type { Change } from './change-reader.ts';
import type { ChangedDocument } from './documents.ts';
import { formatEntry } from './history-search.ts';

/** A change, and the document that it is of, where that is known. */
export interface ChangeRow {
  readonly change: Change;
  readonly document: ChangedDocument | undefined;
  /** Label of the cluster that the document is on, where there is more than one. */
  readonly cluster: string | undefined;
  /** Who made it, in words. */
  readonly who: string;
}

export const KIND_LABELS: Readonly<Record<ChangedDocument['kind'], string>> = {
  draft: 'Draft',
  shared: 'Shared draft',
  deleted: 'Deleted',
  index: 'Index',
  template: 'Template',
  action: 'Action',
  server: 'Server',
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
    cell: ({ row }) => <AuthorName {...row.original} />,
  }),
  column.display({
    id: 'at',
    header: 'When',
    meta: { className: styles['at'] },
    cell: ({ row }) => <ListEventTime event={row.original.change} />,
  }),
]);

/** What was changed, as a link that opens it beside the list. */
function ChangeCell({ change: { stream, version, summary, type, reason } }: ChangeRow) {
  const words = summary === '' ? type : summary;
  return (
    <Link
      to="."
      search={(before: object): object => ({ ...before, entry: formatEntry({ stream, version }) })}
      className={lists['link']}
      title={reason === undefined ? words : `${words} (${reason})`}
    >
      {words}
    </Link>
  );
}

/** Who made a change, and that the server knows so. */
function AuthorName({ change: { author }, who }: ChangeRow) {
  return (
    <>
      {who}
      {author.verified && who !== BEFORE_RECORD && (
        <span className={lists['chips']}>
          <Chip tone="green">Verified</Chip>
        </span>
      )}
    </>
  );
}

/** Document and author, where a narrow screen has no columns for them. */
function Whose({ change: { stream }, document, cluster, who }: ChangeRow) {
  return (
    <span className={styles['whose']}>
      <span className={styles['whoseDocument']}>
        {document?.name ?? stream}
        {cluster !== undefined && ` on ${cluster}`}
      </span>
      <span>{who}</span>
    </span>
  );
}

function DocumentCell({ change: { stream, version, action }, document, cluster }: ChangeRow) {
  if (document === undefined) return stream;
  return (
    <>
      {document.kind === 'index' ? <IndexLink name={document.name} /> : document.name}
      <span className={lists['chips']}>
        {document.kind !== 'draft' && (
          <Chip {...(document.kind === 'deleted' && { tone: 'warning' as const })}>{KIND_LABELS[document.kind]}</Chip>
        )}
        {cluster !== undefined && document.kind !== 'action' && <span className={styles['version']}>on {cluster}</span>}
        {action === undefined ? (
          <span className={styles['version']}>version {version.toLocaleString('en')}</span>
        ) : (
          action.state !== 'done' && (
            <Chip tone={ACTION_STATES[action.state].tone}>{ACTION_STATES[action.state].label}</Chip>
          )
        )}
      </span>
    </>
  );
}
