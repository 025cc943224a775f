import { useNavigate } from '@tanstack/react-router';
import type { DocumentCommand } from '#domain/commands';
import { type JsonObject, member } from '#domain/json';
import { KIND_NOUNS, isSameTemplate, patternsProblem, templateNameProblem } from '#domain/template';
import { capitalized } from '#domain/console';
import { explained } from '../../actions/dispatch-with-feedback.ts';
import { useCluster } from '../../cluster/use-cluster.ts';
import { useOpenEditor, type OpenEditor } from '../../editor/fields/editor-context.tsx';
import { unappliedLabel } from '../../editor/fields/unapplied-labels.ts';
import { showToast } from '../../kit/toast.tsx';
import { useApi } from '../../platform/api-provider.tsx';
import { useServices } from '../../platform/services.ts';
import { INVALIDATED } from '../../platform/template-calls.ts';
import { templateDetailOf } from '../../platform/template-links.ts';
import { useRefetch } from '../../platform/use-api-query.ts';
import { useReviewedWrite, type ReviewedWrite } from '../../review/use-reviewed-write.ts';
import { leadToUnapplied } from '../../document-editor/lead-to-unapplied.ts';
import { focusInvalid } from '../../kit/focus-invalid.ts';
import { bodyIn, useEditedTemplate, type EditedTemplate } from './edited-template.ts';
import { applyName, applyForms, showStep } from './step-forms.ts';
import { createPorts, updatePorts, type TemplateConflict, type TemplateWrite } from './template-write.ts';

interface TemplateSave extends ReviewedWrite<TemplateWrite, TemplateConflict> {
  /** Reapplies my changes to the current body of the cluster. */
  readonly rebase: (merged: JsonObject) => void;
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
  readonly close: () => void;
}

/**
 * Saves the edited template: nothing is sent without a review, and nothing overwrites the changes of another client
 * unseen.
 */
export function useTemplateSave(): TemplateSave {
  const open = useOpenEditor();
  const { editor } = open;
  const { document } = editor;
  const template = useEditedTemplate();
  const { kind, name, draft } = template;
  const { api } = useApi();
  const services = useServices();
  const navigate = useNavigate();
  const refetch = useRefetch();
  const status = useCluster().data;
  const writing = {
    ...{ api, services, document, template },
    cluster: status?.uuid ?? status?.id,
    onReview() {
      const named = draft === undefined ? template : applyName(editor, services.drafts, draft);
      if (leadToFault(open, { ...template, name: named.name })) return null;
      tellStranded(
        editor.getSession().stranded.map((content) => unappliedLabel(content, document.getSnapshot().state.mappingsAt)),
      );
      return { name: named.name, wanted: bodyIn(editor) };
    },
    onSaved(text: string) {
      void refetch(...INVALIDATED);
      showToast({ kind: 'success', title: `Saved ${KIND_NOUNS[kind]} ${name}`, ...(text !== '' && { text }) });
    },
  };
  const write = useReviewedWrite(
    draft === undefined
      ? updatePorts(writing)
      : { ...createPorts(writing), finish: () => navigate(templateDetailOf({ kind, name })) },
  );

  /**
   * Notes the cluster's body, whose changes are theirs, not mine, and then makes of mine what was chosen, as a change
   * that I can undo.
   */
  const settle = (choice: (conflict: TemplateConflict) => DocumentCommand | null) => {
    if (write.conflict === null) return;
    document.dispatch({ type: 'template.follow', payload: { body: write.conflict.theirs } }, 'reading');
    const command = choice(write.conflict);
    if (command !== null) explained(editor.dispatch(command));
    write.send({ type: 'CLOSE' });
  };
  const replacement = (body: JsonObject): DocumentCommand | null =>
    isSameTemplate(bodyIn(editor), body) ? null : { type: 'template.replace', payload: { body } };

  return {
    ...write,
    rebase: (merged) => settle(() => replacement(merged)),
    keepMine: () => settle(({ mine }) => replacement(mine)),
    takeTheirs: () => settle(() => ({ type: 'changes.discard', payload: {} })),
    close() {
      write.send({ type: 'CLOSE' });
      write.send({ type: 'DISMISS' });
    },
  };
}

function tellStranded(labels: readonly string[]): void {
  if (labels.length === 0) return;
  showToast({
    kind: 'warning',
    title: 'Some changes aren’t part of the template',
    text: `${capitalized(labels.join(', '))}. Apply or discard them to save everything you see.`,
  });
}

/**
 * Applies the typed values of all steps, and shows the first input that prevents saving the template as shown.
 * @returns whether there is one
 */
function leadToFault(open: OpenEditor, { kind, name, draft }: EditedTemplate): boolean {
  const { editor } = open;
  applyForms(editor, kind);
  if (leadToUnapplied(open)) return true;
  const problem = (draft === undefined ? null : templateNameProblem(name)) ?? patternsProblemIn(open, kind);
  if (problem === null) return false;
  showStep(editor, kind, 'logistics');
  showToast({ kind: 'warning', title: 'The template can’t be saved yet', text: `${problem} Nothing was sent.` });
  focusInvalid();
  return true;
}

function patternsProblemIn({ editor }: OpenEditor, kind: EditedTemplate['kind']): string | null {
  if (kind === 'component_template') return null;
  return patternsProblem([member(bodyIn(editor), 'index_patterns') ?? []].flat());
}
