import { useMemo, useState } from 'react';
import type { JsonObject } from '#domain/json';
import {
  bodyFindings,
  compareTemplates,
  templateRefusals,
  type BodyFindings,
  type FieldRenames,
  type TemplateChange,
  type TemplateConflict,
} from '#domain/template';
import { countOf } from '#domain/console';
import { useClusterTarget } from '../cluster/use-cluster.ts';
import { ApiErrorNotice } from '../cluster/api-error-notice.tsx';
import { ForeseenNotice } from '../editor/mapping-options/foreseen-notice.tsx';
import { Banner } from '../kit/banner.tsx';
import { JsonDiff } from '../kit/json-diff.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import { Tabs } from '../kit/tabs.tsx';
import { AffectedNames } from './affected-names.tsx';
import { ChangeList } from './change-list.tsx';
import { ComposedResult } from './composed-result.tsx';
import { NarrowedNote } from './narrowed-note.tsx';
import { listedChanges } from './part-changes.ts';
import common from '../kit/common.module.css';
import styles from './review.module.css';
import type { TemplateFindings, TemplateImpactQuery } from './use-template-impact.ts';

interface TemplateAnalysisProps {
  /** The edited template. */
  readonly change: TemplateChange;
  /** The body of the template on the cluster; null where it is created. */
  readonly cluster: JsonObject | null;
  readonly impact: TemplateImpactQuery;
  /** Fields that were renamed since the last save. */
  readonly renames: FieldRenames;
}

type AnalysisTab = 'changes' | 'result' | 'affected';

/** The changes of a template, the resulting composition, and the affected indices and data streams. */
export function TemplateAnalysis({ change, cluster, impact, renames }: TemplateAnalysisProps) {
  const [tab, setTab] = useState<AnalysisTab>('changes');
  const changes = useMemo(
    () => compareTemplates(change.kind, cluster, change.body, renames),
    [change.kind, cluster, change.body, renames],
  );
  const target = useClusterTarget();
  const { findings, error, retry } = impact;
  const refusals = useMemo(
    () => (target === null ? NONE : (findings?.refusals ?? templateRefusals(change, null, target))),
    [change, findings, target],
  );
  const alterations = useMemo(
    () => (target === null ? NONE : bodyFindings(change.body, target).alterations),
    [change.body, target],
  );
  const refusedFields = useMemo(() => new Set(refusals.map(({ path }) => path)), [refusals]);
  const groups = findings?.impact.groups ?? [];
  const affected = groups.reduce((sum, { indices, dataStreams }) => sum + indices.length + dataStreams.length, 0);
  return (
    <div className={styles['analysis']}>
      {error !== null && (
        <ApiErrorNotice title="Couldn’t check for conflicts and effects" error={error} onRetry={retry} />
      )}
      <Conflicts conflicts={findings?.conflicts ?? []} />
      <ForeseenNotice target={target} verdict="reject" findings={refusals} />
      <ForeseenNotice target={target} verdict="alter" findings={alterations} />
      <NarrowedNote />
      <Tabs
        label="Review"
        items={[
          { id: 'changes', label: 'Changes', count: changes.length },
          { id: 'result', label: 'Result', count: resultCount(findings) },
          { id: 'affected', label: 'Affected', count: affected },
        ]}
        value={tab}
        onChange={setTab}
      >
        <div className={styles['tab']}>
          {tab === 'changes' && (
            <>
              {changes.length > 0 && <ChangeList label="Changes" changes={listedChanges(changes, refusedFields)} />}
              <JsonDiff
                before={cluster ?? undefined}
                after={change.body}
                beforeLabel="On the cluster"
                afterLabel="Edited"
              />
            </>
          )}
          {tab !== 'changes' && findings === undefined && error === null && <Skeleton height="160px" />}
          {tab === 'result' && findings !== undefined && (
            <ComposedResult change={change} cluster={cluster} templates={findings.impact.templates} />
          )}
          {tab === 'affected' && findings !== undefined && <AffectedNames change={change} impact={findings.impact} />}
        </div>
      </Tabs>
    </div>
  );
}

const NONE: BodyFindings['refusals'] = [];

function resultCount(findings: TemplateFindings | undefined): number | undefined {
  return findings?.impact.templates.reduce((sum, { changes }) => sum + changes.length, 0);
}

function Conflicts({ conflicts }: { readonly conflicts: readonly TemplateConflict[] }) {
  const refused = conflicts.filter(({ isRefused }) => isRefused);
  const others = conflicts.filter(({ isRefused }) => !isRefused);
  return (
    <>
      {refused.length > 0 && (
        <Banner kind="danger" title={`The cluster will refuse this template: ${countOf(refused.length, 'conflict')}`}>
          <ConflictList conflicts={refused} />
        </Banner>
      )}
      {others.length > 0 && (
        <Banner kind="warning" title="Overlapping templates">
          <ConflictList conflicts={others} />
        </Banner>
      )}
    </>
  );
}

/** At most so many conflicts are listed. */
const CONFLICTS_SHOWN = 20;

function ConflictList({ conflicts }: { readonly conflicts: readonly TemplateConflict[] }) {
  return (
    <ul className={common['bullets']}>
      {conflicts.slice(0, CONFLICTS_SHOWN).map(({ kind, text }) => (
        <li key={`${kind} ${text}`}>{text}</li>
      ))}
      {conflicts.length > CONFLICTS_SHOWN && <li>{countOf(conflicts.length - CONFLICTS_SHOWN, 'more conflict')}</li>}
    </ul>
  );
}
