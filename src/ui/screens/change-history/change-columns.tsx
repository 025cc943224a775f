import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { actionStream, describeAction } from '#domain/action';
import { BEFORE_RECORD } from '#domain/history';
import { Chip } from '../../kit/chip.tsx';
import { columnHelper } from '../../kit/use-data-table.ts';
import { IndexLink } from '../../lists/links.tsx';
import { ListEventTime, useListNow } from '../../lists/list-time.tsx';
import common from '../../kit/common.module.css';
import lists from '../../lists/lists.module.css';
import styles from './change-history.module.css';
import type { Change } from './change-reader.ts';
import type { ChangedDocument } from './documents.ts';
import { formatEntry, type EntryRef } from './history-search.ts';
import type { ListRow } from './list-rows.ts';
import rowStyles from './save-row.module.css';
import {
  ChangeLines,
  FOLDED,
  reasonsOf,
  RowDetails,
  UnfoldButton,
  useRowChanges,
  type EntryLinkProps,
  type People,
  type ReachLabel,
} from './save-row.tsx';
import { madeIn, type StateRow } from './save-rows.ts';

/** A row, and the document of its changes where that is known. */
export interface ChangeRow extends ListRow, People {
  readonly id: string;
  readonly document: ChangedDocument | undefined;
  /** Label of the document's cluster, where there is more than one cluster. */
  readonly cluster: string | undefined;
  /** Null where it is not known whether it was to reach a cluster. */
  readonly reach: ReachLabel | null;
}

export const KIND_LABELS: Readonly<Record<ChangedDocument['kind'], string>> = {
  draft: 'Draft',
  shared: 'Shared draft',
  deleted: 'Deleted',
  index: 'Index',
  template: 'Template',
  action: 'Action',
  server: 'Server',
  sample: 'Sample data',
  tests: 'Document tests',
  lint: 'Lint rules',
};

/** How many changes of an unfolded row are shown; its events are below them. */
const UNFOLDED = 20;

const column = columnHelper<ChangeRow>();

/** The columns of the history; the rows have one order, newest first. */
export const CHANGE_COLUMNS = column.columns([
  column.display({
    id: 'change',
    header: 'Change',
    meta: { className: styles['change'] },
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
    cell: ({ row }) => <Authors {...row.original} />,
  }),
  column.display({
    id: 'at',
    header: 'When',
    meta: { className: styles['at'] },
    cell: ({ row }) => <ListEventTime event={row.original.found[0]} />,
  }),
]);

/** What was done, as a link that opens it beside the list, from what to what, and the events that it is made of. */
function ChangeCell({ row, found, shownCount, isPartial, reach }: ChangeRow) {
  const events = useMemo(() => eventsIn(found), [found]);
  const made = madeIn(events);
  const [newest = found[0]] = made;
  const isOne = made.length < 2;
  const [isOpen, setIsOpen] = useState(row.kind === 'unsent' && !isOne);
  const changed = useRowChanges(events, row.kind !== 'found');
  // The summary of one change says what was added, removed or renamed.
  const isSaid = isOne && newest.role === 'change' && changed.changes.every(({ kind }) => kind !== 'changed');
  const isFoldable = row.kind !== 'action' && (events.length > 1 || row.action !== undefined);
  const isReachSaid = reach !== null && reach.label !== newest.summary;
  const reasons = row.kind === 'action' ? [row.action.reason].filter((reason) => reason !== undefined) : reasonsOf(row);
  return (
    <div className={styles['cell']}>
      <div className={rowStyles['words']}>
        <Headline row={row} made={made} newest={newest} isPartial={isPartial} />
        {!isSaid && <ChangeLines {...changed} limit={isOpen ? UNFOLDED : FOLDED} />}
        {(isReachSaid || reasons.length > 0) && (
          <p className={rowStyles['facts']}>
            {isReachSaid && <Chip tone={reach.tone}>{reach.label}</Chip>}
            {reasons.length > 0 && <span>Why: {reasons.join('; ')}</span>}
          </p>
        )}
        {isOpen && row.kind !== 'action' && <Details row={row} events={eventsIn(found.slice(0, shownCount))} />}
      </div>
      {isFoldable && <UnfoldButton version={row.version} isOpen={isOpen} onPress={() => setIsOpen(!isOpen)} />}
    </div>
  );
}

