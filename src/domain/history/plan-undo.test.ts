import { describe, expect, it } from 'vitest';
import { given, givenFields, type Given } from '../../../tests/builders/given.ts';
import { sealAll } from '../../fuzz/generate/histories.ts';
import { ADA, BOB, EVE, stampSource } from '../../fuzz/generate/stamps.ts';
import { reduce } from '../commands/reduce.ts';
import { openState } from '../document/model.ts';
import type { DocumentEvent } from '../events/event.ts';
import { FIRST_RULES } from '../events/rules.ts';
import { INVERSE_LIMIT } from '../events/seal.ts';
import { formatJson } from '../json/text.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';
import { openLog } from '../log/log.ts';
import { verifyRecords } from '../proof/verify.ts';
import { FOLLOWERS_LIMIT } from './followers.ts';
import { bodyAt } from './time-travel.ts';

const keyword = { type: 'keyword' };
const UNDO = ['history.undo', {}] as const;
const REDO = ['history.redo', {}] as const;
const add = (name: string, definition: object = keyword, parent: string | null = null) =>
  ['field.add', { parent, name, definition }] as const;
const edit = (field: string, changes: object) => ['field.edit', { field, ...changes }] as const;
const remove = (field: string) => ['field.remove', { field }] as const;

describe('taking back a change, after somebody else has changed something', () => {
  it('a removal brings a field back with its aliases, into the object that was renamed meanwhile', () => {
    const document = givenFields({
      o: { properties: { x: keyword } },
      al: { type: 'alias', path: 'o.x' },
      other: keyword,
    })
      .after(...remove('/properties/o/properties/x'), ADA)
      .after(...edit('/properties/o', { name: 'p' }), BOB)
      .after(...remove('/properties/other'), BOB);
    expect(document.when(...UNDO, ADA)).toMatchObject({
      summary: 'Undo: Remove o.x with 1 alias',
      body: { properties: { p: { properties: { x: keyword } }, al: { type: 'alias', path: 'o.x' } } },
    });
  });

  it('a change of type brings the multi-fields back, where the field was renamed and edited elsewhere', () => {
    const document = givenFields({ a: { type: 'text', fields: { raw: keyword } } })
      .after(...edit('/properties/a', { set: { type: 'long' } }), ADA)
      .after(...edit('/properties/a', { name: 'b', set: { store: true } }), BOB);
    expect(document.when(...UNDO, ADA).body).toEqual({
      properties: { b: { type: 'text', store: true, fields: { raw: keyword } } },
    });
  });

  it('a change of type is superseded where somebody has given the field children since', () => {
    const document = givenFields({ a: { type: 'text', fields: { raw: keyword } } })
      .after(...edit('/properties/a', { set: { type: 'long' } }), ADA)
      .after(...add('exact', keyword, '/properties/a'), BOB);
    expect(document.when(...UNDO, ADA)).toMatchObject({
      rejected: 'history.superseded',
      detail: { at: '/properties/a/fields', by: { author: BOB } },
    });
  });

  it('the first field of a mapping is superseded where somebody has added another one beside it', () => {
    const document = givenFields({})
      .after('editor.replaceMappings', { mappings: {} }, BOB)
      .after(...add('a'), ADA)
      .after(...add('b'), BOB);
    expect(document.when(...UNDO, ADA)).toMatchObject({
      rejected: 'history.superseded',
      detail: { at: '/properties', by: { summary: 'Add b (keyword)' } },
    });
    expect(document.after(...UNDO, BOB).when(...UNDO, ADA).body).toEqual({});
  });

  it('an edit is superseded while the field is gone, and not any more when it is back', () => {
    const document = givenFields({ a: keyword })
      .after(...edit('/properties/a', { set: { index: false } }), BOB)
      .after(...remove('/properties/a'), ADA);
    expect(document.when(...UNDO, BOB)).toMatchObject({
      rejected: 'history.superseded',
      detail: { by: { author: ADA, summary: 'Remove a' } },
    });
    expect(document.after(...UNDO, ADA).when(...UNDO, BOB).body).toEqual({ properties: { a: keyword } });
  });

  it('goes back as if nothing had happened where all that came later was taken back, a change of the whole text too', () => {
    const edited = givenFields({ a: keyword }).after(
      ...edit('/properties/a', { name: 'b', set: { index: false } }),
      ADA,
    );
    const replaced = edited.after('editor.replaceMappings', { mappings: { dynamic: false } }, BOB);
    expect(replaced.when(...UNDO, ADA).rejected).toBe('history.superseded');
    expect(replaced.after(...UNDO, BOB).when(...UNDO, ADA).body).toEqual({ properties: { a: keyword } });
    const removed = edited.after(...remove('/properties/b'), BOB).after(...add('b', { type: 'ip' }), BOB);
    expect(
      removed
        .after(...UNDO, BOB)
        .after(...UNDO, BOB)
        .when(...UNDO, ADA).body,
    ).toEqual({ properties: { a: keyword } });
  });

  it('a whole list is superseded by any change of it', () => {
    const templates = (...names: readonly string[]) =>
      ['templates.save', { templates: names.map((name) => ({ [name]: {} })) }] as const;
    const document = givenFields({})
      .after(...templates('a'), ADA)
      .after(...templates('a', 'b'), BOB);
    expect(document.when(...UNDO, ADA)).toMatchObject({
      rejected: 'history.superseded',
      detail: { at: '/dynamic_templates' },
    });
    expect(document.when(...UNDO, BOB).body).toEqual({ properties: {}, dynamic_templates: [{ a: {} }] });
  });

  it('two people take back in any order what does not touch', () => {
    const document = givenFields({ a: keyword, b: keyword })
      .after(...edit('/properties/a', { name: 'x' }), ADA)
      .after(...edit('/properties/b', { name: 'y' }), BOB);
    for (const [first, second] of [
      [ADA, BOB],
      [BOB, ADA],
    ] as const) {
      const both = document.after(...UNDO, first).after(...UNDO, second);
      expect(both.state.body).toEqual({ properties: { a: keyword, b: keyword } });
      expect(both.after(...REDO, first).after(...REDO, second).state.body).toEqual({
        properties: { x: keyword, y: keyword },
      });
    }
  });

  it('a batch goes back through all of its steps, wherever the field has gone', () => {
    const commands = [
      { type: 'field.add', payload: { parent: null, name: 'n', definition: { properties: {} } } },
      { type: 'field.add', payload: { parent: '/properties/n', name: 'x', definition: keyword } },
      { type: 'field.edit', payload: { field: '/properties/a', name: 'b' } },
    ];
    const document = givenFields({ a: keyword })
      .after('batch', { commands }, ADA)
      .after(...edit('/properties/n', { name: 'm' }), BOB)
      .after(...edit('/properties/b', { name: 'c' }), BOB);
    expect(document.when(...UNDO, ADA).body).toEqual({ properties: { a: keyword } });
  });

  it('names that were exchanged go back, though both are taken', () => {
    const rename = (from: string, name: string) => ({
      type: 'field.edit',
      payload: { field: `/properties/${from}`, name },
    });
    const document = givenFields({ a: keyword, b: { type: 'ip' } })
      .after('batch', { commands: [rename('a', 'between'), rename('b', 'a'), rename('between', 'b')] }, ADA)
      .after(...add('c'), BOB);
    expect(document.state.body).toEqual({ properties: { a: { type: 'ip' }, b: keyword, c: keyword } });
    expect(document.when(...UNDO, ADA).body).toEqual({ properties: { a: keyword, b: { type: 'ip' }, c: keyword } });
  });

  it('a restored version goes back by what it changed, beside what came later', () => {
    const document = givenFields({})
      .after(...add('a'), ADA)
      .after(...add('b'), ADA)
      .after('history.restore', { version: 1 }, ADA)
      .after(...add('c'), BOB);
    expect(document.when(...UNDO, ADA)).toMatchObject({
      summary: 'Undo: Restore version 1',
      body: { properties: { a: keyword, b: keyword, c: keyword } },
    });
  });
});

