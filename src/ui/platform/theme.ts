import { useSyncExternalStore } from 'react';
import { keepPreference, keptPreference } from './device-preferences.ts';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'mapledger.theme';
const listeners = new Set<() => void>();
let current: Theme = 'system';

function isTheme(value: unknown): value is Theme {
  return value === 'system' || value === 'light' || value === 'dark';
}

function apply(theme: Theme): void {
  current = theme;
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  for (const listener of listeners) listener();
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

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, () => current);
}
