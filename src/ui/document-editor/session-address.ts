import type { HistoryLocation, RouterHistory } from '@tanstack/react-router';
import { childContainerOf } from '#domain/catalogue';
import { valueAt } from '#domain/json';
import { parseFieldId, typeOf, type FieldId } from '#domain/mapping';
import type { TemplateStep } from '../../machines/forms/editor-tabs.ts';
import type { Editor } from '../../machines/editor.ts';
import type { SessionState } from '../../machines/session-state.ts';
import { showTab } from '../editor/fields/editor-tab.ts';
import { FIELD_NOT_FOUND_TOAST } from '../editor/fields/editor-toasts.ts';
import type { JsonView } from '../editor/fields/json-view.ts';
import { showToast } from '../kit/toast.tsx';
import { ADD_AT_ROOT, readDraftSearch, type DraftSearch } from '../platform/draft-search.ts';

/** The address of one screen, as far as it describes the state of the session. */
export interface SessionAddress {
  read(): DraftSearch;
  write(search: DraftSearch, how: 'push' | 'replace'): void;
  /** Calls `listener` synchronously when the address has changed. */
  subscribe(listener: () => void): () => void;
}

const MEMBERS = ['field', 'add', 'q', 'step', 'tab', 'view', 'at'] as const satisfies readonly (keyof DraftSearch)[];

/** The address for the current state of the session. */
function searchOf(session: SessionState): DraftSearch {
  const { fieldToEdit, search, documentFields, step, firstStep, tab, history } = session;
  const others: DraftSearch = {
    ...(fieldToEdit !== null && { field: fieldToEdit }),
    ...(isAdding(session) && { add: session.creation?.parent ?? ADD_AT_ROOT }),
    ...(search.term !== '' && { q: search.term }),
    ...(tab !== 'fields' && { tab }),
    ...(documentFields.editor === 'json' && { view: 'json' as const }),
    ...(history.version !== null && { at: history.version }),
  };
  return step === null || step === stepOf(others, firstStep) ? others : { ...others, step };
}

/** Whether the form for a new field is open, and can be closed: for the first field it is always open. */
function isAdding({ creation, facts }: SessionState): boolean {
  return creation !== null && facts.hasRootFields;
}

/** The step that an address refers to; null in a document without steps. */
function stepOf({ step, field, add, tab, view, q }: DraftSearch, firstStep: TemplateStep | null): TemplateStep | null {
  if (firstStep === null) return null;
  if (step !== undefined) return step;
  return [field, add, tab, view, q].every((part) => part === undefined) ? firstStep : 'mappings';
}

function isSame(a: DraftSearch, b: DraftSearch): boolean {
  return MEMBERS.every((name) => a[name] === b[name]);
}

/** Whether the change gets its own entry in the browser's history, so that Back returns to the state before. */
function isStep(before: DraftSearch, after: DraftSearch): boolean {
  return (
    before.step !== after.step ||
    before.tab !== after.tab ||
    (before.field === undefined && after.field !== undefined) ||
    (before.add === undefined && after.add !== undefined)
  );
}

/**
 * Keeps session and address in sync until the returned function is called: what is opened, searched for and shown is
 * written to the address, and an address that is followed (a link, Back) is opened in the session. Parts of the address
 * that the session refuses are removed from it. `start` may show more than the first address describes.
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
  /**
   * Session and address notify each other synchronously; a change that one side makes in the other must not be followed
   * back.
   */
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

function openPlace(editor: Editor, json: JsonView, { field, add, q = '', tab, view, at }: DraftSearch): void {
  if (q !== editor.getSession().search.term) editor.dispatch({ type: 'search:update', payload: { term: q } });
  showTab(editor, tab ?? 'fields');
  json.show(view ?? 'default');
  if ((at ?? null) !== editor.getSession().history.version)
    editor.dispatch({ type: 'version.show', payload: { version: at ?? null } });
  const session = editor.getSession();
  const { fieldToEdit, documentFields } = session;
  const toIdle = { type: 'documentField.changeStatus', payload: { status: 'idle' } } as const;
  if (field === undefined) {
    const isOpen = fieldToEdit !== null || isAdding(session);
    if (add !== undefined) openNewField(editor, add === ADD_AT_ROOT ? null : add);
    else if (isOpen) editor.dispatch(toIdle);
    return;
  }
  if (field === fieldToEdit) return;
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

/** Opens the form for a new field, unless the document takes none there. */
function openNewField(editor: Editor, parent: FieldId | null): void {
  const { creation, documentFields } = editor.getSession();
  if (creation !== null && creation.parent === parent) return;
  const { state, readOnly } = editor.document.getSnapshot();
  const above = parent === null ? undefined : valueAt(state.body, parent);
  const isPossible =
    parent === null ||
    (above !== undefined &&
      parseFieldId(parent, state.mappingsAt) !== null &&
      childContainerOf(typeOf(above)) !== null);
  if (readOnly !== null || !isPossible) return;
  if (documentFields.status === 'editingField')
    editor.dispatch({ type: 'documentField.changeStatus', payload: { status: 'idle' } });
  editor.dispatch({ type: 'documentField.createField', payload: { parent } });
}

/** A router with any routes: the addresses of its screens have their own types. */
interface ScreenRouter {
  readonly history: RouterHistory;
  parseLocation(location: HistoryLocation): { readonly search: object };
  navigate(to: { readonly to: '.'; readonly search: () => object; readonly replace: boolean }): Promise<void>;
}

/**
 * The address of the screen that the router shows now; once it shows another screen, nothing is written, and no
 * listener is called.
 */
function routerAddress(router: ScreenRouter): SessionAddress {
  const { pathname } = router.history.location;
  const isHere = () => router.history.location.pathname === pathname;
  const searchNow = (): Record<string, unknown> => ({ ...router.parseLocation(router.history.location).search });
  return {
    read: () => readDraftSearch(searchNow()),
    write(search, how) {
      if (!isHere()) return;
      // Other parts of the address, such as the cluster, are kept.
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
