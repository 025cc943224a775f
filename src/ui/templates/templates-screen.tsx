import { Screen } from '../app/screen.tsx';

/** Every index template of the cluster; one of them beside the list. */
export function TemplatesScreen() {
  return <Screen title="Index templates">{null}</Screen>;
}
