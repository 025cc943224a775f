import { describe, expect, it } from 'vitest';
import {
  addField,
  editField,
  openSession,
  removeField,
  sessionOf,
  silent,
  STREAM,
} from '../../tests/builders/sessions.ts';
import { BOB, stampSource } from '../fuzz/generate/stamps.ts';
import { reduce, type DocumentCommand } from '#domain/commands';
import { openState } from '#domain/document';
import type { DocumentEvent } from '#domain/events';
import { confirmOutbox, openLog, rebaseOutboxRecords, sealAfter } from '#domain/log';
import type { MemoryHome } from '../infra/memory-event-store.ts';
import { memoryTrailReplica } from '../infra/memory-trail-replica.ts';
import type { DocumentSession } from './document-session.ts';
import { rebaseOutbox } from './rebase-outbox.ts';

const keyword = { type: 'keyword' };

function replicaOf(home: MemoryHome) {
  return memoryTrailReplica(home, (change) => {
    for (const store of home.openStores) store.tell(change);
  });
}

/** As if the server had recorded all that is stored. */
async function recordAll(home: MemoryHome): Promise<void> {
  const replica = replicaOf(home);
  const found = await replica.read(STREAM);
  const change = confirmOutbox(found, found.records);
  expect(change !== null && (await replica.rewrite(found, change))).toBe(true);
}

/** Others record their commands on top of the recorded events; the outbox is decided again on top of those. */
async function recordFirst(home: MemoryHome, commands: readonly DocumentCommand[], seed = 50): Promise<void> {
  const replica = replicaOf(home);
  const found = await replica.read(STREAM);
  const recorded = openLog((home.logs.get(STREAM) ?? []).slice(0, found.recorded.version)).events;
  const state = openState({ body: undefined }, recorded);
  const stampOf = stampSource(seed);
  const tail: DocumentEvent[] = [];
  let after = state;
  for (const command of commands) {
    const reduced = reduce(after, command, stampOf(BOB));
    if (!('event' in reduced)) throw new Error(`${command.type} came to nothing.`);
    tail.push(reduced.event);
    ({ after } = reduced);
  }
  const outbox = openLog(found.records, { after: found.recorded }).events;
  const { events, rejected } = rebaseOutbox(state, outbox, tail);
  const change = rebaseOutboxRecords(found, sealAfter(STREAM, found.recorded, tail), events);
  const aside = rejected.map(({ event, detail, command }) => ({
    eventId: event.id,
    at: event.at,
    summary: event.summary,
    detail,
    record: found.records[outbox.findIndex(({ id }) => id === event.id)] ?? { text: '', hash: '' },
    command: command === null ? null : JSON.stringify(command),
    baseVersion: found.recorded.version + tail.length + events.length,
    isDismissed: false,
  }));
  expect(await replica.rewrite(found, { ...change, aside })).toBe(true);
}

const fieldsOf = (session: DocumentSession) => {
  const { properties } = session.getSnapshot().state.body as { readonly properties: object };
  return Object.keys(properties);
};

