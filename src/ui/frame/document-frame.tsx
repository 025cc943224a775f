import type { DocumentSession } from '../../machines/document-session.ts';
import { ACTIONS, keysOf, type ActionId } from '../actions/action-list.ts';
import type { OfferedAction } from '../actions/action-registry.ts';
import { useOfferedActions } from '../actions/use-actions.tsx';
import { useHistoryActions } from '../actions/use-history-actions.ts';
import type { DescribeStep } from '../actions/use-step-feedback.ts';
import { IconButton } from '../kit/icon-button.tsx';
import { Redo2, Undo2 } from '../kit/icons/icons.ts';
import { useServices } from '../platform/services.ts';
import { CutNotice } from './cut-notice.tsx';
import styles from './screen.module.css';
import { SetAside } from './set-aside.tsx';

export { NameNotice } from './name-notice.tsx';
export { SaveState } from './save-state.tsx';

interface DocumentNoticesProps {
  readonly session: DocumentSession;
  readonly name: string;
}

/** What has to be said about a document above its content. */
export function DocumentNotices({ session, name }: DocumentNoticesProps) {
  return (
    <>
      <CutNotice session={session} name={name} />
      <SetAside session={session} />
    </>
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
    <div className={styles['group']} role="group" aria-label="History" data-keeps-form>
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
