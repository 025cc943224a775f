import { createContext, use, useCallback, useSyncExternalStore } from 'react';
import type { DocumentSnapshot } from '../../../machines/document-session.ts';
import type { Editor } from '../../../machines/editor.ts';
import type { SessionState } from '../../../machines/session-state.ts';
import type { TargetEngine } from '#domain/catalogue';
import type { Pointer } from '#domain/json';
import { useDocument } from '../../platform/use-document.ts';
import type { EditedDocument } from './edited-document.ts';
import type { JsonView } from './json-view.ts';
import type { Spotlight } from './spotlight.ts';

/** How far the tree is scrolled, in px; not part of what is rendered. */
export interface TreePosition {
  readonly offset: () => number;
  readonly moveTo: (offset: number) => void;
}

/** An editor that is open. The document is read through it, and never kept in a state or a context. */
export interface OpenEditor {
  readonly editor: Editor;
  readonly json: JsonView;
  readonly treePosition: TreePosition;
  readonly spotlight: Spotlight;
  readonly document: EditedDocument;
  /** The engine that the document is written for. */
  readonly target: TargetEngine;
  /** The version at which this visit began. */
  readonly openedAt: number;
}

export const EditorContext = createContext<OpenEditor | null>(null);

export function useOpenEditor(): OpenEditor {
  const open = use(EditorContext);
  if (open === null) throw new Error('useOpenEditor must be used within an <EditorContext />');
  return open;
}

/** The document that is edited, as it is now. */
export function useEditorDocument(): DocumentSnapshot {
  return useDocument(useOpenEditor().editor.document);
}

/** What is open, searched and expanded. */
export function useSession(): SessionState {
  const { editor } = useOpenEditor();
  const subscribe = useCallback((listener: () => void) => editor.subscribeSession(listener), [editor]);
  return useSyncExternalStore(subscribe, () => editor.getSession());
}

/** The rows that were changed just now, to be shown as such. */
export function useLitRows(): ReadonlySet<Pointer> {
  const { spotlight } = useOpenEditor();
  return useSyncExternalStore(spotlight.subscribe, spotlight.getSnapshot);
}
