import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { kindTitle } from '#domain/code';
import { missingIn, missingSentence, type MissingPart, countOf } from '#domain/console';
import { SEVERITIES } from '#domain/lint';
import { ClusterGate } from '../../cluster/cluster-gate.tsx';
import { useCluster, useClusterTarget } from '../../cluster/use-cluster.ts';
import { SeverityChip } from '../../editor/lint/severity-chip.tsx';
import { Screen } from '../../frame/screen.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import common from '../../kit/common.module.css';
import { EmptyState } from '../../kit/empty-state.tsx';
import { CircleAlert, CircleCheck, RotateCw } from '../../kit/icons/icons.ts';
import { columnHelper } from '../../kit/use-data-table.ts';
import { filterRows } from '../../lists/filter-rows.ts';
import { ListToolbar } from '../../lists/list-toolbar.tsx';
import lists from '../../lists/lists.module.css';
import { ListHead, ListRows, ResourceList } from '../../lists/resource-list.tsx';
import { useListUrlState } from '../../lists/use-list-url-state.ts';
import { useResourceList } from '../../lists/use-resource-list.ts';
import type { ApiError } from '../../platform/console-api.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { useOpenServices } from '../../platform/services.ts';
import { templateEditorOf } from '../../platform/template-links.ts';
import { useApiQuery, useRefetch } from '../../platform/use-api-query.ts';
import { readLintSearch } from './lint-list-search.ts';
import { useSwitchedOffRules, type RulesOfTemplates, type SwitchedOff } from './use-switched-off-rules.ts';
import { useTemplateFindings, type TemplateFinding, type TemplateRuleOff } from './use-template-findings.ts';

const NOUN = { one: 'finding', many: 'findings' } as const;
const ADDRESS = { readSearch: readLintSearch, listPath: ROUTES.lint } as const;
const nameOf = ({ name }: TemplateFinding) => name;
const idOf = ({ id }: TemplateFinding) => id;
const find = (findings: readonly TemplateFinding[], text: string) =>
  filterRows(findings, text, ({ name, rule, path, evidence }) => [name, rule, path, evidence]);

const column = columnHelper<TemplateFinding>();

/** The columns of the list of findings. */
export const FINDING_COLUMNS = column.columns([
  column.accessor('name', {
    id: 'name',
    header: 'Template',
    cell: ({ row: { original } }) => (
      <>
        <Link {...templateEditorOf(original, { tab: 'lint' })} className={lists['link']}>
          {original.name}
        </Link>
        <span className={lists['chips']}>
          <Chip>{kindTitle(original.kind)}</Chip>
        </span>
      </>
    ),
  }),
  column.accessor(({ severity }) => SEVERITIES.indexOf(severity), {
    id: 'severity',
    header: 'Severity',
    cell: ({ row: { original } }) => <SeverityChip severity={original.severity} />,
  }),
  column.accessor('rule', { id: 'rule', header: 'Rule' }),
  column.accessor('path', {
    id: 'path',
    header: 'Place',
    cell: ({ row: { original } }) => <span className={common['monoBreaking']}>{original.path}</span>,
  }),
  column.accessor('evidence', { id: 'evidence', header: 'Finding', enableSorting: false }),
]);

/** What lint finds in the templates of the cluster. */
export function LintScreen() {
  return (
    <Screen title="Lint">
      <ClusterGate>
        <Findings />
      </ClusterGate>
    </Screen>
  );
}

const NOT_READ: SwitchedOff = { off: null, missing: [] };
const NONE_OFF: RulesOfTemplates = new Map();

/** Reads which rules are switched off, once the storage is open. Renders nothing. */
function SwitchedOffReader({
  cluster,
  onRead,
}: {
  readonly cluster: string | undefined;
  readonly onRead: (read: SwitchedOff) => void;
}) {
  const read = useSwitchedOffRules(cluster);
  useEffect(() => onRead(read), [read, onRead]);
  return null;
}

