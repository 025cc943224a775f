import { describe, expect, it } from 'vitest';
import { givenFields } from '../../tests/builders/given.ts';
import { addField, editField, keyword, removeField } from '../../tests/builders/sessions.ts';
import { BOB, stampSource } from '../fuzz/generate/stamps.ts';
import type { DocumentCommand } from '#domain/commands';
import { createState, type DocumentState } from '#domain/document';
import { EVENT_LIMIT, type DocumentEvent } from '#domain/events';
import { valueAt, type JsonObject } from '#domain/json';
import {
  applyTail,
  decide,
  isTooLarge,
  rebasePending,
  toRebase,
  trackParked,
  type PendingCommand,
} from './pending-commands.ts';

function pendingOf(start: DocumentState, commands: readonly DocumentCommand[]): readonly PendingCommand[] {
  const stampOf = stampSource(1);
  let state = start;
  return commands.map((command) => {
    const stamp = stampOf();
    const { reduced, after } = decide(state, command, stamp);
    if (!('event' in reduced)) throw new Error(`${command.type} came to nothing.`);
    state = after;
    return { command, stamp, event: reduced.event, after };
  });
}

function eventsOf(start: DocumentState, commands: readonly DocumentCommand[]): readonly DocumentEvent[] {
  const stampOf = stampSource(2);
  let state = start;
  return commands.map((command) => {
    const { reduced, after } = decide(state, command, stampOf(BOB));
    if (!('event' in reduced)) throw new Error(`${command.type} came to nothing.`);
    state = after;
    return reduced.event;
  });
}

/** The result of rebasing `mine`, decided on these fields, when `theirs` were stored first. */
function rebased(
  properties: JsonObject,
  mine: readonly DocumentCommand[],
  theirs: readonly DocumentCommand[],
  readOnlyReason: string | null = null,
) {
  const { state } = givenFields(properties);
  const tail = eventsOf(state, theirs);
  const before = pendingOf(state, mine);
  return {
    before,
    ...rebasePending(toRebase(state, before), { stored: applyTail(state, tail), tail, readOnlyReason }),
  };
}

describe('deciding a command', () => {
  const { state } = givenFields({ a: keyword });

  it('gives the event and the state after it', () => {
    const { reduced, after } = decide(state, addField('b'), stampSource(1)());
    expect(reduced).toMatchObject({ event: { type: 'field.added' } });
    expect(after.body).toEqual({ properties: { a: keyword, b: keyword } });
  });

  it('gives the state as it was when the command is rejected or changes nothing', () => {
    expect(decide(state, addField('a'), stampSource(1)())).toMatchObject({
      reduced: { rejected: { code: 'field.name_taken' } },
    });
    expect(decide(state, addField('a'), stampSource(1)()).after).toBe(state);
    const unchanged = decide(state, editField('/properties/a', { set: { type: 'keyword' } }), stampSource(1)());
    expect(unchanged).toEqual({ reduced: { unchanged: true }, after: state });
  });
});

it('finds an event that no store takes', () => {
  const [small] = pendingOf(givenFields({}).state, [addField('small')]);
  const [big] = pendingOf(givenFields({}).state, [
    addField('big', null, { type: 'keyword', meta: 'x'.repeat(EVENT_LIMIT) }),
  ]);
  if (small === undefined || big === undefined) throw new Error('expected two events');
  expect([isTooLarge(small.event), isTooLarge(big.event)]).toEqual([false, true]);
});

