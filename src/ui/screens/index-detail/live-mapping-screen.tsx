import { useEffect, useState } from 'react';
import type { TargetEngine } from '#domain/catalogue';
import { indexStream, LIVE_MAPPINGS_AT, liveDocument } from '#domain/document';
import type { JsonObject } from '#domain/json';
import { OpeningScreen } from '../../frame/opening-screen.tsx';
import { Screen } from '../../frame/screen.tsx';
import { useServices } from '../../platform/services.ts';
import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { ClusterGate } from '../../cluster/cluster-gate.tsx';
import { useCluster, useClusterTarget } from '../../cluster/use-cluster.ts';
import { DEFAULT_ENGINE } from '../../platform/target-engines.ts';
import { BackLink } from '../../editor/fields/back-link.tsx';
import { DocumentEditor } from '../../document-editor/document-editor.tsx';
import type { EditedDocument } from '../../editor/fields/edited-document.ts';
import styles from './index-detail.module.css';
import { recallIndex, rememberIndex } from './known-indices.ts';
import { ApplyEdits, ReplacedBar, type CarriedEdits } from './replaced-bar.tsx';
import { SendBar } from './send-bar.tsx';
import { useLiveReading } from './use-live-reading.ts';

interface Live {
  readonly uuid: string;
  /** Undefined where the cluster does not answer, or does not have the index any more. */
  readonly mappings?: JsonObject;
  readonly readOnlyReason?: string;
}

interface LiveMappingScreenProps {
  readonly name: string;
  /** The uuid of the index that is meant; the one that has the name now where undefined. */
  readonly requestedUuid: string | undefined;
}

/** The mapping of a live index in the editor; without the cluster, or the index, as far as this device has it. */
export function LiveMappingScreen({ name, requestedUuid }: LiveMappingScreenProps) {
  const reading = useLiveReading(name);
  const status = useCluster();
  // Null where the server does not say which cluster it is.
  const cluster = status.data?.id ?? (status.error === null ? undefined : null);
  const engine = useClusterTarget();
  const kept = useKeptUuid(name, requestedUuid, cluster);
  const now = reading.data?.uuid ?? undefined;
  const uuid = requestedUuid === undefined || requestedUuid === now ? now : undefined;
  const [begun, setBegun] = useState<Live | null>(null);
  const [carried, setCarried] = useState<CarriedEdits | null>(null);
  const isMissing = reading.data !== undefined && uuid === undefined;
  const error = isMissing ? null : reading.error;
  useEffect(() => {
    if (typeof cluster === 'string' && uuid !== undefined && uuid === begun?.uuid) rememberIndex(cluster, name, uuid);
  }, [cluster, name, uuid, begun]);
  if (begun === null) {
    if (uuid !== undefined) setBegun({ uuid, mappings: reading.data?.mappings ?? {} });
    else if (kept !== null && kept !== undefined && (error !== null || isMissing))
      setBegun({ uuid: kept, ...(isMissing && { readOnlyReason: missingIndexMessage(name, now !== undefined) }) });
  }
  if (begun !== null) {
    const document = liveMapping(name, begun, engine ?? DEFAULT_ENGINE);
    if (begun.readOnlyReason !== undefined) return <DocumentEditor document={document} />;
    if (uuid !== undefined && uuid !== begun.uuid)
      return (
        <DocumentEditor
          document={document}
          footer={
            <ReplacedBar
              name={name}
              uuid={begun.uuid}
              onOpen={(edits) => {
                setCarried(edits ?? null);
                setBegun({ uuid, mappings: reading.data?.mappings ?? {} });
              }}
            />
          }
        />
      );
    return (
      <DocumentEditor
        document={document}
        footer={
          <>
            {carried !== null && <ApplyEdits name={name} edits={carried} onApplied={() => setCarried(null)} />}
            <SendBar
              name={name}
              uuid={begun.uuid}
              mappings={uuid === undefined ? undefined : reading.data?.mappings}
              readAt={reading.dataUpdatedAt}
              error={reading.error}
              onRead={() => reading.refetch()}
            />
          </>
        }
      />
    );
  }
  if ((error === null && !isMissing) || kept === undefined) return <OpeningScreen title={name} what="the mapping" />;
  return (
    <Screen title={name}>
      <ClusterGate>
        <div className={styles['pane']}>
          {error !== null ? (
            <ApiErrorNotice title="Couldn’t load the mapping" error={error} onRetry={() => void reading.refetch()} />
          ) : (
            <p>Index {name} doesn’t exist on this cluster.</p>
          )}
          <BackLink back={{ index: name }} className={styles['link']} />
        </div>
      </ClusterGate>
    </Screen>
  );
}

function missingIndexMessage(name: string, isTaken: boolean): string {
  return `Index ${name} no longer exists${isTaken ? '; another index has its name' : ''}. Its history is kept on this device.`;
}

function liveMapping(name: string, { uuid, mappings, readOnlyReason }: Live, target: TargetEngine): EditedDocument {
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
    ...(readOnlyReason !== undefined && { readOnlyReason }),
  };
}

/** Of the index whose mapping was edited on this device: the one that is asked for, or else of this name on this cluster; null where there is none, undefined while it is not known. */
function useKeptUuid(
  name: string,
  requestedUuid: string | undefined,
  cluster: string | null | undefined,
): string | null | undefined {
  const { store } = useServices();
  const [uuid, setUuid] = useState<string | null>();
  useEffect(() => {
    if (requestedUuid === undefined && cluster === undefined) return undefined;
    const wanted = requestedUuid ?? (typeof cluster === 'string' ? recallIndex(cluster, name) : null);
    let isGone = false;
    store.streams().then(
      (streams) => {
        if (!isGone)
          setUuid(
            wanted !== null && streams.some(({ stream }) => stream === indexStream(name, wanted)) ? wanted : null,
          );
      },
      // The storage banner says what is wrong with the storage.
      () => setUuid(null),
    );
    return () => {
      isGone = true;
    };
  }, [store, name, requestedUuid, cluster]);
  return uuid;
}
