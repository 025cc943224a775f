import { useState, useMemo } from 'react';
import type { ImpactGroup, TemplateImpact } from '#domain/impact';
import { type MatchedTemplates, type TemplateChange, compareParts, simulationBody } from '#domain/template';
import { asJson, formatJson, isObject, objectMember } from '#domain/json';
import { countOf } from '#domain/console';
import { Button } from '../kit/button.tsx';
import { ApiErrorNotice } from '../cluster/api-error-notice.tsx';
import { useFeature } from '../cluster/use-cluster.ts';
import { JsonDiff } from '../kit/json-diff.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import { useApiQuery } from '../platform/use-api-query.ts';
import { ChangeList } from './change-list.tsx';
import { listedChanges } from './part-changes.ts';
import common from '../kit/common.module.css';
import styles from './review.module.css';

/** At most this many groups, and names of a group, are listed before the user asks for more. */
const GROUPS_SHOWN = 20;
const NAMES_SHOWN = 12;

interface AffectedNamesProps {
  readonly change: TemplateChange;
  readonly impact: TemplateImpact;
}

/** The data streams and index names that a change affects, what they get, and when. */
export function AffectedNames({ change, impact: { groups, unchanged } }: AffectedNamesProps) {
  const [limit, setLimit] = useState(GROUPS_SHOWN);
  const same =
    unchanged === 0 ? null : (
      <p className={styles['muted']}>{countOf(unchanged, 'other match', 'other matches')} without a change.</p>
    );
  return (
    <>
      <p className={styles['muted']}>
        Existing indices don’t change. Takes effect at the next rollover, or when a matching index is created.
      </p>
      {groups.length === 0 && <p>No existing index name or data stream is affected.</p>}
      {groups.slice(0, limit).map((group, index) => (
        <AffectedGroup key={keyOf(group)} change={change} group={group} isOpen={index === 0} />
      ))}
      {groups.length > limit && (
        <Button size="small" variant="quiet" onPress={() => setLimit(groups.length)}>
          Show {(groups.length - limit).toLocaleString('en')} more groups
        </Button>
      )}
      {same}
    </>
  );
}

function keyOf({ before, after }: ImpactGroup): string {
  return formatJson([asJson(before), asJson(after)]);
}

interface AffectedGroupProps {
  readonly change: TemplateChange;
  readonly group: ImpactGroup;
  readonly isOpen: boolean;
}

function AffectedGroup({ change, group, isOpen }: AffectedGroupProps) {
  const { before, after, dataStreams, indices, changes } = group;
  const counts = [
    ...(dataStreams.length > 0 ? [countOf(dataStreams.length, 'data stream')] : []),
    ...(indices.length > 0 ? [countOf(indices.length, 'index name')] : []),
  ];
  const [was, is] = [templateTitle(before), templateTitle(after)];
  const [first] = [...dataStreams, ...indices];
  // The cluster can compose the edited template itself; a component template only as it is stored.
  const isOwn = change.kind === 'index_template' && !after.isLegacy && after.names.includes(change.name);
  return (
    <details className={common['framed']} open={isOpen}>
      <summary>
        <strong>{counts.join(' and ')}</strong> {countOf(changes.length, 'change')}
        <span className={styles['summaryNote']}>
          {was === is ? `Template: ${is}` : `Template: ${is}, before: ${was}`}
        </span>
      </summary>
      <Names label="At the next rollover" names={dataStreams} />
      <Names label="When created" names={indices} />
      <ChangeList label="What they get" changes={listedChanges(changes)} />
      {first !== undefined && isOwn && <NameSimulation change={change} name={first} />}
    </details>
  );
}

function templateTitle({ names, isLegacy }: MatchedTemplates): string {
  if (names.length === 0) return 'none';
  return isLegacy ? `${names.join(', ')} (legacy)` : names.join(', ');
}

function Names({ label, names }: { readonly label: string; readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  const hidden = names.length - NAMES_SHOWN;
  return (
    <p className={styles['names']}>
      <span className={styles['muted']}>{label}:</span>{' '}
      <span className={common['monoBreaking']}>{names.slice(0, NAMES_SHOWN).join(', ')}</span>
      {hidden > 0 && ` and ${hidden.toLocaleString('en')} more`}
    </p>
  );
}

interface NameSimulationProps {
  readonly change: TemplateChange;
  /** The name of an index or data stream that gets the template. */
  readonly name: string;
}

/**
 * Shows the cluster's simulation of a new index with this name before and after the change; nothing where the cluster
 * can't simulate it.
 */
function NameSimulation({ change, name }: NameSimulationProps) {
  const [isOpen, setIsOpen] = useState(false);
  const canSimulate = useFeature('simulate')?.has === true;
  if (!canSimulate) return null;
  if (!isOpen)
    return (
      <div>
        <Button size="small" onPress={() => setIsOpen(true)}>
          Simulate for {name}
        </Button>
      </div>
    );
  return <Simulated change={change} name={name} />;
}

function Simulated({ change, name }: NameSimulationProps) {
  const after = useApiQuery('index_templates.simulate_index', {
    params: { name },
    body: { template: simulationBody(change.body, name) },
  });
  const before = useApiQuery('index_templates.simulate_index', { params: { name }, body: {} });
  const [was, is] = [templateIn(before.data), templateIn(after.data)];
  const changes = useMemo(() => (was && is ? compareParts(was, is) : []), [was, is]);
  const error = before.error ?? after.error;
  if (error !== null) return <ApiErrorNotice title={`Couldn’t simulate ${name}`} error={error} />;
  if (was === undefined || is === undefined) return <Skeleton height="120px" />;
  return (
    <>
      <p className={styles['muted']}>Composed by the cluster for a new index of {name}.</p>
      {changes.length > 0 && <ChangeList label={`Simulated changes of ${name}`} changes={listedChanges(changes)} />}
      <JsonDiff before={was} after={is} beforeLabel="Now" afterLabel="After the change" />
    </>
  );
}

const NOTHING = {};

/** Undefined until there is a response; empty where no template matches. */
function templateIn(answer: unknown) {
  if (answer === undefined) return undefined;
  return (isObject(answer) ? objectMember(answer, 'template') : undefined) ?? NOTHING;
}