describe('rebasing pending commands', () => {
  it('decides each of them again where its field is now, on top of the ones before it', () => {
    const { before, state, pending, parked } = rebased(
      { o: { properties: {} } },
      [addField('x', '/properties/o'), editField('/properties/o/properties/x', { name: 'y' })],
      [editField('/properties/o', { name: 'p' })],
    );
    expect(state.body).toEqual({ properties: { p: { properties: { y: keyword } } } });
    expect(pending.map(({ event }) => event.summary)).toEqual(['Add p.x (keyword)', 'Rename p.x to p.y']);
    expect(pending.map(({ event }) => event.id)).toEqual(before.map(({ event }) => event.id));
    expect(pending.at(-1)?.after).toBe(state);
    expect(parked).toEqual([]);
  });

  it('follows a field that was just added where others have added and renamed one of that name', () => {
    const add = addField('x', null, { type: 'ip' });
    const edit = editField('/properties/x', { set: { store: true } });
    const theirs = [addField('x'), editField('/properties/x', { name: 'y' })];
    const properties = { y: keyword, x: { type: 'ip', store: true } };
    const { state, parked } = rebased({}, [add, edit], theirs);
    expect(state.body).toEqual({ properties });
    expect(parked).toEqual([]);
    const batch = { type: 'batch', payload: { commands: [add, edit] } } as DocumentCommand;
    expect(rebased({}, [batch], theirs).state.body).toEqual({ properties });
  });

  it('follows a child that others renamed, in a field that was just renamed itself', () => {
    const mine = [editField('/properties/ip', { name: 'j' }), editField('/properties/j/properties/a', { name: 'c' })];
    const theirs = [editField('/properties/ip/properties/a', { name: 'b' })];
    const { state, parked } = rebased({ ip: { properties: { a: keyword } } }, mine, theirs);
    expect(state.body).toEqual({ properties: { j: { properties: { c: keyword } } } });
    expect(parked).toEqual([]);
    const batch = { type: 'batch', payload: { commands: mine } } as DocumentCommand;
    expect(rebased({ ip: { properties: { a: keyword } } }, [batch], theirs).state.body).toEqual(state.body);
  });

  it('follows the first field that was added where others have added another one first', () => {
    const mine = [
      addField('a', null, { properties: { b: keyword } }),
      editField('/properties/a/properties/b', { name: 'c' }),
      editField('/properties/a', { name: 'd' }),
    ];
    const empty = createState({ body: {}, mappingsAt: '' });
    const tail = eventsOf(empty, [addField('x')]);
    const { state, parked } = rebasePending(toRebase(empty, pendingOf(empty, mine)), {
      ...{ stored: applyTail(empty, tail), tail, readOnlyReason: null },
    });
    expect(parked).toEqual([]);
    expect(state.body).toEqual({ properties: { x: keyword, d: { properties: { c: keyword } } } });
    // The other way round: what held the first field of others is gone again.
    const given = createState({ body: { properties: { x: keyword } }, mappingsAt: '' });
    const gone = eventsOf(given, [{ type: 'editor.replaceMappings', payload: { mappings: {} } }]);
    const alone = rebasePending(toRebase(given, pendingOf(given, mine)), {
      ...{ stored: applyTail(given, gone), tail: gone, readOnlyReason: null },
    });
    expect(alone.parked).toEqual([]);
    expect(alone.state.body).toEqual({ properties: { d: { properties: { c: keyword } } } });
  });

  it('follows a field of a batch that comes to other operations than before', () => {
    const batch = {
      type: 'batch',
      payload: {
        commands: [
          editField('/properties/p', { name: 'q' }),
          editField('/properties/x', { set: { type: 'text' } }),
          addField('b', null, { type: 'ip' }),
        ],
      },
    } as DocumentCommand;
    const edit = editField('/properties/b', { set: { store: true } });
    const alias = addField('a', null, { type: 'alias', path: 'p' });
    const { state, parked } = rebased({ p: keyword, x: keyword }, [batch, edit], [alias]);
    expect(parked).toEqual([]);
    expect(state.body).toEqual({
      properties: { q: keyword, x: { type: 'text' }, a: { type: 'alias', path: 'q' }, b: { type: 'ip', store: true } },
    });
  });

  it('restores the version that was meant, whatever its number is now', () => {
    const restore: DocumentCommand = { type: 'history.restore', payload: { version: 1 } };
    const mine = [addField('x'), addField('y'), restore];
    const { state, pending } = rebased({ a: keyword }, mine, [addField('b')]);
    expect(state.body).toEqual({ properties: { a: keyword, b: keyword, x: keyword } });
    expect(pending.at(-1)).toMatchObject({
      command: { payload: { version: 2 } },
      event: { summary: 'Restore version 2' },
    });
    const gone = rebased({ a: keyword }, mine, [addField('x')]);
    expect(gone.state.body).toEqual({ properties: { a: keyword, x: keyword, y: keyword } });
    expect(gone.parked).toMatchObject([
      { summary: 'Add x (keyword)' },
      { summary: 'Restore version 1', command: null },
    ]);
  });

  it('gives the stored state when nothing is pending', () => {
    const { state, pending } = rebased({ a: keyword }, [], [addField('b')]);
    expect(state.body).toEqual({ properties: { a: keyword, b: keyword } });
    expect(pending).toEqual([]);
  });

  it('parks a command whose field is gone, and goes on with the rest', () => {
    const { state, pending, parked } = rebased(
      { a: keyword },
      [editField('/properties/a', { set: { index: false } }), addField('c')],
      [removeField('/properties/a')],
    );
    expect(state.body).toEqual({ properties: { c: keyword } });
    expect(pending).toHaveLength(1);
    expect(parked).toMatchObject([{ command: null, detail: { message: 'Its target was removed in the meantime.' } }]);
  });

  it('keeps of an edit whose field is gone what makes a new field of it, beside what held it or at the root', () => {
    const host = { properties: { ip: { type: 'ip', index: true, fields: { raw: keyword } } } };
    const ip = '/properties/host/properties/ip';
    const payload = { field: ip, name: 'address', set: { store: true }, unset: ['index'] };
    const edit: DocumentCommand = { type: 'field.edit', payload };
    const asNew = addField('address', null, { type: 'ip', store: true });
    expect(rebased({ host }, [edit], [removeField('/properties/host')]).parked).toMatchObject([{ asNew }]);
    const renamed = [removeField(ip), editField('/properties/host', { name: 'server' })];
    const { parked } = rebased({ host }, [edit], renamed);
    expect(parked).toMatchObject([{ asNew: addField('address', '/properties/server', { type: 'ip', store: true }) }]);
    expect(trackParked(parked, () => null)).toMatchObject([{ asNew }]);
  });

  it('parks a command that is rejected now, by the id of its event', () => {
    const { before, pending, parked } = rebased({}, [addField('a')], [addField('a', null, { type: 'ip' })]);
    expect(pending).toEqual([]);
    expect(parked).toEqual([
      {
        id: before[0]?.event.id,
        command: addField('a'),
        summary: 'Add a (keyword)',
        detail: { message: 'There is already a field with this name.', at: '/properties/a' },
      },
    ]);
  });

  it('moves a parked command along with the commands behind it that still stand', () => {
    const { parked } = rebased(
      { o: { properties: {} } },
      [addField('b', '/properties/o'), editField('/properties/o', { name: 'p' })],
      [addField('b', '/properties/o')],
    );
    expect(parked).toMatchObject([{ command: addField('b', '/properties/p') }]);
  });

  it('parks a command no more where it is undone behind that, and again where that is done again', () => {
    const [undo, redo] = ['history.undo', 'history.redo'].map((type) => ({ type, payload: {} }) as DocumentCommand);
    const taken = [addField('a', null, { type: 'ip' })];
    const parkedAfter = (...behind: readonly (DocumentCommand | undefined)[]) =>
      rebased({}, [addField('a'), ...behind.filter((each) => each !== undefined)], taken).parked;
    expect(parkedAfter(undo)).toEqual([]);
    expect(parkedAfter(undo, redo)).toMatchObject([{ summary: 'Add a (keyword)' }]);
    expect(parkedAfter(undo, redo, undo)).toEqual([]);
  });

  it('drops a command that has nothing left to do', () => {
    const edit = editField('/properties/a', { set: { index: false } });
    const { pending, parked } = rebased({ a: keyword }, [edit], [edit]);
    expect([pending, parked]).toEqual([[], []]);
  });

  it('parks all of them where the document has become read-only', () => {
    const { state, pending, parked } = rebased({}, [addField('a'), addField('b')], [addField('z')], 'Newer.');
    expect(state.body).toEqual({ properties: { z: keyword } });
    expect(pending).toEqual([]);
    expect(parked.map(({ detail }) => detail)).toEqual([{ message: 'Newer.' }, { message: 'Newer.' }]);
  });

  it('tracks a field back over what was parked and forward over what still stands', () => {
    const { trackPointer } = rebased(
      { a: keyword, o: { properties: {} } },
      [editField('/properties/a', { name: 'z' }), editField('/properties/o', { name: 'p' })],
      [addField('z')],
    );
    expect(trackPointer('/properties/z')).toBe('/properties/a');
    expect(trackPointer('/properties/p')).toBe('/properties/p');
  });

  it('tracks a field into the document that turns out to have begun elsewhere, where that has it', () => {
    const empty = createState({ body: undefined, mappingsAt: '' });
    const begin = (...fields: readonly string[]): DocumentCommand => ({
      type: 'document.create',
      payload: { body: { properties: Object.fromEntries(fields.map((name) => [name, keyword])) } },
    });
    const [begun, ...edits] = pendingOf(empty, [begin('a', 'b'), editField('/properties/b', { name: 'z' })]);
    const before = [{ ...(begun as PendingCommand), isReading: true as const }, ...edits];
    const tail = eventsOf(empty, [begin('a', 'c', 'b'), editField('/properties/a', { name: 'y' })]);
    const target = { stored: applyTail(empty, tail), tail, readOnlyReason: null };
    const { trackPointer } = rebasePending(toRebase(empty, before), target);
    expect(trackPointer('/properties/a')).toBe('/properties/y');
    expect(trackPointer('/properties/z')).toBe('/properties/z');
    expect(trackPointer('/properties/nothing')).toBeNull();
    const restore: DocumentCommand = { type: 'history.restore', payload: { version: 1 } };
    const [again, ...restored] = pendingOf(empty, [begin('a'), addField('z'), restore]);
    const held = { ...(again as PendingCommand), isReading: true as const };
    const creation = tail.slice(0, 1);
    const { state, parked } = rebasePending(toRebase(empty, [held, ...restored]), {
      ...{ stored: applyTail(empty, creation), tail: creation, readOnlyReason: null },
    });
    // The version that the document began with is the one with which it began elsewhere.
    expect(parked).toEqual([]);
    expect(state.body).toEqual({ properties: { a: keyword, c: keyword, b: keyword } });
  });
});

