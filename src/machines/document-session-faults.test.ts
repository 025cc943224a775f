import { describe, expect, it } from 'vitest';
import {
  addField,
  editField,
  editorOf,
  keyword,
  NOW,
  openSession,
  sessionOf,
  silent,
  STREAM,
} from '../../tests/builders/sessions.ts';
import { BOB } from '../fuzz/generate/stamps.ts';
import type { BatchCommand } from '#domain/commands';
import { EVENT_FORMAT, seal, type DocumentEvent, type SealedRecord } from '#domain/events';
import type { EventStore } from '#domain/ports';
import { memoryEventStore, memoryHome, type MemoryHome } from '../infra/memory-event-store.ts';
import { openEditor } from './editor.ts';
import { StreamLostError } from './document-session-machine.ts';

/** A store that counts its reads, and fails while a test wants that. */
function watched(): {
  readonly through: (store: EventStore) => EventStore;
  readonly reads: number[];
  readonly broken: { isReading: boolean };
} {
  const reads: number[] = [];
  const broken = { isReading: false };
  const through = (store: EventStore): EventStore => ({
    ...store,
    async read(stream, afterVersion = 0) {
      if (broken.isReading) throw new Error('The database does not answer.');
      const records = await store.read(stream, afterVersion);
      reads.push(records.length);
      return records;
    },
  });
  return { through, reads, broken };
}

/** Appends an event to the log at home as a newer version of the program could have written it. */
async function appendOfTheFuture(home: MemoryHome, event: DocumentEvent, version: number): Promise<void> {
  const store = memoryEventStore(home);
  const records = await store.read(STREAM);
  const prevHash = records.at(-1)?.hash ?? '';
  await store.appendSealed(STREAM, version - 1, [
    seal({ ...event, format: EVENT_FORMAT + 1, id: 'of the future' }, { stream: STREAM, version, prevHash }),
  ]);
}

describe('a session', () => {
  it('whose log is gone says so, keeps what was decided, and does not try for ever', async () => {
    const { home, session } = await sessionOf({ a: keyword });
    home.logs.clear();
    home.heads.clear();
    session.dispatch(addField('b'));
    await expect(session.whenSaved()).rejects.toThrow(StreamLostError);
    expect(session.getSnapshot()).toMatchObject({
      save: { kind: 'failed', pending: 1 },
      state: { body: { properties: { a: keyword, b: keyword } } },
    });
  });

  it('whose log was replaced by another one does not follow that', async () => {
    const { home, session } = await sessionOf({ a: keyword });
    home.logs.clear();
    home.heads.clear();
    const other = await openSession(home, { author: BOB, startWith: { properties: { other: keyword } } });
    other.dispatch(addField('more'));
    await other.whenSaved();
    session.dispatch(addField('b'));
    await expect(session.whenSaved()).rejects.toThrow(StreamLostError);
    expect(session.getSnapshot().state.body).toEqual({ properties: { a: keyword, b: keyword } });
  });

  it('reads nothing again for what it saved itself, and of others only what is new', async () => {
    const { through, reads } = watched();
    const { home, session } = await sessionOf({ a: keyword }, { through });
    reads.length = 0;
    for (const name of ['b', 'c', 'd']) {
      session.dispatch(addField(name));
      await session.whenSaved();
    }
    expect(reads).toEqual([]);
    const theirs = await openSession(home, { author: BOB });
    theirs.dispatch(addField('e'));
    await theirs.whenSaved();
    await session.whenSaved();
    expect(reads).toEqual([2]);
    expect(session.getSnapshot().state.history.version).toBe(5);
  });

  it('that could not read what others did reads it when it tries again', async () => {
    const { through, broken } = watched();
    const { home, session } = await sessionOf({ a: keyword }, { through });
    const theirs = await openSession(home, { author: BOB });
    broken.isReading = true;
    theirs.dispatch(addField('b'));
    await theirs.whenSaved();
    await expect(session.whenSaved()).rejects.toThrow('The database does not answer.');
    broken.isReading = false;
    session.retry();
    await session.whenSaved();
    expect(session.getSnapshot()).toMatchObject({ save: { kind: 'saved' }, state: { history: { version: 2 } } });
  });

  it('adds nothing to a log that a newer version has written to meanwhile', async () => {
    const { home, session } = await sessionOf({ a: keyword }, { through: silent });
    const start = session.getSnapshot().state.history.tip?.event;
    if (start === undefined) throw new Error('The document has not been started.');
    await appendOfTheFuture(home, { ...start, patch: [{ op: 'add', path: '/properties/theirs', value: keyword }] }, 2);
    session.dispatch(addField('mine'));
    await session.whenSaved();
    expect(home.logs.get(STREAM)).toHaveLength(2);
    const { readOnly, parked, state } = session.getSnapshot();
    expect(readOnly?.reason).toContain('newer version of Mapledger (event format 3)');
    expect(parked.map(({ summary }) => summary)).toEqual(['Add mine (keyword)']);
    expect(state.body).toEqual({ properties: { a: keyword, theirs: keyword } });
  });

  it('sees what was appended while it opened', async () => {
    const { home } = await sessionOf({ a: keyword });
    const theirs = await openSession(home, { author: BOB });
    const late = (store: EventStore): EventStore => ({
      ...store,
      async read(...call) {
        const records = await store.read(...call);
        if (theirs.getSnapshot().state.history.version === 1) {
          theirs.dispatch(addField('b'));
          await theirs.whenSaved();
        }
        return records;
      },
    });
    const session = await openSession(home, { through: late });
    await session.whenSaved();
    expect(session.getSnapshot().state.history.version).toBe(2);
  });

  it('that starts a document which another one has started in the same moment opens that one', async () => {
    const home = memoryHome();
    const startWith = { properties: {} };
    const sessions = await Promise.all([
      openSession(home, { startWith }),
      openSession(home, { author: BOB, startWith }),
    ]);
    for (const session of sessions)
      expect(session.getSnapshot()).toMatchObject({
        parked: [],
        save: { kind: 'saved' },
        state: { history: { version: 1 } },
      });
  });

  it('that is closed rejects commands, and still stores what it had accepted', async () => {
    const { home, session } = await sessionOf({});
    session.dispatch(addField('a'));
    session.close();
    expect(session.dispatch(addField('b'))).toMatchObject({ rejected: { code: 'document.closed' } });
    await session.whenSaved();
    expect(home.logs.get(STREAM)).toHaveLength(2);
  });
});

