import { describe, expect, it } from 'vitest';
import { RULES } from '../events/rules.ts';
import { given, givenFields } from '../../../tests/builders/given.ts';
import { ADA, stampSource } from '../../fuzz/generate/stamps.ts';
import { createState, evolve } from '../document/model.ts';
import { SINGLE_COMMANDS } from './list.ts';
import { rebaseCommand } from './rebase-command.ts';
import { definitionOf, isDocumentCommand, reduce } from './reduce.ts';
import { UnknownCommandError } from './registry.ts';

const keyword = { type: 'keyword' };
const add = (name: string, parent: string | null = null) => ({
  type: 'field.add',
  payload: { parent, name, definition: keyword },
});

describe('reduce', () => {
  it('stamps the event with what came from outside, and with nothing else', () => {
    const stamp = { id: '01J', at: '2026-11-21T03:10:08.123Z', author: ADA, reason: 'OPS-1234' };
    const state = createState({ body: {} });
    const reduced = reduce(state, add('a'), stamp);
    const event = {
      format: 1,
      ...stamp,
      rules: RULES,
      type: 'field.added',
      summary: 'Add a (keyword)',
      command: add('a'),
      patch: [{ op: 'add', path: '/properties', value: { a: keyword } }],
      inverse: [{ op: 'remove', path: '/properties' }],
    } as const;
    expect(reduced).toEqual({ event, after: evolve(state, event) });
  });

  it('keeps the reason of whatever is done, an undo and a redo, too', () => {
    const stamp = { ...stampSource()(), reason: 'OPS-1234' };
    let { state } = givenFields({}).after('field.add', add('a').payload);
    for (const type of ['history.undo', 'history.redo']) {
      const reduced = reduce(state, { type, payload: {} }, stamp);
      expect(reduced).toMatchObject({ event: { reason: 'OPS-1234' } });
      if ('after' in reduced) state = reduced.after;
    }
  });

  it('gives the same state as evolve, whichever comes first and however often', () => {
    const state = createState({ body: { properties: { a: keyword } } });
    const first = reduce(state, add('b'), stampSource()());
    const second = reduce(state, add('c'), stampSource()());
    if (!('event' in first) || !('event' in second)) throw new Error('Both should have been accepted.');
    expect(evolve(state, first.event)).toEqual(first.after);
    expect(evolve(state, second.event)).toEqual(second.after);
    expect(second.after.body).toEqual({ properties: { a: keyword, c: keyword } });
    expect(evolve(state, first.event)).toEqual(first.after);
  });

  it('throws for a command that nobody defined', () => {
    expect(() => reduce(createState({ body: {} }), { type: 'field.explode', payload: {} }, stampSource()())).toThrow(
      UnknownCommandError,
    );
    for (const type of ['constructor', '__proto__', '']) expect(() => definitionOf(type)).toThrow(UnknownCommandError);
    expect(() => given({}).when('batch', { commands: [{ type: 'nobody.knows', payload: {} }] })).toThrow(
      UnknownCommandError,
    );
  });

  it('refuses what is no JSON, and says where', () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    for (const [value, at] of [
      [() => 1, '/set/x'],
      [Symbol('s'), '/set/x'],
      [new Date(0), '/set/x'],
      [new Map(), '/set/x'],
      [Number.POSITIVE_INFINITY, '/set/x'],
      [[1, Number.NaN], '/set/x/1'],
    ] as const) {
      expect(
        givenFields({ a: keyword }).when('field.edit', { field: '/properties/a', set: { x: value } }),
      ).toMatchObject({ rejected: 'command.invalid', detail: { at } });
    }
    expect(givenFields({ a: keyword }).when('field.edit', { field: '/properties/a', set: { cycle } }).rejected).toBe(
      'command.invalid',
    );
    for (const payload of [null, 'x', 1, []])
      expect(givenFields({}).when('field.remove', payload).rejected).toBe('command.invalid');
  });

  it('refuses members that a payload does not have, whatever they are called', () => {
    const payload: unknown = JSON.parse('{"field": "/properties/a", "__proto__": {"x": 1}}');
    expect(givenFields({ a: keyword }).when('field.remove', payload)).toMatchObject({
      rejected: 'command.invalid',
      detail: { at: '/__proto__' },
    });
  });

  it('reads a bigint that a double holds as a number, as a log does', () => {
    const outcome = givenFields({}).when('field.add', {
      parent: null,
      name: 'n',
      definition: { type: 'long', null_value: 5n },
    });
    expect(outcome.patch).toEqual([{ op: 'add', path: '/properties/n', value: { type: 'long', null_value: 5 } }]);
  });

  it('knows every command by its type, and each has its event in the past tense', () => {
    const types = SINGLE_COMMANDS.map(({ type }) => type);
    expect(new Set(types).size).toBe(types.length);
    expect(new Set(SINGLE_COMMANDS.map(({ event }) => event)).size).toBe(types.length);
    for (const type of [...types, 'batch']) expect(isDocumentCommand(type)).toBe(true);
    expect(isDocumentCommand('documentField.createField')).toBe(false);
  });
});

