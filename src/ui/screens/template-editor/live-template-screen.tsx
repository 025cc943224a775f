import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import type { TargetEngine } from '#domain/catalogue';
import {
  LIVE_BODY_AT,
  liveTemplateDocument,
  parseTemplateStream,
  replay,
  templateStream,
  type TemplateStreamKind,
} from '#domain/document';
import { isObject, valueAt, type JsonObject, type Pointer } from '#domain/json';
import { openLog } from '#domain/log';
import { KIND_NOUNS, templateMappingsAt, templateType, type TemplateType } from '#domain/template';
import { capitalized } from '#domain/console';
import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { ClusterGate } from '../../cluster/cluster-gate.tsx';
import { useCluster, useClusterTarget } from '../../cluster/use-cluster.ts';
import { DocumentEditor } from '../../document-editor/document-editor.tsx';
import { BackLink } from '../../editor/fields/back-link.tsx';
import { useOpenEditor } from '../../editor/fields/editor-context.tsx';
import type { EditedDocument } from '../../editor/fields/edited-document.ts';
import { OpeningScreen } from '../../frame/opening-screen.tsx';
import { Screen } from '../../frame/screen.tsx';
import { Deferred } from '../../kit/deferred.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { SearchX } from '../../kit/icons/icons.ts';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { useApi } from '../../platform/api-provider.tsx';
import type { ApiError } from '../../platform/console-api.ts';
import { useServices } from '../../platform/services.ts';
import { DEFAULT_ENGINE } from '../../platform/target-engines.ts';
import { TemplateContext } from './edited-template.ts';
import { followTemplate } from './follow-template.ts';
import { SaveBar } from './save-bar.tsx';
import { findTemplate, type FoundTemplate } from '../../platform/template-calls.ts';
import styles from './template-editor.module.css';
import { TemplateWizard } from './template-wizard.tsx';

const CodeNotice = lazyPart(async () => (await import('../../cluster/code-claim.tsx')).CodeNotice);

interface LiveTemplateScreenProps {
  readonly kind: TemplateStreamKind;
  readonly name: string;
}

interface Begun {
  readonly cluster: string;
  /** The body on the cluster; null where the cluster does not respond, or no longer has the template. */
  readonly body: JsonObject | null;
  readonly type?: TemplateType;
  readonly mappingsAt: Pointer;
  readonly readOnlyReason?: string;
  /** The cluster no longer has the template. */
  readonly isGone?: boolean;
}

/** A template of the cluster in steps; where the cluster or the template is missing, the copy on this device. */
export function LiveTemplateScreen({ kind, name }: LiveTemplateScreenProps) {
  const { api, clusterId } = useApi();
  const status = useCluster();
  const engine = useClusterTarget();
  const reading = useQuery<FoundTemplate | null, ApiError>({
    // Read when the screen opens and before saving. Changes of other clients in between are not followed, so that they
    // can stop a save.
    queryKey: [clusterId, 'template.opened', kind, name],
    queryFn: ({ signal }) => findTemplate(api, kind, name, signal),
    gcTime: 0,
    staleTime: Infinity,
  });
  const cluster = status.data?.uuid ?? status.data?.id;
  const isGone = reading.data === null;
  const isUnread = reading.error !== null;
  const kept = useKept(kind, name, isGone || isUnread, isGone ? cluster : undefined);
  const [begun, setBegun] = useState<Begun | null>(null);
  const followedRef = useRef(false);
  if (begun === null) {
    if (reading.data && cluster !== undefined) {
      const { body, type } = reading.data;
      const isOfCloud = type === 'cloudManaged';
      setBegun({
        ...{ cluster, body, type, mappingsAt: templateMappingsAt(kind, body) },
        ...(isOfCloud && { readOnlyReason: 'It is managed by the cloud provider. Clone it to change a copy.' }),
      });
    } else if (kept !== undefined && kept !== null && (isGone || isUnread))
      setBegun({
        cluster: kept.cluster,
        body: null,
        mappingsAt: templateMappingsAt(kind, kept.body),
        ...(!isGone && { type: templateType(name, kept.body, []) }),
        ...(isGone && {
          isGone,
          readOnlyReason: `The ${KIND_NOUNS[kind]} ${name} no longer exists. Its history is kept on this device.`,
        }),
      });
  }
  if (begun !== null)
    return (
      <TemplateContext
        value={{ kind, name, cluster: begun.cluster, ...(begun.type !== undefined && { type: begun.type }) }}
      >
        <DocumentEditor
          document={editedTemplate(kind, name, begun, engine ?? DEFAULT_ENGINE)}
          content={(mappings) => <TemplateWizard mappings={mappings} />}
          footer={
            <>
              {begun.body !== null && <FollowOpened body={begun.body} followedRef={followedRef} />}
              {begun.body !== null && (
                <Deferred fallback={null}>
                  <CodeNotice kind={kind} name={name} />
                </Deferred>
              )}
              <SaveBar />
            </>
          }
        />
      </TemplateContext>
    );
  const isWaiting = reading.isPending || ((isGone || isUnread) && kept === undefined);
  // The error is null while the status is requested again, which a newly mounted screen does.
  if (isWaiting || (!isGone && !isUnread && status.errorUpdateCount === 0))
    return <OpeningScreen title={name} what="the template" />;
  return (
    <Screen title={name}>
      <ClusterGate>
        {isGone && reading.error === null ? (
          <EmptyState
            icon={SearchX}
            title={`The ${KIND_NOUNS[kind]} ${name} doesn’t exist on this cluster.`}
            actions={<BackLink back={{ templatesOf: kind }} className={styles['link']} />}
          />
        ) : (
          <div className={styles['pane']}>
            {reading.error !== null && (
              <ApiErrorNotice
                title="Couldn’t load the template"
                error={reading.error}
                onRetry={() => void reading.refetch()}
              />
            )}
            <BackLink back={isGone ? { templatesOf: kind } : { template: name, kind }} className={styles['link']} />
          </div>
        )}
      </ClusterGate>
    </Screen>
  );
}

