import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  addField,
  breakable,
  editField,
  keyword,
  openSession,
  sessionOf,
  silent,
  STREAM,
} from '../../tests/builders/sessions.ts';
import { BOB } from '../fuzz/generate/stamps.ts';
import type { EventStore } from '#domain/ports';

describe('a session that is closed', () => {
  it('while an append is under way stores what it had accepted, and the rest behind it', async () => {
    const { home, session } = await sessionOf({});
    session.dispatch(addField('a'));
    session.dispatch(addField('b'));
    session.close();
    await session.whenSaved();
    expect(home.logs.get(STREAM)).toHaveLength(3);
    expect(session.getSnapshot().save).toEqual({ kind: 'saved' });
  });

  it('still stores on top of what somebody else was faster with', async () => {
    const { home, session } = await sessionOf({ a: keyword }, { through: silent });
    const theirs = await openSession(home, { author: BOB });
    theirs.dispatch(editField('/properties/a', { name: 'b' }));
    await theirs.whenSaved();
    session.dispatch(editField('/properties/a', { set: { index: false } }));
    session.close();
    await session.whenSaved();
    expect((await openSession(home)).getSnapshot().state.body).toEqual({
      properties: { b: { type: 'keyword', index: false } },
    });
  });

  it('keeps what could not be stored, and stores it when it is tried again', async () => {
    const { through, broken } = breakable();
    const { home, session } = await sessionOf({}, { through });
    broken.error = new Error('The disk is full.');
    session.dispatch(addField('a'));
    session.close();
    await expect(session.whenSaved()).rejects.toBe(broken.error);
    broken.error = null;
    session.retry();
    await session.whenSaved();
    expect(home.logs.get(STREAM)).toHaveLength(2);
  });

  it('leaves the store alone afterwards, and may be closed and retried again', async () => {
    const left: string[] = [];
    const through = (store: EventStore): EventStore => ({
      ...store,
      subscribe: (listener) => {
        const leave = store.subscribe(listener);
        return () => {
          left.push(STREAM);
          leave();
        };
      },
    });
    const { session } = await sessionOf({}, { through });
    session.dispatch(addField('a'));
    session.close();
    expect(left).toEqual([]);
    await session.whenSaved();
    expect(left).toEqual([STREAM]);
    session.close();
    session.retry();
    await session.whenSaved();
  });
});

describe('a listener that dispatches', () => {
  it('while a command is given is answered at once, and both are stored in order', async () => {
    const { home, session } = await sessionOf({});
    const answers: unknown[] = [];
    session.onEvents((events) => {
      if (events[0]?.summary === 'Add a (keyword)') answers.push(session.dispatch(addField('b')));
    });
    session.dispatch(addField('a'));
    expect(answers).toMatchObject([{ event: { summary: 'Add b (keyword)' } }]);
    expect(session.getSnapshot()).toMatchObject({ save: { kind: 'saving', pending: 2 } });
    await session.whenSaved();
    expect(home.logs.get(STREAM)).toHaveLength(3);
  });

  it('while it hears of a change of the save status is answered at once, and stored', async () => {
    const { home, session } = await sessionOf({});
    const states: unknown[] = [];
    const leave = session.subscribe(() => {
      if (session.getSnapshot().save.kind !== 'saved') return;
      leave();
      expect(session.dispatch(addField('b'))).toHaveProperty('event');
      const { state, save } = session.getSnapshot();
      states.push(state.body, save);
    });
    session.dispatch(addField('a'));
    await session.whenSaved();
    expect(states).toEqual([{ properties: { a: keyword, b: keyword } }, { kind: 'saving', pending: 1 }]);
    expect(home.logs.get(STREAM)).toHaveLength(3);
  });

  it('while others are followed is answered on the state with their change', async () => {
    const { home, session } = await sessionOf({ a: keyword });
    const theirs = await openSession(home, { author: BOB });
    session.onEvents((_, isOwn) => {
      if (!isOwn) session.dispatch(editField('/properties/b', { set: { index: false } }));
    });
    theirs.dispatch(editField('/properties/a', { name: 'b' }));
    await theirs.whenSaved();
    await session.whenSaved();
    expect(session.getSnapshot()).toMatchObject({
      save: { kind: 'saved' },
      state: { body: { properties: { b: { type: 'keyword', index: false } } } },
    });
    expect(home.logs.get(STREAM)).toHaveLength(3);
  });
});

describe('a listener that throws', () => {
  const errors: unknown[] = [];
  beforeEach(() => {
    errors.length = 0;
    const { queueMicrotask } = globalThis;
    vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((task) =>
      queueMicrotask(() => {
        try {
          task();
        } catch (error) {
          errors.push(error);
        }
      }),
    );
  });
  afterEach(() => void vi.restoreAllMocks());

  it('stops neither a command, nor what others do, nor another listener', async () => {
    const { home, session } = await sessionOf({});
    const theirs = await openSession(home, { author: BOB });
    const fault = new Error('The listener is broken.');
    const heard: string[] = [];
    for (const listen of [session.onEvents.bind(session), session.subscribe.bind(session)])
      listen(() => {
        throw fault;
      });
    session.onEvents((events) => heard.push(...events.map(({ summary }) => summary)));
    expect(session.dispatch(addField('a'))).toHaveProperty('event');
    await session.whenSaved();
    theirs.dispatch(addField('b'));
    await theirs.whenSaved();
    await session.whenSaved();
    session.dispatch(addField('c'));
    await session.whenSaved();
    expect(heard).toEqual(['Add a (keyword)', 'Add b (keyword)', 'Add c (keyword)']);
    expect(home.logs.get(STREAM)).toHaveLength(4);
    expect(session.getSnapshot().save).toEqual({ kind: 'saved' });
    expect(new Set(errors)).toEqual(new Set([fault]));
  });
});
