import { useEffect, useState } from 'react';
import { indexStream, LIVE_MAPPINGS_AT, liveDocument, type JsonObject, type TargetEngine } from '../../domain/index.ts';
import { useApiQuery } from '../api/use-api-query.ts';
import { OpeningScreen } from '../app/opening-screen.tsx';
import { Screen } from '../app/screen.tsx';
import { useServices } from '../app/services.ts';
import { ApiErrorNotice } from '../cluster/api-error-notice.tsx';
import { ClusterGate } from '../cluster/cluster-gate.tsx';
import { useCluster, useClusterEngine } from '../cluster/use-cluster.ts';
import { DEFAULT_ENGINE } from '../drafts/target-engines.ts';
import { BackLink } from '../editor/back-link.tsx';
import { DocumentEditor } from '../editor/document-editor.tsx';
import type { EditedDocument } from '../editor/edited-document.ts';
import { asJson } from './index-data.ts';
import styles from './index-detail.module.css';
import { recallIndex, rememberIndex } from './known-indices.ts';
import { SendBar } from './send-bar.tsx';

/** How often it is asked whether the live mapping has changed. */
const MAPPING_EVERY_MS = 30_000;

interface Live {
  readonly uuid: string;
  /** Undefined where the cluster does not answer. */
  readonly mappings?: JsonObject;
}

/** The mapping of a live index in the editor; without the cluster, as far as this device has it. */
export function LiveMappingScreen({ name }: { readonly name: string }) {
  const rows = useApiQuery('indices.reload', { body: { indexNames: [name] } });
  const mapping = useApiQuery('mapping.get', { params: { name } }, { refetchEveryMs: MAPPING_EVERY_MS });
  const cluster = useCluster().data?.id;
  const engine = useClusterEngine();
  const kept = useKeptUuid(name, cluster);
  const uuid = rows.data?.find((row) => row.name === name)?.uuid;
  const [begun, setBegun] = useState<Live | null>(null);
  useEffect(() => {
    if (cluster !== undefined && uuid !== undefined) rememberIndex(cluster, name, uuid);
  }, [cluster, name, uuid]);
  const isMissing = rows.data !== undefined && uuid === undefined;
  const error = isMissing ? null : (rows.error ?? mapping.error);
  if (begun === null || (uuid !== undefined && begun.uuid !== uuid)) {
    if (uuid !== undefined && mapping.data !== undefined) setBegun({ uuid, mappings: asJson(mapping.data.mappings) });
    else if (error !== null && kept !== null && begun === null) setBegun({ uuid: kept });
  }
  if (begun !== null) {
    const document = liveMapping(name, begun, engine ?? DEFAULT_ENGINE);
    const mappings = mapping.data === undefined || uuid !== begun.uuid ? undefined : asJson(mapping.data.mappings);
    return <DocumentEditor document={document} footer={<SendBar name={name} mappings={mappings} readAt={mapping.dataUpdatedAt} error={mapping.error} onRead={() => Promise.all([rows.refetch(), mapping.refetch()])} />} />;
  }
  if (error === null && !isMissing) return <OpeningScreen title={name} what="the mapping" />;
  return (
    <Screen title={name}>
      <ClusterGate>
        <div className={styles['pane']}>
          {error !== null ? <ApiErrorNotice title="The mapping can’t be read" error={error} onRetry={() => void Promise.all([rows.refetch(), mapping.refetch()])} /> : <p>There is no index {name} on this cluster.</p>}
          <BackLink back={{ index: name }} className={styles['link']} />
        </div>
      </ClusterGate>
    </Screen>
  );
}

function liveMapping(name: string, { uuid, mappings }: Live, target: TargetEngine): EditedDocument {
  return {
    name,
    kind: 'Live mapping',
    noun: 'mapping',
    target,
    stream: indexStream(name, uuid),
    mappingsAt: LIVE_MAPPINGS_AT,
    exportedAt: LIVE_MAPPINGS_AT,
    back: { index: name },
    ...(mappings && { startWith: liveDocument(mappings) }),
  };
}

/** Of the index of this name on this cluster whose mapping was edited on this device; null where there is none, or while it is not known. */
function useKeptUuid(name: string, cluster: string | undefined): string | null {
  const { store } = useServices();
  const [uuid, setUuid] = useState<string | null>(null);
  useEffect(() => {
    const known = cluster === undefined ? null : recallIndex(cluster, name);
    if (known === null) return undefined;
    let isGone = false;
    store.streams().then(
      (streams) => {
        if (!isGone && streams.some(({ stream }) => stream === indexStream(name, known))) setUuid(known);
      },
      // The storage banner says what is wrong with the storage.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [store, name, cluster]);
  return uuid;
}
