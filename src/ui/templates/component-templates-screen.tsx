import { Screen } from '../app/screen.tsx';

/** Every component template of the cluster; one of them beside the list. */
export function ComponentTemplatesScreen() {
  return <Screen title="Component templates">{null}</Screen>;
}