describe('batch', () => {
  const document = givenFields({ a: keyword, o: { properties: {} } });

  it('is one event of all the patches, and one step back', () => {
    const commands = [
      add('b'),
      { type: 'field.edit', payload: { field: '/properties/b', name: 'c' } },
      { type: 'field.remove', payload: { field: '/properties/a' } },
    ];
    const outcome = document.when('batch', { commands });
    expect(outcome.patch).toEqual([
      { op: 'add', path: '/properties/b', value: keyword },
      { op: 'move', from: '/properties/b', path: '/properties/c' },
      { op: 'remove', path: '/properties/a' },
    ]);
    expect(outcome.summary).toBe('Add b (keyword) and 2 more');
    expect(outcome.event?.type).toBe('batch.applied');
    expect(document.after('batch', { commands }).when('history.undo', {}).body).toEqual(document.state.body);
  });

  it('takes a summary of its own', () => {
    expect(document.when('batch', { commands: [add('b')], summary: 'Duplicate a' }).summary).toBe('Duplicate a');
    expect(document.when('batch', { commands: [add('b')] }).summary).toBe('Add b (keyword)');
  });

  it('is refused as a whole with the place and the code of the first refusal', () => {
    const outcome = document.when('batch', { commands: [add('b'), add('b'), add('c')] });
    expect(outcome).toMatchObject({
      rejected: 'batch.rejected',
      detail: {
        index: 1,
        code: 'field.name_taken',
        at: '/properties/b',
        message: 'There is already a field with this name.',
      },
    });
    expect(outcome.state).toBe(document.state);
  });

  it('is no event when no member changes anything, and leaves those out that do not', () => {
    const nothing = { type: 'field.edit', payload: { field: '/properties/a', set: { type: 'keyword' } } };
    expect(document.when('batch', { commands: [nothing, nothing] }).unchanged).toBe(true);
    expect(document.when('batch', { commands: [nothing, add('b')] }).patch).toHaveLength(1);
  });

  it('cannot look back at the log, start a document or hold another batch', () => {
    for (const type of ['history.undo', 'history.redo', 'history.restore', 'document.create', 'batch']) {
      const outcome = document.when('batch', { commands: [{ type, payload: {} }] });
      expect(outcome).toMatchObject({ rejected: 'batch.rejected', detail: { index: 0, code: 'batch.not_allowed' } });
    }
  });

  it('keeps the digest of a text that a member carries', () => {
    const outcome = document.when('batch', {
      commands: [{ type: 'editor.replaceMappings', payload: { mappings: { properties: {} } } }, add('b')],
    });
    expect(outcome.event?.command.payload).toEqual({
      commands: [
        {
          type: 'editor.replaceMappings',
          payload: { mappings: { digest: expect.stringMatching(/^sha256:/) as string, length: 17 } },
        },
        add('b'),
      ],
    });
  });

  it.each([
    [{}],
    [{ commands: [] }],
    [{ commands: [{ type: 'field.add' }] }],
    [{ commands: [{ type: 1, payload: {} }] }],
  ])('refuses %j with command.invalid', (payload) => {
    expect(document.when('batch', payload).rejected).toBe('command.invalid');
  });
});

describe('rebaseCommand', () => {
  const patch = [
    { op: 'move', from: '/properties/a', path: '/properties/b' },
    { op: 'remove', path: '/properties/c' },
  ] as const;
  const edit = (field: string) => ({ type: 'field.edit', payload: { field, set: { index: false } } });

  it('moves the pointers of a command along, and nothing else', () => {
    expect(rebaseCommand(edit('/properties/a/fields/raw'), patch)).toEqual(edit('/properties/b/fields/raw'));
    expect(
      rebaseCommand(
        { type: 'field.add', payload: { parent: '/properties/a', name: '/properties/a', definition: keyword } },
        patch,
      ),
    ).toEqual({
      type: 'field.add',
      payload: { parent: '/properties/b', name: '/properties/a', definition: keyword },
    });
    expect(rebaseCommand(add('x'), patch)).toEqual(add('x'));
    expect(rebaseCommand({ type: 'templates.save', payload: { templates: [] } }, patch)).toEqual({
      type: 'templates.save',
      payload: { templates: [] },
    });
  });

  it('gives null for a command whose field is gone', () => {
    expect(rebaseCommand(edit('/properties/c'), patch)).toBeNull();
    expect(rebaseCommand(add('x', '/properties/c/properties/d'), patch)).toBeNull();
  });

  it('moves the pointers in a batch along; one that is gone sets the whole batch aside', () => {
    const batch = (...fields: string[]) => ({ type: 'batch', payload: { commands: fields.map(edit), summary: 's' } });
    expect(rebaseCommand(batch('/properties/a', '/properties/x'), patch)).toEqual(
      batch('/properties/b', '/properties/x'),
    );
    expect(rebaseCommand(batch('/properties/a', '/properties/c'), patch)).toBeNull();
  });
});
