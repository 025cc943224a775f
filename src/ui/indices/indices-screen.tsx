import { Screen } from '../app/screen.tsx';

/** Every index of the cluster. */
export function IndicesScreen() {
  return <Screen title="Indices">{null}</Screen>;
}
