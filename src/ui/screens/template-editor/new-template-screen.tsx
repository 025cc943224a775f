import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import type { TemplateStreamKind } from '#domain/document';
import type { JsonObject } from '#domain/json';
import { sendableTemplate } from '#domain/template';
import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { useCluster } from '../../cluster/use-cluster.ts';
import { describeFault } from '../../files/describe-fault.ts';
import { readDraftBody } from '../../files/draft-body.ts';
import { freeName } from '../../files/draft-names.ts';
import { createDraft } from '../../files/import-draft.ts';
import { OpeningScreen } from '../../frame/opening-screen.tsx';
import { Screen } from '../../frame/screen.tsx';
import { useApi } from '../../platform/api-provider.tsx';
import { ApiError, type ConsoleApi } from '../../platform/console-api.ts';
import { draftById, draftsOf } from '../../platform/draft-list.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { useServices, type Services } from '../../platform/services.ts';
import { DEFAULT_ENGINE } from '../../platform/target-engines.ts';
import { KIND_NOUNS, readTemplate } from '../../platform/template-calls.ts';
import styles from './template-editor.module.css';

/** The body with which a template of a kind begins. */
const EMPTY: Readonly<Record<TemplateStreamKind, JsonObject>> = {
  index_template: { index_patterns: [], template: {} },
  legacy_template: { index_patterns: [], mappings: {} },
  component_template: { template: {} },
};

interface Origin {
  readonly kind: TemplateStreamKind;
  /** The template of the cluster that it is a clone of. */
  readonly cloneOf?: string | undefined;
  /** The draft of mappings that it is made of. */
  readonly sourceDraft?: string | undefined;
}

/** Makes a draft of a new template, or of a clone, and opens it. Nothing is sent. */
export function NewTemplateScreen({ kind, cloneOf, sourceDraft }: Origin) {
  const services = useServices();
  const { api } = useApi();
  const navigate = useNavigate();
  const status = useCluster();
  const [error, setError] = useState<ApiError | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isKnown = status.data !== undefined || status.error !== null;
  const title = cloneOf === undefined ? `New ${KIND_NOUNS[kind]}` : `Clone ${cloneOf}`;
  const start = useEffectEvent(async (isWanted: () => boolean) => {
    const body = await startingBody(services, api, { kind, cloneOf, sourceDraft });
    // A visit that is over makes no draft; the one after it does.
    if (!isWanted()) return;
    const draftId = await createDraft(services, body, {
      name: nameOf(services, kind, cloneOf, sourceDraft),
      target: status.data?.engine ?? DEFAULT_ENGINE,
      ...(cloneOf !== undefined && { cloneOf }),
      ...(sourceDraft !== undefined && { sourceDraft }),
    });
    await navigate({ to: ROUTES.draft, params: { draftId }, search: { step: 'logistics' }, replace: true });
  });
  useEffect(() => {
    if (!isKnown) return undefined;
    let isOver = false;
    start(() => !isOver).catch((cause: unknown) => {
      if (!isOver) setError(cause instanceof ApiError ? cause : new ApiError(0, describeFault(cause, title).text));
    });
    return () => {
      isOver = true;
    };
  }, [isKnown, attempt, title]);
  if (error === null) return <OpeningScreen title={title} what="the template" />;
  return (
    <Screen title={title}>
      <div className={styles['pane']}>
        <ApiErrorNotice
          title="Couldn’t start the template"
          error={error}
          onRetry={() => {
            setError(null);
            setAttempt(attempt + 1);
          }}
        />
      </div>
    </Screen>
  );
}

/** The body with which it begins: that of the template to be cloned, or one with the mappings of a draft. @throws ApiError */
async function startingBody(
  { store, drafts }: Services,
  api: ConsoleApi,
  { kind, cloneOf, sourceDraft }: Origin,
): Promise<JsonObject> {
  if (cloneOf !== undefined) {
    const body = await readTemplate(api, kind, cloneOf);
    if (body === null) throw new ApiError(404, `The ${KIND_NOUNS[kind]} ${cloneOf} doesn’t exist on this cluster.`);
    return sendableTemplate(body);
  }
  const source = sourceDraft === undefined ? null : draftById(drafts.getSnapshot().state.body, sourceDraft);
  if (source === null) return EMPTY[kind];
  const { mappings } = await readDraftBody(store, source);
  return kind === 'legacy_template' ? { ...EMPTY[kind], mappings } : { ...EMPTY[kind], template: { mappings } };
}

/** A name that no draft has, and that a template may have. */
function nameOf(
  { drafts }: Services,
  kind: TemplateStreamKind,
  cloneOf: string | undefined,
  sourceDraft: string | undefined,
): string {
  const all = draftsOf(drafts.getSnapshot().state.body);
  const source = all.find(({ id }) => id === sourceDraft);
  const wanted =
    cloneOf !== undefined
      ? `${cloneOf}-copy`
      : source === undefined
        ? `new-${KIND_NOUNS[kind].replace(' ', '-')}`
        : asTemplateName(source.name);
  return freeName(
    wanted,
    all.map(({ name }) => name),
    (name, number) => `${name}-${number}`,
  );
}

function asTemplateName(name: string): string {
  return (
    name
      .toLowerCase()
      .replace(/[^a-z0-9.-]+/g, '-')
      .replace(/^[-_.]+|[-.]+$/g, '') || 'new-template'
  );
}
