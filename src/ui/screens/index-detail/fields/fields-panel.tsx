import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { analyzedSize, countOf, formatSize, type Support } from '#domain/console';
import type { JsonObject } from '#domain/json';
import { savingsIn } from '#domain/lint';
import { fieldAlone } from '#domain/mapping';
import { MAX_ESTIMATED_FIELDS, type RouteAnswer } from '#domain/wire';
import { useCluster, useClusterTarget } from '../../../cluster/use-cluster.ts';
import { ANALYZE, BEFORE_ANALYSIS, CostNote } from '../../../editor/costs/cost-note.tsx';
import { UsageNote } from '../../../editor/lint/usage-note.tsx';
import { meantIndex, useFieldUsage } from '../../../editor/lint/use-field-usage.ts';
import common from '../../../kit/common.module.css';
import { EmptyState } from '../../../kit/empty-state.tsx';
import { ListTree } from '../../../kit/icons/icons.ts';
import { filterRows } from '../../../lists/filter-rows.ts';
import { StreamFieldsLink } from '../../../lists/links.tsx';
import { ListTime } from '../../../lists/list-time.tsx';
import { ListToolbar } from '../../../lists/list-toolbar.tsx';
import { ListHead, ListRows, ResourceList } from '../../../lists/resource-list.tsx';
import { useListUrlState } from '../../../lists/use-list-url-state.ts';
import { useResourceList } from '../../../lists/use-resource-list.ts';
import { ROUTES } from '../../../platform/route-table.ts';
import { useApiQuery, useRefetch } from '../../../platform/use-api-query.ts';
import { asJson, useIndexData } from '../index-data.ts';
import { readIndexDetailSearch } from '../index-detail-search.ts';
import { FIELD_COLUMNS } from './field-columns.tsx';
import { FileFacts } from './file-facts.tsx';
import { fieldRows, type FieldRow } from './field-rows.ts';
import { SampleEstimate } from './sample-estimate.tsx';
import { useFieldEstimates } from '../../../editor/costs/use-field-estimates.ts';

const NOUN = { one: 'field', many: 'fields' } as const;
const ADDRESS = {
  readSearch: readIndexDetailSearch,
  defaultSort: { sort: 'size', order: 'desc' },
  listPath: ROUTES.index,
} as const;
const OF_ONE_INDEX = { indices: false };
const NOT_OPENED = { name: undefined, onClose() {} } as const;
const NONE: readonly FieldRow[] = [];
const nameOf = ({ path }: FieldRow) => path;
const idOf = ({ id, path }: FieldRow) => id ?? path;
const find = (fields: readonly FieldRow[], text: string) => filterRows(fields, text, ({ path, type }) => [path, type]);

interface FieldsPanelProps {
  readonly name: string;
  /** Absent where it is not known. */
  readonly uuid: string | undefined;
  /** The data stream that the index belongs to. */
  readonly stream: string | undefined;
}

