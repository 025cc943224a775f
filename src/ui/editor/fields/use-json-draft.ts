import { useDeferredValue, useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react';
import type { TextFault } from '../../kit/json-editor.tsx';
import { useEditorDocument, useOpenEditor } from './editor-context.tsx';
import { documentText, readMappings, reportOf, type JsonViewState } from './json-view.ts';

/** The text of the mappings as it is shown. */
export interface JsonDraft {
  readonly text: string;
  /** It was changed here and is not part of the document yet. */
  readonly isChanged: boolean;
  /** Somebody changed the document since the draft was begun. */
  readonly isOvertaken: boolean;
  readonly fault: TextFault | null;
}

export function useJsonView(): JsonViewState {
  const { json } = useOpenEditor();
  return useSyncExternalStore(json.subscribe, json.getSnapshot);
}

/** The text of the JSON view, read while it is typed. For where the text is shown: it costs what the document weighs. */
export function useJsonDraft(): JsonDraft {
  const { editor } = useOpenEditor();
  const { state } = useEditorDocument();
  const { draft } = useJsonView();
  const deferredText = useDeferredValue(draft?.text ?? null);
  const read = useMemo(() => (deferredText === null ? null : readMappings(deferredText)), [deferredText]);
  const isValid = read === null || 'mappings' in read;

  // What the session has to know while somebody types is whether the text is valid; the text itself it gets on leaving.
  const tellValidity = useEffectEvent(() => {
    if (read !== null && editor.getSession().fieldsJsonEditor.isValid !== isValid)
      editor.dispatch({
        type: 'fieldsJsonEditor.update',
        payload: reportOf(read),
      });
  });
  useEffect(() => tellValidity(), [isValid]);

  return {
    text: draft?.text ?? documentText(editor),
    isChanged: draft !== null,
    isOvertaken: draft !== null && draft.version !== state.history.version,
    fault: read !== null && 'fault' in read ? read.fault : null,
  };
}