describe('a session whose stored events were decided again', () => {
  it('shows what others recorded, and its own after it', async () => {
    const { home, session } = await sessionOf({ a: keyword });
    await recordAll(home);
    session.dispatch(addField('mine'));
    await session.whenSaved();
    await recordFirst(home, [addField('theirs')]);
    await expect.poll(() => fieldsOf(session)).toEqual(['a', 'theirs', 'mine']);
    expect(session.getSnapshot()).toMatchObject({ save: { kind: 'saved' }, parked: [] });
    session.dispatch(addField('more'));
    await session.whenSaved();
    expect(fieldsOf(await openSession(home))).toEqual(['a', 'theirs', 'mine', 'more']);
  });

  it('moves along what it has open, and tells of the events of others alone', async () => {
    const { home, session } = await sessionOf({ a: keyword });
    await recordAll(home);
    session.dispatch(addField('mine'));
    await session.whenSaved();
    const told: { readonly ids: readonly string[]; readonly field: string | null }[] = [];
    session.onEvents((events, isOwn, trackPointer) => {
      told.push({ ids: events.map(({ summary }) => summary), field: trackPointer('/properties/a') });
      expect(isOwn).toBe(false);
    });
    await recordFirst(home, [editField('/properties/a', { name: 'b' })]);
    await expect.poll(() => told).toEqual([{ ids: ['Rename a to b'], field: '/properties/b' }]);
  });

  it('shows what was set aside, until it is dismissed', async () => {
    const { home, session } = await sessionOf({ a: keyword });
    await recordAll(home);
    session.dispatch(editField('/properties/a', { set: { ignore_above: 7 } }));
    await session.whenSaved();
    await recordFirst(home, [removeField('/properties/a')]);
    await expect.poll(() => session.getSnapshot().parked).toMatchObject([{ summary: 'Edit a: ignore_above' }]);
    const again = await openSession(home);
    const [parked] = again.getSnapshot().parked;
    expect(parked).toMatchObject({ summary: 'Edit a: ignore_above' });
    if (parked !== undefined) again.dismiss(parked);
    await expect.poll(async () => (await openSession(home)).getSnapshot().parked).toEqual([]);
    expect(home.aside.get(STREAM)).toHaveLength(1);
  });

  it('finds out by a conflict where nobody told it, though the version is the same', async () => {
    const { home, session } = await sessionOf({ a: keyword }, { through: silent });
    await recordAll(home);
    session.dispatch(editField('/properties/a', { set: { ignore_above: 7 } }));
    await session.whenSaved();
    await recordFirst(home, [removeField('/properties/a')]);
    session.dispatch(addField('next'));
    await session.whenSaved();
    expect(fieldsOf(session)).toEqual(['next']);
    expect(fieldsOf(await openSession(home))).toEqual(['next']);
  });

  it('finds out by a conflict, though the event that it follows is still there, at the same version', async () => {
    const { home, session } = await sessionOf({ a: keyword }, { through: silent });
    await recordAll(home);
    session.dispatch(editField('/properties/a', { set: { ignore_above: 7 } }));
    session.dispatch(addField('mine'));
    await session.whenSaved();
    await recordFirst(home, [removeField('/properties/a')]);
    session.dispatch(editField('/properties/a', { name: 'b' }));
    await session.whenSaved();
    expect(fieldsOf(session)).toEqual(['mine']);
    expect(session.getSnapshot().parked).toMatchObject([
      { summary: 'Rename a to b' },
      { summary: 'Edit a: ignore_above' },
    ]);
    expect(fieldsOf(await openSession(home))).toEqual(['mine']);
    session.dispatch(addField('next'));
    await session.whenSaved();
    expect(fieldsOf(await openSession(home))).toEqual(['mine', 'next']);
  });

  it('rebases what is pending in it, too', async () => {
    const { home, session } = await sessionOf({ a: keyword });
    await recordAll(home);
    session.dispatch(addField('mine'));
    await session.whenSaved();
    const rebasing = recordFirst(home, [editField('/properties/a', { name: 'b' })]);
    session.dispatch(editField('/properties/a', { set: { ignore_above: 7 } }));
    await rebasing.catch(() => recordFirst(home, [editField('/properties/a', { name: 'b' })], 60));
    await session.whenSaved();
    await expect
      .poll(() => session.getSnapshot().state.body)
      .toEqual({ properties: { b: { ...keyword, ignore_above: 7 }, mine: keyword } });
  });

  it('is read again when it is tried again, where reading it failed', async () => {
    const broken = { isBroken: false };
    const { home, session } = await sessionOf(
      { a: keyword },
      {
        through: (store) => ({
          ...store,
          read: (...call) => (broken.isBroken ? Promise.reject(new Error('The storage is busy')) : store.read(...call)),
        }),
      },
    );
    await recordAll(home);
    session.dispatch(addField('mine'));
    await session.whenSaved();
    broken.isBroken = true;
    await recordFirst(home, [addField('theirs')]);
    await expect.poll(() => session.getSnapshot().save.kind).toBe('failed');
    broken.isBroken = false;
    session.retry();
    await expect.poll(() => fieldsOf(session)).toEqual(['a', 'theirs', 'mine']);
    expect(session.getSnapshot().save.kind).toBe('saved');
  });

  it('follows one rebase after another, further back than it remembers', async () => {
    const { home, session } = await sessionOf({ a: keyword });
    await recordAll(home);
    for (let count = 0; count < 40; count++) session.dispatch(addField(`mine${String(count)}`));
    await session.whenSaved();
    await recordFirst(home, [addField('one')]);
    await recordFirst(home, [addField('two')], 60);
    await expect.poll(() => fieldsOf(session).slice(0, 4)).toEqual(['a', 'one', 'two', 'mine0']);
    expect(fieldsOf(session)).toHaveLength(43);
  });
});
