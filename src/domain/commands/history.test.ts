import { describe, expect, it } from 'vitest';
import { given, givenFields, type Given } from '../../../tests/builders/given.ts';
import { ADA, BOB, CLUSTER, EVE } from '../../fuzz/generate/stamps.ts';
import { trackPointer } from '../history/track-pointer.ts';
import { stepsOf } from '../state/history-fold.ts';
import { liveDocument } from '../document/live-document.ts';

const keyword = { type: 'keyword' };
const UNDO = ['history.undo', {}] as const;
const REDO = ['history.redo', {}] as const;
const add = (name: string, definition: object = keyword, parent: string | null = null) =>
  ['field.add', { parent, name, definition }] as const;
const edit = (field: string, changes: object) => ['field.edit', { field, ...changes }] as const;
const remove = (field: string) => ['field.remove', { field }] as const;

/** The conflicting event as a rejection names it, counted from the newest. */
function byOf(document: Given, fromTheEnd = 1) {
  const event = document.events.at(-fromTheEnd);
  return { eventId: event?.id, author: event?.author, summary: event?.summary };
}

describe('history.undo', () => {
  it('takes back the last change of the same author, and says which', () => {
    const document = givenFields({})
      .after(...add('a'))
      .after(...add('b'));
    const outcome = document.when(...UNDO);
    expect(outcome.patch).toEqual([{ op: 'remove', path: '/properties/b' }]);
    expect(outcome.summary).toBe('Undo: Add b (keyword)');
    expect(outcome.event?.undoes).toBe(document.events[1]?.id);
    expect(document.after(...UNDO).when(...UNDO).summary).toBe('Undo: Add a (keyword)');
  });

  it('leaves the changes of others standing', () => {
    const document = givenFields({})
      .after(...add('a'), ADA)
      .after(...add('b'), BOB);
    expect(document.when(...UNDO, ADA).body).toEqual({ properties: { b: keyword } });
    expect(document.when(...UNDO, BOB).body).toEqual({ properties: { a: keyword } });
    expect(document.when(...UNDO, EVE)).toMatchObject({
      rejected: 'history.nothing_to_undo',
      detail: { message: 'Nothing to undo.' },
    });
  });

  it('of a rename, after somebody edited inside the field, keeps what they did', () => {
    const document = givenFields({ o: { properties: { x: keyword } }, al: { type: 'alias', path: 'o.x' } })
      .after(...edit('/properties/o', { name: 'p' }), ADA)
      .after(...edit('/properties/p/properties/x', { set: { ignore_above: 9 } }), BOB)
      .after(...add('y', { type: 'ip' }, '/properties/p'), BOB);
    expect(document.when(...UNDO, ADA).body).toEqual({
      properties: {
        o: { properties: { x: { type: 'keyword', ignore_above: 9 }, y: { type: 'ip' } } },
        al: { type: 'alias', path: 'o.x' },
      },
    });
  });

  it('of a rename with a change of parameters works though something else happened in between', () => {
    const document = givenFields({ a: keyword })
      .after(...edit('/properties/a', { name: 'b', set: { index: false } }), ADA)
      .after(...add('c'), BOB);
    expect(document.when(...UNDO, ADA)).toMatchObject({
      patch: [
        { op: 'move', from: '/properties/b', path: '/properties/a' },
        { op: 'remove', path: '/properties/a/index' },
      ],
      body: { properties: { a: keyword, c: keyword } },
    });
  });

  it('of a removal puts the field back where its parent has gone', () => {
    const document = givenFields({ o: { properties: { x: keyword } } })
      .after(...remove('/properties/o/properties/x'), ADA)
      .after(...edit('/properties/o', { name: 'p' }), BOB);
    expect(document.when(...UNDO, ADA).patch).toEqual([
      { op: 'add', path: '/properties/p/properties/x', value: keyword },
    ]);
  });

  it('of a removal brings the field back, and a pointer to it or into it follows', () => {
    const document = givenFields({ o: { properties: { x: { type: 'text', fields: { raw: keyword } } } } })
      .after(...remove('/properties/o/properties/x'), ADA)
      .after(...edit('/properties/o', { name: 'p' }), BOB)
      .after(...UNDO, ADA);
    const open = '/properties/o/properties/x/fields/raw';
    expect(trackPointer(open, document.events.slice(0, 2))).toBeNull();
    expect(trackPointer(open, document.events)).toBe('/properties/p/properties/x/fields/raw');
    expect(trackPointer('/properties/o/properties/x', document.events)).toBe('/properties/p/properties/x');
    const redone = document.after(...REDO, ADA);
    expect(trackPointer(open, redone.events)).toBeNull();
    expect(trackPointer(open, redone.after(...UNDO, ADA).events)).toBe('/properties/p/properties/x/fields/raw');
  });

  it('a pointer does not follow to a field that was added later under the same name', () => {
    const document = givenFields({ a: keyword })
      .after(...remove('/properties/a'), ADA)
      .after(...add('a'), BOB);
    expect(trackPointer('/properties/a', document.events)).toBeNull();
  });

  it('says what the undo step would do: the edit, not the redo of it', () => {
    const document = givenFields({})
      .after(...add('a'))
      .after(...UNDO)
      .after(...REDO);
    expect(document.when(...UNDO).summary).toBe('Undo: Add a (keyword)');
    expect(stepsOf(document.state.history, ADA.id).undo?.summary).toBe('Add a (keyword)');
  });
});

