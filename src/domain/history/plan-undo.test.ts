import { describe, expect, it } from 'vitest';
import { givenFields } from '../../../tests/builders/given.ts';
import { ADA, BOB } from '../../fuzz/generate/stamps.ts';

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