describe('a log whose end is torn', () => {
  const torn = (records: readonly SealedRecord[]) =>
    records.map(({ text, hash }, index) => ({ text: index === records.length - 1 ? text.slice(0, -5) : text, hash }));

  async function tornHome() {
    const { home, session } = await sessionOf({ a: keyword });
    session.dispatch(addField('b'));
    session.dispatch(addField('c'));
    await session.whenSaved();
    home.logs.set(STREAM, torn(home.logs.get(STREAM) ?? []));
    return { home, session };
  }

  it('opens without it, says so until that is dismissed, and goes on', async () => {
    const { home } = await tornHome();
    const session = await openSession(home);
    expect(session.getSnapshot()).toMatchObject({
      state: { body: { properties: { a: keyword, b: keyword } } },
      save: { kind: 'saved' },
      readOnly: null,
    });
    const [cut] = session.getSnapshot().cuts;
    if (cut === undefined) throw new Error('expected a cut');
    expect(cut).toMatchObject({ number: 1, at: NOW, reason: 'its text is incomplete', records: [{ version: 3 }] });
    session.dispatch(addField('d'));
    await session.whenSaved();
    expect((await openSession(home)).getSnapshot().cuts).toHaveLength(1);
    await session.dismissCut(cut);
    expect(session.getSnapshot().cuts).toEqual([]);
    const again = await openSession(home);
    expect(again.getSnapshot()).toMatchObject({
      cuts: [],
      state: { body: { properties: { a: keyword, b: keyword, d: keyword } } },
    });
    expect(home.cuts.get(STREAM)).toHaveLength(1);
  });

  it('is cut once where two open it at once, and both are told', async () => {
    const { home } = await tornHome();
    const both = await Promise.all([openSession(home), openSession(home, { author: BOB })]);
    for (const session of both)
      expect(session.getSnapshot()).toMatchObject({ state: { history: { version: 2 } }, cuts: [{ number: 1 }] });
    expect(home.cuts.get(STREAM)).toHaveLength(1);
    both[0].dispatch(addField('d'));
    await both[0].whenSaved();
    await both[1].whenSaved();
    expect(both[1].getSnapshot().state.body).toEqual({ properties: { a: keyword, b: keyword, d: keyword } });
  });

  it('is lost to a tab that has it in memory: it says so and stores nothing behind it', async () => {
    const { home, session } = await tornHome();
    const fresh = await openSession(home, { author: BOB });
    expect(session.getSnapshot().save).toEqual({ kind: 'failed', pending: 1, error: new StreamLostError() });
    expect(session.dispatch(addField('d'))).toHaveProperty('event');
    session.retry();
    await expect(session.whenSaved()).rejects.toThrow(StreamLostError);
    expect(session.getSnapshot().save).toMatchObject({ kind: 'failed', pending: 2 });
    expect(session.getSnapshot().state.body).toEqual({
      properties: { a: keyword, b: keyword, c: keyword, d: keyword },
    });
    fresh.dispatch(addField('e'));
    await fresh.whenSaved();
    expect(home.logs.get(STREAM)).toHaveLength(3);
  });

  it('is refused by a store that takes no ends off', async () => {
    const { home } = await tornHome();
    const through = ({ ends: _ends, ...store }: EventStore): EventStore => store;
    await expect(openSession(home, { through })).rejects.toThrow(
      expect.objectContaining({ name: 'LogFaultError', position: 3 }),
    );
  });
});