describe('history.superseded', () => {
  it('undo of an add, after somebody changed the field', () => {
    const document = givenFields({})
      .after(...add('a'), ADA)
      .after(...edit('/properties/a', { set: { index: false } }), BOB);
    const outcome = document.when(...UNDO, ADA);
    expect(outcome).toMatchObject({
      rejected: 'history.superseded',
      detail: { at: '/properties/a', by: byOf(document) },
    });
    expect(outcome.detail?.message).toBe('Cannot undo "Add a (keyword)": Bob has changed it since (Edit a: index).');
    expect(outcome.state).toBe(document.state);
  });

  it('undo of an edit, after somebody removed the field and another one was added under its name', () => {
    const document = givenFields({ a: keyword })
      .after(...edit('/properties/a', { set: { index: false } }), ADA)
      .after(...remove('/properties/a'), BOB)
      .after(...add('a', { type: 'keyword', index: false }), EVE);
    expect(document.when(...UNDO, ADA)).toMatchObject({
      rejected: 'history.superseded',
      detail: { at: '/properties/a/index', by: byOf(document, 2) },
    });
  });

  it('undo of an add, after a remove and a re-add of the same name by somebody else', () => {
    const document = givenFields({})
      .after(...add('a'), ADA)
      .after(...remove('/properties/a'), BOB)
      .after(...add('a'), BOB);
    const outcome = document.when(...UNDO, ADA);
    expect(outcome).toMatchObject({ rejected: 'history.superseded', detail: { at: '/properties/a' } });
    expect(outcome.detail?.by?.author).toEqual(BOB);
  });

  it('undo of a removal, after somebody took the name', () => {
    const document = givenFields({ a: keyword })
      .after(...remove('/properties/a'), ADA)
      .after(...add('a', { type: 'ip' }), BOB);
    expect(document.when(...UNDO, ADA)).toMatchObject({
      rejected: 'history.superseded',
      detail: { at: '/properties/a', by: byOf(document) },
    });
  });

  it('redo of an addition, after somebody put a value without members in the place of what held it', () => {
    const document = given({ _meta: {}, properties: {} })
      .after('editor.replaceMappings', { mappings: { _meta: { by: 'ada' }, properties: {} } }, ADA)
      .after(...UNDO, ADA)
      .after('editor.replaceMappings', { mappings: { _meta: 0, properties: {} } }, BOB);
    expect(document.when(...REDO, ADA)).toMatchObject({
      rejected: 'history.superseded',
      detail: { at: '/_meta/by', by: byOf(document) },
    });
  });

  it('undo of a rename, after somebody took the old name or renamed it again', () => {
    const renamed = givenFields({ a: keyword, al: { type: 'alias', path: 'a' } }).after(
      ...edit('/properties/a', { name: 'b' }),
      ADA,
    );
    const taken = renamed.after(...add('a', { type: 'ip' }), BOB);
    expect(taken.when(...UNDO, ADA)).toMatchObject({
      rejected: 'history.superseded',
      detail: { at: '/properties/a', by: byOf(taken) },
    });
    const again = renamed.after(...edit('/properties/b', { name: 'c' }), BOB);
    expect(again.when(...UNDO, ADA)).toMatchObject({
      rejected: 'history.superseded',
      detail: { at: '/properties/al/path', by: byOf(again) },
    });
  });

  it('undo of a parameter, after somebody wrote it otherwise; not after they wrote it and took it back', () => {
    const document = givenFields({ a: keyword })
      .after(...edit('/properties/a', { set: { ignore_above: 1 } }), ADA)
      .after(...edit('/properties/a', { set: { ignore_above: 2 } }), BOB);
    expect(document.when(...UNDO, ADA).rejected).toBe('history.superseded');
    expect(document.after(...UNDO, BOB).when(...UNDO, ADA).body).toEqual({ properties: { a: keyword } });
  });

  it('undo never puts back over what somebody added where something had been, though the field has moved meanwhile', () => {
    const document = givenFields({ a: { type: 'text', fields: { raw: keyword } } })
      .after(
        'batch',
        {
          commands: [
            { type: 'field.remove', payload: { field: '/properties/a/fields/raw' } },
            { type: 'field.edit', payload: { field: '/properties/a', name: 'b' } },
          ],
        },
        ADA,
      )
      .after(...add('mine', { type: 'ip' }, '/properties/b'), BOB);
    const outcome = document.when(...UNDO, ADA);
    expect(outcome).toMatchObject({ rejected: 'history.superseded', detail: { by: byOf(document) } });
    expect(outcome.body).toEqual({ properties: { b: { type: 'text', fields: { mine: { type: 'ip' } } } } });
  });

  it('redo, after somebody changed what it would do again', () => {
    const document = givenFields({ a: keyword })
      .after(...remove('/properties/a'), ADA)
      .after(...UNDO, ADA)
      .after(...edit('/properties/a', { set: { index: false } }), BOB);
    expect(document.when(...REDO, ADA)).toMatchObject({
      rejected: 'history.superseded',
      detail: { message: 'Cannot redo "Remove a": Bob has changed it since (Edit a: index).', by: byOf(document) },
    });
  });
});

