import { createContext, use, useCallback, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { matchesChord } from '../kit/keys.ts';
import { isModalOpen } from '../kit/modal-layer.ts';
import type { ActionId } from './action-list.ts';
import {
  actionRegistry,
  type Action,
  type ActionFinder,
  type ActionRegistry,
  type OfferedAction,
} from './action-registry.ts';

const RegistryContext = createContext<ActionRegistry | null>(null);

function useRegistry(): ActionRegistry {
  const registry = use(RegistryContext);
  if (registry === null) throw new Error('useActions must be used within an <ActionsProvider />');
  return registry;
}

/** Holds the actions of the present screen, and binds their keys. */
export function ActionsProvider({ children }: { readonly children: ReactNode }) {
  const [registry] = useState(actionRegistry);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const action = actionForKey(event, registry.getSnapshot());
      if (action === null) return;
      // A bound key never falls through to the browser, not even while its action is not possible.
      event.preventDefault();
      if (action.isEnabled && !(event.repeat && action.keys?.includes('?') === true)) action.run();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [registry]);
  return <RegistryContext value={registry}>{children}</RegistryContext>;
}

/** Offers actions while the component is mounted. Closures may differ with each render. */
export function useActions(actions: readonly Action[]): void {
  const registry = useRegistry();
  const [owner] = useState(() => Symbol('actions'));
  useEffect(() => {
    registry.offer(owner, actions);
  });
  useEffect(() => () => registry.withdraw(owner), [registry, owner]);
}

/** Offers what a text in the palette finds, while the component is mounted. The closure may differ with each render. */
export function useActionFinder(find: ActionFinder): void {
  const registry = useRegistry();
  const [owner] = useState(() => Symbol('finder'));
  useEffect(() => {
    registry.offerFinder(owner, find);
  });
  useEffect(() => () => registry.withdraw(owner), [registry, owner]);
}

/** What a text finds, by the finders of the screen. */
export function useFoundByScreen(): ActionFinder {
  return useRegistry().find;
}

/** Finds an action among those that are offered at the time of the call, for components that do not show them. */
export function useFindAction(): (id: ActionId) => OfferedAction | undefined {
  const registry = useRegistry();
  return useCallback((wanted) => registry.getSnapshot().find(({ id }) => id === wanted), [registry]);
}

/** The actions that are possible now. */
export function useOfferedActions(): readonly OfferedAction[] {
  const registry = useRegistry();
  return useSyncExternalStore(registry.subscribe, registry.getSnapshot);
}

const TEXT_ENTRY =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="file"]), textarea, select, [contenteditable="true"]';
/** Menus, and the lists of pickers: separate layers. */
const POPUPS = '[role="menu"], [data-trigger]';
/** Letters are type-ahead there; chords with a modifier are not. */
const LISTS = '[role="listbox"]';
/** A form in which nothing is typed that the browser could take back. */
const UNTOUCHED = '[data-untouched]';

function isWithin(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}

/** The action of a key event, or null. Text fields, menus and dialogs keep their keys to themselves. */
function actionForKey(event: KeyboardEvent, actions: readonly OfferedAction[]): OfferedAction | null {
  if (event.defaultPrevented || event.isComposing) return null;
  const isTyping = isWithin(event.target, TEXT_ENTRY);
  const isLetter = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (isWithin(event.target, POPUPS) || (isLetter && isWithin(event.target, LISTS)) || isModalOpen()) return null;
  const asked = actions.find(
    (action) => action.isLocal !== true && action.keys?.some((chord) => matchesChord(event, chord)) === true,
  );
  if (asked === undefined) return null;
  const isFree =
    !isTyping ||
    asked.isForTextToo === true ||
    (asked.isForUntouchedForms === true && isWithin(event.target, UNTOUCHED));
  return isFree ? asked : null;
}
