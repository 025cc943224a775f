import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Download, History } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { APP_BASE } from '../../platform/app-base.ts';
import { Screen } from '../../frame/screen.tsx';
import { useServices } from '../../platform/services.ts';
import { TimeAgo } from '../../files/time-ago.tsx';
import { isAbout } from '../../editor/history/event-words.ts';
import { useDocument } from '../../platform/use-document.ts';
import { useNow } from '../../platform/use-now.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import { ComboBox } from '../../kit/combo-box.tsx';
import { DataTable, type DataColumn } from '../../kit/data-table.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { saveFile } from '../../kit/save-file.ts';
import { Select } from '../../kit/select.tsx';
import { IndexLink } from '../../lists/links.tsx';
import { ListFrame, ListStates } from '../../lists/list-frame.tsx';
import lists from '../../lists/lists.module.css';
import { useListPlace } from '../../lists/use-list-place.ts';
import { useStoredStreams } from '../storage/use-stored-streams.ts';
import type { Change } from './change-reader.ts';
import styles from './change-history.module.css';
import { changesCsv } from './changes-csv.ts';
import { changedDocuments, type ChangedDocument } from './documents.ts';
import { PERIOD_IDS, PERIODS, readHistorySearch, type Period } from './history-search.ts';
import { useChanges } from './use-changes.ts';

const PAGE = 100;
const EVERY = 'every';
const PERIOD_WORDS: Readonly<Record<Period, string>> = {
  hour: 'Last hour',
  day: 'Last 24 hours',
  week: 'Last 7 days',
  month: 'Last 30 days',
};
const PERIOD_ITEMS = [
  { id: EVERY, label: 'Any time' } as const,
  ...PERIOD_IDS.map((id) => ({ id, label: PERIOD_WORDS[id] })),
];
const KIND_WORDS: Readonly<Record<ChangedDocument['kind'], string>> = {
  draft: 'Draft',
  deleted: 'Deleted',
  index: 'Index',
};

/** What was changed last, in every document of this device. */
export function ChangeHistoryScreen() {
  const { store } = useServices();
  const stored = useStoredStreams(store);
  return (
    <Screen title="History">
      {stored.kind === 'failed' && (
        <Banner kind="danger" title="The logs of this device can’t be listed">
          {stored.reason}. Load the page again.
        </Banner>
      )}
      {stored.kind === 'read' && <Changes streams={stored.streams} />}
    </Screen>
  );
}

