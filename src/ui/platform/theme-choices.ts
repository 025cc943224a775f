import { Monitor, Moon, Sun } from '../kit/icons/icons.ts';
import type { Theme } from './theme.ts';

/** The themes that can be chosen; `name` is for places that have the word theme already. */
export const THEME_CHOICES = [
  { id: 'system', name: 'System', label: 'System theme', icon: Monitor },
  { id: 'light', name: 'Light', label: 'Light theme', icon: Sun },
  { id: 'dark', name: 'Dark', label: 'Dark theme', icon: Moon },
] as const satisfies readonly {
  readonly id: Theme;
  readonly label: string;
  readonly name: string;
  readonly icon: typeof Sun;
}[];
