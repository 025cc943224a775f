import { Screen } from '../app/screen.tsx';

/** Every route of the server. */
export function ApiReferenceScreen() {
  return <Screen title="API">{null}</Screen>;
}
