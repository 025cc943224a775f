import { useMemo } from 'react';
import type { TemplateStreamKind } from '#domain/document';
import { formatJson, member, type JsonObject } from '#domain/json';
import { extractMappingsDefinition } from '#domain/mapping';
import { requestOf, type ClusterRequest } from '#domain/ports';
import { isSameTemplate, sendableTemplate, type TemplateChange } from '#domain/template';
import { CopyRequest, WriteErrorNotice } from '../cluster/api-error-notice.tsx';
import { RequestBlock } from '../cluster/request-block.tsx';
import { READ_ONLY_REASON } from '../cluster/read-only.ts';
import { useFeature, useIsReadOnly } from '../cluster/use-cluster.ts';
import { Banner } from '../kit/banner.tsx';
import { Button } from '../kit/button.tsx';
import { Modal } from '../kit/modal.tsx';
import type { ApiError } from '../platform/console-api.ts';
import { RECORDING } from '../platform/sent-changes.ts';
import { KIND_NOUNS } from '../platform/template-calls.ts';
import styles from './review.module.css';
import { TemplateAnalysis } from './template-analysis.tsx';

export interface TemplateReviewProps {
  readonly kind: TemplateStreamKind;
  readonly name: string;
  /** The body that the cluster has; null where the template is created. */
  readonly cluster: JsonObject | null;
  /** The body as it will be sent. */
  readonly wanted: JsonObject;
  readonly onSend: () => void;
  readonly isPending: boolean;
  /** It waits until the changes are recorded. */
  readonly isRecording?: boolean;
  readonly error: ApiError | null;
  readonly onClose: () => void;
}

/** Exactly what is sent, what it comes to, and whom it concerns, before a template is saved. */
export function TemplateReview(props: TemplateReviewProps) {
  const { kind, name, cluster, wanted, onSend, isPending, isRecording = false, error, onClose } = props;
  const isReadOnly = useIsReadOnly();
  const request = useTemplateRequest(props);
  const change = useMemo((): TemplateChange => ({ kind, name, body: sendableTemplate(wanted) }), [kind, name, wanted]);
  const stored = useMemo(() => (cluster === null ? null : sendableTemplate(cluster)), [cluster]);
  const isSame = useMemo(() => stored !== null && isSameTemplate(stored, wanted), [stored, wanted]);
  return (
    <Modal
      title={`${cluster === null ? 'Create' : 'Update'} ${KIND_NOUNS[kind]} ${name}`}
      size="large"
      onClose={onClose}
      footer={
        <>
          {isRecording && <span role="status">{RECORDING}</span>}
          {!isSame && <CopyRequest request={request} />}
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" onPress={onSend} isDisabled={isSame || isReadOnly} isPending={isPending}>
            {cluster === null ? 'Create template' : 'Update template'}
          </Button>
        </>
      }
    >
      <div className={styles['review']}>
        {isReadOnly && (
          <Banner kind="info" title="The template can’t be saved now">
            {READ_ONLY_REASON} Your edits are kept on this device.
          </Banner>
        )}
        {error !== null && (
          <WriteErrorNotice title="Couldn’t save the template" error={error} readAgain="the template" />
        )}
        {isSame ? (
          <p>The cluster has this template already. Nothing will be sent.</p>
        ) : (
          <>
            <TemplateAnalysis change={change} cluster={stored} />
            <details className={styles['group']}>
              <summary>Request</summary>
              <RequestBlock request={request} />
            </details>
          </>
        )}
      </div>
    </Modal>
  );
}

const ENDPOINTS: Readonly<Record<TemplateStreamKind, string>> = {
  index_template: '_index_template',
  legacy_template: '_template',
  component_template: '_component_template',
};

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
      path: [ENDPOINTS[kind], name],
      query: {
        ...(cluster === null && { create: true }),
        ...(kind === 'legacy_template' && knowsTypes && isTyped && { include_type_name: true }),
      },
      body: formatJson(sendableTemplate(wanted), 2),
    });
  }, [kind, name, cluster, wanted, knowsTypes]);
}
