import { useEffect, useState } from 'react';
import { errorWords } from '../../platform/error-words.ts';
import type { ChangeSource } from '../../platform/change-source.ts';
import { readObjectHistory, type ObjectHistory } from './object-history.ts';

export type ReadHistory =
  | { readonly kind: 'reading' }
  | { readonly kind: 'read'; readonly history: ObjectHistory }
  | { readonly kind: 'failed'; readonly reason: string; readonly retry: () => void };

const READING: ReadHistory = { kind: 'reading' };

/**
 * The log of an object, read once for all its versions, and again for a newer version or when the server has more of
 * it.
 */
export function useObjectHistory(source: ChangeSource, stream: string, version: number): ReadHistory {
  const [read, setRead] = useState<ReadHistory & { readonly stream?: string }>(READING);
  const [attempt, setAttempt] = useState(0);
  const known = read.kind === 'read' && read.history.stream === stream ? read.history : null;
  const newest = Math.max(version, source.recordedVersion(stream));
  const isNeeded = known === null || known.scrubber.version < newest;
  useEffect(() => {
    if (!isNeeded) return;
    let isGone = false;
    const retry = () => {
      setRead(READING);
      setAttempt(attempt + 1);
    };
    readObjectHistory(source, stream, version).then(
      (history) => {
        if (!isGone) setRead({ kind: 'read', history, stream });
      },
      (error: unknown) => {
        if (!isGone) setRead({ kind: 'failed', reason: errorWords(error), retry, stream });
      },
    );
    return () => {
      isGone = true;
    };
  }, [source, stream, version, isNeeded, attempt]);
  return read.stream === stream ? read : READING;
}
