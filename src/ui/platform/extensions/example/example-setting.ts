import { keepPreference, keptPreference } from '../../device-preferences.ts';

const KEY = 'mapledger.example';
const ON = 'on';

/** Whether this device wants the example extension; it does not by default. */
export function isExampleOn(): boolean {
  return keptPreference(KEY) === ON;
}

export function setExampleOn(isOn: boolean): void {
  keepPreference(KEY, isOn ? ON : null);
}
