import { describe, expect, it } from 'vitest';
import { addField, editorOf, keyword, NOW, openSession, STREAM, VISIT } from '../../tests/builders/sessions.ts';
import { BOB } from '../fuzz/generate/stamps.ts';
import { UnknownCommandError } from '#domain/commands';
import { applyPatch, type JsonValue, type Patch } from '#domain/json';
import { openLog } from '#domain/log';
import type { SessionTrace } from '#domain/ports';
import { memoryEventStore } from '../infra/memory-event-store.ts';
import { InvalidSessionCommandError, type SessionCommand } from './session-commands.ts';

const search = (term: string): SessionCommand => ({ type: 'search:update', payload: { term } });
const create: SessionCommand = { type: 'documentField.createField', payload: { parent: null } };
const toggle: SessionCommand = { type: 'field.toggleExpand', payload: { field: '/properties/a' } };

describe('the bus', () => {
  it('takes commands of the document and of the session', async () => {
    const { editor } = await editorOf({ a: keyword });
    expect(editor.dispatch(addField('b'))).toMatchObject({ event: { type: 'field.added' } });
    expect(editor.dispatch(addField('b'))).toMatchObject({ rejected: { code: 'field.name_taken' } });
    expect(editor.dispatch(search('host'))).toBeUndefined();
    expect(editor.document.getSnapshot().state.body).toEqual({ properties: { a: keyword, b: keyword } });
    expect(editor.getSession().search).toEqual({ term: 'host' });
  });

  it.each(['documentField.explode', 'field.added', 'DOCUMENT_CHANGED', 'constructor', ''])(
    'throws for "%s", which nobody defined',
    async (type) => {
      const { editor, trace } = await editorOf({ a: keyword });
      const session = editor.getSession();
      const unknown = JSON.parse(JSON.stringify({ type, payload: {} })) as SessionCommand;
      expect(() => editor.dispatch(unknown)).toThrow(UnknownCommandError);
      expect(() => editor.dispatch(unknown)).toThrow(`Unknown command "${type}"`);
      expect(editor.getSession()).toBe(session);
      expect(await trace.read(STREAM)).toEqual([]);
    },
  );

  it('throws for a payload that does not fit, and is as it was', async () => {
    const { editor, trace } = await editorOf({ a: keyword });
    const session = editor.getSession();
    const unfit = JSON.parse('{"type":"search:update","payload":{"term":1}}') as SessionCommand;
    expect(() => editor.dispatch(unfit)).toThrow(InvalidSessionCommandError);
    expect(() => editor.dispatch(unfit)).toThrow('The payload of "search:update" does not fit: /term must be string');
    expect(editor.getSession()).toBe(session);
    expect(await trace.read(STREAM)).toEqual([]);
  });

  it('tells its listeners of the session, which is the same object until it changes', async () => {
    const { editor } = await editorOf({ a: keyword });
    const heard: string[] = [];
    const leave = editor.subscribeSession(() => heard.push(editor.getSession().search.term));
    const before = editor.getSession();
    expect(editor.getSession()).toBe(before);
    editor.dispatch(search('h'));
    expect(editor.getSession()).not.toBe(before);
    expect(before.search).toEqual({ term: '' });
    leave();
    editor.dispatch(search('ho'));
    expect(heard).toEqual(['h']);
  });

  it('is closed without the document', async () => {
    const { editor, home } = await editorOf({ a: keyword });
    const session = editor.getSession();
    editor.close();
    const other = await openSession(home, { author: BOB });
    other.dispatch({ type: 'field.remove', payload: { field: '/properties/a' } });
    await other.whenSaved();
    await editor.document.whenSaved();
    expect(editor.document.getSnapshot().state.body).toEqual({ properties: {} });
    expect(editor.getSession()).toBe(session);
  });
});

describe('the session trace', () => {
  it('has an entry for each command of the session: when, where, which, and what it changed', async () => {
    const { editor, trace } = await editorOf({ a: keyword });
    editor.dispatch(search('host'));
    editor.dispatch(create);
    editor.dispatch({ type: 'documentField.changeEditor', payload: { editor: 'default' } });
    expect(await trace.read(STREAM)).toEqual([
      {
        at: NOW,
        stream: STREAM,
        visit: VISIT,
        version: 1,
        command: search('host'),
        patch: [{ op: 'replace', path: '/search/term', value: 'host' }],
      },
      {
        at: NOW,
        stream: STREAM,
        visit: VISIT,
        version: 1,
        command: create,
        patch: [
          { op: 'replace', path: '/creation', value: { parent: null } },
          { op: 'replace', path: '/documentFields/status', value: 'creatingField' },
        ],
      },
      {
        at: NOW,
        stream: STREAM,
        visit: VISIT,
        version: 1,
        command: { type: 'documentField.changeEditor', payload: { editor: 'default' } },
        patch: [],
      },
    ]);
  });

  it('replays to the session', async () => {
    const { editor, trace } = await editorOf({ a: keyword });
    const start = JSON.parse(JSON.stringify(editor.getSession())) as JsonValue;
    const commands: readonly SessionCommand[] = [
      toggle,
      search('x'),
      create,
      { type: 'validity:update', payload: { form: 'field', isValid: false, isNameEmpty: true } },
      toggle,
      { type: 'documentField.changeStatus', payload: { status: 'idle' } },
      { type: 'documentField.editField', payload: { field: '/properties/a' } },
      { type: 'documentField.requestTypeChange', payload: { field: '/properties/a', set: { type: 'long' } } },
      toggle,
    ];
    for (const command of commands) editor.dispatch(command);
    const entries = await trace.read(STREAM);
    expect(entries.map(({ command }) => command)).toEqual(commands);
    expect(
      entries.reduce((session, { patch }) => applyPatch(session, patch as Patch).body as JsonValue, start),
    ).toEqual(editor.getSession());
  });

  it('has none for what changes the document, and the log has none for the session', async () => {
    const { editor, home, trace } = await editorOf({ a: keyword });
    editor.dispatch(search('host'));
    editor.dispatch(addField('b'));
    await editor.document.whenSaved();
    expect((await trace.read(STREAM)).map(({ command }) => command.type)).toEqual(['search:update']);
    expect(openLog(await memoryEventStore(home).read(STREAM)).events.map(({ type }) => type)).toEqual([
      'document.created',
      'field.added',
    ]);
    expect(editor.dispatch({ type: 'history.undo', payload: {} })).toMatchObject({
      event: { summary: 'Undo: Add b (keyword)' },
    });
    expect(editor.getSession().search).toEqual({ term: 'host' });
  });

  it('that cannot be written does not disturb the work', async () => {
    const trace: SessionTrace = { append: () => Promise.reject(new Error('The disk is full.')), read: async () => [] };
    const { editor } = await editorOf({ a: keyword }, { trace });
    editor.dispatch(search('host'));
    await editor.document.whenSaved();
    expect(editor.getSession().search).toEqual({ term: 'host' });
  });
});
