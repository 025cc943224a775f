import { keptPreference } from './device-preferences.ts';

export type Theme = 'system' | 'light' | 'dark';

export const THEME_KEY = 'mapledger.theme';

/** The theme that was last chosen on this device. */
export function keptTheme(): Theme {
  const kept = keptPreference(THEME_KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** Shows a theme: that of the system where the page names none. */
export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
