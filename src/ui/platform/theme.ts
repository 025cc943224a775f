import { useSyncExternalStore } from 'react';
import { observable } from '../kit/observable.ts';
import { keepPreference, keptPreference } from './device-preferences.ts';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'mapledger.theme';
const current = observable<Theme>('system');

function isTheme(value: unknown): value is Theme {
  return value === 'system' || value === 'light' || value === 'dark';
}

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  current.set(theme);
}

/** Shows the theme that was chosen last on this device; call it before the first render. Returns what leaves the page without one. */
export function startTheme(): () => void {
  const kept = keptPreference(KEY);
  apply(isTheme(kept) ? kept : 'system');
  return () => apply('system');
}

export function setTheme(theme: Theme): void {
  keepPreference(KEY, theme);
  apply(theme);
}

export function useTheme(): Theme {
  return useSyncExternalStore(current.subscribe, current.getSnapshot);
}
