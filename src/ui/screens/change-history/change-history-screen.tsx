import { useNavigate } from '@tanstack/react-router';
import { Download, History } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { StreamInfo } from '#domain/ports';
import { isAbout } from '../../editor/history/event-labels.ts';
import { Screen } from '../../frame/screen.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { IconButton } from '../../kit/icon-button.tsx';
import { ComboBox } from '../../kit/combo-box.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { saveFile } from '../../kit/save-file.ts';
import { Select } from '../../kit/select.tsx';
import { ResourceList } from '../../lists/resource-list.tsx';
import { useListUrlState } from '../../lists/use-list-url-state.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { useServices } from '../../platform/services.ts';
import { useDocument } from '../../platform/use-document.ts';
import { useNow } from '../../platform/use-now.ts';
import { useStoredStreams } from '../storage/use-stored-streams.ts';
import { CHANGE_COLUMNS, KIND_LABELS, type ChangeRow } from './change-columns.tsx';
import styles from './change-history.module.css';
import type { Change } from './change-reader.ts';
import { changesCsv } from './changes-csv.ts';
import { changedDocuments } from './documents.ts';
import { PERIOD_IDS, PERIODS, readHistorySearch, type Period } from './history-search.ts';
import { useChanges, type ShownChanges } from './use-changes.ts';

const PAGE = 100;
const EVERY = 'every';
const PERIOD_LABELS: Readonly<Record<Period, string>> = {
  hour: 'Last hour',
  day: 'Last 24 hours',
  week: 'Last 7 days',
  month: 'Last 30 days',
};
const PERIOD_ITEMS = [
  { id: EVERY, label: 'Any time' } as const,
  ...PERIOD_IDS.map((id) => ({ id, label: PERIOD_LABELS[id] })),
];
const NOUN = { one: 'change', many: 'changes' } as const;
const ADDRESS = { readSearch: readHistorySearch } as const;
const idOf = ({ change: { stream, version } }: ChangeRow) => `${version} ${stream}`;
const nameOf = ({ change }: ChangeRow) => change.summary;

/** What was changed last, in every document of this device. */
export function ChangeHistoryScreen() {
  const { store } = useServices();
  const stored = useStoredStreams(store);
  return (
    <Screen title="History">
      {stored.kind === 'failed' && (
        <Banner kind="danger" title="Couldn’t load the history">
          {stored.reason}. Reload the page.
        </Banner>
      )}
      {stored.kind === 'read' && <Changes streams={stored.streams} />}
    </Screen>
  );
}

