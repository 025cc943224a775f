import { useMemo, useState } from 'react';
import { partOfComposition, type ComposedChange } from '#domain/impact';
import { type JsonObject, isObject, objectMember } from '#domain/json';
import { compareParts, sendableTemplate, type PartChange, type TemplateChange, simulationBody } from '#domain/template';
import { countOf } from '#domain/console';
import { ApiErrorNotice } from '../cluster/api-error-notice.tsx';
import { Button } from '../kit/button.tsx';
import { JsonDiff } from '../kit/json-diff.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import { useFeature } from '../cluster/use-cluster.ts';
import type { ApiError } from '../platform/console-api.ts';
import { useApiQuery } from '../platform/use-api-query.ts';
import { ChangeList } from './change-list.tsx';
import { listedChanges } from './part-changes.ts';
import common from '../kit/common.module.css';
import styles from './review.module.css';

interface ComposedResultProps {
  readonly change: TemplateChange;
  readonly cluster: JsonObject | null;
  /** The templates as Mapledger composes them. */
  readonly templates: readonly ComposedChange[];
}

/**
 * The composition of new indices before and after a change: by the cluster where it can simulate it, else by Mapledger.
 */
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
      <Source>Simulated by the cluster. Nothing was saved.</Source>
      <Comparison before={before.composed} after={after.composed} changes={changes} />
    </>
  );
}

/** At most this many templates are listed before the user asks for more. */
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
        <details key={each.name} className={common['framed']} open={changed.length === 1}>
          <summary>
            <span className={common['monoBreaking']}>{each.name}</span> {countOf(each.changes.length, 'change')}
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

/** A template as the cluster composes it. */
interface Simulation {
  /** Whether the cluster is asked: it can simulate, and there is a template to simulate. */
  readonly isAsked: boolean;
  /** Undefined while the response is pending, or where the cluster refuses. */
  readonly composed: JsonObject | undefined;
  readonly error: ApiError | null;
}

/**
 * Asks the cluster for the composition of a new index with a composable template, as if the template were stored; for a
 * template that creates data streams, of a backing index. With null nothing is requested.
 */
function useSimulation(template: JsonObject | null): Simulation {
  const has = useFeature('simulate')?.has === true;
  const isAsked = has && template !== null;
  const { data, error } = useApiQuery('index_templates.simulate_index', simulationInput(template ?? {}), {
    isEnabled: isAsked,
  });
  return {
    isAsked,
    composed: isAsked && isObject(data) ? objectMember(data, 'template') : undefined,
    error: isAsked ? error : null,
  };
}

const INDEX_NAME = 'mapledger-preview-only-000001';

function simulationInput(template: JsonObject) {
  const name = isObject(template['data_stream']) ? `.ds-${INDEX_NAME}` : INDEX_NAME;
  return { params: { name }, body: { template: simulationBody(template, name) } };
}
