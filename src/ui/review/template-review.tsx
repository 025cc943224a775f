import { useMemo, useState, type ReactNode } from 'react';
import type { TemplateStreamKind } from '#domain/document';
import { TEMPLATE_ENDPOINTS } from '#domain/index-operations';
import { formatJson, member, type JsonObject } from '#domain/json';
import { extractMappingsDefinition } from '#domain/mapping';
import { requestOf, type ClusterRequest } from '#domain/ports';
import { KIND_NOUNS, isSameTemplate, sendableTemplate, type FieldRenames, type TemplateChange } from '#domain/template';
import type { FailedStep } from '../../machines/reviewed-write-machine.ts';
import { READ_ONLY_REASON } from '../cluster/cluster-words.tsx';
import { CodeWarning } from '../cluster/code-claim.tsx';
import { SentRequests } from '../cluster/sent-requests.tsx';
import { useFeature, useIsReadOnly } from '../cluster/use-cluster.ts';
import { Banner } from '../kit/banner.tsx';
import { TextField } from '../kit/text-field.tsx';
import type { SendWithReason } from '../cluster/use-reason.tsx';
import { ReviewDialog, ReviewNotices } from './review-dialog.tsx';
import { TemplateAnalysis } from './template-analysis.tsx';
import { useTemplateImpact } from './use-template-impact.ts';

export interface TemplateReviewProps {
  readonly kind: TemplateStreamKind;
  readonly name: string;
  /** The body on the cluster; null where the template is created. */
  readonly cluster: JsonObject | null;
  /** The body as it will be sent. */
  readonly wanted: JsonObject;
  /** Fields that were renamed since the last save. */
  readonly renames: FieldRenames;
  /** Whether the template belongs to the cluster or is managed by another system: its name has to be typed. */
  readonly isGuarded?: boolean;
  readonly onSend: SendWithReason;
  readonly isPending: boolean;
  /** Whether sending waits until the changes are recorded. */
  readonly isRecording?: boolean;
  readonly failure: FailedStep | null;
  /** How the document tests go that are kept with the template. */
  readonly tests?: ReactNode;
  readonly onClose: () => void;
}

/** The review before a template is saved: the exact request, the result, and the affected indices and data streams. */
export function TemplateReview(props: TemplateReviewProps) {
  const { kind, name, cluster, wanted, renames, isGuarded = false } = props;
  const { onSend, isPending, isRecording = false, failure, tests, onClose } = props;
  const [typed, setTyped] = useState('');
  const isReadOnly = useIsReadOnly();
  const request = useTemplateRequest(props);
  const change = useMemo((): TemplateChange => ({ kind, name, body: sendableTemplate(wanted) }), [kind, name, wanted]);
  const stored = useMemo(() => (cluster === null ? null : sendableTemplate(cluster)), [cluster]);
  const impact = useTemplateImpact(change);
  const isRefused = impact.findings?.conflicts.some((conflict) => conflict.isRefused) === true;
  const isSame = useMemo(() => stored !== null && isSameTemplate(stored, wanted), [stored, wanted]);
  const effect = `${cluster === null ? 'Create' : 'Update'} ${KIND_NOUNS[kind]} ${name}`;
  return (
    <ReviewDialog
      title={effect}
      sendLabel={effect}
      canSend={!isSame && !isReadOnly && !isRefused && (!isGuarded || typed === name)}
      whyNot={isRefused && !isSame ? 'The cluster will refuse this template.' : undefined}
      isPending={isPending}
      isRecording={isRecording}
      onSend={onSend}
      onClose={onClose}
    >
      <ReviewNotices
        obstacle={isReadOnly ? { title: 'The template can’t be saved now', reason: READ_ONLY_REASON } : null}
        failure={failure}
        failureTitle="Couldn’t save the template"
        readAgain="the template"
      />
      {isSame ? (
        <p>The cluster has this template already. Nothing will be sent.</p>
      ) : (
        <>
          {isGuarded && (
            <Banner kind="warning" title={`This ${KIND_NOUNS[kind]} is managed or used by the system`}>
              <p>Cluster features may stop working, and the change may be overwritten.</p>
              <TextField label={`Type “${name}” to confirm`} value={typed} onChange={setTyped} isMono />
            </Banner>
          )}
          <CodeWarning kind={kind} name={name} />
          {tests}
          <TemplateAnalysis change={change} cluster={stored} impact={impact} renames={renames} />
          <SentRequests requests={[request]} />
        </>
      )}
    </ReviewDialog>
  );
}

/** The request that the server will send to the cluster. */
function useTemplateRequest({
  kind,
  name,
  cluster,
  wanted,
}: Pick<TemplateReviewProps, 'kind' | 'name' | 'cluster' | 'wanted'>): ClusterRequest {
  const knowsTypes = useFeature('include_type_name')?.has === true;
  return useMemo(() => {
    const isTyped = extractMappingsDefinition(member(wanted, 'mappings') ?? {})?.type !== undefined;
    return requestOf({
      method: 'PUT',
      path: [TEMPLATE_ENDPOINTS[kind], name],
      query: {
        ...(cluster === null && { create: true }),
        ...(kind === 'legacy_template' && knowsTypes && isTyped && { include_type_name: true }),
      },
      body: formatJson(sendableTemplate(wanted)),
    });
  }, [kind, name, cluster, wanted, knowsTypes]);
}
