import { describe, expect, it } from 'vitest';
import {
  addField,
  editField,
  keyword,
  openSession,
  removeField,
  sessionOf,
  silent,
  STREAM,
  UNDO,
} from '../../tests/builders/sessions.ts';
import { ADA, BOB } from '../fuzz/generate/stamps.ts';
import type { DocumentCommand } from '#domain/commands';
import type { JsonObject } from '#domain/json';
import { openLog } from '#domain/log';
import type { EventStore } from '#domain/ports';
import { memoryEventStore, type MemoryHome } from '../infra/memory-event-store.ts';
import type { DocumentSession } from './document-session.ts';

const REDO: DocumentCommand = { type: 'history.redo', payload: {} };

/** Two people with one document. The first learns of the second one's events by a conflict, or is notified before. */
async function two(properties: JsonObject, mineThrough: (store: EventStore) => EventStore) {
  const { home, session: mine } = await sessionOf(properties, { through: mineThrough });
  const theirs = await openSession(home, { author: BOB });
  const settle = async () => {
    await theirs.whenSaved();
    await mine.whenSaved();
    await theirs.whenSaved();
  };
  return { home, mine, theirs, settle };
}

async function log(home: MemoryHome) {
  return openLog(await memoryEventStore(home).read(STREAM)).events;
}

const bodyOf = (session: DocumentSession) => session.getSnapshot().state.body;

