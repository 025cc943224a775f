import { useMatches } from '@tanstack/react-router';
import { Suspense, useEffect, type ReactNode } from 'react';
import type { DocumentSession } from '../../machines/document-session.ts';
import { useOfferedActions } from '../actions/use-actions.tsx';
import type { DescribeStep } from '../actions/use-step-feedback.ts';
import { ClusterBar } from '../cluster/cluster-bar.tsx';
import { IconButton } from '../kit/icon-button.tsx';
import { Search } from '../kit/icons/icons.ts';
import type { MenuEntry } from '../kit/menu.tsx';
import { DEVICE_ROUTES } from '../platform/route-table.ts';
import { DocumentNotices, HistoryButtons, NameNotice, SaveState, TrailState } from './document-parts.ts';
import { useServices, useTrail } from '../platform/services.ts';
import { PanelBoundary } from './panel-boundary.tsx';
import styles from './screen.module.css';

interface ScreenProps {
  /** The name of the page, for the tab of the browser. */
  readonly title: string;
  /** In place of the title in the top bar: a way back and a name, say. It must hold an `h1`. */
  readonly heading?: ReactNode;
  /** Buttons of the document, before undo and redo. */
  readonly actions?: ReactNode;
  /** The document that the screen shows: the top bar says whether it is saved, and offers its undo and redo. */
  readonly session?: DocumentSession;
  /** False for a list of what has documents of its own: a step back in the list is none in any of those. */
  readonly hasUndo?: boolean;
  /** Says where in that document a step of undo, redo or restore was. */
  readonly describeStep?: DescribeStep;
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
  hasUndo = true,
  describeStep,
  unapplied = NOTHING_UNAPPLIED,
  isText = false,
  children,
}: ScreenProps) {
  useEffect(() => {
    document.title = `${title} · Mapledger`;
  }, [title]);
  const offered = useOfferedActions();
  const isOfDevice = useMatches({ select: (matches) => matches.some(({ routeId }) => DEVICE_ROUTES.has(routeId)) });
  const palette = offered.find(({ id }) => id === 'app.palette');
  return (
    <div className={styles['screen']}>
      <header className={styles['bar']}>
        <div className={styles['heading']}>
          {heading ?? (
            <h1 className={styles['title']} title={title}>
              {title}
            </h1>
          )}
        </div>
        {!isOfDevice && (
          <PanelBoundary
            what="The cluster status"
            frame={() => <span className={styles['failed']}>Cluster status failed</span>}
          >
            <ClusterBar isBrief={session !== undefined || heading !== undefined} isEngineSaid={session !== undefined} />
          </PanelBoundary>
        )}
        <Suspense>{session && <SaveState session={session} unapplied={unapplied} />}</Suspense>
        {session && <Recording session={session} />}
        {actions}
        <Suspense>{session && hasUndo && <HistoryButtons session={session} describeStep={describeStep} />}</Suspense>
        {palette && (
          <span data-tour="palette" className={styles['palette']}>
            <IconButton icon={Search} label={palette.title} keys={palette.keys?.[0]} onPress={palette.run} />
          </span>
        )}
      </header>
      <Suspense>{session && <NameNotice session={session} />}</Suspense>
      <main className={styles['content']} id="content" tabIndex={isText ? 0 : -1}>
        <Suspense>{session && <DocumentNotices session={session} name={title} />}</Suspense>
        {children}
      </main>
    </div>
  );
}

/** Whether the server has recorded the document; nothing where it keeps no trail, or not of this document. */
function Recording({ session }: { readonly session: DocumentSession }) {
  const { trail } = useServices();
  return useTrail() === null || trail.controls()?.takes(session.stream) !== true ? null : (
    <Suspense>
      <TrailState session={session} />
    </Suspense>
  );
}
