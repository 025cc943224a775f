import { Monitor, Moon, Sun } from 'lucide-react';
import type { Theme } from './theme.ts';

/** The themes as they are offered, wherever that is. */
export const THEME_CHOICES = [
  { id: 'system', label: 'Theme of the system', icon: Monitor },
  { id: 'light', label: 'Light theme', icon: Sun },
  { id: 'dark', label: 'Dark theme', icon: Moon },
] as const satisfies readonly { readonly id: Theme; readonly label: string; readonly icon: typeof Sun }[];
