import { stepsOf } from '#domain/document';
import type { DocumentSession } from '../../../machines/document-session.ts';
import { shownContent } from '../../../machines/unapplied-content.ts';
import { explained } from '../../actions/dispatch-with-feedback.ts';
import type { Action } from '../../actions/action-registry.ts';
import { useActions } from '../../actions/use-actions.tsx';
import { useStepFeedback } from '../../actions/use-step-feedback.ts';
import { useServices } from '../../platform/services.ts';
import { useDocument } from '../../platform/use-document.ts';
import { useEditorDocument, useSession } from '../fields/editor-context.tsx';

/**
 * Undo and redo of a change of the document tests, where it is the newest: tests have a log of their own, and people
 * undo what they did last. Renders nothing.
 */
export function TestSteps({ session }: { readonly session: DocumentSession }) {
  const { author } = useServices();
  const mappings = stepsOf(useEditorDocument().state.history, author.id);
  const tests = stepsOf(useDocument(session).state.history, author.id);
  const typed = useSession();
  useStepFeedback(session, author);
  const actions: Action[] = [];
  const { undo, redo } = tests;
  // Ids are in the order of time, in whichever log. What is typed in a form is undone by the form.
  if (undo !== null && shownContent(typed) === null && undo.node.event.id > (mappings.undo?.node.event.id ?? ''))
    actions.push({
      id: 'history.undo',
      title: `Undo: ${undo.summary}`,
      run: () => void explained(session.dispatch({ type: 'history.undo', payload: {} })),
    });
  if (redo !== null && typed.discarded === null && redo.node.event.id > (mappings.redo?.node.event.id ?? ''))
    actions.push({
      id: 'history.redo',
      title: `Redo: ${redo.summary}`,
      run: () => void explained(session.dispatch({ type: 'history.redo', payload: {} })),
    });
  useActions(actions);
  return null;
}
