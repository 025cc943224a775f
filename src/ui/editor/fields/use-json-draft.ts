import { useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { formatJson, isObject, JsonTextError, readJson, valueAt, type JsonObject, type ReadNotice } from '#domain/json';
import { maxNestedDepth, rootContainer, summaryOf } from '#domain/mapping';
import { describeNotices } from '../../files/describe-fault.ts';
import type { TextFault } from '../../kit/json-editor.tsx';
import { showToast } from '../../kit/toast.tsx';
import { useEditorDocument, useOpenEditor } from './editor-context.tsx';
import { useRun } from './use-run.ts';

type ReadMappings =
  { readonly mappings: JsonObject; readonly notices: readonly ReadNotice[] } | { readonly fault: TextFault };

/** The text of the mappings, as the document has it or as somebody is changing it. */
export interface JsonDraft {
  readonly text: string;
  /** It was changed here and is not part of the document yet. */
  readonly isChanged: boolean;
  /** Somebody changed the document since the draft was begun. */
  readonly isOvertaken: boolean;
  readonly fault: TextFault | null;
  setText(text: string): void;
  discard(): void;
  /** Makes it part of the document; returns whether there is nothing left to do. */
  apply(): boolean;
  /** Tells the session what it has to know before it can leave the JSON view. */
  report(): void;
}

/** Reads the text of mappings. */
function readMappings(text: string): ReadMappings {
  try {
    const { value, notices } = readJson(text);
    if (isObject(value)) return { mappings: value, notices };
    return { fault: { line: 1, column: 1, reason: 'Mappings must be a JSON object.' } };
  } catch (error) {
    if (error instanceof JsonTextError) return { fault: error };
    throw error;
  }
}

function depthOf(mappings: JsonObject): number {
  const root = rootContainer(mappings, '');
  return root === undefined ? 0 : maxNestedDepth(summaryOf(root));
}

/** The JSON view's text: a local draft until it is applied. */
export function useJsonDraft(): JsonDraft {
  const { editor } = useOpenEditor();
  const { state } = useEditorDocument();
  const run = useRun();
  const [draft, setDraft] = useState<{ readonly text: string; readonly version: number } | null>(null);
  const mappings = valueAt(state.body, state.mappingsAt);
  const documentText = useMemo(() => formatJson(isObject(mappings) ? mappings : {}, 2), [mappings]);
  const text = draft?.text ?? documentText;
  const deferredText = useDeferredValue(draft?.text ?? null);
  const read = useMemo(() => (deferredText === null ? null : readMappings(deferredText)), [deferredText]);
  const isValid = read === null || 'mappings' in read;

  const tell = (now: ReadMappings) => {
    const depth = 'mappings' in now ? depthOf(now.mappings) : 0;
    editor.dispatch({
      type: 'fieldsJsonEditor.update',
      payload: { json: text, isValid: 'mappings' in now, maxNestedDepth: depth },
    });
  };
  // What the session has to know while somebody types is whether the text is valid; the text itself it gets on leaving.
  const tellValidity = useEffectEvent(() => {
    if (read !== null && editor.getSession().fieldsJsonEditor.isValid !== isValid) tell(read);
  });
  useEffect(() => tellValidity(), [isValid]);

  return {
    text,
    isChanged: draft !== null,
    isOvertaken: draft !== null && draft.version !== state.history.version,
    fault: read !== null && 'fault' in read ? read.fault : null,
    setText: (next) =>
      setDraft(next === documentText ? null : { text: next, version: draft?.version ?? state.history.version }),
    discard: () => setDraft(null),
    report: () =>
      tell(draft === null ? { mappings: isObject(mappings) ? mappings : {}, notices: [] } : readMappings(draft.text)),
    apply: () => {
      if (draft === null) return true;
      const now = readMappings(draft.text);
      if ('fault' in now || !run({ type: 'editor.replaceMappings', payload: { mappings: now.mappings } })) return false;
      if (now.notices.length > 0)
        showToast({
          kind: 'warning',
          title: 'Some decimals were not held to the last digit',
          text: describeNotices(now.notices),
        });
      setDraft(null);
      return true;
    },
  };
}
