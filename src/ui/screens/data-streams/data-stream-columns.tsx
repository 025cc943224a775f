import { Link } from '@tanstack/react-router';
import { formatSize, parseSize, type DataStream } from '#domain/console';
import { BADGE_TONES } from '../../lists/badge-tones.ts';
import { useExtensions } from '../../platform/extensions/use-extensions.ts';
import { ROUTES } from '../../platform/route-table.ts';
import type { UnreadSearch } from '../../platform/search-schema.ts';
import { Chip } from '../../kit/chip.tsx';
import { Health } from '../../kit/health.tsx';
import { columnHelper } from '../../kit/use-data-table.ts';
import common from '../../kit/common.module.css';
import hidden from '../../kit/visually-hidden.module.css';
import { BackingIndicesLink, LifecyclePolicyLink, TemplateLink } from '../../lists/links.tsx';
import { ListTime } from '../../lists/list-time.tsx';
import lists from '../../lists/lists.module.css';
import { DataStreamMenu } from './data-stream-menu.tsx';
import styles from './data-streams.module.css';
import { readDataStreamsSearch } from './data-streams-search.ts';

const column = columnHelper<DataStream>();

/** The columns that are shown where stats were requested. */
export const STATS_COLUMNS = ['size', 'updated'] as const;

/** The columns of the list of data streams. */
export const DATA_STREAM_COLUMNS = column.columns([
  column.accessor('name', {
    id: 'name',
    header: 'Name',
    cell: ({ row: { original } }) => (
      <>
        <Link to={ROUTES.dataStream} params={{ name: original.name }} search={openSummary} className={lists['link']}>
          {original.name}
        </Link>
        <span className={lists['chips']}>
          {original.hidden && <Chip>Hidden</Chip>}
          {original._meta?.['managed'] === true && <Chip title="Managed (from _meta)">Managed</Chip>}
          <Badges stream={original} />
        </span>
      </>
    ),
  }),
  column.accessor('health', {
    header: 'Health',
    meta: { className: styles['health'] },
    cell: ({ row }) => <Health health={row.original.health} />,
  }),
  column.accessor(({ indices }) => indices.length, {
    id: 'indices',
    header: 'Indices',
    meta: { className: styles['number'], isNumeric: true },
    sortDescFirst: true,
    cell: ({ row: { original } }) => (
      <BackingIndicesLink name={original.name}>
        {original.indices.length.toLocaleString('en')}
        <span className={hidden['text']}> backing indices of {original.name}</span>
      </BackingIndicesLink>
    ),
  }),
  column.accessor('generation', {
    header: 'Generation',
    meta: { className: styles['generation'], isNumeric: true },
    sortDescFirst: true,
    cell: ({ row }) => row.original.generation.toLocaleString('en'),
  }),
  column.accessor('indexTemplateName', {
    id: 'template',
    header: 'Index template',
    meta: { className: styles['template'], isName: true },
    cell: ({ row: { original } }) =>
      original.indexTemplateName !== undefined && <TemplateLink name={original.indexTemplateName} />,
  }),
  column.accessor('ilmPolicyName', {
    id: 'ilm',
    header: 'Lifecycle policy',
    meta: { className: styles['policy'], isName: true },
    cell: ({ row: { original } }) =>
      original.ilmPolicyName !== undefined && <LifecyclePolicyLink name={original.ilmPolicyName} />,
  }),
  column.accessor(sizeOf, {
    id: 'size',
    header: 'Storage size',
    meta: { className: styles['number'], isNumeric: true },
    sortDescFirst: true,
    cell: ({ row }) => storageSize(row.original),
  }),
  column.accessor(({ maxTimeStamp: at }) => (at !== undefined && hasDocuments(at) ? at : undefined), {
    id: 'updated',
    header: 'Last updated',
    meta: { className: styles['updated'] },
    sortDescFirst: true,
    cell: ({ row }) => <LastUpdated at={row.original.maxTimeStamp} />,
  }),
  column.display({
    id: 'menu',
    header: 'Actions',
    meta: { className: lists['menu'], isActions: true },
    cell: ({ row }) => <DataStreamMenu stream={row.original} />,
  }),
]);

function openSummary(before: UnreadSearch) {
  const { tab: _, ...loaded } = readDataStreamsSearch(before);
  return loaded;
}

/** The badges of extensions that match the data stream. */
function Badges({ stream }: { readonly stream: DataStream }) {
  const { badges } = useExtensions();
  return badges
    .filter(({ matchDataStream }) => matchDataStream?.(stream) === true)
    .map(({ label, color }) => (
      <Chip key={label} tone={BADGE_TONES[color]}>
        {label}
      </Chip>
    ));
}

function sizeOf({ storageSize: formatted, storageSizeBytes }: DataStream): number | undefined {
  return parseSize(storageSizeBytes ?? formatted);
}

/** The storage size; absent where stats were not requested or are refused. */
export function storageSize(stream: DataStream): string | undefined {
  const bytes = sizeOf(stream);
  return bytes === undefined ? undefined : formatSize(bytes);
}

/** An engine reports the limits of its range for a data stream without documents. */
function hasDocuments(newest: number): boolean {
  return newest > 0 && newest <= 8.64e15;
}

/** Time of the newest document. */
export function LastUpdated({ at }: { readonly at: number | undefined }) {
  if (at === undefined) return null;
  if (!hasDocuments(at)) return <span className={common['muted']}>No documents</span>;
  return <ListTime at={new Date(at).toISOString()} />;
}
