import { Screen } from '../app/screen.tsx';

/** A new index, with settings, mappings and aliases. */
export function CreateIndexScreen() {
  return <Screen title="Create index">{null}</Screen>;
}
