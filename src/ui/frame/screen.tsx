import { Redo2, Search, Undo2 } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import type { DocumentSession } from '../../machines/document-session.ts';
import { ACTIONS, keysOf, type ActionId } from '../actions/action-list.ts';
import type { OfferedAction } from '../actions/action-registry.ts';
import { useOfferedActions } from '../actions/use-actions.tsx';
import { useHistoryActions } from '../actions/use-history-actions.ts';
import { ClusterBar } from '../cluster/cluster-bar.tsx';
import { IconButton } from '../kit/icon-button.tsx';
import type { MenuEntry } from '../kit/menu.tsx';
import { CutNotice } from './cut-notice.tsx';
import { SaveState } from './save-state.tsx';
import styles from './screen.module.css';
import { useServices } from '../platform/services.ts';
import { SetAside } from './set-aside.tsx';

interface ScreenProps {
  /** The name of the page, for the tab of the browser. */
  readonly title: string;
  /** In place of the title in the top bar: a way back and a name, say. It must hold an `h1`. */
  readonly heading?: ReactNode;
  /** Buttons of the document, before undo and redo. */
  readonly actions?: ReactNode;
  /** The document that the screen shows: the top bar says whether it is saved, and offers its undo and redo. */
  readonly session?: DocumentSession;
  /** What was typed and is not part of that document, each with the way to it. */
  readonly unapplied?: readonly MenuEntry[];
  /** There is nothing to operate in it, so that the keyboard scrolls the content itself. */
  readonly isText?: boolean;
  readonly children: ReactNode;
}

const NOTHING_UNAPPLIED: readonly MenuEntry[] = [];

/** The frame of a screen: the top bar above, the content below, which scrolls by itself. */
export function Screen({
  title,
  heading,
  actions,
  session,
  unapplied = NOTHING_UNAPPLIED,
  isText = false,
  children,
}: ScreenProps) {
  useEffect(() => {
    document.title = `${title} · Mapledger`;
  }, [title]);
  const offered = useOfferedActions();
  const find = (id: string) => offered.find((action) => action.id === id);
  const palette = find('app.palette');
  return (
    <div className={styles['screen']}>
      <header className={styles['bar']}>
        <div className={styles['heading']}>{heading ?? <h1 className={styles['title']}>{title}</h1>}</div>
        <ClusterBar isBrief={session !== undefined || heading !== undefined} />
        {session && <SaveState session={session} unapplied={unapplied} />}
        {actions}
        {session && (
          <div className={styles['group']} role="group" aria-label="History" data-keeps-form>
            <HistoryOffer session={session} />
            <StepButton icon={Undo2} id="history.undo" offered={find('history.undo')} />
            <StepButton icon={Redo2} id="history.redo" offered={find('history.redo')} />
          </div>
        )}
        {palette && <IconButton icon={Search} label={palette.title} keys={palette.keys?.[0]} onPress={palette.run} />}
      </header>
      <main className={styles['content']} id="content" tabIndex={isText ? 0 : -1}>
        {session && <CutNotice session={session} name={title} />}
        {session && <SetAside session={session} />}
        {children}
      </main>
    </div>
  );
}

function HistoryOffer({ session }: { readonly session: DocumentSession }) {
  const { author } = useServices();
  useHistoryActions(session, author);
  return null;
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