function Changes({ streams }: { readonly streams: Parameters<typeof changedDocuments>[0] }) {
  const { store, drafts, clock } = useServices();
  const list = useDocument(drafts).state;
  const now = useNow(clock);
  const search = readHistorySearch(useSearch({ strict: false }));
  const place = useListPlace(search, readHistorySearch);
  const navigate = useNavigate();
  const [looks, setLooks] = useState(0);
  const documents = useMemo(() => changedDocuments(streams, list), [streams, list]);
  const byStream = useMemo(() => new Map(documents.map((document) => [document.stream, document])), [documents]);
  const read = useMemo(
    () =>
      streams.filter(
        ({ stream }) => byStream.has(stream) && (search.document === undefined || stream === search.document),
      ),
    [streams, byStream, search.document],
  );
  const words = place.text.trim().toLowerCase();
  const matches = useCallback(
    (change: Change) =>
      (search.author === undefined || change.author.id === search.author) && (words === '' || isAbout(change, words)),
    [search.author, words],
  );
  // The minute is enough, so that nothing is read again while time passes.
  const since =
    search.period === undefined
      ? ''
      : new Date(Date.parse(now) - PERIODS[search.period] * 3_600_000).toISOString().slice(0, 16);
  const pages = search.pages ?? 1;
  const changes = useChanges(store, read, { matches, count: pages * PAGE, since, looks });
  const columns = useMemo(() => columnsOf(byStream, now), [byStream, now]);
  const authors = useMemo(() => authorsOf(changes.read), [changes.read]);
  const nameOf = (stream: string) => byStream.get(stream)?.name ?? stream;
  const isNarrowed =
    words !== '' || search.author !== undefined || search.document !== undefined || search.period !== undefined;
  const clear = () => {
    place.onFilter('');
    place.change({ filter: undefined, author: undefined, document: undefined, period: undefined, pages: undefined });
  };
  if (documents.length === 0) {
    return (
      <EmptyState
        icon={History}
        title="Nothing was changed on this device yet"
        actions={
          <Button variant="primary" onPress={() => void navigate({ to: `${APP_BASE}/drafts` })}>
            Go to drafts
          </Button>
        }
      >
        <p>
          Every change of a draft, or of an index’ mapping that is edited here, is listed with who made it and when.
        </p>
      </EmptyState>
    );
  }
  return (
    <ListFrame
      noun="changes"
      lead="What was changed last in every document of this device, newest first."
      filter={place.text}
      onFilter={place.onFilter}
      choices={
        <>
          <div className={styles['document']}>
            <ComboBox
              label="Document"
              isLabelHidden
              items={[
                { id: EVERY, label: 'Every document' },
                ...documents.map(({ stream, name, kind }) => ({
                  id: stream,
                  label: name,
                  description: KIND_WORDS[kind],
                })),
              ]}
              value={search.document ?? EVERY}
              onChange={(id) => place.change({ document: id === EVERY ? undefined : id, pages: undefined })}
            />
          </div>
          <Select
            label="Author"
            isLabelHidden
            items={[{ id: EVERY, label: 'Every author' }, ...withChosen(authors, search.author)]}
            value={search.author ?? EVERY}
            onChange={(id) => place.change({ author: id === EVERY ? undefined : id, pages: undefined })}
          />
          <Select
            label="Time"
            isLabelHidden
            items={PERIOD_ITEMS}
            value={search.period ?? EVERY}
            onChange={(id) => place.change({ period: id === EVERY ? undefined : id, pages: undefined })}
          />
        </>
      }
      bulk={
        <Button
          icon={Download}
          isDisabled={changes.shown.length === 0}
          onPress={() => saveFile('history.csv', changesCsv(changes.shown, nameOf), 'text/csv')}
        >
          Export as CSV
        </Button>
      }
      notices={
        changes.unread.length > 0 && (
          <Banner
            kind="warning"
            title={
              changes.unread.length === 1 ? 'One log can’t be read' : `${changes.unread.length} logs can’t be read`
            }
          >
            {changes.unread.map(nameOf).join(', ')}. Open the document to see why, and what can be done.
          </Banner>
        )
      }
    >
      <ListStates
        noun="changes"
        icon={History}
        error={null}
        onRetry={() => undefined}
        isRead={!changes.isReading || changes.shown.length > 0}
        total={isNarrowed ? changes.read.length : changes.shown.length}
        found={changes.shown.length}
        onClear={clear}
        empty={{ title: 'No changes were found', text: 'No log has a change in that time.' }}
      >
        <DataTable
          label="Changes, newest first"
          columns={columns}
          rows={changes.shown}
          rowKey={({ stream, version }) => `${version} ${stream}`}
        />
      </ListStates>
      <p className={styles['more']} role="status">
        {changes.shown.length.toLocaleString('en')} {changes.shown.length === 1 ? 'change' : 'changes'} shown
        {changes.hasMore &&
          changes.shown.length < pages * PAGE &&
          ` of the newest ${changes.read.length.toLocaleString('en')}`}
        {changes.hasMore && (
          <Button
            isPending={changes.isReading}
            onPress={() => {
              if (changes.shown.length < pages * PAGE) setLooks(looks + 1);
              else place.change({ pages: pages + 1 });
            }}
          >
            {changes.shown.length < pages * PAGE ? 'Look further back' : 'Show older changes'}
          </Button>
        )}
      </p>
    </ListFrame>
  );
}

function columnsOf(byStream: ReadonlyMap<string, ChangedDocument>, now: string): readonly DataColumn<Change>[] {
  return [
    {
      id: 'change',
      header: 'Change',
      cell: ({ stream, version, summary, type, reason }) => {
        const document = byStream.get(stream);
        const words = summary === '' ? type : summary;
        return (
          <span title={reason === undefined ? words : `${words} (${reason})`}>
            {document?.kind === 'draft' ? (
              <Link
                to={`${APP_BASE}/drafts/$draftId`}
                params={{ draftId: document.id }}
                search={{ at: version }}
                className={lists['link']}
              >
                {words}
              </Link>
            ) : document?.kind === 'index' ? (
              <Link
                to={`${APP_BASE}/indices/$name/mapping`}
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
      },
    },
    {
      id: 'document',
      header: 'Document',
      className: styles['documentColumn'],
      cell: ({ stream, version }) => {
        const document = byStream.get(stream);
        if (document === undefined) return stream;
        return (
          <>
            {document.kind === 'index' ? <IndexLink name={document.name} /> : document.name}
            <span className={lists['chips']}>
              {document.kind !== 'draft' && (
                <Chip {...(document.kind === 'deleted' && { tone: 'warning' as const })}>
                  {KIND_WORDS[document.kind]}
                </Chip>
              )}
              <span className={styles['version']}>version {version.toLocaleString('en')}</span>
            </span>
          </>
        );
      },
    },
    { id: 'author', header: 'Author', className: styles['author'], cell: ({ author }) => author.name },
    { id: 'at', header: 'When', className: styles['at'], cell: ({ at }) => <TimeAgo at={at} now={now} /> },
  ];
}

interface NamedAuthor {
  readonly id: string;
  readonly label: string;
}

/** The authors of what was read, by their newest names. */
function authorsOf(changes: readonly Change[]): readonly NamedAuthor[] {
  const names = new Map<string, string>();
  for (const { author } of changes) if (!names.has(author.id)) names.set(author.id, author.name);
  return [...names].map(([id, label]) => ({ id, label }));
}

function withChosen(authors: readonly NamedAuthor[], chosen: string | undefined): readonly NamedAuthor[] {
  return chosen === undefined || authors.some(({ id }) => id === chosen)
    ? authors
    : [...authors, { id: chosen, label: chosen }];
}
