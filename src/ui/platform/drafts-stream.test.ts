import { describe, expect, it } from 'vitest';
import { given } from '../../../tests/builders/given.ts';
import { DRAFTS_STREAM, draftsStream } from '#domain/commands';
import { openLog } from '#domain/log';
import { memoryEventStore, memoryHome } from '../../infra/memory-event-store.ts';
import { preparedDraftsStream } from './drafts-stream.ts';

const draft = {
  name: 'ECS',
  target: { distribution: 'elasticsearch', version: '8' },
  mappingsAt: '',
  kind: 'mappings',
  createdAt: '2026-01-01T00:00:00.000Z',
};
const { events } = given(undefined).after('document.create', { body: {} }).after('draft.add', { id: '01A', draft });

describe('the list of drafts of an author', () => {
  it('is a stream of its own', async () => {
    expect(await preparedDraftsStream(memoryEventStore(), 'ada')).toBe('workspace/drafts/ada');
  });

  it('has the events of the list that the device had, which stays as it is', async () => {
    const store = memoryEventStore();
    await store.append(DRAFTS_STREAM, 0, events);
    const before = await store.read(DRAFTS_STREAM);
    expect(await preparedDraftsStream(store, 'ada')).toBe(draftsStream('ada'));
    expect(openLog(await store.read(draftsStream('ada'))).events.map(({ id }) => id)).toEqual(
      events.map(({ id }) => id),
    );
    expect(await store.read(DRAFTS_STREAM)).toEqual(before);
  });

  it('is copied once, by whichever tab is first', async () => {
    const home = memoryHome();
    const [one, other] = [memoryEventStore(home), memoryEventStore(home)];
    await one.append(DRAFTS_STREAM, 0, events);
    await Promise.all([preparedDraftsStream(one, 'ada'), preparedDraftsStream(other, 'ada')]);
    await one.append(DRAFTS_STREAM, 2, events.slice(1, 2));
    await preparedDraftsStream(one, 'ada');
    expect(await one.read(draftsStream('ada'))).toHaveLength(2);
  });
});
