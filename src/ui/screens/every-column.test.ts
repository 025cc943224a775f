import { readdirSync, readFileSync } from 'node:fs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { dataStreamOf, INDEX_SORT_COLUMNS, sortIndicesBy, type Index } from '#domain/console';
import type { UnreadSearch } from '../platform/search-schema.ts';
import { componentTemplateItemOf, indexTemplateItemOf } from '#domain/template';
import { useDataTable, type DataColumns, type RowData } from '../kit/use-data-table.ts';
import { ALIAS_COLUMNS } from './aliases/alias-columns.tsx';
import { CHANGE_COLUMNS } from './change-history/change-columns.tsx';
import { CLAIM_COLUMNS } from './code/code-screen.tsx';
import { DATA_STREAM_COLUMNS } from './data-streams/data-stream-columns.tsx';
import { DRAFT_COLUMNS } from './drafts/draft-columns.tsx';
import { RUN_COLUMNS } from './fuzz-lab/runs-table.tsx';
import { readAliasesSearch } from './aliases/aliases-search.ts';
import { readCodeSearch } from './code/code-search.ts';
import { readDataStreamsSearch } from './data-streams/data-streams-search.ts';
import { readDraftsSearch } from './drafts/drafts-search.ts';
import { FIELD_COLUMNS } from './index-detail/fields/field-columns.tsx';
import { readIndexDetailSearch } from './index-detail/index-detail-search.ts';
import { readIndexFieldsSearch } from './index-fields/index-fields-search.ts';
import { readIndicesSearch } from './indices/indices-search.ts';
import { readPoliciesSearch } from './lifecycle-policies/policies-search.ts';
import { readLintSearch } from './lint/lint-list-search.ts';
import { readPlansSearch } from './plans/plans-search.ts';
import { readTasksSearch } from './tasks/tasks-search.ts';
import { readComponentsSearch, readTemplatesSearch } from './templates/templates-search.ts';
import { INDEX_COLUMNS } from './indices/index-columns.tsx';
import { POLICY_COLUMNS } from './lifecycle-policies/lifecycle-policies-screen.tsx';
import { FINDING_COLUMNS } from './lint/lint-screen.tsx';
import { PLAN_COLUMNS } from './plans/plans-screen.tsx';
import { TASK_COLUMNS } from './tasks/task-columns.tsx';
import { COMPONENT_COLUMNS } from './templates/component-templates-screen.tsx';
import { COMPOSABLE_COLUMNS, LEGACY_COLUMNS } from './templates/template-columns.tsx';

interface ColumnCase {
  /** The file that makes the columns. */
  readonly file: string;
  /** Those of the columns that can be sorted by. */
  readonly accessors: ReadonlyMap<string, (row: unknown) => unknown>;
  /** Whether each row has a column of actions. */
  readonly hasMenu: boolean;
  readonly sorted: (rows: readonly unknown[], id: string, desc: boolean) => readonly unknown[];
  /** A row with every optional member, and one with none. */
  readonly full: object;
  readonly bare: object;
}

function columnCase<Item extends RowData & object>(
  file: string,
  columns: DataColumns<Item>,
  rows: { readonly full: Item; readonly bare: Item },
): ColumnCase {
  const accessors = columns.flatMap((column) => {
    const id = column.id ?? ('accessorKey' in column ? String(column.accessorKey) : undefined);
    if (id === undefined || column.enableSorting === false) return [];
    if ('accessorFn' in column) return [{ id, read: column.accessorFn }];
    if (!('accessorKey' in column)) return [];
    const key = column.accessorKey as keyof Item;
    return [{ id, read: (row: Item): unknown => row[key] }];
  });
  return {
    file,
    ...rows,
    hasMenu: columns.some(({ meta }) => meta?.isActions === true),
    accessors: new Map(accessors.map(({ id, read }) => [id, (row: unknown) => read(row as Item, 0)])),
    sorted(data, id, desc) {
      let shown: readonly unknown[] = [];
      function Table() {
        const table = useDataTable({
          ...{ columns, data: data as readonly Item[], sorting: [{ id, desc }] },
          getRowId: (row) => String(data.indexOf(row)),
        });
        shown = table.getRowModel().rows.map(({ original }) => original);
        return null;
      }
      renderToStaticMarkup(createElement(Table));
      return shown;
    },
  };
}

