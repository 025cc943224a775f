import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { kindTitle, type ObjectAddress } from '#domain/code';
import { countOf, missingSentence, type MissingPart } from '#domain/console';
import { SEVERITIES } from '#domain/lint';
import { ClusterGate } from '../../cluster/cluster-gate.tsx';
import { useCluster, useClusterTarget } from '../../cluster/use-cluster.ts';
import { useInheritedRules, type InheritedOf } from '../../cluster/use-inherited-rules.ts';
import { InheritedFrom } from '../../editor/lint/inherited-rules.tsx';
import { SeverityChip } from '../../editor/lint/severity-chip.tsx';
import { Screen } from '../../frame/screen.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import common from '../../kit/common.module.css';
import { EmptyState } from '../../kit/empty-state.tsx';
import { SegmentedControl } from '../../kit/segmented-control.tsx';
import { CircleAlert, CircleCheck, RotateCw } from '../../kit/icons/icons.ts';
import { columnHelper } from '../../kit/use-data-table.ts';
import { filterRows } from '../../lists/filter-rows.ts';
import { ListToolbar } from '../../lists/list-toolbar.tsx';
import lists from '../../lists/lists.module.css';
import { ListHead, ListRows, ResourceList } from '../../lists/resource-list.tsx';
import { useListUrlState } from '../../lists/use-list-url-state.ts';
import { useResourceList } from '../../lists/use-resource-list.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { useOpenServices } from '../../platform/services.ts';
import { templateEditorOf } from '../../platform/template-links.ts';
import { useRefetch } from '../../platform/use-api-query.ts';
import type { CheckedObjects } from './checked-objects.ts';
import styles from './lint.module.css';
import { readLintSearch } from './lint-list-search.ts';
import { MAX_READ_INDICES, useCheckedIndices } from './use-checked-indices.ts';
import { useCheckedTemplates } from './use-checked-templates.ts';
import { useFindings, type ObjectFinding, type RuleOff } from './use-findings.ts';
import { useSwitchedOffRules, type SwitchedOff, type SwitchedOffRules } from '../../platform/use-switched-off-rules.ts';

const NOUN = { one: 'finding', many: 'findings' } as const;
const ADDRESS = { readSearch: readLintSearch, listPath: ROUTES.lint } as const;
const TEMPLATES = { one: 'template', many: 'templates' } as const;
const INDICES = { one: 'index', many: 'indices' } as const;
const CHOICES = [
  { id: 'templates', label: 'Templates' },
  { id: 'indices', label: 'Indices' },
] as const;
const nameOf = ({ name }: ObjectFinding) => name;
const idOf = ({ id }: ObjectFinding) => id;
const find = (findings: readonly ObjectFinding[], text: string) =>
  filterRows(findings, text, ({ name, rule, path, evidence }) => [name, rule, path, evidence]);

/** The tab "Lint" of the editor of a template or an index, as the properties of a link. */
function lintTabOf({ kind, name }: ObjectAddress) {
  const search = { tab: 'lint' as const };
  return kind === 'index'
    ? { to: ROUTES.indexMapping, params: { name }, search }
    : templateEditorOf({ kind, name }, search);
}

const column = columnHelper<ObjectFinding>();

/** The columns of the list of findings. */
export const FINDING_COLUMNS = column.columns([
  column.accessor('name', {
    id: 'name',
    header: 'Template or index',
    meta: { className: styles['name'] },
    cell: ({ row: { original } }) => (
      <>
        <Link {...lintTabOf(original)} className={lists['link']}>
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
    meta: { className: styles['severity'] },
    cell: ({ row: { original } }) => <SeverityChip severity={original.severity} />,
  }),
  column.accessor('rule', { id: 'rule', header: 'Rule', meta: { className: styles['rule'] } }),
  column.accessor('path', {
    id: 'path',
    header: 'Place',
    meta: { className: styles['path'] },
    cell: ({ row: { original } }) => <span className={common['monoBreaking']}>{original.path}</span>,
  }),
  column.accessor('evidence', {
    id: 'evidence',
    header: 'Finding',
    enableSorting: false,
    cell: ({ row: { original } }) => <span className={styles['evidence']}>{original.evidence}</span>,
  }),
]);

/** What lint finds in the templates and indices of the cluster. */
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
const NONE_OFF: SwitchedOffRules = new Map();
const NO_TEMPLATES: InheritedOf = () => [];

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
  const { data: cluster } = useCluster();
  const clusterId = cluster?.uuid ?? cluster?.id;
  const isStorageOpen = useOpenServices() !== null;
  // The list does not wait for the storage: until it is open, all rules are on.
  const [beganWithout] = useState(!isStorageOpen);
  const [switched, setSwitched] = useState(NOT_READ);
  // Else findings of a rule that is off would be seen for a moment.
  const rules = switched.off ?? (beganWithout ? NONE_OFF : null);
  const List = url.search.of === 'indices' ? IndexFindings : TemplateFindings;
  return (
    <>
      {isStorageOpen && <SwitchedOffReader cluster={clusterId} onRead={setSwitched} />}
      <List cluster={clusterId} rules={rules} missingRules={switched.missing} />
    </>
  );
}

