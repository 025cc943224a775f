import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Became } from '#domain/commands';
import { METRICS } from '#domain/console';
import { valueOnCluster, type TemplateStreamKind } from '#domain/document';
import { deepEqual, isObject, mergeThreeWay, type JsonObject } from '#domain/json';
import { isSameTemplate, sendableTemplate, templateNameProblem } from '#domain/template';
import { unappliedIn } from '../../../machines/unapplied-content.ts';
import { capitalized, unappliedLabel } from '../../editor/fields/unapplied-labels.ts';
import type { DocumentSession } from '../../../machines/document-session.ts';
import { explained } from '../../actions/dispatch-with-feedback.ts';
import { useCluster } from '../../cluster/use-cluster.ts';
import { useOpenEditor } from '../../editor/fields/editor-context.tsx';
import { showToast } from '../../kit/toast.tsx';
import { useApi } from '../../platform/api-provider.tsx';
import { ApiError, asApiError, isOutcomeUnknown } from '../../platform/console-api.ts';
import { gatherChanges, UNRECORDED, type FollowedSave } from '../../platform/sent-changes.ts';
import { useServices } from '../../platform/services.ts';
import { templateDetailOf } from '../../platform/template-links.ts';
import { useRefetch } from '../../platform/use-api-query.ts';
import { bodyIn, useEditedTemplate } from './edited-template.ts';
import { applyForms, showStep } from './step-forms.ts';
import {
  createTemplate,
  INVALIDATED,
  KIND_NOUNS,
  readTemplate,
  updateTemplate,
} from '../../platform/template-calls.ts';

/** What is in hand on the way from a template that is edited to one that is saved. */
export type SaveStage =
  | { readonly kind: 'editing' }
  /** What will be sent is looked at. `cluster` is null where the template is created. */
  | { readonly kind: 'review'; readonly cluster: JsonObject | null; readonly wanted: JsonObject }
  /** Somebody else changed the template on the cluster since it was read. */
  | { readonly kind: 'conflict'; readonly base: JsonObject; readonly mine: JsonObject; readonly theirs: JsonObject };

export interface TemplateSave {
  readonly stage: SaveStage;
  readonly isPending: boolean;
  /** It waits until the changes are recorded. */
  readonly isRecording: boolean;
  readonly error: ApiError | null;
  /** Applies what is typed, reads the template again and shows what will be sent, or where it has moved. */
  readonly review: () => Promise<void>;
  readonly send: () => Promise<void>;
  /** Makes my changes again on what the cluster has now. */
  readonly rebase: () => void;
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
  readonly close: () => void;
}

const EDITING: SaveStage = { kind: 'editing' };

