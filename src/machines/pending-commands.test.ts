import { describe, expect, it } from 'vitest';
import { givenFields } from '../../tests/builders/given.ts';
import { addField, editField, keyword, removeField } from '../../tests/builders/sessions.ts';
import { BOB, stampSource } from '../fuzz/generate/stamps.ts';
import type { DocumentCommand } from '#domain/commands';
import { createState, type DocumentState } from '#domain/document';
import { EVENT_LIMIT, type DocumentEvent } from '#domain/events';
import type { JsonObject } from '#domain/json';
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
    const [held, ...edits] = pendingOf(empty, [begin('a', 'b'), editField('/properties/b', { name: 'z' })]);
    const before = [{ ...(held as PendingCommand), isReading: true as const }, ...edits];
    const tail = eventsOf(empty, [begin('a', 'c', 'b'), editField('/properties/a', { name: 'y' })]);
    const target = { stored: applyTail(empty, tail), tail, readOnlyReason: null };
    const { trackPointer } = rebasePending(toRebase(empty, before), target);
    expect(trackPointer('/properties/a')).toBe('/properties/y');
    expect(trackPointer('/properties/z')).toBe('/properties/z');
    expect(trackPointer('/properties/nothing')).toBeNull();
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
