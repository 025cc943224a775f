import { Suspense, useEffect, useState } from 'react';
import type { DocumentSession } from '../../machines/document-session.ts';
import { ACTIONS, keysOf, type ActionId } from '../actions/action-list.ts';
import type { OfferedAction } from '../actions/action-registry.ts';
import { useOfferedActions } from '../actions/use-actions.tsx';
import { useHistoryActions } from '../actions/use-history-actions.ts';
import type { DescribeStep } from '../actions/use-step-feedback.ts';
import { IconButton } from '../kit/icon-button.tsx';
import { Redo2, Undo2 } from '../kit/icons/icons.ts';
import { useServices, useAuthor } from '../platform/services.ts';
import { lazyPart } from '../kit/lazy-part.tsx';
import { Settled } from '../kit/settled.tsx';
import { useDocument } from '../platform/use-document.ts';
import { nameQuestion } from '../platform/name-question.ts';
import { PanelBoundary } from './panel-boundary.tsx';
import styles from './screen.module.css';

export { SaveState } from './save-state.tsx';

const CutNotice = lazyPart(async () => (await import('./cut-notice.tsx')).CutNotice);
const SetAside = lazyPart(async () => (await import('./set-aside.tsx')).SetAside);

interface DocumentNoticesProps {
  readonly session: DocumentSession;
  readonly name: string;
}

/** The notices about a document, above its content. */
export function DocumentNotices({ session, name }: DocumentNoticesProps) {
  const { cuts, parked } = useDocument(session);
  const what = [cuts.length > 0 && 'cuts', parked.length > 0 && 'parked'].filter(Boolean).join(' ');
  return (
    <PanelBoundary what="Document notices">
      <Settled what={what}>
        <Suspense>
          {cuts.length > 0 && <CutNotice session={session} name={name} />}
          {parked.length > 0 && <SetAside session={session} />}
        </Suspense>
      </Settled>
    </PanelBoundary>
  );
}

interface HistoryButtonsProps {
  readonly session: DocumentSession;
  readonly describeStep?: DescribeStep | undefined;
}

/** Undo and redo of a document. */
export function HistoryButtons({ session, describeStep }: HistoryButtonsProps) {
  const { author } = useServices();
  useHistoryActions(session, author, describeStep);
  const offered = useOfferedActions();
  const find = (id: string) => offered.find((action) => action.id === id);
  return (
    <div className={styles['group']} role="group" aria-label="History" data-keeps-form data-tour="undo">
      <StepButton icon={Undo2} id="history.undo" offered={find('history.undo')} />
      <StepButton icon={Redo2} id="history.redo" offered={find('history.redo')} />
    </div>
  );
}

function StepButton({
  icon,
  id,
  offered,
}: {
  readonly icon: typeof Undo2;
  readonly id: ActionId;
  readonly offered: OfferedAction | undefined;
}) {
  const isEnabled = offered?.isEnabled === true;
  return (
    <IconButton
      icon={icon}
      label={isEnabled ? offered.title : ACTIONS[id].title}
      keys={keysOf(id)}
      isDisabled={!isEnabled}
      onPress={() => offered?.run()}
    />
  );
}

/** Has the rail ask users without a name for one after their first edit; nothing waits for it, and nothing moves. */
export function NameNotice({ session }: { readonly session: DocumentSession }) {
  const { identity } = useServices();
  const { name } = useAuthor();
  const { version } = useDocument(session).state.history;
  const [openedAt] = useState(version);
  const isNeeded = name === identity.unnamed && version !== openedAt;
  useEffect(() => {
    if (isNeeded) nameQuestion.ask();
  }, [isNeeded]);
  return null;
}
