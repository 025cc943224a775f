import { describe, expect, it } from 'vitest';
import type { SealedRecord } from '#domain/events';
import { changeReader } from './change-reader.ts';

/** Logs whose events have these times, in minutes; counts the records that are read. */
function logsOf(logs: Readonly<Record<string, readonly number[]>>, now?: () => string) {
  let recordsRead = 0;
  const recordOf = (stream: string, minute: number, at: number): SealedRecord => {
    const time = new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString();
    return {
      text: JSON.stringify({
        id: `${stream}-${at}`,
        at: time,
        author: { id: 'a', name: 'Ada', verified: false },
        type: 't',
        summary: `${stream} ${minute}`,
      }),
      hash: '',
    };
  };
  const store = {
    names: new Map<string, string>(),
    read: (stream: string, after: number, limit: number) => {
      if (stream === 'broken') return Promise.reject(new Error('gone'));
      const found = (logs[stream] ?? []).map((minute, at) => recordOf(stream, minute, at)).slice(after, after + limit);
      recordsRead += found.length;
      return Promise.resolve(found);
    },
  };
  const streams = Object.entries(logs).map(([stream, minutes]) => ({ stream, version: minutes.length }));
  return { reader: changeReader(store, streams, [], now), read: () => recordsRead };
}

const NOW = () => '2026-01-02T00:00:00.000Z';
/** In minutes after the first. */
const IN_TEN_YEARS = 10 * 365 * 24 * 60;
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

describe('a reader of changes', () => {
  it('merges logs by time, newest first, each once', async () => {
    const { reader } = logsOf({ a: range(0, 100).map((at) => at * 2), b: range(0, 100).map((at) => at * 2 + 1) });
    await reader.extend(1_000);
    expect(reader.changes.map(({ summary }) => Number(summary.slice(2)))).toEqual(range(0, 200).reverse());
    expect(reader.changes.map(({ stream, version }) => `${stream} ${version}`).slice(0, 3)).toEqual([
      'b 100',
      'a 100',
      'b 99',
    ]);
    expect(reader.isDone).toBe(true);
  });

  it('reads the ends of logs, and no more than is asked for', async () => {
    const { reader, read } = logsOf({ long: range(0, 10_000), other: range(0, 5_000) });
    await reader.extend(10);
    expect(reader.changes).toHaveLength(10);
    expect(read()).toBe(32);
    await reader.extend(90);
    expect(reader.changes).toHaveLength(100);
    expect(read()).toBeLessThan(500);
    expect(reader.isDone).toBe(false);
  });

  it('keeps the order of a log whose clock went back', async () => {
    const { reader } = logsOf({ a: [10, 5, 20], b: [7] });
    await reader.extend(10);
    expect(reader.changes.map(({ summary }) => summary)).toEqual(['a 20', 'b 7', 'a 5', 'a 10']);
  });

  it('goes by when the server recorded a change, whatever the clock of its device said', async () => {
    const recorded = (id: string, at: string, recordedAt?: string) => ({
      text: JSON.stringify({
        id,
        at,
        ...(recordedAt !== undefined && { recordedAt }),
        author: {},
        type: 't',
        summary: id,
      }),
      hash: '',
    });
    const logs: Readonly<Record<string, readonly SealedRecord[]>> = {
      a: [recorded('fast clock', '2036-01-01T00:00:00.000Z', '2026-01-01T00:00:02.000Z')],
      b: [
        recorded('slow clock', '1970-01-01T00:00:00.000Z', '2026-01-01T00:00:03.000Z'),
        recorded('not recorded', '2026-01-01T00:00:05.000Z'),
      ],
      c: [recorded('first', '2026-01-01T00:00:01.000Z', '2026-01-01T00:00:01.000Z')],
    };
    const source = {
      names: new Map<string, string>(),
      read: (stream: string, after: number, limit: number) =>
        Promise.resolve((logs[stream] ?? []).slice(after, after + limit)),
    };
    const streams = Object.entries(logs).map(([stream, { length }]) => ({ stream, version: length }));
    const reader = changeReader(source, streams);
    await reader.extend(10);
    expect(reader.changes.map(({ summary }) => summary)).toEqual(['not recorded', 'slow clock', 'fast clock', 'first']);
    expect(reader.changes.map(({ time }) => time.slice(17, 19))).toEqual(['05', '03', '02', '01']);
    expect(reader.changes[2]).toMatchObject({
      at: '2036-01-01T00:00:00.000Z',
      recordedAt: '2026-01-01T00:00:02.000Z',
    });
  });

  it('puts a change of which no time is known beside its neighbours in its log, and last where it has none', async () => {
    const { reader } = logsOf({ a: [1, IN_TEN_YEARS, 3], b: [2], c: [IN_TEN_YEARS, 4], d: [IN_TEN_YEARS] }, NOW);
    await reader.extend(10);
    expect(reader.changes.map(({ stream, version }) => `${stream} ${version}`)).toEqual([
      'c 2',
      'c 1',
      'a 3',
      'b 1',
      'a 2',
      'a 1',
      'd 1',
    ]);
  });

  it('has the cluster as the author of what was there before the record, also where the viewer is in the log', async () => {
    const author = { id: 'ada', name: 'Ada', verified: false };
    const event = { id: 'e', at: NOW(), author, type: 'document.created', summary: 'Created' };
    const source = {
      names: new Map<string, string>(),
      read: () => Promise.resolve([{ text: JSON.stringify(event), hash: '' }]),
    };
    const first = async (stream: string) => {
      const reader = changeReader(source, [{ stream, version: 1 }]);
      await reader.extend(1);
      return reader.changes[0];
    };
    expect(await first('index/prod/orders/uuid')).toMatchObject({
      author: { id: 'cluster:ada', name: 'Ada' },
      role: 'found',
    });
    expect(await first('draft/a')).toMatchObject({ author, role: 'change' });
  });

  it('says that a name was erased, so that exports leave it out', async () => {
    const author = { id: 'ada', commitment: 'c', verified: false };
    const event = { id: 'e', at: NOW(), author, type: 't', summary: '' };
    const source = {
      names: new Map<string, string>(),
      read: () => Promise.resolve([{ text: JSON.stringify(event), hash: '' }]),
    };
    const reader = changeReader(source, [{ stream: 'draft/a', version: 1 }]);
    await reader.extend(1);
    expect(reader.changes[0]?.author).toEqual({ id: 'ada', name: 'Erased author', verified: false, isErased: true });
  });

  it('stops at a time, and goes on from there', async () => {
    const { reader } = logsOf({ a: range(0, 60) });
    await reader.extend(100, new Date(Date.UTC(2026, 0, 1, 0, 50)).toISOString());
    expect(reader.changes).toHaveLength(10);
    expect(reader.isDone).toBe(false);
    await reader.extend(100);
    expect(reader.changes).toHaveLength(60);
  });

  it('says which log can’t be read, and goes on with the others', async () => {
    const { reader } = logsOf({ a: [1], broken: [2] });
    await Promise.all([reader.extend(5), reader.extend(5)]);
    expect(reader.changes).toHaveLength(1);
    expect([...reader.unread]).toEqual(['broken']);
    expect(reader.isDone).toBe(true);
  });
});
