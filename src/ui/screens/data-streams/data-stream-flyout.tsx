import { useState } from 'react';
import { dataStreamOf, writeIndexOf, type DataStream } from '#domain/console';
import { formatJson } from '#domain/json';
import { PanelBoundary } from '../../frame/panel-boundary.tsx';
import { RefreshCcw } from '../../kit/icons/icons.ts';
import { useExtensions } from '../../platform/extensions/use-extensions.ts';
import { useFeature, useIsReadOnly } from '../../cluster/use-cluster.ts';
import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import { Health } from '../../kit/health.tsx';
import { Facts } from '../../lists/facts.tsx';
import { JsonView } from '../../lists/json-view.tsx';
import { BackingIndicesLink, IndexLink, LifecyclePolicyLink, TemplateLink } from '../../lists/links.tsx';
import { ResourceFlyout } from '../../lists/resource-flyout.tsx';
import type { ResourceDetail } from '../../lists/resource-list.tsx';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { RolloverDialog } from '../rollover/rollover-dialog.tsx';
import { LastUpdated, storageSize } from './data-stream-columns.tsx';
import styles from './data-streams.module.css';
import { RolloverPlanButton } from './rollover-plan-button.tsx';
import { LifecycleSection } from './lifecycle-section.tsx';

/** One data stream beside the list. */
export function DataStreamFlyout({ detail }: { readonly detail: ResourceDetail<DataStream> }) {
  const query = useApiQuery('data_streams.get', { params: { name: detail.name } });
  return (
    <ResourceFlyout noun="data stream" detail={detail} query={query} toItem={dataStreamOf}>
      {(stream) => <Detail stream={stream} />}
    </ResourceFlyout>
  );
}

function Detail({ stream }: { readonly stream: DataStream }) {
  const {
    name,
    health,
    timeStampField,
    generation,
    indices,
    indexTemplateName,
    ilmPolicyName,
    maxTimeStamp,
    hidden,
    _meta,
  } = stream;
  const writeIndex = writeIndexOf(stream);
  const { summaries } = useExtensions();
  const isReadOnly = useIsReadOnly();
  const [isRolling, setIsRolling] = useState(false);
  const hasLifecycle = useFeature('data_stream_lifecycle')?.has === true;
  return (
    <div className={styles['detail']}>
      <Facts
        facts={[
          ['Health', <Health key="health" health={health} />],
          ['Last updated', maxTimeStamp !== undefined && <LastUpdated at={maxTimeStamp} />],
          ['Storage size', storageSize(stream)],
          ['Generation', generation.toLocaleString('en')],
          ['Timestamp field', timeStampField.name !== '' && <code>{timeStampField.name}</code>],
          ['Index template', indexTemplateName !== undefined && <TemplateLink name={indexTemplateName} />],
          ['Lifecycle policy', ilmPolicyName !== undefined && <LifecyclePolicyLink name={ilmPolicyName} />],
          ['Hidden', hidden ? 'Yes' : 'No'],
        ]}
      />
      {summaries.map(({ id, title, ofDataStream }) => {
        const part = ofDataStream?.(stream) ?? null;
        return part === null ? null : (
          <section key={id} className={styles['section']}>
            <h3 className={styles['sectionTitle']}>{title}</h3>
            <PanelBoundary what={`The extension “${title}”`} resetKey={stream}>
              {part}
            </PanelBoundary>
          </section>
        );
      })}
      <section className={styles['section']} aria-labelledby="backing-indices">
        <h3 id="backing-indices" className={styles['sectionTitle']}>
          Backing indices
        </h3>
        <ul className={styles['indices']}>
          {indices.map((index) => (
            <li key={index.name}>
              <IndexLink name={index.name} />
              {index.name === writeIndex && (
                <Chip tone="accent" title="New documents are written to this index">
                  Write index
                </Chip>
              )}
              <span className={styles['uuid']}>{index.uuid}</span>
            </li>
          ))}
        </ul>
        <p>
          <BackingIndicesLink name={name}>View in index list</BackingIndicesLink>
        </p>
        <div className={styles['end']}>
          <RolloverPlanButton name={name} />
          <Button size="small" icon={RefreshCcw} isDisabled={isReadOnly} onPress={() => setIsRolling(true)}>
            Roll over
          </Button>
        </div>
        {isRolling && <RolloverDialog name={name} kind="data stream" onClose={() => setIsRolling(false)} />}
      </section>
      {hasLifecycle && <LifecycleSection key={formatJson({ ...stream.lifecycle })} stream={stream} />}
      {_meta !== undefined && (
        <section className={styles['section']} aria-labelledby="stream-meta">
          <h3 id="stream-meta" className={styles['sectionTitle']}>
            _meta
          </h3>
          <JsonView value={_meta} label="_meta" height="160px" />
        </section>
      )}
    </div>
  );
}
