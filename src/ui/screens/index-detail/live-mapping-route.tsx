import { useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useApi } from '../../platform/api-provider.tsx';
import { APP_BASE } from '../../platform/app-base.ts';
import { OpeningScreen } from '../../frame/opening-screen.tsx';

// The editor brings CodeMirror with it, which the list of indices does without.
const LiveMappingScreen = lazy(async () => {
  const { LiveMappingScreen: component } = await import('./live-mapping-screen.tsx');
  return { default: component };
});

const ROUTE = `${APP_BASE}/indices/$name/mapping` as const;

/** The mapping of the index that the address names, in the editor. */
export function LiveMappingRoute() {
  const { name } = useParams({ from: ROUTE });
  const { uuid } = useSearch({ from: ROUTE });
  const { clusterId } = useApi();
  return (
    <Suspense fallback={<OpeningScreen title={name} what="the mapping" />}>
      <LiveMappingScreen key={JSON.stringify([clusterId, name, uuid])} name={name} asked={uuid} />
    </Suspense>
  );
}