function Findings() {
  const url = useListUrlState(ADDRESS);
  const templates = useApiQuery('index_templates.list', {});
  const components = useApiQuery('component_templates.list', {});
  const refetch = useRefetch();
  const onRefresh = () => void refetch('index_templates.list', 'component_templates.list');
  const target = useClusterTarget();
  const { data: cluster } = useCluster();
  const clusterId = cluster?.uuid ?? cluster?.id;
  const isStorageOpen = useOpenServices() !== null;
  // The list does not wait for the storage: until it is open, all rules are on.
  const [beganWithout] = useState(!isStorageOpen);
  const [switched, setSwitched] = useState(NOT_READ);
  // Else findings of a rule that is off would be seen for a moment.
  const rules = switched.off ?? (beganWithout ? NONE_OFF : null);
  const isRead = !templates.isPending && !components.isPending && (rules !== null || target === null);
  const by = useMemo(
    () =>
      isRead && target !== null && clusterId !== undefined && rules !== null
        ? { target, cluster: clusterId, off: rules }
        : null,
    [isRead, target, clusterId, rules],
  );
  const { findings, off, checked, total } = useTemplateFindings(
    { index: templates.data?.templates, legacy: templates.data?.legacyTemplates, component: components.data },
    by,
  );
  const unread = [
    ...(templates.data === undefined
      ? failedParts(templates.error, 'index templates', 'legacy templates')
      : missingIn(templates.data)),
    ...(components.data === undefined ? failedParts(components.error, 'component templates') : []),
    ...switched.missing,
  ];
  // What was read before stays, and may be out of date.
  const outdated = [templates, components].find(({ data, error }) => data !== undefined && error !== null);
  const list = useResourceList({
    ...{ noun: NOUN, url, items: findings, nameOf, getRowId: idOf, columns: FINDING_COLUMNS, find, onRefresh },
    query: {
      data: isRead || undefined,
      error: outdated?.error ?? null,
      isFetching: templates.isFetching || components.isFetching,
      dataUpdatedAt: Math.min(templates.dataUpdatedAt, components.dataUpdatedAt),
    },
  });
  const isEngineUnknown = isRead && target === null && total === 0;
  const retry = (
    <Button
      size="small"
      icon={RotateCw}
      onPress={() => void refetch('cluster.get', 'index_templates.list', 'component_templates.list')}
    >
      Try again
    </Button>
  );
  return (
    <ResourceList list={list}>
      {isStorageOpen && <SwitchedOffReader cluster={clusterId} onRead={setSwitched} />}
      <ListHead intro="What the templates of the cluster have that costs too much, loses documents or breaks with an upgrade. Managed templates are left out." />
      <ListToolbar list={list}>
        <span className={common['muted']} role="status">
          {checked < total
            ? `${checked.toLocaleString('en')} of ${total.toLocaleString('en')} templates checked`
            : `${countOf(total, 'template')} checked`}
        </span>
      </ListToolbar>
      <ListRows
        list={list}
        notices={
          <>
            {unread.length > 0 && (
              <Banner kind="warning" title="Not everything could be read" actions={retry}>
                {unread.map((part) => (
                  <p key={part.part}>{missingSentence(part)}</p>
                ))}
              </Banner>
            )}
            {off.length > 0 && <RulesOff off={off} />}
          </>
        }
        empty={
          isEngineUnknown ? (
            <EmptyState icon={CircleAlert} title="No templates were checked" actions={retry}>
              <p>The engine of the cluster isn’t known, and the rules depend on it.</p>
            </EmptyState>
          ) : unread.length > 0 && checked === total ? (
            <EmptyState
              icon={CircleAlert}
              title={total === 0 ? 'No templates were checked' : 'No findings in what could be read'}
            />
          ) : (
            <EmptyState icon={CircleCheck} title={checked < total ? 'Checking the templates' : 'No findings'}>
              <p>The mapping of an index has its findings in the tab Lint of its editor.</p>
            </EmptyState>
          )
        }
      />
    </ResourceList>
  );
}

/** The rules that were not checked, since they are switched off in the tab "Lint" of a template. */
function RulesOff({ off }: { readonly off: readonly TemplateRuleOff[] }) {
  return (
    <details className={common['explanation']}>
      <summary>Switched off: {countOf(off.length, 'rule')}</summary>
      <ul className={common['bullets']} aria-label="Switched off rules">
        {off.map(({ id, rule, reason, ...template }) => (
          <li key={id}>
            <Link {...templateEditorOf(template, { tab: 'lint' })} className={lists['link']}>
              {template.name}
            </Link>{' '}
            {rule}: {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Parts of a response that failed as a whole. */
function failedParts(error: ApiError | null, ...parts: readonly string[]): readonly MissingPart[] {
  return error === null ? [] : parts.map((part) => ({ part, reason: error.message }));
}