describe('the order of members', () => {
  const textOf = ({ state }: { readonly state: { readonly body: JsonValue | undefined } }) =>
    formatJson(state.body ?? null);
  const fields = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, keyword]));
  const batchOf = (...commands: readonly (readonly [string, object])[]) =>
    ['batch', { commands: commands.map(([type, payload]) => ({ type, payload })) }] as const;
  /** The names of the fields at the root, in their order. */
  const namesOf = ({ state }: Pick<Given, 'state'>) =>
    Object.keys((state.body as { readonly properties: JsonObject }).properties).join(' ');
  const replaceMappings = (mappings: object) => ['editor.replaceMappings', { mappings }] as const;

  it.each<readonly [string, Given, readonly [string, object]]>([
    ['the first field', givenFields(fields('a', 'b', 'c')), remove('/properties/a')],
    ['one in the middle', givenFields(fields('a', 'b', 'c')), remove('/properties/b')],
    ['the last one', givenFields(fields('a', 'b', 'c')), remove('/properties/c')],
    ['a name', givenFields(fields('a', 'b', 'c')), edit('/properties/a', { name: 'x' })],
    [
      'a name with its aliases and parameters',
      givenFields({ a: { type: 'text', index: false, store: true }, al: { type: 'alias', path: 'a' }, b: keyword }),
      edit('/properties/a', { name: 'x', set: { type: 'long' }, unset: ['index'] }),
    ],
    [
      'a nested one',
      givenFields({ o: { type: 'object', properties: fields('a', 'b', 'c') }, p: keyword }),
      remove('/properties/o/properties/b'),
    ],
    [
      'the last multi-field',
      givenFields({ t: { type: 'text', fields: { raw: keyword }, store: true } }),
      remove('/properties/t/fields/raw'),
    ],
    [
      'several of one object',
      givenFields(fields('a', 'b', 'c', 'd', 'e', 'f')),
      batchOf(
        remove('/properties/d'),
        remove('/properties/a'),
        edit('/properties/c', { name: 'x' }),
        remove('/properties/f'),
        add('y'),
        remove('/properties/b'),
      ),
    ],
    [
      'names that were exchanged',
      givenFields(fields('a', 'b', 'c')),
      batchOf(
        edit('/properties/a', { name: 'between' }),
        edit('/properties/b', { name: 'a' }),
        edit('/properties/between', { name: 'b' }),
      ),
    ],
    [
      'a whole text',
      given({ dynamic: false, properties: fields('a', 'b', 'c', 'd'), _meta: { x: 1, y: [1, 2, 3] } }),
      replaceMappings({ properties: { d: { type: 'ip' }, e: keyword, b: keyword }, _meta: { y: [3, 1] } }),
    ],
    [
      'a version',
      givenFields(fields('d'))
        .after(...add('a'))
        .after(...add('b'))
        .after(...remove('/properties/d'))
        .after(...add('c')),
      ['history.restore', { version: 1 }],
    ],
    [
      'names like those of an index, and such that every object has',
      givenFields(fields('b', '10', 'toString', '9', 'constructor', 'c')),
      batchOf(
        remove('/properties/9'),
        remove('/properties/b'),
        remove('/properties/constructor'),
        edit('/properties/toString', { name: '11' }),
      ),
    ],
  ])('is as before when %s is back, and as it was when that is done again', (_, before, command) => {
    const done = before.after(...command);
    const undone = done.after(...UNDO);
    expect(textOf(undone)).toBe(textOf(before));
    const redone = undone.after(...REDO);
    expect(textOf(redone)).toBe(textOf(done));
    expect(textOf(redone.after(...UNDO))).toBe(textOf(before));
    expect(formatJson(bodyAt(redone.state, before.state.history.version) ?? null)).toBe(textOf(before));
  });

  const removed = givenFields(fields('a', 'b', 'c', 'd')).after(...remove('/properties/b'), ADA);

  it.each<readonly [string, Given, string]>([
    ['in front of what followed it, though others came', removed.after(...add('e'), BOB), 'a b c d e'],
    ['in front of the next one where the first is gone', removed.after(...remove('/properties/c'), BOB), 'a b d'],
    [
      'in front of the next one where the first is a new one',
      removed.after(...remove('/properties/c'), BOB).after(...add('c'), BOB),
      'a b d c',
    ],
    [
      'in front of the next one where the first was renamed, and is behind it',
      removed.after(...edit('/properties/c', { name: 'x' }), BOB),
      'a b d x',
    ],
    [
      'in front of what followed it, though it was renamed',
      removed.after(...edit('/properties/c', { name: 'x' }), BOB).after(...remove('/properties/d'), BOB),
      'a b x',
    ],
    [
      'in front of what followed it, which had gone and came back',
      removed
        .after(...remove('/properties/c'), BOB)
        .after(...add('e'), EVE)
        .after(...UNDO, BOB),
      'a b c d e',
    ],
    [
      'at the end where none of them is there',
      removed
        .after(...remove('/properties/c'), BOB)
        .after(...remove('/properties/d'), BOB)
        .after(...add('e'), BOB),
      'a e b',
    ],
    [
      'at the end where what followed has a name that can have no place',
      removed.after(...remove('/properties/d'), BOB).after(...edit('/properties/c', { name: '7' }), BOB),
      '7 a b',
    ],
  ])('a field comes back %s', (_, document, names) => {
    const outcome = document.when(...UNDO, ADA);
    expect(outcome.rejected).toBeUndefined();
    expect(namesOf(outcome)).toBe(names);
    const undone = document.after(...UNDO, ADA);
    expect(textOf(undone.after(...REDO, ADA))).toBe(textOf(document));
    expect(textOf(undone.after(...REDO, ADA).after(...UNDO, ADA))).toBe(textOf(undone));
  });

  it('of several fields is kept among what others have done, a rename too', () => {
    const document = givenFields(fields('a', 'b', 'c', 'd', 'e'))
      .after(...batchOf(remove('/properties/d'), edit('/properties/b', { name: 'x' }), remove('/properties/a')), ADA)
      .after(...remove('/properties/e'), BOB)
      .after(...add('f'), BOB);
    expect(namesOf(document)).toBe('c x f');
    expect(namesOf(document.when(...UNDO, ADA))).toBe('a b c f d');
  });

  it('is kept where the object itself was removed with what was in it, and was renamed since', () => {
    const document = givenFields({
      o: { properties: fields('a', 'b', 'c') },
      p: { properties: fields('x') },
      q: keyword,
    })
      .after(...batchOf(remove('/properties/o/properties/a'), remove('/properties/o')), ADA)
      .after(...edit('/properties/p', { name: 'r' }), BOB);
    const undone = document.after(...UNDO, ADA);
    expect(namesOf(undone)).toBe('o q r');
    expect(formatJson(undone.state.body ?? null)).toContain('"o":{"properties":{"a":');
  });

  it('of a large object is kept too, and looked for in front of the very next member alone', () => {
    const names = Array.from({ length: FOLLOWERS_LIMIT + 2 }, (_, index) => `f${index}`);
    const before = givenFields(fields(...names));
    const large = before.after(...remove('/properties/f1'), ADA);
    expect(JSON.stringify(large.events[0]?.inverse).length).toBeLessThan(200);
    expect(textOf(large.after(...UNDO, ADA))).toBe(textOf(before));
    expect(namesOf(large.after(...add('g'), BOB).when(...UNDO, ADA))).toBe(`${names.join(' ')} g`);
    const renamed = large.after(...edit('/properties/f2', { name: 'g' }), BOB).when(...UNDO, ADA);
    expect(namesOf(renamed).endsWith(' f1 g')).toBe(true);
    const gone = large.after(...remove('/properties/f2'), BOB).when(...UNDO, ADA);
    expect(namesOf(gone).endsWith(' f1')).toBe(true);
  });

  it('is worked out again where the inverse was too long to store', () => {
    const long = { type: 'keyword', meta: { note: 'x'.repeat(INVERSE_LIMIT) } };
    const start = { body: { properties: { a: keyword, b: long, c: keyword } } };
    const { events, state } = given(start.body).after(...remove('/properties/b'));
    const read = openLog(sealAll(events)).events;
    expect(read[0]?.inverse).toBeUndefined();
    const opened = openState(start, read);
    expect(opened.history.tip?.event.inverse).toEqual(state.history.tip?.event.inverse);
    const undone = reduce(opened, { type: 'history.undo', payload: {} }, stampSource(9)());
    expect('event' in undone && formatJson(undone.after.body ?? null)).toBe(formatJson(start.body));
  });

  it('does not touch lists: one comes back with its items as they were', () => {
    const templates = (...names: readonly string[]) =>
      ['templates.save', { templates: names.map((name) => ({ [name]: {} })) }] as const;
    const before = givenFields(fields('a')).after(...templates('x', 'y', 'z'));
    const undone = before.after(...templates('z', 'x')).after(...UNDO);
    expect(textOf(undone)).toBe(textOf(before));
    expect(JSON.stringify(undone.events)).not.toContain('"before"');
  });

  describe('by the first rules', () => {
    /** A log with these steps, each by its rules. */
    const lived = (...steps: readonly (readonly [string, object, number])[]) => {
      const stamp = stampSource(5);
      let { state } = given(undefined);
      const events: DocumentEvent[] = [];
      for (const [type, payload, rules] of steps) {
        const reduced = reduce(state, { type, payload }, stamp(), rules);
        if (!('event' in reduced)) throw new Error(`${type} came to nothing`);
        events.push(reduced.event);
        state = reduced.after;
      }
      return { events, state };
    };
    const create = (rules: number) =>
      ['document.create', { body: { properties: fields('a', 'b', 'c') } }, rules] as const;

    it('is not kept, as it was not, and the log verifies', () => {
      const { events, state } = lived(
        create(FIRST_RULES),
        ['field.remove', { field: '/properties/a' }, FIRST_RULES],
        ['history.undo', {}, FIRST_RULES],
      );
      expect(events[1]?.inverse).toEqual([{ op: 'add', path: '/properties/a', value: keyword }]);
      expect(events[2]?.patch).toEqual(events[1]?.inverse);
      expect(namesOf({ state })).toBe('b c a');
      expect(verifyRecords(sealAll(events))).toMatchObject({ ok: true, events: 3 });
    });

    it('an event brings nothing back to its place when it is taken back by the present ones, and the log verifies', () => {
      const { events, state } = lived(
        create(FIRST_RULES),
        ['field.edit', { field: '/properties/a', name: 'x' }, FIRST_RULES],
        ['history.undo', {}, 2],
        ['field.remove', { field: '/properties/b' }, 2],
        ['history.undo', {}, 2],
      );
      expect(namesOf({ state })).toBe('b c a');
      expect(events[4]?.patch).toEqual([{ op: 'add', path: '/properties/b', value: keyword, before: 'c' }]);
      expect(verifyRecords(sealAll(events))).toMatchObject({ ok: true, events: 5 });
    });

    it('an event that leaves out places is wrong by the present ones, and one that has them by the first', () => {
      const faultOf = (events: readonly DocumentEvent[]) => verifyRecords(sealAll(events));
      const old = lived(create(FIRST_RULES), ['field.remove', { field: '/properties/a' }, FIRST_RULES]).events;
      const present = lived(create(2), ['field.remove', { field: '/properties/a' }, 2]).events;
      const swapped = (events: readonly DocumentEvent[], others: readonly DocumentEvent[]) =>
        events.map((event, index) => {
          const inverse = others[index]?.inverse;
          return inverse === undefined ? event : { ...event, inverse };
        });
      for (const events of [swapped(old, present), swapped(present, old)])
        expect(faultOf(events)).toMatchObject({ ok: false, fault: { version: 2, kind: 'decision' } });
    });
  });
});