describe.each([
  ['by a conflict', silent],
  ['by being told', (store: EventStore) => store],
])('somebody was faster, which is found %s', (_, through) => {
  it('the command is decided again on the newer version, on the field where it is now', async () => {
    const { home, mine, theirs, settle } = await two({ a: keyword }, through);
    theirs.dispatch(editField('/properties/a', { name: 'b' }));
    const reduced = mine.dispatch(editField('/properties/a', { set: { index: false } }));
    await settle();
    expect(bodyOf(mine)).toEqual({ properties: { b: { type: 'keyword', index: false } } });
    expect(bodyOf(theirs)).toEqual(bodyOf(mine));
    const [, first, second] = await log(home);
    expect(first?.author).toEqual(BOB);
    expect(second).toMatchObject({
      id: 'event' in reduced && reduced.event.id,
      summary: 'Edit b: index',
      patch: [{ op: 'add', path: '/properties/b/index', value: false }],
    });
    expect(mine.getSnapshot()).toMatchObject({ save: { kind: 'saved' }, parked: [] });
  });

  it('several that wait are decided again one on top of the other', async () => {
    const { home, mine, theirs, settle } = await two({ o: { properties: {} } }, through);
    theirs.dispatch(editField('/properties/o', { name: 'p' }));
    mine.dispatch(addField('x', '/properties/o'));
    mine.dispatch(editField('/properties/o/properties/x', { name: 'y' }));
    mine.dispatch({
      type: 'batch',
      payload: {
        commands: [{ type: 'field.add', payload: { parent: '/properties/o', name: 'z', definition: keyword } }],
      },
    });
    await settle();
    expect(bodyOf(theirs)).toEqual({ properties: { p: { properties: { y: keyword, z: keyword } } } });
    expect((await log(home)).map(({ summary }) => summary).slice(1)).toEqual([
      'Rename o to p',
      'Add p.x (keyword)',
      'Rename p.x to p.y',
      'Add p.z (keyword)',
    ]);
  });

  it('a command whose field is gone is set aside, and what waits behind it goes on', async () => {
    const { mine, theirs, settle } = await two({ a: keyword, b: keyword }, through);
    theirs.dispatch(removeField('/properties/a'));
    mine.dispatch(editField('/properties/a', { set: { index: false } }));
    mine.dispatch(addField('c'));
    await settle();
    expect(bodyOf(mine)).toEqual({ properties: { b: keyword, c: keyword } });
    expect(bodyOf(theirs)).toEqual(bodyOf(mine));
    expect(mine.getSnapshot().parked).toEqual([
      {
        id: expect.any(String) as string,
        command: null,
        asNew: addField('a', null, { ...keyword, index: false }),
        summary: 'Edit a: index',
        detail: { message: 'Its target was removed in the meantime.' },
      },
    ]);
  });

  it('a command that is refused now is set aside with the reason', async () => {
    const { mine, theirs, settle } = await two({}, through);
    theirs.dispatch(addField('a', null, { type: 'ip' }));
    mine.dispatch(addField('a'));
    await settle();
    expect(bodyOf(mine)).toEqual({ properties: { a: { type: 'ip' } } });
    expect(mine.getSnapshot().parked).toMatchObject([
      {
        summary: 'Add a (keyword)',
        detail: { message: 'There is already a field with this name.', at: '/properties/a' },
      },
    ]);
  });

  it('an undo of what somebody has changed meanwhile is set aside with their name', async () => {
    const { mine, theirs, settle } = await two({}, through);
    mine.dispatch(addField('a'));
    await settle();
    theirs.dispatch(editField('/properties/a', { set: { index: false } }));
    mine.dispatch(UNDO);
    await settle();
    expect(bodyOf(mine)).toEqual({ properties: { a: { type: 'keyword', index: false } } });
    expect(mine.getSnapshot().parked[0]?.detail).toMatchObject({
      message: 'Cannot undo "Add a (keyword)": Bob has changed it since (Edit a: index).',
      by: { author: BOB },
    });
  });

  it('an undo of what came to nothing takes back nothing else', async () => {
    const { mine, theirs, settle } = await two({ a: keyword }, through);
    mine.dispatch(addField('first'));
    await settle();
    theirs.dispatch(editField('/properties/a', { set: { index: false } }));
    mine.dispatch(editField('/properties/a', { set: { index: false } }));
    mine.dispatch(UNDO);
    await settle();
    expect(bodyOf(mine)).toEqual({ properties: { a: { type: 'keyword', index: false }, first: keyword } });
    expect(bodyOf(theirs)).toEqual(bodyOf(mine));
    expect(mine.getSnapshot()).toMatchObject({ save: { kind: 'saved' }, parked: [] });
  });

  it('an undo of what is set aside takes it from there, and a redo puts it back', async () => {
    const { mine, theirs, settle } = await two({}, through);
    mine.dispatch(addField('first'));
    await settle();
    theirs.dispatch(addField('a', null, { type: 'ip' }));
    mine.dispatch(addField('a'));
    mine.dispatch(UNDO);
    await settle();
    expect(bodyOf(mine)).toEqual({ properties: { a: { type: 'ip' }, first: keyword } });
    expect(mine.getSnapshot().parked).toEqual([]);
    theirs.dispatch(addField('b', null, { type: 'ip' }));
    mine.dispatch(addField('b'));
    mine.dispatch(UNDO);
    mine.dispatch(REDO);
    await settle();
    expect(bodyOf(mine)).toEqual({ properties: { a: { type: 'ip' }, b: { type: 'ip' }, first: keyword } });
    expect(mine.getSnapshot().parked).toMatchObject([{ summary: 'Add b (keyword)' }]);
  });

  it('an undo of what another tab of the same person has undone takes back nothing else', async () => {
    const { home, mine, theirs, settle } = await two({}, through);
    mine.dispatch(addField('first'));
    mine.dispatch(addField('second'));
    await settle();
    const tab = await openSession(home, { author: ADA });
    tab.dispatch(UNDO);
    mine.dispatch(UNDO);
    await settle();
    await tab.whenSaved();
    await settle();
    expect(bodyOf(theirs)).toEqual({ properties: { first: keyword } });
    expect(bodyOf(mine)).toEqual(bodyOf(theirs));
    expect(mine.getSnapshot().parked).toEqual([]);
  });

  it('an undo of what is not the last change of its person any more is set aside', async () => {
    const { home, mine, theirs, settle } = await two({}, through);
    mine.dispatch(addField('first'));
    await settle();
    const tab = await openSession(home, { author: ADA });
    tab.dispatch(addField('second'));
    mine.dispatch(UNDO);
    await settle();
    await tab.whenSaved();
    await settle();
    expect(bodyOf(theirs)).toEqual({ properties: { first: keyword, second: keyword } });
    expect(bodyOf(mine)).toEqual(bodyOf(theirs));
    expect(mine.getSnapshot().parked).toMatchObject([
      {
        command: null,
        summary: 'Undo: Add first (keyword)',
        detail: { message: 'You have made another change since, in another tab.' },
      },
    ]);
  });

  it('a command that has nothing left to do is no event, and nothing to show', async () => {
    const { home, mine, theirs, settle } = await two({ a: keyword }, through);
    theirs.dispatch(editField('/properties/a', { set: { index: false } }));
    mine.dispatch(editField('/properties/a', { set: { index: false } }));
    await settle();
    expect(await log(home)).toHaveLength(2);
    expect(mine.getSnapshot()).toMatchObject({
      save: { kind: 'saved' },
      parked: [],
      state: { history: { version: 2 } },
    });
  });

  it('what was set aside stays until it is dismissed', async () => {
    const { mine, theirs, settle } = await two({ a: keyword, b: keyword }, through);
    theirs.dispatch(removeField('/properties/a'));
    theirs.dispatch(removeField('/properties/b'));
    mine.dispatch(editField('/properties/a', { set: { index: false } }));
    mine.dispatch(editField('/properties/b', { set: { index: false } }));
    await settle();
    const [first, second] = mine.getSnapshot().parked;
    expect([first?.summary, second?.summary]).toEqual(['Edit a: index', 'Edit b: index']);
    mine.dispatch(addField('c'));
    await settle();
    if (first !== undefined) mine.dismiss(first);
    expect(mine.getSnapshot().parked).toEqual([second]);
  });
});

