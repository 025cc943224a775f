import { useEffect, useState } from 'react';
import { errorWords } from './error-words.ts';
import type { EventStore, StreamInfo } from '#domain/ports';

export type StoredStreams =
  | { readonly kind: 'reading' }
  | { readonly kind: 'read'; readonly streams: readonly StreamInfo[] }
  | { readonly kind: 'failed'; readonly reason: string };

/** The streams of a store, updated as they grow. */
export function useStoredStreams(store: EventStore): StoredStreams {
  const [stored, setStored] = useState<StoredStreams>({ kind: 'reading' });
  useEffect(() => {
    let isGone = false;
    const grow = (change: StreamInfo) =>
      setStored((before) => {
        if (before.kind !== 'read') return before;
        const others = before.streams.filter(({ stream }) => stream !== change.stream);
        return { kind: 'read', streams: [...others, change] };
      });
    const unsubscribe = store.subscribe(grow);
    store.streams().then(
      (streams) => {
        if (!isGone) setStored({ kind: 'read', streams });
      },
      (error: unknown) => {
        if (!isGone) setStored({ kind: 'failed', reason: errorWords(error) });
      },
    );
    return () => {
      isGone = true;
      unsubscribe();
    };
  }, [store]);
  return stored;
}
