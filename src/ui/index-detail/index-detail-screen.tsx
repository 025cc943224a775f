import { Screen } from '../app/screen.tsx';

/** One index of the cluster. */
export function IndexDetailScreen() {
  return <Screen title="Index">{null}</Screen>;
}
