import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { valueAt } from '#domain/json';
import type { Editor } from '../../../machines/editor.ts';
import type { SessionState } from '../../../machines/session-state.ts';
import { readDraftSearch, type DraftSearch } from '../../platform/draft-search.ts';
import { showToast } from '../../kit/toast.tsx';

export interface Place {
  readonly search: DraftSearch;
  /** Changes the address; members that are undefined are taken out of it. */
  readonly go: (
    change: { readonly [Name in keyof DraftSearch]?: DraftSearch[Name] | undefined },
    how: 'push' | 'replace',
  ) => void;
}

const PLACE_MEMBERS = ['field', 'q', 'tab', 'view', 'at'] as const satisfies readonly (keyof DraftSearch)[];

/** What the address says of this screen, and how to change it. */
export function usePlace(): Place {
  const search = readDraftSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  return {
    search,
    go: (change, how) => {
      // What else the address says, such as the cluster, stays.
      const merge = (before: object) => {
        const others = Object.entries(before).filter(([name]) => !(PLACE_MEMBERS as readonly string[]).includes(name));
        return Object.fromEntries(
          [...others, ...Object.entries({ ...readDraftSearch({ ...before }), ...change })].filter(
            ([, value]) => value !== undefined,
          ),
        );
      };
      void navigate({ to: '.', search: merge, replace: how === 'replace' });
    },
  };
}

interface Shown {
  readonly field?: string;
  readonly q?: string;
  readonly view?: 'json';
}

function shownBy({ fieldToEdit, search, documentFields }: SessionState): Shown {
  return {
    ...(fieldToEdit !== null && { field: fieldToEdit }),
    ...(search.term !== '' && { q: search.term }),
    ...(documentFields.editor === 'json' && { view: 'json' as const }),
  };
}

function keyOf({ field, q, view }: Shown): string {
  return JSON.stringify([field, q, view]);
}

/**
 * Keeps the address and the session together: what is opened, searched and shown is written to the address, and an
 * address that was followed (a link, Back) is opened in the session.
 */
export function usePlaceOfSession(
  editor: Editor,
  session: SessionState,
  { search, go }: Place,
  onViewAsked: (view: 'default' | 'json') => void,
): void {
  const shown = shownBy(session);
  const shownKey = keyOf(shown);
  const addressKey = keyOf(search);
  // Addresses that we wrote ourselves and that have not come back yet.
  const written = useRef<string[]>([]);
  const lastShown = useRef<string | null>(null);

  const follow = useEffectEvent(() => {
    const position = written.current.indexOf(addressKey);
    if (position !== -1) {
      written.current.splice(0, position + 1);
      return;
    }
    if (addressKey !== shownKey) openAt(editor, session, search, onViewAsked);
  });
  useEffect(() => follow(), [addressKey]);

  const write = useEffectEvent(() => {
    const before = lastShown.current;
    lastShown.current = shownKey;
    if (before === null || shownKey === addressKey) return;
    written.current.push(shownKey);
    const isOpening = shown.field !== undefined && search.field === undefined;
    go({ field: shown.field, q: shown.q, view: shown.view }, isOpening ? 'push' : 'replace');
  });
  useEffect(() => write(), [shownKey]);
}

function openAt(
  editor: Editor,
  session: SessionState,
  { field, q = '', view }: Shown,
  onViewAsked: (view: 'default' | 'json') => void,
): void {
  if (q !== session.search.term) editor.dispatch({ type: 'search:update', payload: { term: q } });
  const wanted = view ?? 'default';
  if (wanted !== session.documentFields.editor) onViewAsked(wanted);
  if (field === (session.fieldToEdit ?? undefined)) return;
  if (field === undefined) {
    editor.dispatch({ type: 'documentField.changeStatus', payload: { status: 'idle' } });
    return;
  }
  const { state } = editor.document.getSnapshot();
  if (valueAt(state.body, field) === undefined) {
    showToast({
      kind: 'warning',
      title: 'This field is not there any more',
      text: `The address names ${field}. Look for it in the history.`,
    });
    return;
  }
  if (session.documentFields.status === 'creatingField')
    editor.dispatch({ type: 'documentField.changeStatus', payload: { status: 'idle' } });
  editor.dispatch({ type: 'documentField.editField', payload: { field } });
}