/** The fields of an index: what each takes up on disk, and how often it was used. Both are read on request alone. */
export function FieldsPanel({ name, uuid, stream }: FieldsPanelProps) {
  const url = useListUrlState(ADDRESS);
  const query = useIndexData('fields', name);
  const refetch = useRefetch();
  const { kind, features } = useCluster().data ?? {};
  const used = useFieldUsage(name, uuid);
  const costs = useApiQuery('field_costs.analyze', meantIndex(name, uuid), { isEnabled: false, isKept: true });
  const mappings = query.data?.mappings;
  const analysis = costs.data?.analysis;
  const { usage } = used;
  const estimates = useFieldEstimates(name, uuid);
  const known = analysis ?? estimates.estimate;
  const stats = features?.field_stats;
  const isMeasuring = stats !== undefined && kind !== 'sandbox';
  const isSelecting = isMeasuring && !stats.has;
  const target = useClusterTarget();
  const settings = useApiQuery('settings.get', { params: { name } }, { isEnabled: usage !== undefined }).data?.settings;
  const fields = useMemo(() => {
    if (mappings === undefined) return NONE;
    const isKnown = usage !== undefined && settings !== undefined && target !== null;
    const savings = isKnown ? savingsIn(asJson(mappings), { settings, usage, target }) : undefined;
    return fieldRows(asJson(mappings), { analysis: known, usage, ...(savings && { savings }) });
  }, [mappings, known, usage, settings, target]);
  const list = useResourceList({
    ...{ noun: NOUN, url, query, items: fields, nameOf, getRowId: idOf, columns: FIELD_COLUMNS, find },
    onRefresh: () => void refetch('mapping.get'),
    opened: NOT_OPENED,
    columnVisibility: OF_ONE_INDEX,
    isSelectable: isSelecting,
  });
  return (
    <ResourceList list={list}>
      <ListHead intro="What each field takes up on disk, and how often it was used: which fields cost much, and which nobody needs." />
      <ListToolbar list={list} />
      <ListRows
        list={list}
        notices={
          stats !== undefined && (
            <div className={common['stack3']}>
              {stream !== undefined && (
                <p className={common['explanation']}>
                  Of this index alone.{' '}
                  <StreamFieldsLink name={stream}>Fields of all indices of {stream}</StreamFieldsLink>
                </p>
              )}
              <CostNote query={costs} {...askedFor(stats, kind !== 'sandbox')}>
                {costs.data !== undefined && (
                  <Found answer={costs.data} at={new Date(costs.dataUpdatedAt).toISOString()} />
                )}
              </CostNote>
              {isMeasuring && analysis === undefined && (
                <SampleEstimate
                  key={`${name} ${uuid ?? ''}`}
                  name={name}
                  chosen={isSelecting ? list.selected.map(nameOf) : undefined}
                  obstacles={isSelecting && mappings ? obstaclesOf(list.selected, asJson(mappings)) : []}
                  latest={estimates.latest}
                  onEstimate={estimates.add}
                />
              )}
              <UsageNote {...used} />
              <UnusedNote name={name} fields={fields} />
            </div>
          )
        }
        empty={
          <EmptyState icon={ListTree} title="No fields yet">
            <p>Fields are added by documents, or in the mapping.</p>
          </EmptyState>
        }
      />
    </ResourceList>
  );
}

/** Why selected fields can’t be measured alone; none where there are too many of them anyway. */
function obstaclesOf(selected: readonly FieldRow[], mappings: JsonObject): readonly string[] {
  if (selected.length > MAX_ESTIMATED_FIELDS) return [];
  return selected.flatMap(({ path, id }) => {
    if (id === undefined) return [`${path} is no field of the mapping: each estimate has it anyway.`];
    const alone = fieldAlone(mappings, path);
    return 'reason' in alone ? [`${path} can’t be measured alone: ${alone.reason}.`] : [];
  });
}

/** How much nobody used, and where it can be switched off. */
function UnusedNote({ name, fields }: { readonly name: string; readonly fields: readonly FieldRow[] }) {
  const unused = fields.filter(({ unusedBytes = 0 }) => unusedBytes > 0);
  if (unused.length === 0) return null;
  const isEstimate = unused.some(({ between }) => between !== undefined);
  const bytes = unused.reduce((sum, { unusedBytes = 0 }) => sum + unusedBytes, 0);
  return (
    <p className={common['explanation']}>
      Nobody used {isEstimate && 'about '}
      {formatSize(bytes)} of the {isEstimate ? 'estimated' : 'analyzed'} size: the index, doc values or norms of{' '}
      {countOf(unused.length, 'field', 'fields')}.{' '}
      <Link to={ROUTES.indexMapping} params={{ name }} search={{ tab: 'lint' }}>
        Lint
      </Link>{' '}
      has the changes that save them.
    </p>
  );
}

/** What an analysis asks for: what fields take up, or what files do where the engine does not tell that. */
function askedFor(support: Support, hasFiles: boolean) {
  if (support.has) return { start: ANALYZE, before: BEFORE_ANALYSIS };
  return { before: support.reason, ...(hasFiles && { start: 'Show sizes by kind of file' }) };
}

interface FoundProps {
  readonly answer: RouteAnswer<'field_costs.analyze'>;
  /** ISO 8601. */
  readonly at: string;
}

function Found({ answer: { analysis, files = [] }, at }: FoundProps) {
  if (analysis !== undefined)
    return (
      <p className={common['explanation']}>
        Analyzed <ListTime at={at} />: {analyzedSize(analysis.storeBytes)}.
      </p>
    );
  if (files.length === 0)
    return <p className={common['explanation']}>The cluster doesn’t tell what fields or files take up.</p>;
  return (
    <>
      <p className={common['explanation']}>
        Files of the primary shards by kind, read <ListTime at={at} />. This engine doesn’t tell what each field takes
        up.
      </p>
      <FileFacts files={files} />
    </>
  );
}
