import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { lintRulesStream, switchedOffRules, type SwitchedOffRule } from '#domain/commands';
import type { DocumentState } from '#domain/document';
import type { DocumentSession } from '../../../machines/document-session.ts';
import { useServices } from '../../platform/services.ts';
import { useOpenEditor } from './editor-context.tsx';

/** The rules of lint that are switched off for the open document. */
export interface LintRules {
  /** The document that lists them; null until it is open. */
  readonly session: DocumentSession | null;
  /** Its state; null until it is open. */
  readonly state: DocumentState | null;
  /** Why it can't be read: then all rules are on. */
  readonly error: Error | null;
  readonly rules: readonly SwitchedOffRule[];
  /** The reasons by rule; null until they are known. */
  readonly off: ReadonlyMap<string, string> | null;
}

interface Opened {
  /** The stream that this was opened for. */
  readonly of: string;
  readonly session: DocumentSession | null;
  readonly error: Error | null;
}

/** The rules that are switched off for the open document, as they are now, also by others on the same server. */
export function useLintRules(): LintRules {
  const { documents, trail } = useServices();
  const { stream: document } = useOpenEditor().document;
  const stream = lintRulesStream(document);
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    let isOver = false;
    let release = () => {};
    documents.open({ stream, beginsWith: {} }).then(
      (session) => {
        release = () => documents.release(session);
        if (isOver) release();
        else setOpened({ of: stream, session, error: null });
      },
      (cause: unknown) => {
        const error = cause instanceof Error ? cause : new Error(String(cause));
        if (!isOver) setOpened({ of: stream, session: null, error });
      },
    );
    return () => {
      isOver = true;
      release();
    };
  }, [documents, stream]);
  const isConnected = useSyncExternalStore(trail.subscribe, () => trail.getSnapshot()?.kind === 'connected');
  useEffect(() => {
    // This device may lack the rules that others have switched off.
    if (isConnected) trail.controls()?.look(stream);
  }, [trail, stream, isConnected]);
  const { session, error } = opened?.of === stream ? opened : { session: null, error: null };
  const state = useStateOf(session);
  return useMemo(() => {
    const rules = state === null ? [] : switchedOffRules(state);
    const isKnown = state !== null || error !== null;
    const off = isKnown ? new Map(rules.map(({ rule, reason }) => [rule, reason])) : null;
    return { session, state, error, rules, off };
  }, [session, state, error]);
}

/** The state of a document, where there is one. */
export function useStateOf(session: DocumentSession | null): DocumentState | null {
  const subscribe = useCallback((listener: () => void) => session?.subscribe(listener) ?? (() => {}), [session]);
  return useSyncExternalStore(subscribe, () => session?.getSnapshot().state ?? null);
}
