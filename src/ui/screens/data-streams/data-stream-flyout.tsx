import { Trash2 } from 'lucide-react';
import { dataStreamOf, mayOn, writeIndexOf, type DataStream } from '#domain/console';
import { formatJson } from '#domain/json';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { READ_ONLY_REASON } from '../../cluster/read-only.ts';
import { useFeature, useIsReadOnly } from '../../cluster/use-cluster.ts';
import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import { Flyout } from '../../kit/flyout.tsx';
import { Health } from '../../kit/health.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { Facts } from '../../lists/facts.tsx';
import { JsonView } from '../../lists/json-view.tsx';
import { BackingIndicesLink, IndexLink, LifecyclePolicyLink, TemplateLink } from '../../lists/links.tsx';
import lists from '../../lists/lists.module.css';
import { LastUpdated } from './data-stream-columns.tsx';
import styles from './data-streams.module.css';
import { LifecycleSection } from './lifecycle-section.tsx';
import { NO_RIGHT_TO_DELETE } from './use-data-stream-deletion.tsx';

interface DataStreamFlyoutProps {
  readonly name: string;
  readonly now: string;
  readonly onClose: () => void;
  readonly onDelete: (stream: DataStream) => void;
}

/** One data stream beside the list. */
export function DataStreamFlyout({ name, now, onClose, onDelete }: DataStreamFlyoutProps) {
  const { data, error, refetch } = useApiQuery('data_streams.get', { params: { name } });
  const isReadOnly = useIsReadOnly();
  const stream = data === undefined ? undefined : dataStreamOf(data);
  const refusal = isReadOnly
    ? READ_ONLY_REASON
    : stream && !mayOn(stream, 'delete_index')
      ? NO_RIGHT_TO_DELETE
      : undefined;
  return (
    <Flyout
      title={name}
      onClose={onClose}
      {...(stream && {
        footer: (
          <>
            {refusal !== undefined && <span className={styles['refusal']}>{refusal}</span>}
            <Button variant="danger" icon={Trash2} isDisabled={refusal !== undefined} onPress={() => onDelete(stream)}>
              Delete data stream
            </Button>
          </>
        ),
      })}
    >
      <div className={lists['detail']} tabIndex={-1} data-autofocus>
        {error && (
          <ApiErrorNotice title="The data stream can’t be shown" error={error} onRetry={() => void refetch()} />
        )}
        {stream === undefined && !error && <Skeleton height="240px" />}
        {stream && <Detail stream={stream} now={now} />}
      </div>
    </Flyout>
  );
}

function Detail({ stream, now }: { readonly stream: DataStream; readonly now: string }) {
  const {
    name,
    health,
    timeStampField,
    generation,
    indices,
    indexTemplateName,
    ilmPolicyName,
    storageSize,
    storageSizeBytes,
    maxTimeStamp,
    hidden,
    _meta,
  } = stream;
  const writeIndex = writeIndexOf(stream);
  const hasLifecycle = useFeature('data_stream_lifecycle')?.has === true;
  return (
    <div className={styles['detail']}>
      <Facts
        facts={[
          ['Health', <Health key="health" health={health} />],
          ['Last updated', maxTimeStamp !== undefined && <LastUpdated at={maxTimeStamp} now={now} />],
          [
            'Storage size',
            storageSize ?? (storageSizeBytes !== undefined && `${storageSizeBytes.toLocaleString('en')} b`),
          ],
          ['Generation', generation.toLocaleString('en')],
          ['Timestamp field', timeStampField.name !== '' && <code>{timeStampField.name}</code>],
          ['Index template', indexTemplateName !== undefined && <TemplateLink name={indexTemplateName} />],
          ['Lifecycle policy', ilmPolicyName !== undefined && <LifecyclePolicyLink name={ilmPolicyName} />],
          ['Hidden', hidden ? 'Yes' : 'No'],
        ]}
      />
      <section className={styles['section']} aria-labelledby="backing-indices">
        <h3 id="backing-indices" className={styles['sectionTitle']}>
          Backing indices
        </h3>
        <ul className={styles['indices']}>
          {indices.map((index) => (
            <li key={index.name}>
              <IndexLink name={index.name} />
              {index.name === writeIndex && (
                <Chip tone="accent" title="New documents go into it">
                  Write index
                </Chip>
              )}
              <span className={styles['uuid']}>{index.uuid}</span>
            </li>
          ))}
        </ul>
        <p>
          <BackingIndicesLink name={name}>Show them in the list of indices</BackingIndicesLink>
        </p>
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
