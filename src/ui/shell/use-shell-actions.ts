import { useNavigate } from '@tanstack/react-router';
import { useActions } from '../actions/use-actions.tsx';
import { setTheme } from '../platform/theme.ts';
import { ROUTES } from '../platform/route-table.ts';
import { NAV_ITEMS } from './nav-items.ts';

interface ShellActionsOptions {
  readonly onPalette: () => void;
  readonly onShortcuts: () => void;
  readonly onName: () => void;
  /** Null where the host has no tour. */
  readonly onTour: (() => void) | null;
}

/** The actions that are available on every screen. */
export function useShellActions({ onPalette, onShortcuts, onName, onTour }: ShellActionsOptions): void {
  const navigate = useNavigate();
  useActions([
    { id: 'app.palette', run: onPalette },
    { id: 'app.shortcuts', run: onShortcuts },
    { id: 'app.yourName', run: onName },
    ...(onTour === null ? [] : [{ id: 'app.tour' as const, run: onTour }]),
    ...NAV_ITEMS.map(({ id, command, words, to }) => ({
      id: `go.${id}`,
      title: command,
      group: 'Go to',
      ...(words !== undefined && { words }),
      run: () => void navigate({ to }),
    })),
    {
      id: 'go.legacyTemplates',
      title: 'Go to legacy templates',
      group: 'Go to',
      run: () => void navigate({ to: ROUTES.templates, search: { kind: 'legacy' } }),
    },
    { id: 'templates.create', run: () => void navigate({ to: ROUTES.createTemplate }) },
    { id: 'components.create', run: () => void navigate({ to: ROUTES.createComponentTemplate }) },
    { id: 'theme.system', run: () => setTheme('system') },
    { id: 'theme.light', run: () => setTheme('light') },
    { id: 'theme.dark', run: () => setTheme('dark') },
  ]);
}
