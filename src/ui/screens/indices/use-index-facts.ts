import { useMemo, useState } from 'react';
import {
  lacksPart,
  missingIn,
  type ColumnFacts,
  type Index,
  type IndexSortColumn,
  type MissingPart,
} from '#domain/console';
import { composableTargets, legacyTargets, templateMatcher, type ServerTemplate } from '#domain/template';
import { useFeature } from '../../cluster/use-cluster.ts';
import type { SortingState } from '../../kit/use-data-table.ts';
import type { ApiError } from '../../platform/console-api.ts';
import { useApiQuery } from '../../platform/use-api-query.ts';
import type { ChosenColumns } from './column-choice.ts';

/** By the name of the index. */
export type FactsByIndex = ReadonlyMap<string, ColumnFacts>;

const NONE: FactsByIndex = new Map();
const NO_INDICES: readonly Index[] = [];

/** The page of the list: what is read of single indices is read of these. */
interface IndexPage {
  readonly names: readonly string[];
  /** All indices that match the filter are on it. */
  readonly isWhole: boolean;
}

const NO_PAGE: IndexPage = { names: [], isWhole: false };

interface IndexColumnFacts {
  readonly facts: FactsByIndex;
  /** What of it could not be read. */
  readonly missing: readonly MissingPart[];
  readonly error: ApiError | null;
  readonly refresh: () => void;
  /** Whether the fields of all indices that match the filter are known, so that these can be sorted by them. */
  readonly areFieldsKnown: boolean;
  /** Notes the page that is shown. Call it while rendering. */
  readonly showPage: (names: readonly string[], isWhole: boolean) => void;
}

/** What the extra columns show, read only as far as they are shown or sorted by. */
export function useIndexFacts(columns: ChosenColumns, sorting: SortingState): IndexColumnFacts {
  const hasIsm = useFeature('ism')?.has === true;
  const [page, setPage] = useState(NO_PAGE);
  const needs = (id: IndexSortColumn) =>
    (columns as ReadonlySet<string>).has(id) || sorting.some((each) => each.id === id);
  const query = {
    ...(needs('created') && { created: true }),
    ...(needs('tier') && { tier: true }),
    // The list itself has the policies of ILM.
    ...((needs('phase') || (hasIsm && needs('policy'))) && { lifecycle: true }),
  };
  const needed = { facts: Object.keys(query).length > 0, fields: needs('fields') && page.names.length > 0 };
  const facts = useApiQuery('indices.facts', { query }, { isEnabled: needed.facts });
  const counts = useApiQuery(
    'indices.field_counts',
    { body: { indexNames: [...page.names] } },
    { isEnabled: needed.fields },
  );
  const known = useMemo((): FactsByIndex => {
    if (facts.data === undefined && counts.data === undefined) return NONE;
    const byName = new Map<string, ColumnFacts>((facts.data?.indices ?? []).map((each) => [each.name, each]));
    for (const { name, ...fields } of counts.data?.indices ?? [])
      byName.set(name, { ...byName.get(name), name, fields });
    return byName;
  }, [facts.data, counts.data]);
  const matching = useMatchingTemplates(known, needs('template'));
  return {
    facts: matching.facts,
    missing: [
      ...(needed.facts ? missingIn(facts.data) : []),
      ...(needed.fields ? missingIn(counts.data) : []),
      ...matching.missing,
    ],
    error: (needed.facts ? facts.error : null) ?? (needed.fields ? counts.error : null) ?? matching.error,
    refresh() {
      matching.refresh();
      if (needed.facts) void facts.refetch();
      if (needed.fields) void counts.refetch();
    },
    areFieldsKnown: page.isWhole && counts.data !== undefined,
    showPage(shown, isWhole) {
      if (!needs('fields')) return;
      // In the order of their names, so that another order of the same rows is not another page.
      const names = shown.toSorted();
      const isSame = names.length === page.names.length && names.every((name, at) => name === page.names[at]);
      if (!isSame || isWhole !== page.isWhole) setPage({ names, isWhole });
    },
  };
}

/**
 * The facts with the templates that would match each index today: of a backing index, those of its data stream. Both
 * lists are in the cache of the page; nothing is asked for single indices.
 */
function useMatchingTemplates(facts: FactsByIndex, isNeeded: boolean) {
  const indices = useApiQuery('indices.list', {}).data ?? NO_INDICES;
  const { data, error, refetch } = useApiQuery('index_templates.list', {}, { isEnabled: isNeeded });
  const match = useMemo(
    () =>
      // Without one of the kinds it is not known which templates match.
      data?.templates &&
      data.legacyTemplates &&
      templateMatcher(composableTargets(entriesOf(data.templates)), legacyTargets(entriesOf(data.legacyTemplates))),
    [data],
  );
  const withTemplates = useMemo((): FactsByIndex => {
    if (!isNeeded || match === undefined) return facts;
    return new Map(
      indices.map((index) => {
        const { name, data_stream: stream, hidden = false } = index;
        const isKnown = !lacksPart(index, 'details', 'detailsButAliases');
        const templates = isKnown && { templates: match(stream ?? name, stream === undefined && hidden) };
        return [name, { ...facts.get(name), name, ...templates }];
      }),
    );
  }, [isNeeded, match, indices, facts]);
  return {
    facts: withTemplates,
    missing: isNeeded ? missingIn(data) : [],
    error: isNeeded ? error : null,
    refresh: () => void (isNeeded && refetch()),
  };
}

const entriesOf = (templates: readonly ServerTemplate[]) => templates.map(({ name, body }) => [name, body] as const);
