import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { besideStream, switchedOffRules } from '#domain/commands';
import { openState, parseLiveStream } from '#domain/document';
import type { MissingPart } from '#domain/console';
import { formatJson, parseJson } from '#domain/json';
import { LogFaultError, openLog } from '#domain/log';
import type { StreamInfo } from '#domain/ports';
import { useApiInTime } from './api-in-time.ts';
import { apiQueryOptions } from './api-queries.ts';
import { allStreams, changeSource, type ChangeSource } from './change-source.ts';
import { errorWords } from './error-words.ts';
import { useServices } from './services.ts';
import { useStoredStreams } from './use-stored-streams.ts';

/** The reasons by rule of each template and index, by its stream. */
export type SwitchedOffRules = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Which rules are switched off for templates and indices. */
export interface SwitchedOff {
  /** Null until they are known. */
  readonly off: SwitchedOffRules | null;
  /** What could not be read: there all rules are on. */
  readonly missing: readonly MissingPart[];
}

const NONE: readonly never[] = [];

/**
 * The rules that are switched off for templates and indices of a cluster, on this device and, as far as the person here
 * may read them, on the server. Cost: their logs, each again when it has grown.
 */
export function useSwitchedOffRules(cluster: string | undefined): SwitchedOff {
  const { store, author } = useServices();
  const stored = useStoredStreams(store);
  const inTime = useApiInTime();
  const { api } = inTime;
  const trail = useQuery({
    ...apiQueryOptions(inTime, 'trail.streams', { query: { prefix: 'lint_rules/', author: author.id } }),
    enabled: cluster !== undefined,
  });
  const recorded = useMemo(() => {
    return (trail.data?.streams ?? NONE).filter(({ erased }) => erased === undefined);
  }, [trail.data]);
  const source = useMemo(() => changeSource(store, api, recorded, author.id), [store, api, recorded, author.id]);
  const isListed = stored.kind !== 'reading' && !trail.isPending && cluster !== undefined;
  const here = stored.kind === 'read' ? stored.streams : NONE;
  const wanted = useMemo(
    () => (isListed ? allStreams(here, recorded).filter(({ stream }) => clusterOf(stream) === cluster) : null),
    [isListed, here, recorded, cluster],
  );
  const [read, setRead] = useState<SwitchedOff>({ off: null, missing: NONE });
  // Logs of other documents grow, too.
  const versions = wanted === null ? null : formatJson(wanted.map(({ stream, version }) => ({ stream, version })));
  useEffect(() => {
    if (versions === null) return undefined;
    let isOver = false;
    void readAll(source, parseJson(versions) as unknown as readonly StreamInfo[]).then((found) => {
      if (!isOver) setRead(found);
    });
    return () => {
      isOver = true;
    };
  }, [source, versions]);
  const { error } = trail;
  const reason = stored.kind === 'failed' ? stored.reason : null;
  return useMemo(
    () => ({
      off: read.off,
      missing: [
        ...read.missing,
        ...(reason === null ? [] : [{ part: 'rules that are switched off in this browser', reason }]),
        // Without a trail there are none.
        ...(error === null || error.statusCode === 404
          ? []
          : [{ part: 'rules that are switched off on the server', reason: error.message }]),
      ],
    }),
    [read, reason, error],
  );
}

/** The cluster of the template or index that a stream has the rules of; null for another stream. */
function clusterOf(stream: string): string | null {
  const beside = besideStream(stream);
  return beside?.kind === 'lint' ? (parseLiveStream(beside.stream)?.cluster ?? null) : null;
}

async function readAll(source: ChangeSource, streams: readonly StreamInfo[]): Promise<SwitchedOff> {
  const off = new Map<string, ReadonlyMap<string, string>>();
  const missing: MissingPart[] = [];
  for (const { stream, version } of streams) {
    const of = besideStream(stream)?.stream ?? stream;
    try {
      const { events } = openLog(await source.readWhole(stream, version));
      const rules = switchedOffRules(openState({ body: undefined }, events));
      off.set(of, new Map(rules.map(({ rule, reason }) => [rule, reason])));
    } catch (cause) {
      const reason = cause instanceof LogFaultError ? cause.message : errorWords(cause);
      missing.push({ part: `rules that are switched off for ${parseLiveStream(of)?.name ?? of}`, reason });
    }
  }
  return { off, missing };
}
