import { Screen } from '../app/screen.tsx';

/** Every data stream of the cluster; one of them beside the list. */
export function DataStreamsScreen() {
  return <Screen title="Data streams">{null}</Screen>;
}