/** Saving the template that is edited: nothing is sent without having been looked at, and nothing over what somebody else has changed. */
export function useTemplateSave(): TemplateSave {
  const { editor } = useOpenEditor();
  const template = useEditedTemplate();
  const { api } = useApi();
  const services = useServices();
  const navigate = useNavigate();
  const refetch = useRefetch();
  const status = useCluster().data;
  const [stage, setStage] = useState<SaveStage>(EDITING);
  const [isPending, setIsPending] = useState(false);
  const [isRecording, setIsRecording] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const { kind, name, draft } = template;
  const { document } = editor;
  const cluster = status?.uuid ?? status?.id;

  /** Runs one step after another call is over; what it throws is shown. */
  const busily = async (run: () => Promise<void>) => {
    setIsPending(true);
    setError(null);
    try {
      await run();
    } catch (cause) {
      setError(asApiError(cause));
    } finally {
      setIsPending(false);
    }
  };

  /** The template as the cluster has it; where it is not as it was when it was read last, that is shown and the save is over. */
  const readUnmoved = async (wanted: JsonObject): Promise<{ readonly base: JsonObject } | null> => {
    const base = lastSeen(document);
    if (cluster === undefined) throw new ApiError(0, 'The cluster can’t be reached now. Nothing was sent.');
    if (template.cluster !== undefined && cluster !== template.cluster)
      throw new ApiError(
        409,
        'This is another cluster than the one that the template was read from. Nothing was sent.',
      );
    const now = await readTemplate(api, kind, name);
    if (now === null)
      throw new ApiError(404, `The ${KIND_NOUNS[kind]} ${name} was deleted on the cluster. Nothing was sent.`);
    if (deepEqual(now, base)) return { base };
    if (isSameTemplate(now, wanted) && !isSameTemplate(base, wanted)) {
      // It has my changes already: somebody else made the same, or a response was lost.
      follow(document, now, { sent: wanted, isSaveRecorded: false });
      saved('It already had your changes.');
      return null;
    }
    setStage({ kind: 'conflict', base, mine: wanted, theirs: now });
    return null;
  };

  const saved = (text?: string) => {
    setStage(EDITING);
    void refetch(...INVALIDATED);
    showToast({ kind: 'success', title: `Saved ${KIND_NOUNS[kind]} ${name}`, ...(text !== undefined && { text }) });
  };

  const review = () =>
    busily(async () => {
      applyForms(editor, kind);
      tellUnapplied(
        unappliedIn(editor.getSession()).map((content) =>
          unappliedLabel(content, editor.document.getSnapshot().state.mappingsAt),
        ),
      );
      const wanted = bodyIn(editor);
      if (draft !== undefined) {
        const problem = templateNameProblem(name);
        if (problem !== null) {
          showStep(editor, kind, 'logistics');
          throw new ApiError(400, problem);
        }
        if ((await readTemplate(api, kind, name)) !== null)
          throw new ApiError(
            409,
            `The cluster already has ${article(kind)} ${name}. Choose another name, or edit that one.`,
          );
        setStage({ kind: 'review', cluster: null, wanted: sendableTemplate(wanted) });
        return;
      }
      const read = await readUnmoved(wanted);
      if (read === null) return;
      if (deepEqual(sendableTemplate(read.base), sendableTemplate(wanted))) {
        showToast({ kind: 'info', title: 'Nothing to save', text: `${name} is as the cluster has it.` });
        return;
      }
      setStage({ kind: 'review', cluster: sendableTemplate(read.base), wanted: sendableTemplate(wanted) });
    });

  /** The changes that the template is made of; waits until they are recorded. */
  const gathered = async () => {
    try {
      return await gatherChanges(services, document, { onWait: () => setIsRecording(true) });
    } finally {
      setIsRecording(false);
    }
  };

  const update = async (wanted: JsonObject) => {
    const { changes, isUnrecorded } = await gathered();
    const read = await readUnmoved(wanted);
    if (read === null || deepEqual(sendableTemplate(read.base), wanted)) return;
    let isSaveRecorded;
    try {
      ({ isSaveRecorded } = await updateTemplate(api, kind, name, wanted, changes));
    } catch (cause) {
      const failure = asApiError(cause);
      if (!isOutcomeUnknown(failure)) throw failure;
      const now = await readTemplate(api, kind, name);
      if (now === null || deepEqual(now, read.base)) throw failure;
      if (!isSameTemplate(now, wanted)) {
        setStage({ kind: 'conflict', base: read.base, mine: wanted, theirs: now });
        return;
      }
      follow(document, now, { sent: wanted, isSaveRecorded: false });
      services.usage.count(METRICS.templateUpdate);
      const lost = 'The response was lost, so the template was read again: it has your changes.';
      saved(isUnrecorded ? `${lost} ${UNRECORDED}` : lost);
      return;
    }
    // Where it does not say what it has made of it, it has what was asked until it is read again.
    const now = await readTemplate(api, kind, name).catch(() => null);
    follow(document, now ?? wanted, { sent: wanted, isSaveRecorded });
    services.usage.count(METRICS.templateUpdate);
    saved(isUnrecorded ? UNRECORDED : undefined);
  };

  const create = async (wanted: JsonObject) => {
    const { changes, isUnrecorded } = await gathered();
    try {
      await createTemplate(api, kind, name, wanted, changes);
    } catch (cause) {
      const failure = asApiError(cause);
      if (!isOutcomeUnknown(failure)) throw failure;
      const now = await readTemplate(api, kind, name);
      if (now === null || !isSameTemplate(now, wanted)) throw failure;
    }
    services.usage.count(draft?.cloneOf === undefined ? METRICS.templateCreate : METRICS.templateClone);
    const became: Became = { what: KIND_NOUNS[kind], cluster: cluster ?? '', name, at: services.clock.now() };
    for (const id of [draft?.id, draft?.sourceDraft])
      if (id !== undefined) services.drafts.dispatch({ type: 'draft.link', payload: { id, became } });
    saved(isUnrecorded ? UNRECORDED : undefined);
    await navigate(templateDetailOf({ kind, name }));
  };

  const send = () =>
    busily(async () => {
      if (stage.kind !== 'review') return;
      await (draft === undefined ? update(stage.wanted) : create(stage.wanted));
    });

  /** Notes what the cluster has, and then puts another body in the place of mine, which I can undo. */
  const settle = (body: (conflict: Extract<SaveStage, { readonly kind: 'conflict' }>) => JsonObject) => {
    if (stage.kind !== 'conflict') return;
    document.dispatch({ type: 'template.follow', payload: { body: stage.theirs, merges: false } }, 'reading');
    explained(editor.dispatch({ type: 'template.replace', payload: { body: body(stage) } }));
    setStage(EDITING);
  };

  return {
    stage,
    isPending,
    isRecording,
    error,
    review,
    send,
    rebase: () =>
      settle(({ base, mine, theirs }) => {
        const { value } = mergeThreeWay(base, mine, theirs);
        return isObject(value) ? value : mine;
      }),
    keepMine: () => settle(({ mine }) => mine),
    takeTheirs: () => settle(({ theirs }) => theirs),
    close: () => {
      setStage(EDITING);
      setError(null);
    },
  };
}

/** The body that the cluster was last seen to have. */
function lastSeen(document: DocumentSession): JsonObject {
  const value = valueOnCluster(document.getSnapshot().state, '/body');
  return isObject(value) ? value : {};
}

/** Notes what the cluster has of a template; `sent` is what it was asked to have. */
export function follow(document: DocumentSession, body: JsonObject, save?: FollowedSave): void {
  const reduced = document.dispatch(
    { type: 'template.follow', payload: { body, ...(save && { sent: save.sent }) } },
    save === undefined || save.isSaveRecorded ? 'reading' : 'answer',
  );
  if (!('event' in reduced) || save !== undefined) return;
  const { summary, command } = reduced.event;
  const hasKept = 'kept' in (command.payload as object);
  showToast({
    kind: hasKept ? 'warning' : 'info',
    title: 'The template was changed outside',
    text: hasKept ? `${summary}. Your edits are kept. Review them before you save.` : `${summary}. See the history.`,
  });
}

function tellUnapplied(labels: readonly string[]): void {
  if (labels.length === 0) return;
  showToast({
    kind: 'warning',
    title: 'Some changes aren’t part of the template',
    text: `${capitalized(labels.join(', '))}. Apply or discard them to save everything you see.`,
  });
}

function article(kind: TemplateStreamKind): string {
  return `${kind === 'index_template' ? 'an' : 'a'} ${KIND_NOUNS[kind]}`;
}