interface FindingsProps {
  readonly cluster: string | undefined;
  /** The rules that are switched off; null until they are known. */
  readonly rules: SwitchedOffRules | null;
  readonly missingRules: readonly MissingPart[];
}

function TemplateFindings(props: FindingsProps) {
  const checked = useCheckedTemplates(props.cluster);
  return (
    <FindingsList
      {...props}
      {...checked}
      noun={TEMPLATES}
      intro="What the templates of the cluster have that costs too much, loses documents or breaks with an upgrade. Managed templates are left out."
    />
  );
}

function IndexFindings(props: FindingsProps) {
  const checked = useCheckedIndices(props.cluster);
  const inherited = useInheritedRules(props.cluster, props.rules);
  return (
    <FindingsList
      {...props}
      {...checked}
      inherited={inherited.of}
      missingRules={[...props.missingRules, ...inherited.missing]}
      noun={INDICES}
      isNarrowed
      intro="What the mappings of indices have that costs too much, loses documents or breaks with an upgrade. Of a data stream, and of indices whose names differ in numbers, only the newest is checked, and how their fields have grown. Hidden and closed indices are left out."
    />
  );
}

interface FindingsListProps extends FindingsProps, CheckedObjects {
  /** The things that are checked. */
  readonly noun: typeof TEMPLATES | typeof INDICES;
  /** Only some of them may be listed. */
  readonly isNarrowed?: true;
  /** The rules that indices have from their templates; null until they are known. */
  readonly inherited?: InheritedOf | null;
  readonly intro: string;
}

function FindingsList({ noun: { one, many }, intro, missingRules, more = 0, ...props }: FindingsListProps) {
  const { objects, isFetching, error, dataUpdatedAt, refresh, inherited = NO_TEMPLATES } = props;
  // A finding of a rule that is off would be seen for a moment, too, where a template has it.
  const rules = inherited === null ? null : props.rules;
  const url = useListUrlState(ADDRESS);
  const refetch = useRefetch();
  const target = useClusterTarget();
  const isRead = props.isRead && (rules !== null || target === null);
  const by = useMemo(
    () =>
      isRead && target !== null && rules !== null && inherited !== null ? { target, off: rules, inherited } : null,
    [isRead, target, rules, inherited],
  );
  const { findings, off, checked, total } = useFindings(objects, by);
  const unread = [...props.unread, ...missingRules];
  const list = useResourceList({
    ...{ noun: NOUN, url, items: findings, nameOf, getRowId: idOf, columns: FINDING_COLUMNS, find, onRefresh: refresh },
    query: { data: isRead || undefined, error, isFetching, dataUpdatedAt },
    ...(props.isNarrowed && { isNarrowed: true }),
  });
  const isEngineUnknown = isRead && target === null && total === 0;
  const noneChecked = `No ${many} were checked`;
  const retry = (
    <Button
      size="small"
      icon={RotateCw}
      onPress={() => {
        void refetch('cluster.get');
        refresh();
      }}
    >
      Try again
    </Button>
  );
  return (
    <ResourceList list={list}>
      <ListHead intro={intro} />
      <ListToolbar
        list={list}
        choices={
          <SegmentedControl
            label="Checked objects"
            items={CHOICES}
            value={url.search.of ?? 'templates'}
            onChange={(of) => url.change({ of: of === 'indices' ? of : undefined })}
          />
        }
      >
        <span className={common['muted']} role="status">
          {!isRead
            ? `Reading ${many}`
            : checked < total
              ? `${checked.toLocaleString('en')} of ${countOf(total, one, many)} checked`
              : `${countOf(total, one, many)} checked`}
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
            {more > 0 && (
              <Banner kind="info" title={`${more.toLocaleString('en')} more series of indices are not checked`}>
                <p>The first {MAX_READ_INDICES.toLocaleString('en')} by name are.</p>
              </Banner>
            )}
            {off.length > 0 && <RulesOff off={off} />}
          </>
        }
        empty={
          isEngineUnknown ? (
            <EmptyState icon={CircleAlert} title={noneChecked} actions={retry}>
              <p>The engine of the cluster isn’t known, and the rules depend on it.</p>
            </EmptyState>
          ) : unread.length > 0 && checked === total ? (
            <EmptyState icon={CircleAlert} title={total === 0 ? noneChecked : 'No findings in what could be read'} />
          ) : (
            <EmptyState icon={CircleCheck} title={checked < total ? `Checking the ${many}` : 'No findings'}>
              {many === 'templates' && <p>Indices are checked where they are chosen above.</p>}
            </EmptyState>
          )
        }
      />
    </ResourceList>
  );
}

/** The rules that were not checked, since they are switched off in the tab "Lint" of an editor. */
function RulesOff({ off }: { readonly off: readonly RuleOff[] }) {
  return (
    <details className={common['explanation']}>
      <summary>Switched off: {countOf(off.length, 'rule')}</summary>
      <ul className={common['bullets']} aria-label="Switched off rules">
        {off.map(({ id, rule, reason, from, ...object }) => (
          <li key={id}>
            <Link {...lintTabOf(object)} className={lists['link']}>
              {object.name}
            </Link>{' '}
            {rule}: {reason}
            {from !== undefined && <InheritedFrom template={from} />}
          </li>
        ))}
      </ul>
    </details>
  );
}
