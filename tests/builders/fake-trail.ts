import { commitmentTo, type DocumentEvent, type SealedRecord } from '#domain/events';
import { eventIdOf, sealRecordedAfter } from '#domain/log';
import { TrailError, type TrailAppended, type TrailChanges, type TrailFault, type TrailService } from '#domain/ports';

/** What happens to the next call. */
export type FakeFault = TrailFault | 'answer_lost';

/** A trail's server in memory, by the contract of its routes, on which things go wrong when they are told to. */
export interface FakeTrail {
  readonly service: TrailService;
  readonly logs: ReadonlyMap<string, readonly SealedRecord[]>;
  /** As somebody else records events after what is there. */
  record(stream: string, events: readonly DocumentEvent[]): void;
  /** Says of each call what happens to it, or null. */
  fault: (call: 'append' | 'read' | 'streams' | 'changes' | 'prove', stream?: string) => FakeFault | null;
  /** What comes of a proof. */
  proofOf: (...proof: Parameters<TrailService['prove']>) => Awaited<ReturnType<TrailService['prove']>>;
  /** Its data folder is gone. */
  wipe(): void;
}

export function fakeTrail(): FakeTrail {
  const logs = new Map<string, readonly SealedRecord[]>();
  let counter = 0;
  let waiting: (() => void)[] = [];

  function add(stream: string, events: readonly DocumentEvent[]): readonly SealedRecord[] {
    const log = logs.get(stream) ?? [];
    const head = { version: log.length, hash: log.at(-1)?.hash ?? '' };
    const records = sealRecordedAfter(stream, head, events, ({ author }) => ({
      recordedAt: '2026-11-22T10:00:00.000Z',
      commitment: commitmentTo(author.name, ''),
    }));
    logs.set(stream, [...log, ...records]);
    counter++;
    for (const wake of waiting) wake();
    waiting = [];
    return records;
  }

  function append(stream: string, after: number, events: readonly DocumentEvent[]): TrailAppended {
    const log = logs.get(stream) ?? [];
    const at = log.findIndex((record) => eventIdOf(record) === events[0]?.id);
    if (at !== -1) {
      const records = log.slice(at, at + events.length);
      return { outcome: 'recorded', version: log.length, records, names: [] };
    }
    if (log.length !== after) return { outcome: 'conflict', version: log.length };
    return { outcome: 'recorded', version: log.length + events.length, records: add(stream, events), names: [] };
  }

  const fake: FakeTrail = {
    logs,
    fault: () => null,
    proofOf: () => 'proved',
    record: (stream, events) => void add(stream, events),
    wipe() {
      logs.clear();
      counter++;
    },
    service: {
      append: (stream, after, events) => call('append', () => append(stream, after, events), stream),
      read: (stream, after) =>
        call(
          'read',
          () => {
            const log = logs.get(stream) ?? [];
            const records = log.slice(after, after + 2);
            return { version: log.length, records, names: [], hasMore: after + 2 < log.length };
          },
          stream,
        ),
      prove: (...proof) => call('prove', () => fake.proofOf(...proof)),
      streams: () => call('streams', () => [...logs].map(([stream, log]) => ({ stream, version: log.length }))),
      changes: (cursor, waitSeconds, signal) =>
        call('changes', async (): Promise<TrailChanges> => {
          if (cursor === String(counter) && waitSeconds > 0)
            await new Promise<void>((resolve) => {
              waiting.push(resolve);
              signal?.addEventListener('abort', () => resolve());
            });
          const streams = [...logs].map(([stream, log]) => ({ stream, version: log.length }));
          return { cursor: String(counter), streams };
        }),
    },
  };

  async function call<Answer>(
    name: Parameters<FakeTrail['fault']>[0],
    work: () => Answer | Promise<Answer>,
    stream?: string,
  ): Promise<Answer> {
    const fault = fake.fault(name, stream);
    if (fault !== null && fault !== 'answer_lost') throw new TrailError(fault, `The call came to ${fault}`);
    const answer = await work();
    if (fault === 'answer_lost') throw new TrailError('offline', 'No answer came');
    return answer;
  }

  return fake;
}
