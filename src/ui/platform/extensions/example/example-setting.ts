import { keepPreference, keptPreference } from '../../device-preferences.ts';

const KEY = 'mapledger.example';
const ON = 'on';

/** Whether the example extension is on for this device; it is off by default. */
export function isExampleOn(): boolean {
  return keptPreference(KEY) === ON;
}

export function setExampleOn(isOn: boolean): void {
  keepPreference(KEY, isOn ? ON : null);
}