describe('rebasing what refers to a field', () => {
  const alias = (path: string) => ({ type: 'alias', path });
  const rename = (field: string, name: string) => editField(`/properties/${field}`, { name });
  const batch = (...commands: readonly DocumentCommand[]) =>
    ({ type: 'batch', payload: { commands } }) as unknown as DocumentCommand;
  const copying = { type: 'keyword', copy_to: ['a', 'o.x.later', 'elsewhere'] };
  const o = { properties: { x: { properties: {} } } };
  const theirs = [rename('a', 'text'), editField('/properties/o', { name: 'p' })];

  /** Each way to write the definition of `b`, where `b` may be there already. */
  const WAYS: readonly [string, JsonObject, (definition: JsonObject) => DocumentCommand][] = [
    ['a field', {}, (definition) => addField('b', null, definition)],
    ['an edit', { b: keyword }, ({ type: _, ...set }) => editField('/properties/b', { set })],
    ['a batch', {}, (definition) => batch(addField('c'), addField('b', null, definition))],
    [
      'a text',
      {},
      (definition) => ({
        type: 'editor.replaceMappings',
        payload: { mappings: { properties: { a: keyword, o, b: definition } } },
      }),
    ],
  ];

  it.each(WAYS)('names in %s the fields as they are called now', (_, fields, wayOf) => {
    const { state, pending, parked } = rebased({ a: keyword, o, ...fields }, [wayOf(copying)], theirs);
    expect(parked).toEqual([]);
    expect(pending).toHaveLength(1);
    expect(valueAt(state.body, '/properties/b/copy_to')).toEqual(['text', 'p.x.later', 'elsewhere']);
  });

  it('names them in what a new field holds, too', () => {
    const inner = { fields: { raw: { type: 'keyword', copy_to: 'a' } }, type: 'text' };
    const holder = { properties: { inner, link: alias('a') } };
    const { state } = rebased({ a: keyword, o }, [addField('b', null, holder)], theirs);
    expect(valueAt(state.body, '/properties/b')).toEqual({
      properties: { inner: { ...inner, fields: { raw: { type: 'keyword', copy_to: 'text' } } }, link: alias('text') },
    });
  });

  it('names them in a template that is given as a text', () => {
    const of = (properties: JsonObject) => ({ template: { mappings: { properties } } });
    const state = createState({ body: of({ a: keyword }), mappingsAt: '/template/mappings' });
    const mine = pendingOf(state, [{ type: 'template.replace', payload: { body: of({ a: keyword, b: alias('a') }) } }]);
    const tail = eventsOf(state, [editField('/template/mappings/properties/a', { name: 'text' })]);
    const target = { stored: applyTail(state, tail), tail, readOnlyReason: null };
    expect(rebasePending(toRebase(state, mine), target).state.body).toEqual(of({ text: keyword, b: alias('text') }));
  });

  it('names a target by which field it was, not by what has its name now', () => {
    const { state } = rebased({ a: keyword }, [addField('b', null, alias('a'))], [rename('a', 'text'), addField('a')]);
    expect(valueAt(state.body, '/properties/b')).toEqual(alias('text'));
  });

  it('keeps what the text itself has, and what names no field', () => {
    const mappings = { properties: { a: { type: 'ip' }, b: alias('a'), c: alias('nothing') } };
    const { state } = rebased(
      { a: keyword },
      [{ type: 'editor.replaceMappings', payload: { mappings } }],
      [rename('a', 'text')],
    );
    expect(valueAt(state.body, '/properties/b')).toEqual(alias('a'));
    expect(valueAt(state.body, '/properties/c')).toEqual(alias('nothing'));
  });

  it('keeps a name that another field has by now, where the target is gone', () => {
    const again = [removeField('/properties/a'), addField('a', null, { type: 'ip' })];
    const { state, parked } = rebased({ a: keyword }, [addField('b', null, alias('a'))], again);
    expect([valueAt(state.body, '/properties/b'), parked]).toEqual([alias('a'), []]);
  });

  it.each(WAYS)('parks %s whose target was removed, to be given again', (_, fields, wayOf) => {
    const given = wayOf({ type: 'keyword', copy_to: 'a' });
    const { pending, parked } = rebased({ a: keyword, o, ...fields }, [given], [removeField('/properties/a')]);
    expect(pending).toEqual([]);
    const detail = { message: 'The field a that this refers to was removed in the meantime.' };
    expect(parked).toMatchObject([{ command: { type: given.type }, detail }]);
  });

  it('leaves a text alone that writes no reference to what was removed', () => {
    const copy = { type: 'keyword', copy_to: 'a' };
    const mappings = { properties: { a: keyword, copy, c: keyword } };
    const { state, parked } = rebased(
      { a: keyword, copy },
      [{ type: 'editor.replaceMappings', payload: { mappings } }],
      [removeField('/properties/a')],
    );
    expect([state.body, parked]).toEqual([{ properties: { copy, c: keyword } }, []]);
  });

  it('renames alike: the alias that was added before follows, and what was edited behind that is still there', () => {
    const { state, parked } = rebased(
      { a: keyword },
      [addField('b', null, alias('a')), rename('a', 'text'), editField('/properties/text', { set: { index: false } })],
      [rename('a', 'text')],
    );
    expect(parked).toEqual([]);
    expect(state.body).toEqual({ properties: { text: { ...keyword, index: false }, b: alias('text') } });
  });

  it('leaves out of a batch what is done, and applies the rest where the fields are now', () => {
    const { state, pending, parked } = rebased(
      { a: keyword, gone: keyword, kept: keyword },
      [
        batch(
          addField('b', null, alias('a')),
          rename('a', 'text'),
          editField('/properties/text', { set: { index: false } }),
          removeField('/properties/gone'),
          removeField('/properties/kept'),
        ),
      ],
      [rename('a', 'text'), removeField('/properties/gone')],
    );
    expect(parked).toEqual([]);
    expect(state.body).toEqual({ properties: { text: { ...keyword, index: false }, b: alias('text') } });
    expect(pending[0]?.event.command.payload).toMatchObject({ commands: [{ type: 'field.add' }, {}, {}] });
  });

  it('drops removals of what is gone, and what undoes them', () => {
    const gone = removeField('/properties/a');
    const undo = { type: 'history.undo', payload: {} } as DocumentCommand;
    for (const given of [gone, batch(gone)])
      expect(rebased({ a: keyword, z: keyword }, [given, undo], [gone])).toMatchObject({ pending: [], parked: [] });
  });
});

describe('parked commands', () => {
  const item = { id: '1', command: editField('/properties/a', { name: 'b' }), summary: '', detail: { message: '' } };

  it('follow their field', () => {
    expect(trackParked([item], () => '/properties/c')).toEqual([
      { ...item, command: editField('/properties/c', { name: 'b' }) },
    ]);
  });

  it('lose their command when their field is gone, for good', () => {
    const gone = trackParked([item], () => null);
    expect(gone).toEqual([{ ...item, command: null }]);
    expect(trackParked(gone, () => '/properties/a')).toEqual(gone);
  });

  it('stay the same array where there are none', () => {
    const none: readonly never[] = [];
    expect(trackParked(none, () => null)).toBe(none);
  });
});