function eventsIn(found: readonly Change[]): readonly Change[] {
  return found.filter(({ action }) => action === undefined);
}

interface HeadlineProps extends Pick<ChangeRow, 'row' | 'isPartial'> {
  /** The events of the row that match and that somebody made, the newest first. */
  readonly made: readonly Change[];
  readonly newest: Change;
}

function Headline({ row, made, newest, isPartial }: HeadlineProps) {
  const { length } = made;
  const { action } = row;
  if (action !== undefined && length !== 1)
    return <HeadLink stream={actionStream(action)} version={action.version} words={describeAction(action, action)} />;
  const { stream, version, summary, type } = newest;
  const count = `${length.toLocaleString('en')}${isPartial ? '+' : ''} changes`;
  const words = length > 1 ? (row.kind === 'saved' ? `Saved ${count}` : count) : summary === '' ? type : summary;
  return <HeadLink stream={stream} version={version} words={words} />;
}

function HeadLink({ stream, version, words }: EntryRef & { readonly words: string }) {
  return (
    <Link
      to="."
      search={(before: object): object => ({ ...before, entry: formatEntry({ stream, version }) })}
      data-tour="change"
      className={lists['link']}
      title={words}
    >
      {words}
    </Link>
  );
}

function Details({ row, events }: { readonly row: StateRow; readonly events: readonly Change[] }) {
  return <RowDetails row={row} events={events} now={useListNow()} link={HereLink} />;
}

/** As {@link EntryLink}, within the history: filters stay. */
function HereLink({ stream, version, children }: EntryLinkProps) {
  return (
    <Link
      to="."
      search={(before: object): object => ({ ...before, entry: formatEntry({ stream, version }) })}
      className={rowStyles['link']}
    >
      {children}
    </Link>
  );
}

/** The authors of a row, and whether the server has verified their names. */
function Authors({ people, sender, document }: ChangeRow) {
  return (
    <>
      {people.map(({ name, author }) => (
        <div key={name} className={styles['person']}>
          {name}
          {author.verified && name !== BEFORE_RECORD && (
            <span className={lists['chips']}>
              <Chip tone="green">Verified</Chip>
            </span>
          )}
          {document?.kind === 'sample' && (
            <span className={lists['chips']}>
              <Chip>Not verified</Chip>
            </span>
          )}
        </div>
      ))}
      {sender !== undefined && <div className={common['mutedSmall']}>sent by {sender.name}</div>}
    </>
  );
}

/** Document and authors, for narrow screens that have no columns for them. */
function Whose({ found: [{ stream }], document, cluster, people }: ChangeRow) {
  return (
    <span className={styles['whose']}>
      <span className={styles['whoseDocument']}>
        {document?.name ?? stream}
        {cluster !== undefined && ` on ${cluster}`}
      </span>
      <span>
        {people.map(({ name }) => name).join(', ')}
        {document?.kind === 'sample' && ' (not verified)'}
      </span>
    </span>
  );
}

function DocumentCell({ row, found, document, cluster }: ChangeRow) {
  if (document === undefined) return found[0].stream;
  return (
    <div className={styles['wrapped']}>
      {document.kind === 'index' ? <IndexLink name={document.name} /> : document.name}
      <span className={lists['chips']}>
        {document.kind !== 'draft' && (
          <Chip {...(document.kind === 'deleted' && { tone: 'warning' as const })}>{KIND_LABELS[document.kind]}</Chip>
        )}
        {cluster !== undefined && document.kind !== 'action' && (
          <span className={common['mutedFigure']}>on {cluster}</span>
        )}
        {row.kind !== 'action' && <span className={common['mutedFigure']}>{versionsOf(eventsIn(found))}</span>}
      </span>
    </div>
  );
}

/** "version 4" or "versions 2 to 5". */
function versionsOf(events: readonly Change[]): string {
  const [first = 0, last = first] = [events.at(-1)?.version, events[0]?.version];
  return first === last
    ? `version ${first.toLocaleString('en')}`
    : `versions ${first.toLocaleString('en')} to ${last.toLocaleString('en')}`;
}