function Changes({ streams }: { readonly streams: readonly StreamInfo[] }) {
  const { store, drafts, clock } = useServices();
  const list = useDocument(drafts).state;
  const now = useNow(clock);
  const url = useListUrlState(ADDRESS);
  const { author, document: chosen, period, pages = 1 } = url.search;
  const navigate = useNavigate();
  const [looks, setLooks] = useState(0);
  const documents = useMemo(() => changedDocuments(streams, list), [streams, list]);
  const byStream = useMemo(() => new Map(documents.map((document) => [document.stream, document])), [documents]);
  const read = useMemo(
    () => streams.filter(({ stream }) => byStream.has(stream) && (chosen === undefined || stream === chosen)),
    [streams, byStream, chosen],
  );
  const words = url.text.trim().toLowerCase();
  const matches = useCallback(
    (change: Change) =>
      (author === undefined || change.author.id === author) && (words === '' || isAbout(change, words)),
    [author, words],
  );
  // The minute is enough, so that nothing is read again while time passes.
  const since =
    period === undefined ? '' : new Date(Date.parse(now) - PERIODS[period] * 3_600_000).toISOString().slice(0, 16);
  const changes = useChanges(store, read, { matches, count: pages * PAGE, since, looks });
  const { shown } = changes;
  const rows = useMemo(
    () => shown.map((change): ChangeRow => ({ change, document: byStream.get(change.stream) })),
    [shown, byStream],
  );
  const authors = useMemo(() => authorsOf(changes.read), [changes.read]);
  const documentName = (stream: string) => byStream.get(stream)?.name ?? stream;
  const isNarrowed = words !== '' || author !== undefined || chosen !== undefined || period !== undefined;
  if (documents.length === 0) {
    return (
      <EmptyState
        icon={History}
        title="No changes on this device yet"
        actions={
          <Button variant="primary" onPress={() => void navigate({ to: ROUTES.drafts })}>
            Go to drafts
          </Button>
        }
      >
        <p>Changes to drafts and index mappings are listed here with author and time.</p>
      </EmptyState>
    );
  }
  return (
    <ResourceList
      noun={NOUN}
      icon={History}
      intro="Recent changes to documents on this device"
      label="Changes, newest first"
      url={url}
      query={{
        data: changes.isReading && shown.length === 0 ? undefined : shown,
        error: null,
        isFetching: changes.isReading,
      }}
      items={rows}
      total={isNarrowed ? changes.read.length : shown.length}
      getRowId={idOf}
      nameOf={nameOf}
      columns={CHANGE_COLUMNS}
      isSortable={false}
      isPaged={false}
      onClear={() => url.clear({ author: undefined, document: undefined, period: undefined, pages: undefined })}
      choices={
        <>
          <div className={styles['document']}>
            <ComboBox
              label="Document"
              isLabelHidden
              items={[
                { id: EVERY, label: 'All documents' },
                ...documents.map(({ stream, name, kind }) => ({
                  id: stream,
                  label: name,
                  description: KIND_LABELS[kind],
                })),
              ]}
              value={chosen ?? EVERY}
              onChange={(id) => url.change({ document: id === EVERY ? undefined : id, pages: undefined })}
            />
          </div>
          <Select
            label="Author"
            isLabelHidden
            items={[{ id: EVERY, label: 'All authors' }, ...withChosen(authors, author)]}
            value={author ?? EVERY}
            onChange={(id) => url.change({ author: id === EVERY ? undefined : id, pages: undefined })}
          />
          <Select
            label="Time"
            isLabelHidden
            items={PERIOD_ITEMS}
            value={period ?? EVERY}
            onChange={(id) => url.change({ period: id === EVERY ? undefined : id, pages: undefined })}
          />
        </>
      }
      tools={() => (
        <IconButton
          icon={Download}
          label="Export as CSV"
          isDisabled={shown.length === 0}
          onPress={() => saveFile('history.csv', changesCsv(shown, documentName), 'text/csv')}
        />
      )}
      notices={
        changes.unread.length > 0 && (
          <Banner
            kind="warning"
            title={changes.unread.length === 1 ? 'Couldn’t read 1 log' : `Couldn’t read ${changes.unread.length} logs`}
          >
            {changes.unread.map(documentName).join(', ')}. Open the document for details.
          </Banner>
        )
      }
      empty={{
        title: 'No changes found',
        text: <p>No document changed in this time range. Choose a longer one, or edit a draft or a mapping.</p>,
      }}
      footer={
        <OlderChanges
          changes={changes}
          limit={pages * PAGE}
          onLookFurther={() => setLooks(looks + 1)}
          onMore={() => url.change({ pages: pages + 1 })}
        />
      }
    />
  );
}

interface OlderChangesProps {
  readonly changes: ShownChanges;
  /** How many were asked for. */
  readonly limit: number;
  readonly onLookFurther: () => void;
  readonly onMore: () => void;
}

/** How many changes are shown, and the way to older ones. */
function OlderChanges({
  changes: { shown, read, hasMore, isReading },
  limit,
  onLookFurther,
  onMore,
}: OlderChangesProps) {
  const isShort = shown.length < limit;
  return (
    <p className={styles['more']} role="status">
      {shown.length.toLocaleString('en')} {shown.length === 1 ? 'change' : 'changes'} shown
      {hasMore && isShort && ` of the newest ${read.length.toLocaleString('en')}`}
      {hasMore && (
        <Button isPending={isReading} onPress={isShort ? onLookFurther : onMore}>
          {isShort ? 'Load older' : 'Show more'}
        </Button>
      )}
    </p>
  );
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
