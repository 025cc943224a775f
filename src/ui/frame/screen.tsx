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
import { ObjectName } from './object-name.tsx';
import { useServices, useTrail } from '../platform/services.ts';
import { PanelBoundary } from './panel-boundary.tsx';
import styles from './screen.module.css';

interface ScreenProps {
  /** The title of the page, for the browser tab. */
  readonly title: string;
  /** Replaces the title in the top bar, for example a back link and a name. It must contain an `h1`. */
  readonly heading?: ReactNode;
  /** Buttons of the document, before undo and redo. */
  readonly actions?: ReactNode;
  /** The document that the screen shows: the top bar shows whether it is saved, and has its undo and redo. */
  readonly session?: DocumentSession;
  /**
   * False for a list whose entries have their own documents: undoing a change of the list would not undo a change of an
   * entry.
   */
  readonly hasUndo?: boolean;
  /** Links to the screens that this one belongs to. */
  readonly tabs?: ReactNode;
  /** Describes the place of an undo, redo or restore in the document. */
  readonly describeStep?: DescribeStep;
  /** The typed content that is not part of the document, each with a link to it. */
  readonly unapplied?: readonly MenuEntry[];
  /** How many changes of the document its cluster does not have. */
  readonly unsent?: number;
  /** The content has no controls, so that the keyboard scrolls the content itself. */
  readonly isText?: boolean;
  readonly children: ReactNode;
}

const NOTHING_UNAPPLIED: readonly MenuEntry[] = [];

/** The frame of a screen: the top bar, and below it the content, which scrolls separately. */
export function Screen({
  title,
  heading,
  actions,
  session,
  hasUndo = true,
  tabs,
  describeStep,
  unapplied = NOTHING_UNAPPLIED,
  unsent = 0,
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
        <div className={styles['heading']}>{heading ?? <ObjectName name={title} />}</div>
        {!isOfDevice && (
          <PanelBoundary
            what="The cluster status"
            frame={() => <span className={styles['failed']}>Cluster status failed</span>}
          >
            <ClusterBar isBrief={session !== undefined || heading !== undefined} isEngineSaid={session !== undefined} />
          </PanelBoundary>
        )}
        <Suspense>{session && <SaveState session={session} unapplied={unapplied} unsent={unsent} />}</Suspense>
        {session && <Recording session={session} />}
        {actions}
        <Suspense>{session && hasUndo && <HistoryButtons session={session} describeStep={describeStep} />}</Suspense>
        {palette && (
          <span data-tour="palette" className={styles['palette']}>
            <IconButton icon={Search} label={palette.title} keys={palette.keys?.[0]} onPress={palette.run} />
          </span>
        )}
      </header>
      {tabs}
      <Suspense>{session && <NameNotice session={session} />}</Suspense>
      <main className={styles['content']} id="content" tabIndex={isText ? 0 : -1}>
        <Suspense>{session && <DocumentNotices session={session} name={title} />}</Suspense>
        {children}
      </main>
    </div>
  );
}

/**
 * Whether the server has recorded the document; renders nothing where the server keeps no trail, or none of this
 * document.
 */
function Recording({ session }: { readonly session: DocumentSession }) {
  const { trail } = useServices();
  return useTrail() === null || trail.controls()?.takes(session.stream) !== true ? null : (
    <Suspense>
      <TrailState session={session} />
    </Suspense>
  );
}
