import { stepsOf, type DocumentState } from '#domain/document';
import type { DocumentSession } from '../../../machines/document-session.ts';
import { shownContent } from '../../../machines/unapplied-content.ts';
import type { Action } from '../../actions/action-registry.ts';
import { explained } from '../../actions/dispatch-with-feedback.ts';
import { useActions } from '../../actions/use-actions.tsx';
import { useStepFeedback } from '../../actions/use-step-feedback.ts';
import { useServices } from '../../platform/services.ts';
import { useEditorDocument, useSession } from '../fields/editor-context.tsx';
import { useLintRules, useStateOf } from '../fields/use-lint-rules.ts';
import { useKeptTests } from './use-kept-tests.ts';

/** A log beside that of the mappings. */
interface BesideLog {
  readonly session: DocumentSession | null;
  readonly state: DocumentState | null;
}

/**
 * Undo and redo of the newest change of the document tests or of the switched off rules of lint, where it is newer than
 * those of the mappings: they have separate logs, and people undo what they did last. Renders nothing.
 */
export function BesideSteps() {
  const { author } = useServices();
  const { session: tests } = useKeptTests();
  const rules = useLintRules();
  const logs: readonly BesideLog[] = [{ session: tests, state: useStateOf(tests) }, rules];
  const mappings = stepsOf(useEditorDocument().state.history, author.id);
  const typed = useSession();
  const actions: Action[] = [];
  const undo = newest(logs, 'undo', author.id);
  const redo = newest(logs, 'redo', author.id);
  // Ids are in the order of time, in whichever log. What is typed in a form is undone by the form.
  if (undo !== null && shownContent(typed) === null && undo.id > (mappings.undo?.node.event.id ?? ''))
    actions.push({
      id: 'history.undo',
      title: `Undo: ${undo.summary}`,
      run: () => void explained(undo.session.dispatch({ type: 'history.undo', payload: {} })),
    });
  if (redo !== null && typed.discarded === null && redo.id > (mappings.redo?.node.event.id ?? ''))
    actions.push({
      id: 'history.redo',
      title: `Redo: ${redo.summary}`,
      run: () => void explained(redo.session.dispatch({ type: 'history.redo', payload: {} })),
    });
  useActions(actions);
  return (
    <>
      {tests !== null && <StepFeedback session={tests} />}
      {rules.session !== null && <StepFeedback session={rules.session} />}
    </>
  );
}

/** Shows in a toast what was undone or redone. Renders nothing. */
function StepFeedback({ session }: { readonly session: DocumentSession }) {
  const { author } = useServices();
  useStepFeedback(session, author);
  return null;
}

interface BesideStep {
  readonly session: DocumentSession;
  readonly id: string;
  readonly summary: string;
}

/** The step that was taken last of those that an author can take back or take again. */
function newest(logs: readonly BesideLog[], kind: 'undo' | 'redo', author: string): BesideStep | null {
  const steps = logs.flatMap(({ session, state }): readonly BesideStep[] => {
    const step = session === null || state === null ? null : stepsOf(state.history, author)[kind];
    return session === null || step === null ? [] : [{ session, id: step.node.event.id, summary: step.summary }];
  });
  return steps.reduce<BesideStep | null>((last, each) => (last === null || each.id > last.id ? each : last), null);
}
