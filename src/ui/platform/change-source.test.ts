import { describe, expect, it } from 'vitest';
import type { SealedRecord } from '#domain/events';
import type { ConsoleApi } from './console-api.ts';
import { given } from '../../../tests/builders/given.ts';
import { sealAll } from '../../fuzz/generate/histories.ts';
import { allStreams, changeSource } from './change-source.ts';

const recordsOf = (who: string, count: number): readonly SealedRecord[] =>
  Array.from({ length: count }, (_, at) => ({ text: `${who} ${at + 1}`, hash: '' }));

/** A device with `here` records, and a server with `there` records, which returns at most `page` of them at once. */
function sources(here: number, there: number, page = 1_000) {
  const calls: object[] = [];
  const store = { read: (_: string, after = 0) => Promise.resolve(recordsOf('here', here).slice(after)) };
  const call = (_: string, { query }: { query: { after: number; limit: number } }) => {
    calls.push(query);
    const records = recordsOf('there', there).slice(query.after, query.after + Math.min(page, query.limit));
    return Promise.resolve({
      version: there,
      records,
      names: [{ commitment: 'c', author: 'a', name: 'Ada', salt: 's' }],
      hasMore: query.after + records.length < there,
    });
  };
  const api = { call } as unknown as ConsoleApi;
  return { source: changeSource(store, api, [{ stream: 's', version: there }], 'ada'), store, calls };
}

const texts = (records: readonly SealedRecord[]) => records.map(({ text }) => text);

describe('the source of changes', () => {
  it('reads what is recorded from the server, and the rest from this device', async () => {
    const { source } = sources(5, 3);
    expect(texts(await source.read('s', 1, 10))).toEqual(['there 2', 'there 3', 'here 4', 'here 5']);
    expect(texts(await source.read('s', 1, 3))).toEqual(['there 2', 'there 3', 'here 4']);
    expect(texts(await source.read('s', 4, 10))).toEqual(['here 5']);
    expect(texts(await source.read('other', 0, 2))).toEqual(['here 1', 'here 2']);
    expect([...source.names]).toEqual([['c', 'Ada']]);
  });

  it('reads page after page, and no more than is asked for', async () => {
    const { source, calls } = sources(0, 7, 3);
    expect(await source.read('s', 0, 7)).toHaveLength(7);
    expect(calls).toEqual([
      { stream: 's', after: 0, limit: 7, author: 'ada' },
      { stream: 's', after: 3, limit: 4, author: 'ada' },
      { stream: 's', after: 6, limit: 1, author: 'ada' },
    ]);
  });

  it('reads a whole log from one chain', async () => {
    const { source } = sources(5, 3);
    expect(texts(await source.readWhole('s', 2))).toEqual(['there 1', 'there 2', 'there 3']);
    expect(texts(await source.readWhole('s', 4))).toEqual(['here 1', 'here 2', 'here 3', 'here 4', 'here 5']);
    expect([source.recordedVersion('s'), source.recordedVersion('other')]).toEqual([3, 0]);
  });

  it('adds to a recorded log what this device has made after it', async () => {
    const definition = { type: 'keyword' };
    const history = given(undefined)
      .after('document.create', { body: { properties: {} } })
      .after('field.add', { parent: null, name: 'a', definition })
      .after('field.add', { parent: null, name: 'b', definition })
      .after('field.add', { parent: null, name: 'c', definition });
    const log = sealAll(history.events);
    const call = () => Promise.resolve({ version: 3, records: log.slice(0, 3), names: [], hasMore: false });
    const store = { read: (_: string, after = 0) => Promise.resolve(log.slice(after)) };
    const source = changeSource(store, { call } as unknown as ConsoleApi, [{ stream: 's', version: 3 }], 'ada');
    expect(await source.readWhole('s', 2)).toEqual(log);
  });

  it('is this device alone where there is no trail', async () => {
    const { store } = sources(2, 0);
    expect(texts(await changeSource(store, null, [], undefined).read('s', 0, 9))).toEqual(['here 1', 'here 2']);
  });

  it('lists each stream once, as long as the longer log', () => {
    const here = [
      { stream: 'a', version: 3 },
      { stream: 'b', version: 1 },
    ];
    const there = [
      { stream: 'a', version: 2 },
      { stream: 'c', version: 4 },
    ];
    expect(allStreams(here, there)).toEqual([...here, { stream: 'c', version: 4 }]);
  });
});
