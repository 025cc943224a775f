import { useEffect, useMemo } from 'react';
import { METRICS } from '#domain/console';
import { isObject, member, type JsonObject } from '#domain/json';
import { simulationBody } from '#domain/template';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { useCore } from '../../platform/services.ts';
import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { useFeature } from '../../cluster/use-cluster.ts';
import { Skeleton } from '../../kit/skeleton.tsx';
import { JsonView } from '../../lists/json-view.tsx';
import styles from './templates.module.css';

/** What an index gets that is made by a template, its components included, as the cluster composes it. */
export function TemplatePreview({ body }: { readonly body: unknown }) {
  const support = useFeature('simulate');
  if (support?.has === false) return <p className={styles['none']}>{support.reason}</p>;
  return <Simulation body={isObject(body) ? body : {}} />;
}

function Simulation({ body }: { readonly body: JsonObject }) {
  const { usage } = useCore();
  const sent = useMemo(() => simulationBody(body), [body]);
  const { data, error, refetch } = useApiQuery('index_templates.simulate', { body: sent });
  useEffect(() => usage.count(METRICS.templateSimulate), [usage]);
  if (error)
    return <ApiErrorNotice title="Couldn’t simulate the template" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height="240px" />;
  const composed = isObject(data) ? member(data, 'template') : undefined;
  return (
    <>
      <p className={styles['muted']}>
        Resulting settings of a new index, composed by the cluster from this template and its component templates.
      </p>
      <JsonView value={composed ?? {}} label="Composed template" height="calc(100vh - 320px)" />
    </>
  );
}
