import { useMemo, useState } from 'react';
import { countOf, missingSentence, type Index } from '#domain/console';
import type { RouteAnswer } from '#domain/wire';
import { ClusterGate } from '../../cluster/cluster-gate.tsx';
import { useCluster, useClusterTarget } from '../../cluster/use-cluster.ts';
import { UsageNote } from '../../editor/lint/usage-note.tsx';
import { Screen } from '../../frame/screen.tsx';
import { Button } from '../../kit/button.tsx';
import common from '../../kit/common.module.css';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ListTree } from '../../kit/icons/icons.ts';
import { TextField } from '../../kit/text-field.tsx';
import { filterRows } from '../../lists/filter-rows.ts';
import { ListToolbar } from '../../lists/list-toolbar.tsx';
import { ListHead, ListRows, ResourceList } from '../../lists/resource-list.tsx';
import { useListUrlState, type ListUrlState } from '../../lists/use-list-url-state.ts';
import { useResourceList } from '../../lists/use-resource-list.ts';
import { unreadParts } from '../../platform/read-indices.ts';
import { useApiQuery, useRefetch } from '../../platform/use-api-query.ts';
import { FIELD_COLUMNS } from '../index-detail/fields/field-columns.tsx';
import type { FieldRow } from '../index-detail/fields/field-rows.ts';
import { readIndexFieldsSearch } from './index-fields-search.ts';
import styles from './index-fields.module.css';
import { matchingIndices } from './matching-indices.ts';
import { SummedCosts } from './summed-costs.tsx';
import { summedRows } from './summed-rows.ts';
import { knownUsage, useIndexFigures } from './use-index-figures.ts';

/** Indices whose fields are summed; of more the newest are. */
const MAX_SUMMED = 100;
const NOUN = { one: 'field', many: 'fields' } as const;
const ADDRESS = {
  readSearch: readIndexFieldsSearch,
  defaultSort: { sort: 'size', order: 'desc' },
} as const;
const NOT_OPENED = { name: undefined, onClose() {} } as const;
const NONE: readonly never[] = [];
const nameOf = ({ path }: FieldRow) => path;
const find = (fields: readonly FieldRow[], text: string) => filterRows(fields, text, ({ path, type }) => [path, type]);

/** What the fields of several indices take up together: of a data stream, an alias or a pattern. */
export function IndexFieldsScreen() {
  return (
    <Screen title="Fields of indices">
      <ClusterGate>
        <Fields />
      </ClusterGate>
    </Screen>
  );
}

function Fields() {
  const url = useListUrlState(ADDRESS);
  const { of = '' } = url.search;
  const list = useApiQuery('indices.list', {});
  const matching = useMemo(() => matchingIndices(list.data ?? NONE, of), [list.data, of]);
  const indices = useMemo(() => matching.slice(-MAX_SUMMED), [matching]);
  return <SummedFields {...{ url, list, indices }} more={matching.length - indices.length} />;
}

interface SummedFieldsProps {
  readonly url: ListUrlState<ReturnType<typeof readIndexFieldsSearch>>;
  /** The response that the indices are from. */
  readonly list: ReturnType<typeof useApiQuery<'indices.list'>>;
  /** The oldest first. */
  readonly indices: readonly Index[];
  /** How many further indices there are. */
  readonly more: number;
}