const AT = '2026-01-01T00:00:00.000Z';
const BARE_INDEX: Index = { name: 'bare' };
const TASK = {
  ...{ id: 'n:1', action: 'indices:data/write/reindex', description: '', node: 'n', startedAt: AT, runningMs: 1 },
  ...{ isCancellable: true, isCancelled: false },
};
const STREAM = { name: 'bare', timestamp_field: { name: '@timestamp' }, indices: [], generation: 1, status: 'GREEN' };
const DRAFT = {
  ...{ id: 'd', name: 'd', createdAt: AT, mappingsAt: '' },
  kind: 'mappings',
  target: { distribution: 'opensearch', version: '3.4' },
} as const;
const PLAN = {
  ...{ id: 'p', title: 'Reindex a into b', subject: 'a', createdAt: AT, createdBy: 'a', done: 1, steps: 1 },
  kind: 'replace_index',
  state: 'done',
} as const;
const FINDING = {
  ...{ id: 'f', name: 't', rule: 'Date as text', path: 'created_at', evidence: 'A date.' },
  kind: 'index_template',
  severity: 'warning',
} as const;
const CLAIM = {
  ...{ project: 'p', object: 'index_templates/t', name: 't', file: 'index_templates/t.json', digest: '' },
  kind: 'index_template',
  isLeft: false,
  applied: { at: AT, by: 'a', environment: null, commit: null, isDirty: false, outcome: 'done' },
} as const;
const templates = (isLegacy: boolean) => ({
  bare: indexTemplateItemOf({ name: 'bare', isLegacy, body: { index_patterns: ['a'] } }),
  full: indexTemplateItemOf({
    ...{ name: 'full', isLegacy },
    body: { index_patterns: ['a'], priority: 0, order: 0, composed_of: [], template: {}, settings: {} },
  }),
});

/** The lists of the console; one that is missing here fails the first test. */
const CASES: readonly ColumnCase[] = [
  columnCase('aliases/alias-columns.tsx', ALIAS_COLUMNS, {
    bare: { alias: 'bare', index: 'i' },
    full: { alias: 'full', index: 'i' },
  }),
  columnCase('change-history/change-columns.tsx', CHANGE_COLUMNS as DataColumns<object>, { bare: {}, full: {} }),
  columnCase('code/code-screen.tsx', CLAIM_COLUMNS, {
    bare: CLAIM,
    full: { ...CLAIM, state: 'same', applied: { ...CLAIM.applied, commit: 'abcdef0' } },
  }),
  columnCase('data-streams/data-stream-columns.tsx', DATA_STREAM_COLUMNS, {
    bare: dataStreamOf(STREAM),
    full: dataStreamOf({
      ...STREAM,
      name: 'full',
      template: 't',
      ilm_policy: 'p',
      store_size: '0b',
      maximum_timestamp: 1,
    }),
  }),
  columnCase('drafts/draft-columns.tsx', DRAFT_COLUMNS, {
    bare: { draft: DRAFT, activity: undefined },
    full: { draft: DRAFT, activity: { changes: 0, changedAt: AT, summary: '' } },
  }),
  columnCase('fuzz-lab/runs-table.tsx', RUN_COLUMNS as DataColumns<object>, {
    bare: { cases: 0, accepted: 0, failures: 0 },
    full: { cases: 0, accepted: 0, failures: 0 },
  }),
  columnCase('index-detail/fields/field-columns.tsx', FIELD_COLUMNS, {
    bare: { path: 'bare', structures: [] },
    full: {
      path: 'full',
      type: 'long',
      id: '/mappings/properties/full',
      bytes: 0,
      share: 0,
      structures: [],
      uses: 0,
      unusedBytes: 0,
      indices: 0,
    },
  }),
  {
    // Sorted before the table has them.
    ...columnCase<Index>('indices/index-columns.tsx', INDEX_COLUMNS, {
      bare: BARE_INDEX,
      full: {
        ...{ name: 'full', health: 'green', status: 'open', primary: 0, replica: 0, documents: 0, data_stream: 's' },
        ...{ size: '0b', primary_size: 0, ilmPolicyName: 'p' },
      },
    }),
    sorted(rows, id, desc) {
      const column = INDEX_SORT_COLUMNS.find((each) => each === id);
      return column === undefined ? [] : sortIndicesBy(rows as Index[], [{ column, order: desc ? 'desc' : 'asc' }]);
    },
  },
  columnCase('lifecycle-policies/lifecycle-policies-screen.tsx', POLICY_COLUMNS, {
    bare: { name: 'bare', phases: [], body: {} },
    full: { name: 'full', phases: [], usedBy: { dataStreams: [], indices: [], templates: [] }, body: {} },
  }),
  columnCase('lint/lint-screen.tsx', FINDING_COLUMNS, { bare: FINDING, full: FINDING }),
  columnCase('plans/plans-screen.tsx', PLAN_COLUMNS, { bare: PLAN, full: PLAN }),
  columnCase('tasks/task-columns.tsx', TASK_COLUMNS, {
    bare: TASK,
    full: { ...TASK, progress: { done: 0, total: 1 } },
  }),
  columnCase('templates/component-templates-screen.tsx', COMPONENT_COLUMNS, {
    bare: componentTemplateItemOf({ name: 'bare', isManaged: false, body: {} }),
    full: componentTemplateItemOf({ name: 'full', isManaged: false, usedBy: [], body: {} }),
  }),
  columnCase('templates/template-columns.tsx', COMPOSABLE_COLUMNS, templates(false)),
  columnCase('templates/template-columns.tsx', LEGACY_COLUMNS, templates(true)),
];