describe('history.redo', () => {
  it('does again what was undone, and can be undone again', () => {
    const undone = givenFields({ a: keyword })
      .after(...edit('/properties/a', { name: 'b' }))
      .after(...UNDO);
    const outcome = undone.when(...REDO);
    expect(outcome).toMatchObject({
      patch: [{ op: 'move', from: '/properties/a', path: '/properties/b' }],
      summary: 'Redo: Rename a to b',
    });
    expect(outcome.event?.undoes).toBe(undone.events[1]?.id);
    expect(undone.after(...REDO).when(...UNDO).body).toEqual({ properties: { a: keyword } });
  });

  it('is refused when nothing was undone, and after a new edit; what was undone then is a branch', () => {
    const document = givenFields({})
      .after(...add('a'))
      .after(...add('b'))
      .after(...UNDO)
      .after(...UNDO);
    expect(givenFields({}).when(...REDO)).toMatchObject({
      rejected: 'history.nothing_to_redo',
      detail: { message: 'Nothing to redo.' },
    });
    const other = document.after(...add('c'));
    expect(other.when(...REDO).rejected).toBe('history.nothing_to_redo');
    expect(other.state.history.branches).toEqual([
      { authorId: ADA.id, summaries: ['Add a (keyword)', 'Add b (keyword)'], forkVersion: 4, tipVersion: 2 },
    ]);
    expect(other.when('history.restore', { version: 2 }).body).toEqual({ properties: { a: keyword, b: keyword } });
  });

  it('is not lost by what others do', () => {
    const document = givenFields({})
      .after(...add('a'), ADA)
      .after(...UNDO, ADA)
      .after(...add('b'), BOB);
    expect(document.state.history.branches).toEqual([]);
    expect(document.when(...REDO, ADA).body).toEqual({ properties: { a: keyword, b: keyword } });
  });
});

