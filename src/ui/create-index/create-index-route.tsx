import { lazy, Suspense } from 'react';
import { DraftLoading } from '../app/draft-loading.tsx';

const CreateIndexScreen = lazy(async () => {
  const { CreateIndexScreen: component } = await import('./create-index-screen.tsx');
  return { default: component };
});

/** A new index. */
export function CreateIndexRoute() {
  return (
    <Suspense fallback={<DraftLoading />}>
      <CreateIndexScreen />
    </Suspense>
  );
}
