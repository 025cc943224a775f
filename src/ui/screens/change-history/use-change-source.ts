import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApiInTime } from '../../platform/api-in-time.ts';
import { apiQueryOptions } from '../../platform/api-queries.ts';
import { useServices } from '../../platform/services.ts';
import { useStoredStreams } from '../../platform/use-stored-streams.ts';
import { changeSource, withSamples, type RecordedStream, type SampleLog } from '../../platform/change-source.ts';

const NONE: readonly never[] = [];

/** The logs of this device and of the server, and where their changes are read. */
export function useChangeSource() {
  const { store, author } = useServices();
  const stored = useStoredStreams(store);
  const inTime = useApiInTime();
  const { api } = inTime;
  const trail = useQuery(apiQueryOptions(inTime, 'trail.streams', { query: { author: author.id } }));
  const [recorded, erased] = useMemo(() => {
    const all: readonly RecordedStream[] = trail.data?.streams ?? NONE;
    return [all.filter((each) => each.erased === undefined), all.filter((each) => each.erased !== undefined)];
  }, [trail.data]);
  const found = useQuery(apiQueryOptions(inTime, 'samples.list', {}));
  const samples: readonly SampleLog[] = found.data?.logs ?? NONE;
  const source = useMemo(
    () => withSamples(changeSource(store, api, recorded, author.id), samples),
    [store, api, recorded, author.id, samples],
  );
  return { stored, trail, recorded, erased, samples, sampleList: found, source };
}
