import { Screen } from '../app/screen.tsx';

/** What was used, as our own server counts it. */
export function UsageScreen() {
  return <Screen title="Usage">{null}</Screen>;
}
