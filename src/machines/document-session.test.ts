import { describe, expect, it } from 'vitest';
import {
  addField,
  breakable,
  editField,
  keyword,
  openSession,
  sessionOf,
  STREAM,
} from '../../tests/builders/sessions.ts';
import { reduce, UnknownCommandError, type Command } from '#domain/commands';
import { evolve } from '#domain/document';
import { EVENT_FORMAT, EVENT_LIMIT, type DocumentEvent } from '#domain/events';
import { LogFaultError, openLog } from '#domain/log';
import type { EventStore } from '#domain/ports';
import { memoryEventStore, memoryHome, type MemoryHome } from '../infra/memory-event-store.ts';
import type { DocumentSession } from './document-session.ts';

const bodyOf = (session: DocumentSession) => session.getSnapshot().state.body;
const saveOf = (session: DocumentSession) => session.getSnapshot().save;

async function storedTypes(home: MemoryHome): Promise<readonly string[]> {
  return openLog(await memoryEventStore(home).read(STREAM)).events.map(({ type }) => type);
}

it('stamps what a person does with the reason that the person said, and nothing of others', async () => {
  const home = memoryHome();
  const found = { properties: {} };
  const session = await openSession(home, { reason: 'OPS-1234', found });
  session.dispatch(addField('b'));
  await session.whenSaved();
  const { events } = openLog(await memoryEventStore(home).read(STREAM));
  expect(events.map(({ reason }) => reason)).toEqual([undefined, 'OPS-1234']);
});

describe('opening a document', () => {
  it('of a new stream stores the body to start with', async () => {
    const { home, session } = await sessionOf({ a: keyword });
    expect(bodyOf(session)).toEqual({ properties: { a: keyword } });
    expect(saveOf(session)).toEqual({ kind: 'saved' });
    expect(await storedTypes(home)).toEqual(['document.created']);
  });

  it('that is there already replays it, and starts nothing', async () => {
    const { home, session } = await sessionOf({ a: keyword });
    session.dispatch(addField('b'));
    await session.whenSaved();
    const again = await openSession(home, { startWith: { properties: { other: keyword } } });
    expect(bodyOf(again)).toEqual({ properties: { a: keyword, b: keyword } });
    expect(again.getSnapshot().state.history.version).toBe(2);
    expect(await storedTypes(home)).toEqual(['document.created', 'field.added']);
  });

  it('without a body to start with opens empty', async () => {
    const session = await openSession(memoryHome());
    expect(bodyOf(session)).toBeUndefined();
    expect(session.dispatch(addField('a'))).toMatchObject({ rejected: { code: 'document.not_started' } });
    expect(saveOf(session)).toEqual({ kind: 'saved' });
  });

  it('whose log is damaged is refused', async () => {
    const { home } = await sessionOf({ a: keyword });
    home.logs.set(
      STREAM,
      (home.logs.get(STREAM) ?? []).map((record) => ({ ...record, text: record.text.replace('keyword', 'text') })),
    );
    await expect(openSession(home)).rejects.toThrow(LogFaultError);
  });
});

describe('a command', () => {
  it('is shown at once and stored behind', async () => {
    const { home, session } = await sessionOf({ a: keyword });
    const reduced = session.dispatch(addField('b'));
    expect(reduced).toMatchObject({ event: { type: 'field.added', at: '2026-01-01T00:00:00.000Z' } });
    expect(bodyOf(session)).toEqual({ properties: { a: keyword, b: keyword } });
    session.dispatch(addField('c'));
    expect(saveOf(session)).toEqual({ kind: 'saving', pending: 2 });
    await session.whenSaved();
    expect(saveOf(session)).toEqual({ kind: 'saved' });
    expect(await storedTypes(home)).toEqual(['document.created', 'field.added', 'field.added']);
  });

  it('that is refused or changes nothing leaves the snapshot as it is', async () => {
    const { session } = await sessionOf({ a: keyword });
    const before = session.getSnapshot();
    expect(session.dispatch(addField('a'))).toMatchObject({ rejected: { code: 'field.name_taken' } });
    expect(session.dispatch(editField('/properties/a', { set: { type: 'keyword' } }))).toEqual({ unchanged: true });
    expect(session.getSnapshot()).toBe(before);
  });

  it('that nobody defined throws', async () => {
    const { session } = await sessionOf({});
    expect(() => session.dispatch({ type: 'field.explode', payload: {} })).toThrow(UnknownCommandError);
  });

  it('whose event is too large for any store is refused, and nothing of it is shown', async () => {
    const { home, session } = await sessionOf({});
    const reduced = session.dispatch(addField('big', null, { type: 'keyword', meta: 'x'.repeat(EVENT_LIMIT) }));
    const message = 'This change is too large to store. The limit is 16 million characters (Mi).';
    expect(reduced).toEqual({ rejected: { code: 'event.too_large', detail: { message } } });
    expect(bodyOf(session)).toEqual({ properties: {} });
    session.dispatch(addField('small'));
    await session.whenSaved();
    expect(await storedTypes(home)).toEqual(['document.created', 'field.added']);
  });
});

