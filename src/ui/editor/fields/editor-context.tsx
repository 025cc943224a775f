import { createContext, use, useCallback, useEffect, useSyncExternalStore } from 'react';
import type { DocumentSnapshot } from '../../../machines/document-session.ts';
import type { Editor } from '../../../machines/editor.ts';
import type { SessionState } from '../../../machines/session-state.ts';
import type { TargetEngine } from '#domain/catalogue';
import type { Pointer } from '#domain/json';
import { useDocument } from '../../platform/use-document.ts';
import type { OpenTests } from '../../platform/kept-tests.ts';
import type { EditedDocument } from './edited-document.ts';
import type { JsonView } from './json-view.ts';
import type { Spotlight } from './spotlight.ts';

/** The scroll position of the tree, in px; not part of the rendered state. */
export interface TreePosition {
  readonly offset: () => number;
  readonly moveTo: (offset: number) => void;
}

/** An open editor. The document is read through it, and never kept in a state or a context. */
export interface OpenEditor {
  readonly editor: Editor;
  readonly json: JsonView;
  readonly treePosition: TreePosition;
  readonly spotlight: Spotlight;
  readonly document: EditedDocument;
  /** The engine that the document is written for. */
  readonly target: TargetEngine;
  /** The tests that are kept with the document. */
  readonly tests: OpenTests;
  /** The version at which this visit began. */
  readonly openedAt: number;
}

export const EditorContext = createContext<OpenEditor | null>(null);

/** Takes how many changes of the document its cluster does not have, for the state in the top bar. */
export const UnsentContext = createContext<(count: number) => void>(() => undefined);

/** Reports how many changes of the document its cluster does not have, while the component is mounted. */
export function useReportUnsent(count: number): void {
  const report = use(UnsentContext);
  useEffect(() => report(count), [report, count]);
  useEffect(() => () => report(0), [report]);
}

export function useOpenEditor(): OpenEditor {
  const open = use(EditorContext);
  if (open === null) throw new Error('useOpenEditor must be used within an <EditorContext />');
  return open;
}

/** The edited document, as it is now. */
export function useEditorDocument(): DocumentSnapshot {
  return useDocument(useOpenEditor().editor.document);
}

/** The session: what is open, searched for and expanded. */
export function useSession(): SessionState {
  const { editor } = useOpenEditor();
  const subscribe = useCallback((listener: () => void) => editor.subscribeSession(listener), [editor]);
  return useSyncExternalStore(subscribe, () => editor.getSession());
}

/** The rows that were changed just now, to be highlighted. */
export function useLitRows(): ReadonlySet<Pointer> {
  const { spotlight } = useOpenEditor();
  return useSyncExternalStore(spotlight.subscribe, spotlight.getSnapshot);
}