function editedTemplate(
  kind: TemplateStreamKind,
  name: string,
  { cluster, body, mappingsAt, readOnlyReason, isGone = false }: Begun,
  target: TargetEngine,
): EditedDocument {
  const noun = KIND_NOUNS[kind];
  return {
    name,
    kind: capitalized(noun),
    noun: 'template',
    target,
    stream: templateStream({ kind, cluster, name }),
    mappingsAt,
    exportedAt: LIVE_BODY_AT,
    back: isGone ? { templatesOf: kind } : { template: name, kind },
    firstStep: 'logistics',
    ...(body !== null && { found: liveTemplateDocument(body) }),
    ...(readOnlyReason !== undefined && { readOnlyReason }),
  };
}

interface FollowOpenedProps {
  /** The body on the cluster when the screen was opened. */
  readonly body: JsonObject;
  /** A reading that is older than a save must not be followed. */
  readonly followedRef: RefObject<boolean>;
}

/** Notes the cluster's body once, where it has changed since this device last saw it. */
function FollowOpened({ body, followedRef }: FollowOpenedProps) {
  const { editor } = useOpenEditor();
  const note = useEffectEvent(() => {
    if (followedRef.current) return;
    followedRef.current = true;
    followTemplate(editor.document, body);
  });
  useEffect(() => note(), [editor]);
  return null;
}

interface KeptTemplate {
  readonly cluster: string;
  readonly body: JsonObject;
}

/**
 * The copy of a template on this device: of the given cluster, or where the cluster can't be asked, the only copy; null
 * where there is none, undefined while that is not known.
 */
function useKept(
  kind: TemplateStreamKind,
  name: string,
  isNeeded: boolean,
  cluster: string | undefined,
): KeptTemplate | null | undefined {
  const { store } = useServices();
  const [kept, setKept] = useState<KeptTemplate | null>();
  useEffect(() => {
    if (!isNeeded) return undefined;
    let isOver = false;
    const find = async (): Promise<KeptTemplate | null> => {
      const found = (await store.streams()).flatMap(({ stream }) => {
        const template = parseTemplateStream(stream);
        const isMeant =
          template?.kind === kind && template.name === name && (cluster === undefined || template.cluster === cluster);
        return isMeant ? [{ stream, cluster: template.cluster }] : [];
      });
      const [only, ...others] = found;
      if (only === undefined || others.length > 0) return null;
      const body = valueAt(replay(undefined, openLog(await store.read(only.stream)).events), LIVE_BODY_AT);
      return { cluster: only.cluster, body: isObject(body) ? body : {} };
    };
    find().then(
      (found) => {
        if (!isOver) setKept(found);
      },
      // The storage banner shows what is wrong with the storage.
      () => setKept(null),
    );
    return () => {
      isOver = true;
    };
  }, [store, kind, name, isNeeded, cluster]);
  return kept;
}
