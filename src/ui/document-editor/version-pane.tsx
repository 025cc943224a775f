import { Suspense } from 'react';
import { useOpenEditor } from '../editor/fields/editor-context.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import { SegmentedControl } from '../kit/segmented-control.tsx';
import common from '../kit/common.module.css';
import styles from './editor-view.module.css';
import { useShownView, VIEWS } from './editor-views.ts';
import { HistoryButton } from './history-button.tsx';

const VersionView = lazyPart(async () => (await import('../editor/history/version-view.tsx')).VersionView);

interface VersionPaneProps {
  readonly version: number;
  readonly isReadOnly: boolean;
}

/** A past version, in place of the current one. */
export function VersionPane({ version, isReadOnly }: VersionPaneProps) {
  const { editor, target } = useOpenEditor();
  const [view, show] = useShownView();
  return (
    <>
      <div className={styles['views']}>
        <SegmentedControl label="View" items={VIEWS} value={view} onChange={show} />
        <span className={common['spacer']} />
        <HistoryButton />
      </div>
      <Suspense fallback={<Skeleton height="240px" />}>
        <VersionView
          version={version}
          isJson={view === 'json'}
          target={target}
          isReadOnly={isReadOnly}
          onClose={() => editor.dispatch({ type: 'version.show', payload: { version: null } })}
        />
      </Suspense>
    </>
  );
}
