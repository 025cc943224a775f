import { useMemo, useState } from 'react';
import { isObject, objectMember } from '#domain/json';
import { compareParts, simulationBody, type TemplateChange } from '#domain/template';
import { ApiErrorNotice } from '../cluster/api-error-notice.tsx';
import { useFeature } from '../cluster/use-cluster.ts';
import { Button } from '../kit/button.tsx';
import { JsonDiff } from '../kit/json-diff.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import { useApiQuery } from '../platform/use-api-query.ts';
import { ChangeList } from './change-list.tsx';
import { listedChanges } from './part-changes.ts';
import styles from './review.module.css';

interface NameSimulationProps {
  readonly change: TemplateChange;
  /** Of an index or data stream that gets the template. */
  readonly name: string;
}

/** Lets the cluster say what a new index of a name gets before and after the change; nothing where it can’t. */
export function NameSimulation({ change, name }: NameSimulationProps) {
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

/** Undefined until there is an answer; empty where no template matches. */
function templateIn(answer: unknown) {
  if (answer === undefined) return undefined;
  return (isObject(answer) ? objectMember(answer, 'template') : undefined) ?? NOTHING;
}
