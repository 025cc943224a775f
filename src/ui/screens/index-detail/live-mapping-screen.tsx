import { useEffect, useState } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import type { TargetEngine } from '#domain/catalogue';
import { indexStream, LIVE_MAPPINGS_AT, liveDocument } from '#domain/document';
import { formatJson, type JsonObject } from '#domain/json';
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
import { keptIndexStream, preparedIndexStream } from '../../files/index-stream.ts';
import { Deferred } from '../../kit/deferred.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { SearchX } from '../../kit/icons/icons.ts';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { useApi } from '../../platform/api-provider.tsx';
import { ROUTES } from '../../platform/route-table.ts';
import { recallIndex, rememberIndex } from './known-indices.ts';
import type { CarriedEdits } from './replaced-bar.tsx';
import { useLiveReading } from './use-live-reading.ts';
import styles from './index-detail.module.css';

const ReplacedBar = lazyPart(async () => (await import('./replaced-bar.tsx')).ReplacedBar);
const ApplyEdits = lazyPart(async () => (await import('./replaced-bar.tsx')).ApplyEdits);
/** Its code, with that of a reviewed write, comes after the tree. */
const SendBar = lazyPart(async () => (await import('./send-bar.tsx')).SendBar);
const StandIn = lazyPart(async () => (await import('./stand-in.tsx')).StandIn);
const StandInBar = lazyPart(async () => (await import('./stand-in.tsx')).StandInBar);

const CodeNotice = lazyPart(async () => (await import('../../cluster/code-claim.tsx')).CodeNotice);

interface Live extends OpenStream {
  /** Undefined where the cluster does not respond, or no longer has the index. */
  readonly mappings?: JsonObject;
  readonly readOnlyReason?: string;
}

/** The log in which the mapping of an index is edited. */
interface OpenStream {
  readonly uuid: string;
  readonly stream: string;
}

interface LiveMappingScreenProps {
  readonly name: string;
  /** The uuid of the requested index; where undefined, the index that has the name now. */
  readonly requestedUuid: string | undefined;
}

/** The mapping of a live index in the editor; where the cluster or the index is missing, the copy on this device. */
export function LiveMappingScreen({ name, requestedUuid }: LiveMappingScreenProps) {
  const reading = useLiveReading(name);
  const status = useCluster();
  // Null where the server does not report which cluster it is, also while it is asked again, which a newly mounted
  // screen does.
  const cluster = status.data?.id ?? (status.errorUpdateCount === 0 ? undefined : null);
  const engine = useClusterTarget();
  const kept = useKeptStream(name, requestedUuid, cluster);
  const now = reading.data?.uuid ?? undefined;
  const uuid = requestedUuid === undefined || requestedUuid === now ? now : undefined;
  const prepared = usePreparedStream(name, uuid, status.data?.uuid ?? status.data?.id);
  const [begun, setBegun] = useState<Live | null>(null);
  const [carried, setCarried] = useState<CarriedEdits | null>(null);
  const isMissing = reading.data !== undefined && uuid === undefined;
  const error = isMissing ? null : reading.error;
  useEffect(() => {
    if (typeof cluster === 'string' && uuid !== undefined && uuid === begun?.uuid) rememberIndex(cluster, name, uuid);
  }, [cluster, name, uuid, begun]);
  if (begun === null) {
    if (uuid !== undefined) {
      if (prepared?.uuid === uuid) setBegun({ ...prepared, mappings: reading.data?.mappings ?? {} });
    } else if (kept !== null && kept !== undefined && (error !== null || isMissing))
      setBegun({ ...kept, ...(isMissing && { readOnlyReason: missingIndexMessage(name, now !== undefined) }) });
  }
  if (begun !== null) {
    const document = liveMapping(name, begun, engine ?? DEFAULT_ENGINE);
    if (begun.readOnlyReason !== undefined)
      return (
        <DocumentEditor
          document={document}
          footer={
            now === undefined && (
              <Deferred fallback={null}>
                <StandInBar name={name} />
              </Deferred>
            )
          }
        />
      );
    if (uuid !== undefined && uuid !== begun.uuid)
      return (
        <DocumentEditor
          document={document}
          footer={
            <Deferred fallback={null}>
              <ReplacedBar
                name={name}
                uuid={begun.uuid}
                onOpen={(edits) => {
                  setCarried(edits ?? null);
                  setBegun(null);
                }}
              />
            </Deferred>
          }
        />
      );
    return (
      <DocumentEditor
        document={document}
        footer={
          <>
            {carried !== null && (
              <Deferred fallback={null}>
                <ApplyEdits name={name} edits={carried} onApplied={() => setCarried(null)} />
              </Deferred>
            )}
            <Deferred fallback={null}>
              <CodeNotice kind="index" name={name} />
            </Deferred>
            <Deferred fallback={null}>
              <SendBar
                name={name}
                uuid={begun.uuid}
                mappings={uuid === undefined ? undefined : reading.data?.mappings}
                readAt={reading.dataUpdatedAt}
                error={reading.error}
                onRead={() => reading.refetch()}
              />
            </Deferred>
          </>
        }
      />
    );
  }
  if ((error === null && !isMissing && cluster !== null) || kept === undefined)
    return <OpeningScreen title={name} what="the mapping" />;
  return (
    <Screen title={name}>
      <ClusterGate>
        {isMissing && error === null ? (
          <EmptyState
            icon={SearchX}
            title={`Index ${name} doesn’t exist on this cluster.`}
            actions={<BackLink back={{ index: name }} className={styles['link']} />}
          >
            {now === undefined && (
              <Deferred fallback={null}>
                <StandIn name={name} />
              </Deferred>
            )}
          </EmptyState>
        ) : (
          <div className={styles['pane']}>
            {error !== null && (
              <ApiErrorNotice title="Couldn’t load the mapping" error={error} onRetry={() => void reading.refetch()} />
            )}
            <BackLink back={{ index: name }} className={styles['link']} />
          </div>
        )}
      </ClusterGate>
    </Screen>
  );
}

