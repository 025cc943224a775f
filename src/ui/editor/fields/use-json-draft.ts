import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { TextFault, TextSnapshot } from '../../kit/json-editor.tsx';
import { useEditorDocument, useOpenEditor } from './editor-context.tsx';
import { documentText, type JsonViewState } from './json-view.ts';

/**
 * How long typing has to pause before the text is read, in ms; and the pause in multiples of the time that the last
 * reading took.
 */
const REST_MS = 250;
const REST_FOR_EACH_READING = 3;

/** The text of the mappings as it is shown. */
export interface JsonDraft {
  readonly text: TextSnapshot;
  /** Whether the text was changed here and is not part of the document yet. */
  readonly isChanged: boolean;
  /** Whether the document was changed since editing of the text began. */
  readonly isOvertaken: boolean;
  readonly fault: TextFault | null;
}

export function useJsonView(): JsonViewState {
  const { json } = useOpenEditor();
  return useSyncExternalStore(json.subscribe, json.getSnapshot);
}

/**
 * The text of the JSON view, read when typing pauses. Use it where the text is shown: the first call costs as much as
 * formatting the whole document.
 */
export function useJsonDraft(): JsonDraft {
  const { editor, json } = useOpenEditor();
  const { state } = useEditorDocument();
  const { draft } = useJsonView();
  const text = draft?.text;
  const lastReadingMs = useRef(0);
  useEffect(() => {
    const timer = setTimeout(
      () => {
        const begin = performance.now();
        json.read();
        lastReadingMs.current = performance.now() - begin;
      },
      Math.max(REST_MS, REST_FOR_EACH_READING * lastReadingMs.current),
    );
    return () => clearTimeout(timer);
  }, [json, text]);

  return {
    text: text ?? documentText(editor),
    isChanged: draft !== null,
    isOvertaken: draft !== null && draft.version !== state.history.version,
    fault: draft?.fault ?? null,
  };
}
