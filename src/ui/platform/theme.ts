import { useSyncExternalStore } from 'react';
import { observable } from '../kit/observable.ts';
import { keepPreference } from './device-preferences.ts';
import { keptTheme, showTheme, THEME_KEY, type Theme } from './kept-theme.ts';

export type { Theme } from './kept-theme.ts';

const current = observable<Theme>('system');

function apply(theme: Theme): void {
  showTheme(theme);
  current.set(theme);
}

/**
 * Shows the theme that was last chosen on this device; call it before the first render. Returns a function that removes
 * the theme.
 */
export function startTheme(): () => void {
  apply(keptTheme());
  return () => apply('system');
}

export function setTheme(theme: Theme): void {
  keepPreference(THEME_KEY, theme);
  apply(theme);
}

export function useTheme(): Theme {
  return useSyncExternalStore(current.subscribe, current.getSnapshot);
}