describe('history.restore', () => {
  const document = given(undefined)
    .after('document.create', { body: { properties: { a: keyword } } })
    .after(...add('b'))
    .after(...remove('/properties/a'), BOB);

  it('returns to a version by what differs, in one event that can be undone', () => {
    const outcome = document.when('history.restore', { version: 1 });
    expect(outcome).toMatchObject({ summary: 'Restore version 1', body: { properties: { a: keyword } } });
    expect(document.after('history.restore', { version: 1 }).when(...UNDO).body).toEqual(document.state.body);
  });

  it('is no event for the version that is there', () => {
    expect(document.when('history.restore', { version: 3 }).unchanged).toBe(true);
  });

  describe('of the mapping of a live index', () => {
    const mappings = (...names: readonly string[]) => ({
      properties: Object.fromEntries(names.map((name) => [name, keyword])),
    });
    const created = given(undefined).after('document.create', { body: liveDocument(mappings('a')) });
    const sent = { ...created, ...given(created.state.body, '/mappings') }
      .after(...add('b'))
      .after('mapping.follow', { mappings: mappings('a', 'b', 'theirs') }, CLUSTER);

    it('keeps what the cluster has, so that what differs from it is what is not sent', () => {
      const outcome = sent.when('history.restore', { version: 1 });
      expect(outcome.body).toEqual({ mappings: mappings('a', 'b'), cluster: mappings('a', 'b', 'theirs') });
      expect(sent.after('history.restore', { version: 1 }).when(...UNDO).body).toEqual(sent.state.body);
    });

    it('is no event where only the cluster has changed since', () => {
      const seen = sent
        .after('mapping.follow', { mappings: { ...mappings('a', 'b', 'theirs'), dynamic: 'strict' } }, CLUSTER)
        .after('configuration.save', { unset: ['dynamic'] });
      expect(seen.when('history.restore', { version: 2 }).unchanged).toBe(true);
    });

    it('names the cluster, and who reported it, where that has changed it since', () => {
      const found = (limit: number) => ({ properties: { a: { type: 'keyword', ignore_above: limit } } });
      const changed = given(created.state.body, '/mappings')
        .after(...edit('/mappings/properties/a', { set: { ignore_above: 10 } }), ADA)
        .after('mapping.follow', { mappings: found(10), sent: found(10) }, CLUSTER)
        .after('mapping.follow', { mappings: found(20) }, CLUSTER);
      expect(changed.when(...UNDO, ADA).detail?.message).toBe(
        'Cannot undo "Edit a: ignore_above": Cluster (seen by Ada) has changed it since (Synced from cluster (1 change)).',
      );
    });

    it('takes back what was sent without touching what the cluster has, and does it again', () => {
      const undone = sent.after(...UNDO);
      expect(undone.state.body).toEqual({ mappings: mappings('a', 'theirs'), cluster: mappings('a', 'b', 'theirs') });
      expect(undone.when(...REDO).body).toEqual(sent.state.body);
    });
  });

  it.each([
    ['history.no_such_version', { version: 4 }],
    ['command.invalid', { version: 0 }],
    ['command.invalid', { version: 1.5 }],
    ['command.invalid', { version: '1' }],
    ['command.invalid', {}],
  ])('refuses with %s', (code, payload) => {
    expect(document.when('history.restore', payload).rejected).toBe(code);
  });
});