describe('the places of an editor', () => {
  const expanded = (editor: Awaited<ReturnType<typeof editorOf>>['editor']) =>
    Object.keys(editor.getSession().expansion.exceptions).sort();
  const object = { properties: { x: keyword } };

  it('follow two fields that are renamed in one event', async () => {
    const { editor } = await editorOf({ a: object, b: object });
    for (const field of ['/properties/a', '/properties/b'])
      editor.dispatch({ type: 'field.toggleExpand', payload: { field } });
    const commands: BatchCommand['payload']['commands'] = [
      { type: 'field.edit', payload: { field: '/properties/b', name: 'z' } },
      { type: 'field.edit', payload: { field: '/properties/a', name: 'b' } },
    ];
    editor.dispatch({ type: 'batch', payload: { commands } });
    expect(expanded(editor)).toEqual(['/properties/b', '/properties/z']);
  });

  it('go back with a command that is set aside, and stay with what still stands', async () => {
    const { home, session } = await sessionOf({ a: object }, { through: silent });
    const { trace } = await editorOf({});
    const editor = openEditor(session, { clock: { now: () => '' }, ids: { next: () => 'visit' }, trace });
    editor.dispatch({ type: 'field.toggleExpand', payload: { field: '/properties/a' } });
    const theirs = await openSession(home, { author: BOB });
    theirs.dispatch(addField('z'));
    await theirs.whenSaved();
    session.dispatch(editField('/properties/a', { name: 'z' }));
    session.dispatch(addField('mine', null, object));
    editor.dispatch({ type: 'field.toggleExpand', payload: { field: '/properties/mine' } });
    expect(expanded(editor)).toEqual(['/properties/mine', '/properties/z']);
    await session.whenSaved();
    expect(session.getSnapshot().parked).toHaveLength(1);
    expect(expanded(editor)).toEqual(['/properties/a', '/properties/mine']);
  });

  it('a question about a field ends where a form is opened', async () => {
    const { editor } = await editorOf({ a: keyword });
    editor.dispatch({ type: 'documentField.requestRemove', payload: { field: '/properties/a' } });
    editor.dispatch({ type: 'documentField.editField', payload: { field: '/properties/a' } });
    expect(editor.getSession()).toMatchObject({ fieldToRemove: null, fieldToEdit: '/properties/a' });
  });

  it('a form ends with a batch that has its edit in it', async () => {
    const { editor } = await editorOf({ a: keyword });
    editor.dispatch({ type: 'documentField.editField', payload: { field: '/properties/a' } });
    editor.dispatch({
      type: 'batch',
      payload: { commands: [{ type: 'field.edit', payload: { field: '/properties/a', set: { index: false } } }] },
    });
    expect(editor.getSession()).toMatchObject({ fieldToEdit: null, documentFields: { status: 'idle' } });
  });
});
