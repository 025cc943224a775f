import { getRouteApi } from '@tanstack/react-router';
import { useApi } from '../../platform/api-provider.tsx';
import { ROUTES } from '../../platform/route-table.ts';
import { LiveMappingScreen } from './live-mapping-screen.tsx';

const route = getRouteApi(ROUTES.indexMapping);

/** The mapping of the index that the address names, in the editor. */
export function LiveMappingRoute() {
  const { name } = route.useParams();
  const { uuid } = route.useSearch();
  const { clusterId } = useApi();
  return <LiveMappingScreen key={JSON.stringify([clusterId, name, uuid])} name={name} requestedUuid={uuid} />;
}
