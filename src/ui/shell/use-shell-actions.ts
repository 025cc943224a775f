import { useNavigate } from '@tanstack/react-router';
import { useActions } from '../actions/use-actions.tsx';
import { draftsOf } from '../platform/draft-list.ts';
import { useDocument } from '../platform/use-document.ts';
import { setTheme } from '../platform/theme.ts';
import { ROUTES } from '../platform/route-table.ts';
import { NAV_ITEMS } from './nav-items.ts';
import { useServices } from '../platform/services.ts';

interface ShellActionsOptions {
  readonly onPalette: () => void;
  readonly onShortcuts: () => void;
  readonly onName: () => void;
}

/** What can be done on every screen; each draft is a place to go to. */
export function useShellActions({ onPalette, onShortcuts, onName }: ShellActionsOptions): void {
  const navigate = useNavigate();
  const { drafts } = useServices();
  const { state } = useDocument(drafts);
  useActions([
    { id: 'app.palette', run: onPalette },
    { id: 'app.shortcuts', run: onShortcuts },
    { id: 'app.yourName', run: onName },
    ...NAV_ITEMS.map(({ action, to }) => ({ id: action, run: () => void navigate({ to }) })),
    { id: 'theme.system', run: () => setTheme('system') },
    { id: 'theme.light', run: () => setTheme('light') },
    { id: 'theme.dark', run: () => setTheme('dark') },
    ...draftsOf(state.body).map(({ id, name }) => ({
      id: `draft/${id}`,
      title: `Open draft ${name}`,
      group: 'Go to',
      run: () => void navigate({ to: ROUTES.draft, params: { draftId: id } }),
    })),
  ]);
}
