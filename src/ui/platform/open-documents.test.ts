import { describe, expect, it } from 'vitest';
import { addField, breakable, keyword, NOW, sessionOf, STREAM } from '../../../tests/builders/sessions.ts';
import { ADA, stampSource } from '../../fuzz/generate/stamps.ts';
import type { EventStore } from '#domain/ports';
import { memoryEventStore, memoryHome, type MemoryHome } from '../../infra/memory-event-store.ts';
import { openDocuments } from './open-documents.ts';

function documentsOf(home: MemoryHome, through: (store: EventStore) => EventStore = (store) => store) {
  const stamp = stampSource(1);
  return openDocuments({
    store: through(memoryEventStore(home)),
    clock: { now: () => NOW },
    ids: { next: () => stamp().id },
    author: ADA,
  });
}

describe('the documents that are open', () => {
  it('open a document once where two ask for it in the same tick', async () => {
    const { home } = await sessionOf({ a: keyword });
    const documents = documentsOf(home);
    const [first, second] = await Promise.all([documents.open({ stream: STREAM }), documents.open({ stream: STREAM })]);
    expect(first).toBe(second);
    expect(documents.all()).toEqual([first]);
  });

  it('keep it open until both have released it', async () => {
    const { home } = await sessionOf({ a: keyword });
    const documents = documentsOf(home);
    const [session] = await Promise.all([documents.open({ stream: STREAM }), documents.open({ stream: STREAM })]);
    documents.release(session);
    expect(session.dispatch(addField('b'))).toHaveProperty('event');
    await session.whenSaved();
    documents.release(session);
    expect(session.dispatch(addField('c'))).toMatchObject({ rejected: { code: 'document.closed' } });
    expect(documents.all()).toEqual([]);
  });

  it('open another session where the last one was closed', async () => {
    const { home } = await sessionOf({ a: keyword });
    const documents = documentsOf(home);
    const first = await documents.open({ stream: STREAM });
    documents.release(first);
    const second = await documents.open({ stream: STREAM });
    documents.release(first);
    expect(second).not.toBe(first);
    expect(second.dispatch(addField('b'))).toHaveProperty('event');
    await second.whenSaved();
  });

  it('fail for both where it cannot be opened, and are opened by the next who asks', async () => {
    const { home } = await sessionOf({ a: keyword });
    const failing = { isReading: true };
    const documents = documentsOf(home, (store) => ({
      ...store,
      read: (...call) =>
        failing.isReading ? Promise.reject(new Error('The database does not answer.')) : store.read(...call),
    }));
    const both = await Promise.allSettled([documents.open({ stream: STREAM }), documents.open({ stream: STREAM })]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(documents.all()).toEqual([]);
    expect(documents.isSaving()).toBe(false);
    failing.isReading = false;
    expect((await documents.open({ stream: STREAM })).getSnapshot().state.history.version).toBe(1);
  });

  it('keep one whose changes could not be stored, and close it when they are', async () => {
    const { through, broken } = breakable();
    const documents = documentsOf(memoryHome(), through);
    const session = await documents.open({ stream: STREAM, startWith: { properties: {} } });
    broken.error = new Error('The disk is full.');
    session.dispatch(addField('a'));
    documents.release(session);
    await expect(session.whenSaved()).rejects.toBe(broken.error);
    expect(documents.getSnapshot()).toEqual([{ session, pending: 1, error: broken.error }]);
    expect(documents.isSaving()).toBe(true);
    const heard: number[] = [];
    documents.subscribe(() => heard.push(documents.getSnapshot().length));
    broken.error = null;
    documents.retry();
    expect(documents.getSnapshot()).toHaveLength(1);
    await session.whenSaved();
    expect(documents.getSnapshot()).toEqual([]);
    expect(heard).toEqual([0]);
    expect(documents.all()).toEqual([]);
  });
});
