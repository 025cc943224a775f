import { useEffect, useMemo, useRef, useState } from 'react';
import { newestFirst } from '#domain/history';
import { countOf } from '#domain/console';
import { useOfferedActions } from '../../actions/use-actions.tsx';
import { X } from '../../kit/icons/icons.ts';
import { useAuthor, useServices } from '../../platform/services.ts';
import { useEditorDocument, useOpenEditor } from '../fields/editor-context.tsx';
import { useNow } from '../../platform/use-now.ts';
import { Button } from '../../kit/button.tsx';
import { IconButton } from '../../kit/icon-button.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { BranchList } from './branch-list.tsx';
import { EventList } from './event-list.tsx';
import { isAbout, undoneEvents } from './event-labels.ts';
import { LintSteps } from './lint-steps.tsx';
import common from '../../kit/common.module.css';
import styles from './history-panel.module.css';
import { Timeline } from './timeline.tsx';

interface HistoryPanelProps {
  /** The version that is shown; null for the current one. */
  readonly at: number | null;
  readonly onAt: (version: number | null) => void;
  readonly onClose: () => void;
  readonly isReadOnly: boolean;
  /** It was opened here rather than by the address: it takes the focus, and returns it when it closes. */
  readonly takesFocus: boolean;
}

/** All events of a document, newest first. */
export function HistoryPanel({ at, onAt, onClose, isReadOnly, takesFocus }: HistoryPanelProps) {
  const { clock } = useServices();
  const now = useNow(clock);
  const author = useAuthor();
  const rename = useOfferedActions().find(({ id }) => id === 'app.yourName');
  const { stream } = useOpenEditor().editor.document;
  const { history } = useEditorDocument().state;
  const [words, setWords] = useState('');
  const nodes = useMemo(() => [...newestFirst(history)], [history]);
  const undone = useMemo(() => undoneEvents(history), [history]);
  const wanted = words.trim().toLowerCase();
  const panel = usePanelFocus(takesFocus);
  const found = useMemo(
    () => (wanted === '' ? nodes : nodes.filter(({ event, version }) => isAbout(event, wanted, { stream, version }))),
    [nodes, wanted, stream],
  );
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      className={styles['panel']}
      aria-label="History"
      {...(at !== null && { 'data-version': true })}
    >
      <header className={styles['header']}>
        <h2 className={common['large']}>History</h2>
        <p className={styles['count']}>{countOf(nodes.length, 'event')}</p>
        <IconButton icon={X} label="Close history" size="small" onPress={onClose} />
      </header>
      <p className={styles['you']}>
        You are {author.name}.
        {rename && (
          <Button size="small" variant="quiet" onPress={rename.run}>
            {rename.title}
          </Button>
        )}
      </p>
      <div className={styles['versions']}>
        {nodes.length > 0 && <Timeline nodes={nodes} undone={undone} at={at} onAt={onAt} now={now} />}
      </div>
      <BranchList history={history} isReadOnly={isReadOnly} onAt={onAt} />
      <LintSteps now={now} />
      <div className={styles['filter']}>
        <SearchField label="Filter history" value={words} onChange={setWords} />
      </div>
      <EventList
        stream={stream}
        nodes={found}
        undone={undone}
        at={at}
        onAt={onAt}
        now={now}
        words={words}
        onClear={() => setWords('')}
      />
    </aside>
  );
}

/** The focus moves to the panel when it opens, and back to where it was when the panel closes with the focus in it. */
function usePanelFocus(takesFocus: boolean) {
  const panel = useRef<HTMLElement>(null);
  const [isTaken] = useState(takesFocus);
  useEffect(() => {
    const element = panel.current;
    const before = document.activeElement;
    if (!isTaken || element === null) return undefined;
    element.focus();
    return () => {
      const isLost = document.activeElement === document.body || element.contains(document.activeElement);
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [isTaken]);
  return panel;
}