describe('listeners', () => {
  it('hear of every change of the snapshot, until they leave', async () => {
    const { session } = await sessionOf({});
    const heard: string[] = [];
    const leave = session.subscribe(() => heard.push(saveOf(session).kind));
    session.dispatch(addField('a'));
    await session.whenSaved();
    leave();
    session.dispatch(addField('b'));
    await session.whenSaved();
    expect(heard).toEqual(['saving', 'saved']);
  });

  it('get each event once, as their own', async () => {
    const { session } = await sessionOf({});
    const heard: (readonly [string, boolean])[] = [];
    session.onEvents((events, isOwn) => heard.push(...events.map(({ summary }) => [summary, isOwn] as const)));
    session.dispatch(addField('a'));
    expect(heard).toEqual([['Add a (keyword)', true]]);
    session.dispatch(editField('/properties/a', { name: 'b' }));
    await session.whenSaved();
    expect(heard).toEqual([
      ['Add a (keyword)', true],
      ['Rename a to b', true],
    ]);
  });
});

describe('a store that fails', () => {
  it('is said, with what waits; a retry stores all of it in order', async () => {
    const { through, broken } = breakable();
    const { home, session } = await sessionOf({}, { through });
    broken.error = new Error('The disk is full.');
    session.dispatch(addField('a'));
    session.dispatch(addField('b'));
    await expect(session.whenSaved()).rejects.toBe(broken.error);
    expect(saveOf(session)).toEqual({ kind: 'failed', pending: 2, error: broken.error });
    expect(bodyOf(session)).toEqual({ properties: { a: keyword, b: keyword } });
    session.retry();
    await expect(session.whenSaved()).rejects.toThrow('The disk is full.');
    broken.error = null;
    session.retry();
    expect(saveOf(session)).toEqual({ kind: 'saving', pending: 2 });
    await session.whenSaved();
    expect(saveOf(session)).toEqual({ kind: 'saved' });
    const { events } = openLog(await memoryEventStore(home).read(STREAM));
    expect(events.map(({ summary }) => summary)).toEqual(['Created', 'Add a (keyword)', 'Add b (keyword)']);
  });

  it('is tried again with the next command', async () => {
    const { through, broken } = breakable();
    const { home, session } = await sessionOf({}, { through });
    broken.error = new Error('The disk is full.');
    session.dispatch(addField('a'));
    await expect(session.whenSaved()).rejects.toThrow('The disk is full.');
    broken.error = null;
    session.dispatch(addField('b'));
    await session.whenSaved();
    expect(await storedTypes(home)).toEqual(['document.created', 'field.added', 'field.added']);
  });

  it('fails the opening of a new document', async () => {
    const { through, broken } = breakable();
    broken.error = new Error('The disk is full.');
    const home = memoryHome();
    const watched = { count: 0 };
    const watching = (store: EventStore): EventStore => ({
      ...through(store),
      subscribe(listener) {
        const leave = store.subscribe(listener);
        watched.count++;
        return () => {
          watched.count--;
          leave();
        };
      },
    });
    await expect(openSession(home, { through: watching, startWith: {} })).rejects.toThrow('The disk is full.');
    expect(watched.count).toBe(0);
  });
});

describe('a log that a newer version has written', () => {
  it('opens read-only, and says why', async () => {
    const { home, session } = await sessionOf({ a: keyword });
    await memoryEventStore(home).append(STREAM, 1, [{ ...next(session, addField('b')), format: EVENT_FORMAT + 1 }]);
    const reader = await openSession(home);
    const reason =
      'This log was written by a newer version of Mapledger (event format 3). It can be viewed but not changed.';
    expect(bodyOf(reader)).toEqual({ properties: { a: keyword, b: keyword } });
    expect(reader.getSnapshot().readOnly).toEqual({ reason });
    expect(reader.dispatch(addField('c'))).toEqual({
      rejected: { code: 'document.read_only', detail: { message: reason } },
    });
    expect(() => reader.dispatch({ type: 'field.explode', payload: {} })).toThrow(UnknownCommandError);
    expect(await storedTypes(home)).toHaveLength(2);
  });

  it('while it is open makes it read-only', async () => {
    const { home, session } = await sessionOf({ a: keyword });
    await memoryEventStore(home).append(STREAM, 1, [{ ...next(session, addField('b')), format: EVENT_FORMAT + 1 }]);
    await session.whenSaved();
    expect(session.getSnapshot().readOnly?.reason).toBe(
      'Another tab runs a newer version of Mapledger (event format 3). Reload this page.',
    );
    expect(session.dispatch(addField('c'))).toMatchObject({ rejected: { code: 'document.read_only' } });
  });

  function next(session: DocumentSession, command: Command): DocumentEvent {
    const { state } = session.getSnapshot();
    const reduced = reduce(state, command, {
      id: 'newer',
      at: '2026-01-01T00:00:00.000Z',
      author: { id: 'n', name: 'N', verified: false },
    });
    if (!('event' in reduced)) throw new Error(JSON.stringify(reduced));
    expect(evolve(state, reduced.event).body).not.toBe(state.body);
    return reduced.event;
  }
});
