import { useOpenEditor } from '../editor/fields/editor-context.tsx';
import { VersionView } from '../editor/history/version-view.tsx';
import { SegmentedControl } from '../kit/segmented-control.tsx';
import styles from './editor-view.module.css';
import { useShownView, VIEWS } from './editor-views.ts';
import { HistoryButton } from './history-button.tsx';

interface VersionPaneProps {
  readonly version: number;
  readonly isReadOnly: boolean;
}

/** A version of the past, in the place of the present one. */
export function VersionPane({ version, isReadOnly }: VersionPaneProps) {
  const { editor, target } = useOpenEditor();
  const [view, show] = useShownView();
  return (
    <>
      <div className={styles['views']}>
        <SegmentedControl label="View" items={VIEWS} value={view} onChange={show} />
        <span className={styles['spacer']} />
        <HistoryButton />
      </div>
      <VersionView
        key={version}
        version={version}
        isJson={view === 'json'}
        target={target}
        isReadOnly={isReadOnly}
        onClose={() => editor.dispatch({ type: 'version.show', payload: { version: null } })}
      />
    </>
  );
}