/** A row that reports which absent members are read, at any depth. */
function watched<Row extends object>(row: Row, onAbsent: (name: string) => void): Row {
  return new Proxy(row, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (value === undefined && typeof name === 'string') onAbsent(name);
      return typeof value === 'object' && value !== null && !Array.isArray(value) ? watched(value, onAbsent) : value;
    },
  });
}

/** The readers of the addresses of lists, by the file of their columns. The history and the runs have one order. */
const ADDRESSES: Readonly<Record<string, readonly ((search: UnreadSearch) => object)[]>> = {
  'aliases/alias-columns.tsx': [readAliasesSearch],
  'change-history/change-columns.tsx': [],
  'code/code-screen.tsx': [readCodeSearch],
  'data-streams/data-stream-columns.tsx': [readDataStreamsSearch],
  'drafts/draft-columns.tsx': [readDraftsSearch],
  'fuzz-lab/runs-table.tsx': [],
  'index-detail/fields/field-columns.tsx': [
    readIndexFieldsSearch,
    // One index has no column for the number of them.
    ({ sort }) => readIndexDetailSearch({ sort: sort === 'indices' ? 'name' : sort }),
  ],
  'indices/index-columns.tsx': [readIndicesSearch],
  'lifecycle-policies/lifecycle-policies-screen.tsx': [readPoliciesSearch],
  'lint/lint-screen.tsx': [readLintSearch],
  'plans/plans-screen.tsx': [readPlansSearch],
  'tasks/task-columns.tsx': [readTasksSearch],
  'templates/component-templates-screen.tsx': [readComponentsSearch],
  'templates/template-columns.tsx': [readTemplatesSearch],
};

function columnFiles(): readonly string[] {
  const files = readdirSync(new URL('..', import.meta.url), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !file.startsWith('kit/'))
    .filter((file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').includes('columnHelper<'))
    .map((file) => file.replace(/^screens\//, ''))
    .toSorted();
}

describe('the columns of every list', () => {
  it('are in this sweep', () => {
    expect([...new Set(CASES.map(({ file }) => file))].toSorted()).toEqual(columnFiles());
  });

  it.each(CASES)('of $file read nothing in place of an absent number', ({ accessors, full, bare }) => {
    for (const [id, read] of accessors) {
      const absent: string[] = [];
      const value = read(watched(bare, (name) => absent.push(name)));
      if (absent.length > 0 && typeof read(full) === 'number') expect({ id, value }).toEqual({ id, value: undefined });
    }
  });

  it.each(CASES)('of $file can be in the address of the list, each by its name', ({ file, accessors }) => {
    for (const read of ADDRESSES[file] ?? [() => ({})])
      for (const sort of accessors.keys()) expect({ sort, read: read({ sort }) }).toHaveProperty('read.sort');
  });

  const optional = CASES.flatMap(({ accessors, ...list }) =>
    [...accessors]
      .filter(([, read]) => read(list.bare) === undefined && read(list.full) !== undefined)
      .map(([id]) => ({ ...list, id })),
  );

  it.each(optional)('of $file sort rows without $id last in both directions', ({ id, sorted, full, bare }) => {
    for (const desc of [false, true]) {
      expect(sorted([bare, full], id, desc)).toEqual([full, bare]);
      expect(sorted([full, bare], id, desc)).toEqual([full, bare]);
    }
  });

  it('have a menu in each row, unless the row is only read', () => {
    const without = CASES.filter(({ hasMenu }) => !hasMenu).map(({ file }) => file);
    expect([...new Set(without)]).toEqual(['change-history/change-columns.tsx', 'lint/lint-screen.tsx']);
  });

  it('include 26 that can be absent', () => expect(optional).toHaveLength(26));
});
