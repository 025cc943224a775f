import { useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { APP_BASE } from '../platform/app-base.ts';
import { OpeningScreen } from '../frame/opening-screen.tsx';

// The editor brings CodeMirror with it, which the other screens do without.
const EditorScreen = lazy(async () => {
  const { EditorScreen: component } = await import('../document-editor/editor-screen.tsx');
  return { default: component };
});

/** The editor of the draft that the address names. */
export function DraftRoute() {
  const { draftId } = useParams({ from: `${APP_BASE}/drafts/$draftId` });
  return (
    <Suspense fallback={<OpeningScreen title="Draft" what="the draft" />}>
      <EditorScreen key={draftId} draftId={draftId} />
    </Suspense>
  );
}
