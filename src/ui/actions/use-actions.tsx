import { createContext, use, useCallback, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { actionForKey } from './action-keys.ts';
import type { ActionId } from './action-list.ts';
import { actionRegistry, type Action, type ActionRegistry, type OfferedAction } from './action-registry.ts';

const RegistryContext = createContext<ActionRegistry | null>(null);

function useRegistry(): ActionRegistry {
  const registry = use(RegistryContext);
  if (registry === null) throw new Error('useActions must be used within an <ActionsProvider />');
  return registry;
}

/** Keeps the actions of what is on the screen, and binds their keys. */
export function ActionsProvider({ children }: { readonly children: ReactNode }) {
  const [registry] = useState(actionRegistry);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const action = actionForKey(event, registry.getSnapshot());
      if (action === null) return;
      // A key that is bound never falls through to the browser, not even while its action can't be done.
      event.preventDefault();
      if (action.isEnabled && !(event.repeat && action.keys?.includes('?') === true)) action.run();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [registry]);
  return <RegistryContext value={registry}>{children}</RegistryContext>;
}

/** Offers actions while the component is on the screen. Closures may differ with each render. */
export function useActions(actions: readonly Action[]): void {
  const registry = useRegistry();
  const [owner] = useState(() => Symbol('actions'));
  useEffect(() => {
    registry.offer(owner, actions);
  });
  useEffect(() => () => registry.withdraw(owner), [registry, owner]);
}

/** Finds an action among those that are offered when it is called, for what does not show them. */
export function useFindAction(): (id: ActionId) => OfferedAction | undefined {
  const registry = useRegistry();
  return useCallback((wanted) => registry.getSnapshot().find(({ id }) => id === wanted), [registry]);
}

/** The actions that can be done now. */
export function useOfferedActions(): readonly OfferedAction[] {
  const registry = useRegistry();
  return useSyncExternalStore(registry.subscribe, registry.getSnapshot);
}
