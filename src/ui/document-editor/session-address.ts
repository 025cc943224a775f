import type { HistoryLocation, RouterHistory } from '@tanstack/react-router';
import { valueAt } from '#domain/json';
import type { TemplateStep } from '../../machines/editor-tabs.ts';
import type { Editor } from '../../machines/editor.ts';
import type { SessionState } from '../../machines/session-state.ts';
import { showTab } from '../editor/fields/editor-tab.ts';
import { FIELD_NOT_FOUND_TOAST } from '../editor/fields/editor-toasts.ts';
import type { JsonView } from '../editor/fields/json-view.ts';
import { showToast } from '../kit/toast.tsx';
import { readDraftSearch, type DraftSearch } from '../platform/draft-search.ts';

/** The address of one screen, as far as it says what the session shows. */
export interface SessionAddress {
  read(): DraftSearch;
  write(search: DraftSearch, how: 'push' | 'replace'): void;
  /** Calls `listener` at once when the address has changed. */
  subscribe(listener: () => void): () => void;
}

const MEMBERS = ['field', 'q', 'step', 'tab', 'view', 'at'] as const satisfies readonly (keyof DraftSearch)[];

/** What the address says while the session is as it is. */
function searchOf({ fieldToEdit, search, documentFields, step, firstStep, tab, history }: SessionState): DraftSearch {
  const others: DraftSearch = {
    ...(fieldToEdit !== null && { field: fieldToEdit }),
    ...(search.term !== '' && { q: search.term }),
    ...(tab !== 'fields' && { tab }),
    ...(documentFields.editor === 'json' && { view: 'json' as const }),
    ...(history.version !== null && { at: history.version }),
  };
  return step === null || step === stepOf(others, firstStep) ? others : { ...others, step };
}

/** The step that an address leads to; null in a document that has no steps. */
function stepOf({ step, field, tab, view, q }: DraftSearch, firstStep: TemplateStep | null): TemplateStep | null {
  if (firstStep === null) return null;
  if (step !== undefined) return step;
  return [field, tab, view, q].every((part) => part === undefined) ? firstStep : 'mappings';
}

function isSame(a: DraftSearch, b: DraftSearch): boolean {
  return MEMBERS.every((name) => a[name] === b[name]);
}

/** Whether the browser's Back should lead to before this. */
function isStep(before: DraftSearch, after: DraftSearch): boolean {
  return (
    before.step !== after.step || before.tab !== after.tab || (before.field === undefined && after.field !== undefined)
  );
}

/**
 * Keeps session and address together until the function that it returns is called: what is opened, searched and shown is written to
 * the address, and an address that is followed (a link, Back) is opened in the session. What the session refuses leaves the address again. `start` may
 * show more than the first address says.
 */
export function bindSessionToAddress(
  editor: Editor,
  json: JsonView,
  address: SessionAddress,
  start: (search: DraftSearch) => void = () => undefined,
): () => void {
  let isBusy = false;

  const write = (canStep: boolean) => {
    const before = address.read();
    const after = searchOf(editor.getSession());
    if (!isSame(before, after)) address.write(after, canStep && isStep(before, after) ? 'push' : 'replace');
  };
  /** Session and address tell of each other's changes at once: what one side does to the other is not a change to follow. */
  const alone = (act: () => void) => {
    if (isBusy) return;
    isBusy = true;
    try {
      act();
    } finally {
      isBusy = false;
    }
  };
  const follow = () =>
    alone(() => {
      openAt(editor, json, address.read());
      write(false);
    });

  alone(() => {
    const first = address.read();
    openAt(editor, json, first);
    start(first);
    write(false);
  });
  const stops = [editor.subscribeSession(() => alone(() => write(true))), address.subscribe(follow)];
  return () => {
    for (const stop of stops) stop();
  };
}

function openAt(editor: Editor, json: JsonView, search: DraftSearch): void {
  openPlace(editor, json, search);
  const { step, firstStep } = editor.getSession();
  const wanted = stepOf(search, firstStep);
  if (wanted !== null && wanted !== step) editor.dispatch({ type: 'editor.changeStep', payload: { step: wanted } });
}

function openPlace(editor: Editor, json: JsonView, { field, q = '', tab, view, at }: DraftSearch): void {
  if (q !== editor.getSession().search.term) editor.dispatch({ type: 'search:update', payload: { term: q } });
  showTab(editor, tab ?? 'fields');
  json.show(view ?? 'default');
  if ((at ?? null) !== editor.getSession().history.version)
    editor.dispatch({ type: 'version.show', payload: { version: at ?? null } });
  const { fieldToEdit, documentFields } = editor.getSession();
  if (field === (fieldToEdit ?? undefined)) return;
  const toIdle = { type: 'documentField.changeStatus', payload: { status: 'idle' } } as const;
  if (field === undefined) {
    editor.dispatch(toIdle);
    return;
  }
  if (valueAt(editor.document.getSnapshot().state.body, field) === undefined) {
    showToast({
      kind: 'warning',
      title: 'Field not found',
      text: `${field} no longer exists. Check the history for its removal.`,
      tag: FIELD_NOT_FOUND_TOAST,
    });
    return;
  }
  if (documentFields.status === 'creatingField') editor.dispatch(toIdle);
  editor.dispatch({ type: 'documentField.editField', payload: { field } });
}

/** What a router of any routes has: the addresses of its screens have types of their own. */
interface ScreenRouter {
  readonly history: RouterHistory;
  parseLocation(location: HistoryLocation): { readonly search: object };
  navigate(to: { readonly to: '.'; readonly search: () => object; readonly replace: boolean }): Promise<void>;
}

/** The address of the screen that the router shows now; when it shows another one, nothing is read or written any more. */
function routerAddress(router: ScreenRouter): SessionAddress {
  const { pathname } = router.history.location;
  const isHere = () => router.history.location.pathname === pathname;
  const searchNow = (): Record<string, unknown> => ({ ...router.parseLocation(router.history.location).search });
  return {
    read: () => readDraftSearch(searchNow()),
    write(search, how) {
      if (!isHere()) return;
      // What else the address says, such as the cluster, stays.
      const others = Object.entries(searchNow()).filter(([name]) => !(MEMBERS as readonly string[]).includes(name));
      const next = { ...Object.fromEntries(others), ...search };
      void router.navigate({ to: '.', search: () => next, replace: how === 'replace' });
    },
    subscribe: (listener) =>
      router.history.subscribe(() => {
        if (isHere()) listener();
      }),
  };
}

/** As {@link bindSessionToAddress}, with the address of a router. */
export function bindSessionToRouter(
  editor: Editor,
  json: JsonView,
  router: ScreenRouter,
  start: (search: DraftSearch) => void,
): () => void {
  return bindSessionToAddress(editor, json, routerAddress(router), start);
}