function missingIndexMessage(name: string, isTaken: boolean): string {
  return `Index ${name} no longer exists${isTaken ? '; another index has its name' : ''}. Its history is kept on this device.`;
}

function liveMapping(
  name: string,
  { uuid, stream, mappings, readOnlyReason }: Live,
  target: TargetEngine,
): EditedDocument {
  return {
    name,
    kind: 'Live mapping',
    noun: 'mapping',
    target,
    stream,
    mappingsAt: LIVE_MAPPINGS_AT,
    exportedAt: LIVE_MAPPINGS_AT,
    back: { index: name, uuid },
    ...(mappings && { found: liveDocument(mappings) }),
    ...(readOnlyReason !== undefined && { readOnlyReason }),
  };
}

/**
 * The copy that this device has of the requested index, or else of the last known index of this name on this cluster;
 * null where there is none, undefined while that is not known.
 */
function useKeptStream(
  name: string,
  requestedUuid: string | undefined,
  cluster: string | null | undefined,
): OpenStream | null | undefined {
  const { store } = useServices();
  const [kept, setKept] = useState<OpenStream | null>();
  useEffect(() => {
    if (requestedUuid === undefined && cluster === undefined) return undefined;
    const uuid = requestedUuid ?? (typeof cluster === 'string' ? recallIndex(cluster, name) : null);
    let isGone = false;
    const find = async () => (uuid === null ? null : keptIndexStream(store, { name, uuid }));
    find().then(
      (stream) => {
        if (!isGone) setKept(uuid === null || stream === null ? null : { uuid, stream });
      },
      // The storage banner shows what is wrong with the storage.
      () => setKept(null),
    );
    return () => {
      isGone = true;
    };
  }, [store, name, requestedUuid, cluster]);
  return kept;
}

/** The log in which the mapping of the index that has the name now is edited; undefined until it is ready. */
function usePreparedStream(
  name: string,
  uuid: string | undefined,
  cluster: string | undefined,
): OpenStream | undefined {
  const { store, unapplied } = useServices();
  const [prepared, setPrepared] = useState<OpenStream>();
  useEffect(() => {
    if (uuid === undefined || cluster === undefined) return undefined;
    const index = { cluster, name, uuid };
    let isOver = false;
    const open = (stream: string) => {
      if (!isOver) setPrepared({ uuid, stream });
    };
    // Opening the log reports what is wrong with the storage.
    preparedIndexStream({ store, unapplied }, index).then(open, () => open(indexStream(index)));
    return () => {
      isOver = true;
    };
  }, [store, unapplied, name, uuid, cluster]);
  return prepared;
}

const route = getRouteApi(ROUTES.indexMapping);

/** The mapping of the index in the address, in the editor. */
export function LiveMappingRoute() {
  const { name } = route.useParams();
  const { uuid } = route.useSearch();
  const { clusterId } = useApi();
  return <LiveMappingScreen key={formatJson([clusterId, name, uuid ?? null])} name={name} requestedUuid={uuid} />;
}
