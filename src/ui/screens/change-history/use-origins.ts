import { useEffect, useState } from 'react';
import { originsOf } from '#domain/document';
import { openLog } from '#domain/log';
import type { ChangeSource } from '../../platform/change-source.ts';

/** Streams that a log goes on from, with the version up to which it does. */
type Origins = ReadonlyMap<string, number>;

const NONE: Origins = new Map();

/** All logs that one goes on from, one after another; none of `undefined`, nor while they are read. */
export function useOrigins(source: ChangeSource, stream: string | undefined): Origins {
  const [read, setRead] = useState<{ readonly stream: string | undefined; readonly origins: Origins } | null>(null);
  useEffect(() => {
    if (stream === undefined) return;
    let isGone = false;
    void readOrigins(source, stream).then((origins) => {
      if (!isGone && origins.size > 0) setRead({ stream, origins });
    });
    return () => {
      isGone = true;
    };
  }, [source, stream]);
  return stream !== undefined && read?.stream === stream ? read.origins : NONE;
}

async function readOrigins(source: ChangeSource, stream: string): Promise<Origins> {
  const found = new Map<string, number>();
  const waiting = [stream];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    try {
      const [first] = openLog(await source.read(next, 0, 1), { names: source.names }).events;
      for (const origin of first === undefined ? [] : originsOf(first)) {
        if (found.has(origin.stream) || origin.stream === stream) continue;
        found.set(origin.stream, origin.version);
        waiting.push(origin.stream);
      }
    } catch {
      // A log that can't be read is reported where its own changes are listed.
    }
  }
  return found;
}
