import { Screen } from '../app/screen.tsx';

/** What was changed last, in every document of this device. */
export function ChangeHistoryScreen() {
  return <Screen title="History">{null}</Screen>;
}
