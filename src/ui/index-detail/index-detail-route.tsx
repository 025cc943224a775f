import { lazy, Suspense } from 'react';
import { DraftLoading } from '../app/draft-loading.tsx';

// The tabs bring CodeMirror with them, which the list of indices does without.
const IndexDetailScreen = lazy(async () => {
  const { IndexDetailScreen: component } = await import('./index-detail-screen.tsx');
  return { default: component };
});

/** The index that the address names. */
export function IndexDetailRoute() {
  return (
    <Suspense fallback={<DraftLoading />}>
      <IndexDetailScreen />
    </Suspense>
  );
}
