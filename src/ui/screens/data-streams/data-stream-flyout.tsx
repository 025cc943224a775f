import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { dataStreamOf, writeIndexOf, type DataStream } from '#domain/console';
import { PanelBoundary } from '../../frame/panel-boundary.tsx';
import { RefreshCcw } from '../../kit/icons/screen-icons.ts';
import { useExtensions } from '../../platform/extensions/use-extensions.ts';
import { useFeature, useIsReadOnly } from '../../cluster/use-cluster.ts';
import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import { Health } from '../../kit/health.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { Facts } from '../../lists/facts.tsx';
import { JsonView } from '../../lists/json-view.tsx';
import {
  BackingIndicesLink,
  IndexLink,
  LifecyclePolicyLink,
  StreamFieldsLink,
  TemplateLink,
} from '../../lists/links.tsx';
import { ResourceFlyout } from '../../lists/resource-flyout.tsx';
import type { ResourceDetail } from '../../lists/resource-list.tsx';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { WriteErrorNotice } from '../../cluster/api-error-notice.tsx';
import { ROUTES } from '../../platform/route-table.ts';
import { useApiMutation } from '../../platform/use-api-mutation.ts';
import { HistoryTab } from '../change-history/of-object/history-tab.tsx';
import { RolloverDialog } from '../rollover/rollover-dialog.tsx';
import { LastUpdated, storageSize } from './data-stream-columns.tsx';
import { LifecycleSection } from './lifecycle-section.tsx';
import common from '../../kit/common.module.css';
import styles from './data-streams.module.css';

const TABS = [
  { id: 'summary', label: 'Summary' },
  { id: 'history', label: 'History' },
] as const;
type DataStreamTab = (typeof TABS)[number]['id'];

interface DataStreamFlyoutProps {
  readonly detail: ResourceDetail<DataStream>;
  readonly tab: DataStreamTab;
  readonly onTab: (tab: DataStreamTab) => void;
}

/** One data stream beside the list. */
export function DataStreamFlyout({ detail, tab, onTab }: DataStreamFlyoutProps) {
  const query = useApiQuery('data_streams.get', { params: { name: detail.name } });
  return (
    <ResourceFlyout noun="data stream" detail={detail} query={query} toItem={dataStreamOf}>
      {(stream) => (
        <Tabs label="Data stream details" items={TABS} value={tab} onChange={onTab}>
          <div className={styles['panel']}>
            {tab === 'summary' ? (
              <Detail stream={stream} />
            ) : (
              <HistoryTab object={{ kind: 'data_stream', name: stream.name }} />
            )}
          </div>
        </Tabs>
      )}
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
    <div className={common['stack6']}>
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
          <section key={id} className={common['stack2']}>
            <h3 className={common['large']}>{title}</h3>
            <PanelBoundary what={`The extension “${title}”`} resetKey={stream}>
              {part}
            </PanelBoundary>
          </section>
        );
      })}
      <section className={common['stack2']} aria-labelledby="backing-indices">
        <h3 id="backing-indices" className={common['large']}>
          Backing indices
        </h3>
        <ul className={common['plainList']}>
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
          <BackingIndicesLink name={name}>View in index list</BackingIndicesLink> ·{' '}
          <StreamFieldsLink name={name}>Fields of all of them</StreamFieldsLink>
        </p>
        <div className={common['row']}>
          <RolloverPlanButton name={name} />
          <Button size="small" icon={RefreshCcw} isDisabled={isReadOnly} onPress={() => setIsRolling(true)}>
            Roll over
          </Button>
        </div>
        {isRolling && <RolloverDialog name={name} kind="data stream" onClose={() => setIsRolling(false)} />}
      </section>
      {hasLifecycle && <LifecycleSection stream={stream} />}
      {_meta !== undefined && (
        <section className={common['stack2']} aria-labelledby="stream-meta">
          <h3 id="stream-meta" className={common['large']}>
            _meta
          </h3>
          <JsonView value={_meta} label="_meta" height="160px" />
        </section>
      )}
    </div>
  );
}

/** Proposes a rollover: a plan that waits for approval. */
function RolloverPlanButton({ name }: { readonly name: string }) {
  const isReadOnly = useIsReadOnly();
  const navigate = useNavigate();
  const { mutate, isPending, error } = useApiMutation('plans.create', { invalidates: ['plans.list'] });
  const propose = () =>
    mutate(
      { body: { name, rollover: {} } },
      { onSuccess: ({ id }) => void navigate({ to: ROUTES.plan, params: { planId: id } }) },
    );
  return (
    <>
      {error !== null && <WriteErrorNotice title="Couldn’t create the plan" error={error} readAgain="the plans" />}
      <Button size="small" isDisabled={isReadOnly} isPending={isPending} onPress={propose}>
        Plan a rollover
      </Button>
    </>
  );
}