describe('a command that was set aside', () => {
  /** `mine` wanted to rename `a` to the name of `b`, which another author has just added; the rename is parked. */
  async function waiting(through = silent) {
    const opened = await two({ a: keyword, o: { properties: {} } }, through);
    opened.theirs.dispatch(addField('b'));
    opened.mine.dispatch(editField('/properties/a', { name: 'b' }));
    await opened.settle();
    const commandNow = () => opened.mine.getSnapshot().parked[0]?.command ?? null;
    expect(commandNow()).toEqual(editField('/properties/a', { name: 'b' }));
    return { ...opened, commandNow };
  }

  it('follows its field over what is done here', async () => {
    const { mine, settle, commandNow } = await waiting();
    mine.dispatch(editField('/properties/a', { name: 'c' }));
    expect(commandNow()).toEqual(editField('/properties/c', { name: 'b' }));
    await settle();
    expect(commandNow()).toEqual(editField('/properties/c', { name: 'b' }));
  });

  it('follows its field over what others do, and over own changes that are decided again', async () => {
    const { mine, theirs, settle, commandNow } = await waiting((store) => store);
    theirs.dispatch(editField('/properties/a', { name: 'theirs' }));
    mine.dispatch(editField('/properties/a', { name: 'mine' }));
    await settle();
    const body = bodyOf(mine) as { readonly properties: JsonObject };
    const name = 'mine' in body.properties ? 'mine' : 'theirs';
    expect(commandNow()).toEqual(editField(`/properties/${name}`, { name: 'b' }));
  });

  it('follows its field over own changes behind it that still stand', async () => {
    const { mine, theirs, settle } = await two({ o: { properties: { a: keyword } } }, silent);
    theirs.dispatch(addField('b', '/properties/o'));
    mine.dispatch(addField('b', '/properties/o'));
    mine.dispatch(editField('/properties/o', { name: 'p' }));
    await settle();
    expect(bodyOf(mine)).toEqual({ properties: { p: { properties: { a: keyword, b: keyword } } } });
    expect(mine.getSnapshot().parked).toMatchObject([{ command: addField('b', '/properties/p') }]);
  });

  it('says that what it was about is gone, also when another field has taken the name', async () => {
    const { mine, theirs, settle, commandNow } = await waiting();
    theirs.dispatch(removeField('/properties/a'));
    theirs.dispatch(addField('a', null, { type: 'ip' }));
    await theirs.whenSaved();
    mine.dispatch(addField('c'));
    await settle();
    expect(mine.getSnapshot().parked).toHaveLength(1);
    expect(commandNow()).toBeNull();
  });

  it('is applied again as it is given then, and dismissed by its id', async () => {
    const { mine, settle, commandNow } = await waiting();
    mine.dispatch(editField('/properties/a', { name: 'c' }));
    mine.dispatch(removeField('/properties/b'));
    const [item] = mine.getSnapshot().parked;
    const command = commandNow();
    if (command === null || item === undefined) throw new Error('expected a command');
    expect(mine.dispatch(command)).toHaveProperty('event');
    mine.dismiss(item);
    await settle();
    expect(bodyOf(mine)).toEqual({ properties: { b: keyword, o: { properties: {} } } });
    expect(mine.getSnapshot().parked).toEqual([]);
  });
});

