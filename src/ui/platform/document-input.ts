import { useCallback, useSyncExternalStore } from 'react';
import type { TextSnapshot } from '../kit/json-editor.tsx';

/**
 * The texts of documents that are tried, by stream, in the memory of the page: nothing else may keep them. They are
 * found again after another tab or screen was shown.
 */
const inputs = new Map<string, TextSnapshot>();
/** The oldest makes room. */
const MAX_INPUTS = 5;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function setInput(stream: string, text: TextSnapshot): void {
  inputs.delete(stream);
  if (text.length > 0) inputs.set(stream, text);
  const [oldest] = inputs.keys();
  if (inputs.size > MAX_INPUTS && oldest !== undefined) inputs.delete(oldest);
  for (const listener of listeners) listener();
}

/** The document that is tried on the mappings of a stream, and a function that replaces it. */
export function useDocumentInput(stream: string): readonly [TextSnapshot, (text: TextSnapshot) => void] {
  const text = useSyncExternalStore(subscribe, () => inputs.get(stream) ?? '');
  const setText = useCallback((next: TextSnapshot) => setInput(stream, next), [stream]);
  return [text, setText];
}

/** Forgets every document, as a reload does: the next user must not see them. */
export function forgetDocuments(): void {
  inputs.clear();
  for (const listener of listeners) listener();
}
