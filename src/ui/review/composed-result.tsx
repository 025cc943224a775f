import { useMemo, useState } from 'react';
import { partOfComposition, type ComposedChange } from '#domain/impact';
import type { JsonObject } from '#domain/json';
import { compareParts, sendableTemplate, type PartChange, type TemplateChange } from '#domain/template';
import { ApiErrorNotice } from '../cluster/api-error-notice.tsx';
import { countOf } from '../editor/parameters/field-labels.ts';
import { Button } from '../kit/button.tsx';
import { JsonDiff } from '../kit/json-diff.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import { ChangeList } from './change-list.tsx';
import { listedChanges } from './part-changes.ts';
import styles from './review.module.css';
import { useSimulation } from './use-simulation.ts';

interface ComposedResultProps {
  readonly change: TemplateChange;
  readonly cluster: JsonObject | null;
  /** As composed by ourselves. */
  readonly templates: readonly ComposedChange[];
}

/** What new indices get before and after a change: as the cluster composes it where it can, else as we do. */
export function ComposedResult({ change, cluster, templates }: ComposedResultProps) {
  if (change.kind === 'component_template')
    return (
      <>
        <Source>Composed by Mapledger: a cluster can’t simulate a component template before it is saved.</Source>
        <ComposedTemplates templates={templates} />
      </>
    );
  const [own] = templates;
  return own === undefined ? null : change.kind === 'legacy_template' ? (
    <>
      <Source>Composed by Mapledger: clusters can’t simulate legacy templates.</Source>
      <Comparison {...ownComparison(own)} />
    </>
  ) : (
    <SimulatedResult change={change} cluster={cluster} own={own} />
  );
}

function Source({ children }: { readonly children: React.ReactNode }) {
  return <p className={styles['muted']}>{children}</p>;
}

interface ComparisonProps {
  readonly before: JsonObject | undefined;
  readonly after: JsonObject;
  readonly changes: readonly PartChange[];
}

function ownComparison({ before, after, changes }: ComposedChange): ComparisonProps {
  return { before: before === null ? undefined : partOfComposition(before), after: partOfComposition(after), changes };
}

function Comparison({ before, after, changes }: ComparisonProps) {
  if (changes.length === 0) return <p>New indices get the same settings, mappings and aliases as before.</p>;
  return (
    <>
      <ChangeList label="Changes of new indices" changes={listedChanges(changes)} />
      <JsonDiff before={before} after={after} beforeLabel="New index before" afterLabel="New index after" />
    </>
  );
}

function SimulatedResult({
  change,
  cluster,
  own,
}: {
  readonly change: TemplateChange;
  readonly cluster: JsonObject | null;
  readonly own: ComposedChange;
}) {
  const stored = useMemo(() => (cluster === null ? null : sendableTemplate(cluster)), [cluster]);
  const wanted = useMemo(() => sendableTemplate(change.body), [change.body]);
  const before = useSimulation(stored);
  const after = useSimulation(wanted);
  const changes = useMemo(
    () => (after.composed === undefined ? [] : compareParts(before.composed ?? {}, after.composed)),
    [before.composed, after.composed],
  );
  const error = after.error ?? before.error;
  if (!after.isAsked || error !== null)
    return (
      <>
        {error !== null && <ApiErrorNotice title="The cluster couldn’t compose the template" error={error} />}
        <Source>
          {error === null ? 'Composed by Mapledger: this cluster can’t simulate templates.' : 'Composed by Mapledger.'}
        </Source>
        <Comparison {...ownComparison(own)} />
      </>
    );
  if (after.composed === undefined || (before.isAsked && before.composed === undefined))
    return <Skeleton height="160px" />;
  return (
    <>
      <Source>Composed by the cluster, which stores nothing for it.</Source>
      <Comparison before={before.composed} after={after.composed} changes={changes} />
    </>
  );
}

/** At most so many templates are listed before somebody asks for more. */
const TEMPLATES_SHOWN = 20;

function ComposedTemplates({ templates }: { readonly templates: readonly ComposedChange[] }) {
  const [limit, setLimit] = useState(TEMPLATES_SHOWN);
  const changed = templates.filter(({ changes }) => changes.length > 0);
  if (templates.length === 0) return <p>No index template uses this component template.</p>;
  if (changed.length === 0)
    return <p>Nothing changes for the {countOf(templates.length, 'index template')} that use it.</p>;
  return (
    <>
      {changed.slice(0, limit).map((each) => (
        <details key={each.name} className={styles['group']} open={changed.length === 1}>
          <summary>
            <span className={styles['mono']}>{each.name}</span> {countOf(each.changes.length, 'change')}
          </summary>
          <Comparison {...ownComparison(each)} />
        </details>
      ))}
      {changed.length > limit && (
        <Button size="small" variant="quiet" onPress={() => setLimit(changed.length)}>
          Show {(changed.length - limit).toLocaleString('en')} more templates
        </Button>
      )}
    </>
  );
}