it('somebody who is faster again is followed again', async () => {
  const meanwhile: (() => Promise<void>)[] = [];
  const through = (store: EventStore): EventStore => ({
    ...silent(store),
    async read(...call) {
      const records = await store.read(...call);
      await meanwhile.shift()?.();
      return records;
    },
  });
  const { home, mine, theirs, settle } = await two({ a: keyword }, through);
  meanwhile.push(async () => {
    theirs.dispatch(editField('/properties/b', { name: 'c' }));
    await theirs.whenSaved();
  });
  theirs.dispatch(editField('/properties/a', { name: 'b' }));
  mine.dispatch(editField('/properties/a', { set: { index: false } }));
  await settle();
  expect((await log(home)).map(({ summary }) => summary).slice(1)).toEqual([
    'Rename a to b',
    'Rename b to c',
    'Edit c: index',
  ]);
  expect(bodyOf(mine)).toEqual({ properties: { c: { type: 'keyword', index: false } } });
  expect(mine.getSnapshot().parked).toEqual([]);
});

describe('what others do', () => {
  it('is followed, and told as theirs', async () => {
    const { mine, theirs, settle } = await two({ a: keyword }, (store) => store);
    const heard: (readonly [string, boolean])[] = [];
    mine.onEvents((events, isOwn) => heard.push(...events.map(({ summary }) => [summary, isOwn] as const)));
    theirs.dispatch(addField('b'));
    await settle();
    theirs.dispatch(editField('/properties/a', { name: 'c' }));
    await settle();
    expect(bodyOf(mine)).toEqual({ properties: { b: keyword, c: keyword } });
    expect(heard).toEqual([
      ['Add b (keyword)', false],
      ['Rename a to c', false],
    ]);
    expect(mine.getSnapshot().state.history.version).toBe(3);
  });

  it('to another document is not', async () => {
    const { home, mine } = await two({}, (store) => store);
    const [created] = await log(home);
    const before = mine.getSnapshot();
    if (created !== undefined) await memoryEventStore(home).append('draft/other', 0, [created, created]);
    await mine.whenSaved();
    expect(mine.getSnapshot()).toBe(before);
  });

  it('is not followed any more once the document is closed', async () => {
    const { mine, theirs, settle } = await two({}, (store) => store);
    const before = mine.getSnapshot();
    let heard = 0;
    mine.subscribe(() => heard++);
    mine.onEvents(() => heard++);
    mine.close();
    theirs.dispatch(addField('a'));
    await settle();
    expect(mine.getSnapshot()).toBe(before);
    expect(heard).toBe(0);
  });

  it('stands between two undo steps of one person, who takes back only his own', async () => {
    const { mine, theirs, settle } = await two({}, silent);
    mine.dispatch(addField('a'));
    await settle();
    theirs.dispatch(addField('b'));
    await settle();
    mine.dispatch(addField('c'));
    await settle();
    mine.dispatch(UNDO);
    mine.dispatch(UNDO);
    await settle();
    expect(bodyOf(theirs)).toEqual({ properties: { b: keyword } });
    expect(mine.dispatch(UNDO)).toMatchObject({ rejected: { code: 'history.nothing_to_undo' } });
  });
});