function SummedFields({ url, list, indices, more }: SummedFieldsProps) {
  const { of = '' } = url.search;
  const { read, costs, usages } = useIndexFigures(indices);
  const target = useClusterTarget();
  const { kind, features } = useCluster().data ?? {};
  const refetch = useRefetch();
  const fields = useMemo(() => {
    const placeOf = new Map(indices.map(({ name }, at) => [name, at]));
    const known = (read.data?.indices ?? NONE).map((index) => {
      const at = placeOf.get(index.name) ?? -1;
      return { index, analysis: costs.answers[at]?.analysis, usage: knownUsage(usages.answers[at]) };
    });
    return summedRows(known, target);
  }, [read.data, indices, target, costs.answers, usages.answers]);
  const isUsageKnown = usages.answers.some(hasUsage);
  const failedOf = (part: string, { errors }: Pick<typeof costs, 'errors'>) =>
    errors.flatMap((error, at) =>
      error === null ? [] : [{ name: indices[at]?.name ?? '', part, reason: error.message }],
    );
  const failed = [
    ...(read.data?.failed ?? NONE),
    ...failedOf('disk usage', costs),
    ...(isUsageKnown ? failedOf('usage', usages) : NONE),
  ];
  const query = indices.length === 0 ? list : read;
  const resources = useResourceList({
    ...{ noun: NOUN, url, query, items: fields, nameOf, columns: FIELD_COLUMNS, find },
    onRefresh: () => void refetch('indices.list').then(() => read.refetch()),
    opened: NOT_OPENED,
    isNarrowed: true,
  });
  const starts = usages.answers.flatMap((answer) => answer?.since ?? []);
  const isCounted = features?.field_stats?.has === true;
  return (
    <ResourceList list={resources}>
      <ListHead intro="What the fields of a data stream, an alias or a pattern of indices take up together, and how often they were used.">
        <Choice of={of} onChange={(text) => url.change({ of: text === '' ? undefined : text })} />
      </ListHead>
      {of !== '' && <ListToolbar list={resources} />}
      <ListRows
        list={resources}
        notices={
          indices.length > 0 &&
          features?.field_stats !== undefined && (
            <div className={common['stack3']}>
              <p className={common['explanation']}>{shownText(indices, more)}</p>
              <SummedCosts
                costs={costs}
                indices={indices}
                support={features.field_stats}
                hasFiles={kind !== 'sandbox'}
              />
              <UsageNote
                usage={knownUsage(usages.answers.find(hasUsage))}
                since={starts.length === 0 ? undefined : Math.max(...starts)}
                error={isUsageKnown ? null : (usages.errors.find((error) => error !== null) ?? null)}
                isPending={usages.isReading}
                ask={isCounted ? () => usages.start(true) : undefined}
              />
              {unreadParts(failed).map((part) => (
                <p key={`${part.part} ${part.reason}`} className={common['mutedBreaking']}>
                  {missingSentence(part)}
                </p>
              ))}
            </div>
          )
        }
        empty={
          of === '' ? (
            <EmptyState icon={ListTree} title="Which indices?">
              <p>Name indices, data streams or aliases, or patterns with *, separated by commas.</p>
            </EmptyState>
          ) : indices.length === 0 ? (
            <EmptyState icon={ListTree} title="No open index matches">
              <p>No open index, data stream or alias has a name like {of}.</p>
            </EmptyState>
          ) : (
            <EmptyState icon={ListTree} title="No fields yet">
              <p>Fields are added by documents, or in the mapping.</p>
            </EmptyState>
          )
        }
      />
    </ResourceList>
  );
}

const hasUsage = (answer: RouteAnswer<'field_usage.get'> | undefined) => answer?.fields !== undefined;

/** Which indices the list is of. */
function shownText(indices: readonly Index[], more: number): string {
  const [first, last] = [indices[0]?.name ?? '', indices.at(-1)?.name ?? ''];
  if (indices.length === 1) return `Fields of ${first}.`;
  const range = indices.length === 2 ? `${first} and ${last}` : `${first} to ${last}`;
  const left =
    more > 0 ? ` ${countOf(more, 'index', 'indices')} before them ${more === 1 ? 'is' : 'are'} left out.` : '';
  return `Fields of ${countOf(indices.length, 'index', 'indices')}: ${range}.${left}`;
}

/** Which indices are meant: applied with Enter or the button. */
function Choice({ of, onChange }: { readonly of: string; readonly onChange: (text: string) => void }) {
  const [text, setText] = useState(of);
  const [shown, setShown] = useState(of);
  // Another address was opened.
  if (shown !== of) {
    setShown(of);
    setText(of);
  }
  return (
    <form
      className={styles['choice']}
      onSubmit={(event) => {
        event.preventDefault();
        onChange(text.trim());
      }}
    >
      <TextField
        label="Indices"
        isLabelHidden
        isMono
        placeholder="logs-app or logs-*"
        value={text}
        onChange={setText}
      />
      <Button type="submit" variant="primary">
        Show fields
      </Button>
    </form>
  );
}
