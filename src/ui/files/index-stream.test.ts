import { beforeEach, describe, expect, it } from 'vitest';
import { createState, indexStream, LIVE_MAPPINGS_AT, liveDocument } from '#domain/document';
import { openLog } from '#domain/log';
import type { UnappliedContentStore } from '#domain/ports';
import { ADA, stampSource } from '../../fuzz/generate/stamps.ts';
import { memoryEventStore, memoryHome, type MemoryHome } from '../../infra/memory-event-store.ts';
import { memoryUnappliedContent } from '../../infra/memory-unapplied-content.ts';
import { openDocument } from '../../machines/document-session.ts';
import { keptIndexStream, preparedIndexStream } from './index-stream.ts';
import { storedLogs } from './stored-logs.ts';

const INDEX = { name: 'logs', uuid: 'Xy_-1' };
const OLD = indexStream(INDEX);
const NAMED = indexStream({ ...INDEX, cluster: 'prod' });

let home: MemoryHome;
let unapplied: UnappliedContentStore;
const store = () => memoryEventStore(home);
const prepared = (cluster = 'prod') => preparedIndexStream({ store: store(), unapplied }, { ...INDEX, cluster });
const idsOf = async (stream: string) => openLog(await store().read(stream)).events.map(({ id }) => id);

/** A log with so many fields added, as this device has it. */
async function edited(stream: string, fields: readonly string[], seed = 1): Promise<void> {
  const stamp = stampSource(seed);
  const session = await openDocument(
    {
      store: store(),
      clock: { now: () => '2026-01-01T00:00:00.000Z' },
      ids: { next: () => stamp(ADA).id },
      author: ADA,
    },
    { stream, mappingsAt: LIVE_MAPPINGS_AT, startWith: liveDocument({ properties: {} }) },
  );
  for (const name of fields)
    session.dispatch({ type: 'field.add', payload: { parent: null, name, definition: { type: 'ip' } } });
  await session.whenSaved();
  session.close();
}

beforeEach(() => {
  home = memoryHome();
  unapplied = memoryUnappliedContent();
});

describe('the stream of the mapping of an index', () => {
  it('names the cluster where this device has none', async () => {
    expect(await prepared()).toBe(NAMED);
    expect(await keptIndexStream(store(), INDEX)).toBeNull();
    expect(home.logs.size).toBe(0);
  });

  it('is the one that is there, however that calls the cluster: a uuid belongs to one index', async () => {
    await edited(NAMED, ['a']);
    expect(await prepared('another-name-of-it')).toBe(NAMED);
    expect(await keptIndexStream(store(), INDEX)).toBe(NAMED);
    expect(await keptIndexStream(store(), { ...INDEX, uuid: 'other' })).toBeNull();
    expect(await keptIndexStream(store(), { ...INDEX, name: 'other' })).toBeNull();
  });

  it('is copied once from before streams named their cluster, with its ids and what is typed', async () => {
    await edited(OLD, ['a', 'b']);
    const typed = {
      stream: OLD,
      form: 'newField',
      field: null,
      tab: 'tab-1',
      format: 1,
      baseVersion: 3,
      at: '2026-01-01T00:00:00.000Z',
      values: { name: 'half' },
    } as const;
    await unapplied.put(typed);
    expect(await keptIndexStream(store(), INDEX)).toBe(OLD);
    expect(await Promise.all([prepared(), prepared()])).toEqual([NAMED, NAMED]);
    expect(await idsOf(NAMED)).toEqual(await idsOf(OLD));
    expect(await unapplied.read(NAMED)).toEqual([{ ...typed, stream: NAMED }]);
    expect(await unapplied.read(OLD)).toEqual([]);
    expect(await keptIndexStream(store(), INDEX)).toBe(NAMED);

    const list = createState({ body: {} });
    expect(storedLogs(await store().streams(), list).map(({ stream }) => stream)).toEqual([NAMED]);
    // Where the old one has more, both are shown.
    await edited(OLD, ['c'], 2);
    expect(storedLogs(await store().streams(), list).map(({ stream }) => stream)).toHaveLength(2);
  });

  it('stays the old one where that is damaged, or written by a newer version', async () => {
    await edited(OLD, ['a', 'b']);
    const records = home.logs.get(OLD) ?? [];
    home.logs.set(
      OLD,
      records.map((record, index) => (index === 1 ? { ...record, text: record.text.slice(0, 90) } : record)),
    );
    expect(await prepared()).toBe(OLD);
    expect(home.logs.has(NAMED)).toBe(false);
    home.logs.set(OLD, records);
    const [event] = openLog(records).events;
    if (event === undefined) throw new Error('expected an event');
    const { stream: _stream, version: _version, ...rest } = event;
    await store().append(OLD, 3, [{ ...rest, id: 'newer', format: 99 }]);
    expect(await prepared()).toBe(OLD);
  });
});
