import type { RefObject } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { findEntries, searchEntries } from '#domain/mapping';
import { stepsOf } from '#domain/document';
import { EDITOR_TABS } from '../../machines/forms/editor-tabs.ts';
import { shownContent } from '../../machines/unapplied-content.ts';
import { useActions, useActionFinder } from '../actions/use-actions.tsx';
import { useEditorDocument, useOpenEditor, useSession } from '../editor/fields/editor-context.tsx';
import { showTab } from '../editor/fields/editor-tab.ts';
import { pathLabel } from '../editor/parameters/field-labels.ts';
import type { Action } from '../actions/action-registry.ts';
import { showStep } from '../actions/use-step-feedback.ts';
import { unappliedLabel } from '../editor/fields/unapplied-labels.ts';
import { useServices } from '../platform/services.ts';
import { useShownView } from './editor-views.ts';
import type { Exports } from './use-exports.ts';

/** Shows the history, or hides it. */
export function useToggleHistory(): () => void {
  const { editor } = useOpenEditor();
  return () =>
    editor.getSession().history.isOpen
      ? editor.dispatch({ type: 'panel.close', payload: {} })
      : editor.dispatch({ type: 'panel.open', payload: { panel: 'history' } });
}

/** Offers the actions of the editor to shortcuts and the command palette. */
export function useEditorActions(exports: Exports, searchInput: RefObject<HTMLInputElement | null>): void {
  const { editor } = useOpenEditor();
  const { readOnly } = useEditorDocument();
  const { documentFields, tab, history } = useSession();
  const [view, show] = useShownView();
  const toggleHistory = useToggleHistory();
  const isPast = history.version !== null;
  const isTreeShown = documentFields.editor === 'default' && !isPast && tab === 'fields';
  const typedSteps = useTypedSteps();
  useFieldFinder();
  useActions([
    ...typedSteps,
    {
      id: 'editor.search',
      isEnabled: isTreeShown,
      run: () => {
        searchInput.current?.focus();
        searchInput.current?.select();
      },
    },
    {
      id: 'editor.addField',
      isEnabled: readOnly === null && isTreeShown && documentFields.status === 'idle',
      run: () => editor.dispatch({ type: 'documentField.createField', payload: { parent: null } }),
    },
    {
      id: 'editor.toggleView',
      isEnabled: isPast || tab === 'fields',
      run: () => show(view === 'json' ? 'default' : 'json'),
    },
    ...EDITOR_TABS.map((id) => ({
      id: `editor.${id}` as const,
      isEnabled: !isPast && tab !== id,
      run: () => showTab(editor, id),
    })),
    { id: 'editor.toggleHistory', run: toggleHistory },
    { id: 'editor.exportBody', run: exports.body },
    { id: 'editor.exportLog', run: exports.log },
    { id: 'editor.exportReplay', run: exports.replay },
  ]);
}

/** Maximum number of fields offered: nobody reads more, and each is rendered. */
const MOST = 20;
/** The parts of an address that lead to other places in the editor. */
const ELSEWHERE = { q: undefined, tab: undefined, view: undefined, step: undefined, at: undefined } as const;

/** Has the palette find the fields of the open document, as the search of the editor does. */
function useFieldFinder(): void {
  const { editor } = useOpenEditor();
  const navigate = useNavigate();
  useActionFinder((text) => {
    if (text.trim() === '') return [];
    const { body, mappingsAt } = editor.document.getSnapshot().state;
    return findEntries(text, searchEntries(body, mappingsAt))
      .slice(0, MOST)
      .map(({ id }) => ({
        id: `field/${id}`,
        title: pathLabel(id, mappingsAt),
        group: 'Fields',
        // The search also finds by type, which the name does not contain.
        words: text,
        isEnabled: true,
        // The address opens it in whatever tab, step or version the editor is.
        run: () =>
          void navigate({ to: '.', search: (before: object): object => ({ ...before, ...ELSEWHERE, field: id }) }),
      }));
  });
}

/**
 * Undo and redo of the content typed in the form that is shown, where it is newer than the last change of the document:
 * they replace undo and redo of the document.
 */
function useTypedSteps(): readonly Action[] {
  const { editor } = useOpenEditor();
  const { state } = useEditorDocument();
  const { author } = useServices();
  const session = useSession();
  const { undo, redo } = stepsOf(state.history, author.id);
  const labelOf = (content: Parameters<typeof unappliedLabel>[0]) =>
    `Unapplied changes to ${unappliedLabel(content, state.mappingsAt)}`;
  const actions: Action[] = [];
  const shown = shownContent(session);
  if (shown !== null && shown.typedAt >= (undo?.node.version ?? 0)) {
    const { form, field } = shown;
    const label = labelOf(shown);
    actions.push({
      id: 'history.undo',
      title: `Undo: ${label}`,
      run: () => {
        editor.dispatch({ type: 'unapplied.discard', payload: { form, field } });
        showStep(`Undone: ${label}`);
      },
    });
  }
  const { discarded } = session;
  if (discarded !== null && discarded.at >= (redo?.node.version ?? 0)) {
    const label = labelOf(discarded.content);
    actions.push({
      id: 'history.redo',
      title: `Redo: ${label}`,
      run: () => {
        editor.dispatch({ type: 'unapplied.bringBack', payload: {} });
        showStep(`Redone: ${label}`);
      },
    });
  }
  return actions;
}
