import { useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { APP_BASE } from '../../platform/app-base.ts';
import { OpeningScreen } from '../../frame/opening-screen.tsx';

// The tabs bring CodeMirror with them, which the list of indices does without.
const IndexDetailScreen = lazy(async () => {
  const { IndexDetailScreen: component } = await import('./index-detail-screen.tsx');
  return { default: component };
});

/** The index that the address names. */
export function IndexDetailRoute() {
  const { name } = useParams({ from: `${APP_BASE}/indices/$name` });
  return (
    <Suspense fallback={<OpeningScreen title={name} what="the index" />}>
      <IndexDetailScreen />
    </Suspense>
  );
}
