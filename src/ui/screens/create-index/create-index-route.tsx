import { lazy, Suspense } from 'react';
import { OpeningScreen } from '../../frame/opening-screen.tsx';

const CreateIndexScreen = lazy(async () => {
  const { CreateIndexScreen: component } = await import('./create-index-screen.tsx');
  return { default: component };
});

/** A new index. */
export function CreateIndexRoute() {
  return (
    <Suspense fallback={<OpeningScreen title="Create index" what="the form" />}>
      <CreateIndexScreen />
    </Suspense>
  );
}
