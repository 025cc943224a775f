import { describe, expect, it } from 'vitest';
import { given, type Given } from '../../../tests/builders/given.ts';
import { BOB, CLUSTER } from '../../fuzz/generate/stamps.ts';
import { reduce } from '../commands/reduce.ts';
import { createState } from '../document/model.ts';
import { liveDocument, liveTemplateDocument } from '../document/live-document.ts';
import type { DocumentEvent } from '../events/event.ts';
import { FIRST_RULES } from '../events/rules.ts';
import type { JsonObject } from '../json/value.ts';
import { notesSave, supersededBy, unsentEvents } from './unsent-events.ts';

const keyword = { type: 'keyword' };
const fields = (...names: readonly string[]): JsonObject => ({
  properties: Object.fromEntries(names.map((name) => [name, keyword])),
});
const add = (name: string) => ['field.add', { parent: null, name, definition: keyword }] as const;
const follow = (mappings: JsonObject, sent?: JsonObject) =>
  ['mapping.follow', { mappings, ...(sent && { sent, action: 'A1' }) }, CLUSTER] as const;
const remove = (name: string) => ['field.remove', { field: `/mappings/properties/${name}` }] as const;
const edit = (name: string, change: JsonObject) =>
  ['field.edit', { field: `/mappings/properties/${name}`, ...change }] as const;
const UNDO = ['history.undo', {}] as const;
const REDO = ['history.redo', {}] as const;
const live = () => given(undefined, '/mappings').after('document.create', { body: liveDocument(fields('a')) });

/** The numbers of the events that are not sent, 1 for the first of the log. */
function unsentIn({ state, events }: Given, leftOut: readonly string[] = []): readonly number[] {
  const ids = events.map(({ id }) => id);
  return unsentEvents(state, { leftOut }).map((id) => ids.indexOf(id) + 1);
}

describe('the events that a request is made of', () => {
  it('are those of people since something live was read, whoever they are', () => {
    const document = live()
      .after(...add('b'))
      .after('field.add', { parent: null, name: 'c', definition: keyword }, BOB);
    expect(unsentIn(live())).toEqual([]);
    expect(unsentIn(document)).toEqual([2, 3]);
  });

  it('are all of a draft, with the one that began it', () => {
    const draft = given(undefined)
      .after('document.create', { body: fields() })
      .after(...add('a'));
    expect(unsentIn(draft)).toEqual([1, 2]);
  });

  it('are those after the newest save', () => {
    const saved = live()
      .after(...add('b'))
      .after(...follow(fields('a', 'b'), fields('a', 'b')));
    expect(unsentIn(saved)).toEqual([]);
    expect(unsentIn(saved.after(...add('c')))).toEqual([4]);
  });

  it('are those after a save of which a part stayed unsent', () => {
    const saved = live()
      .after('field.edit', { field: '/mappings/properties/a', set: { index: false } })
      .after(...add('b'))
      .after(...follow(fields('a', 'b'), fields('a', 'b')))
      .after(...add('c'));
    expect(unsentIn(saved)).toEqual([5]);
  });

  it('go on before a reading of the cluster that found something else, which is none of them', () => {
    const document = live()
      .after(...add('b'))
      .after(...follow(fields('a', 'theirs')))
      .after(...add('c'));
    expect(unsentIn(document)).toEqual([2, 4]);
  });

  it('are those after the cluster was found to have all of it', () => {
    const document = live()
      .after(...add('b'))
      .after(...follow(fields('a', 'b')))
      .after(...add('c'));
    expect(unsentIn(document)).toEqual([4]);
  });

  it('are those after all was discarded, or the undo of that', () => {
    const discarded = live()
      .after(...add('b'))
      .after('changes.discard', {});
    expect(unsentIn(discarded)).toEqual([]);
    expect(unsentIn(discarded.after(...add('c')))).toEqual([4]);
    expect(unsentIn(discarded.after(...UNDO))).toEqual([4]);
  });

  it('are not an event and its undo, and once, by the redo, what was done again', () => {
    const undone = live()
      .after(...add('b'))
      .after(...add('c'))
      .after(...UNDO);
    expect(unsentIn(undone)).toEqual([2]);
    const redone = undone.after(...REDO);
    expect(unsentIn(redone)).toEqual([2, 5]);
    expect(unsentIn(redone.after(...UNDO))).toEqual([2]);
  });

  it('are the undo of what was sent before, and not that undo once it was redone', () => {
    const undone = live()
      .after(...add('b'))
      .after(...follow(fields('a', 'b'), fields('a', 'b')))
      .after(...UNDO);
    expect(unsentIn(undone)).toEqual([4]);
    expect(unsentIn(undone.after(...REDO))).toEqual([]);
  });

  it('are not those all of whose changes are left out, wherever they are by now', () => {
    const document = live()
      .after('field.edit', { field: '/mappings/properties/a', set: { index: false } })
      .after(...add('b'))
      .after('field.edit', { field: '/mappings/properties/a', name: 'renamed' });
    // An index loses no field, so that its first name is left out too.
    expect(unsentIn(document, ['/mappings/properties/renamed', '/mappings/properties/a'])).toEqual([3]);
    // What was made of the field is sent under its new name, by the renaming.
    expect(unsentIn(document, ['/mappings/properties/other'])).toEqual([3, 4]);
  });

  it('of a template are those after it was taken as the cluster has it', () => {
    const body = { template: { mappings: fields('a') } };
    const theirs = { template: { mappings: fields('a', 'theirs') } };
    const document = given(undefined, '/body/template/mappings')
      .after('document.create', { body: liveTemplateDocument(body) })
      .after(...add('b'))
      .after('template.follow', { body: theirs, merges: false }, CLUSTER);
    expect(unsentIn(document)).toEqual([2]);
    const taken = document.after('template.replace', { body: theirs });
    expect(unsentIn(taken.after(...add('c')))).toEqual([5]);
  });
});

describe('an event that later ones overrode before a save', () => {
  /** By what the events are superseded, 0 for nothing; the numbers of those that are sent come first. */
  function fates({ state, events }: Given): readonly [sent: readonly number[], by: readonly number[]] {
    const ids = events.map(({ id }) => id);
    return [
      unsentEvents(state).map((id) => ids.indexOf(id) + 1),
      ids.map((_, at) => supersededBy(state, at + 1)?.version ?? 0),
    ];
  }

  it('is none of those that are sent: a field that was removed again, the first name of one', () => {
    const document = live()
      .after(...add('foo'))
      .after(...remove('foo'))
      .after(...add('bar'))
      .after(...edit('bar', { name: 'baz' }));
    expect(fates(document)).toEqual([[5], [0, 3, 0, 5, 0]]);
  });

  it('is sent where the first name is gone from what the cluster has: a field that was renamed twice', () => {
    const body = { template: { mappings: fields('a') } };
    const rename = (from: string, name: string) =>
      ['field.edit', { field: `/body/template/mappings/properties/${from}`, name }] as const;
    const document = given(undefined, '/body/template/mappings')
      .after('document.create', { body: liveTemplateDocument(body) })
      .after(...rename('a', 'b'))
      .after(...rename('b', 'c'));
    expect(unsentIn(document)).toEqual([2, 3]);
    // The first name is back.
    expect(unsentIn(document.after(...rename('c', 'a')))).toEqual([]);
  });

  it('is sent where it takes away what the cluster has beside it: what was undone meanwhile', () => {
    const theirs = { properties: { a: { ...keyword, ignore_above: 9 } } };
    const undone = live()
      .after(...remove('a'))
      .after(...follow(theirs))
      .after(...UNDO);
    expect(unsentIn(undone)).toEqual([4]);
    expect(unsentIn(undone, ['/mappings/properties/a/ignore_above'])).toEqual([]);
    const renamedBack = live()
      .after(...edit('a', { set: { ignore_above: 9 } }))
      .after(...follow(theirs, theirs))
      .after(...edit('a', { unset: ['ignore_above'] }))
      .after(...edit('a', { name: 'b' }))
      .after(...UNDO);
    expect(unsentIn(renamedBack)).toEqual([6]);
  });

  it('is none of those that are sent: a value that was changed again', () => {
    const document = live()
      .after(...add('b'))
      .after(...edit('b', { set: { ignore_above: 5 } }))
      .after(...edit('b', { set: { ignore_above: 10 } }))
      .after(...edit('b', { set: { ignore_above: 20 } }));
    expect(fates(document)).toEqual([
      [2, 5],
      [0, 0, 4, 5, 0],
    ]);
  });

  it('is sent where only a part of it was overridden', () => {
    const document = live()
      .after(...add('b'))
      .after(...edit('b', { set: { index: false, ignore_above: 5 } }))
      .after(...edit('b', { set: { ignore_above: 10 } }));
    expect(unsentIn(document)).toEqual([2, 3, 4]);
  });

  it('is sent where the same is said again by a text as a whole', () => {
    const document = live()
      .after(...add('b'))
      .after('editor.replaceMappings', { mappings: fields('a', 'b', 'c') });
    expect(unsentIn(document)).toEqual([2, 3]);
  });

  it('is not sent where what it made was there before', () => {
    const document = live()
      .after(...edit('a', { set: { ignore_above: 5 } }))
      .after(...edit('a', { unset: ['ignore_above'] }));
    expect(fates(document)).toEqual([[], [0, 3, 0]]);
  });

  it('is superseded by its undo, and its undo by the redo', () => {
    const document = live()
      .after(...add('b'))
      .after(...UNDO)
      .after(...REDO);
    expect(fates(document)).toEqual([[4], [0, 3, 4, 0]]);
  });

  it('is told by what was before the next save, whatever came behind that', () => {
    const document = live()
      .after(...add('foo'))
      .after(...remove('foo'))
      .after(...add('b'))
      .after(...follow(fields('a', 'b'), fields('a', 'b')))
      .after(...remove('b'));
    expect(fates(document)[1]).toEqual([0, 3, 0, 0, 0, 0]);
  });
});

describe('an event that notes a save', () => {
  const state = live().after(...add('b')).state;
  const eventBy = (rules: number | undefined, sent?: JsonObject, action?: string): DocumentEvent => {
    const stamp = { id: '01J0000000000000000000000Z', at: '2026-11-21T03:10:08.123Z', author: CLUSTER };
    const payload = { mappings: fields('a', 'x'), ...(sent && { sent }), ...(action !== undefined && { action }) };
    const reduced = reduce(state, { type: 'mapping.follow', payload }, stamp, rules);
    if (!('event' in reduced)) throw new Error('It came to nothing');
    return reduced.event;
  };

  it('names its action by the present rules, and is a reading without it', () => {
    const saved = eventBy(undefined, fields('a', 'b'), 'A1');
    expect(saved.summary).toContain('Saved to cluster');
    expect(saved.command.payload).toMatchObject({ sent: true, action: 'A1' });
    expect(notesSave(saved)).toBe(true);
    const unnamed = eventBy(undefined, fields('a', 'b'));
    expect(unnamed.summary).toContain('Synced from cluster');
    expect(unnamed.command.payload).not.toHaveProperty('sent');
    expect(notesSave(unnamed)).toBe(false);
    // As it was recorded by earlier rules.
    expect(notesSave(eventBy(4, fields('a', 'b')))).toBe(true);
    expect(eventBy(undefined).command.payload).not.toHaveProperty('sent');
    expect(notesSave(eventBy(undefined))).toBe(false);
  });

  it('is the same as ever by the first rules, where nothing tells', () => {
    const { command, ...event } = eventBy(FIRST_RULES, fields('a', 'b'));
    expect(command.payload).not.toHaveProperty('sent');
    expect(notesSave({ ...event, command })).toBe(false);
  });

  it('has the summary of a save in a template by the first rules', () => {
    const body = { template: {} };
    const before = given(undefined, '/body/template/mappings').after('document.create', {
      body: liveTemplateDocument(body),
    }).state;
    const payload = { body: { ...body, version: 1 }, sent: { ...body, version: 1 } };
    const stamp = { id: '01J0000000000000000000000Z', at: '2026-11-21T03:10:08.123Z', author: CLUSTER };
    const outcomes = [payload, { body: payload.body }].map((each) => {
      const reduced = reduce(before, { type: 'template.follow', payload: each }, stamp, FIRST_RULES);
      return 'event' in reduced && notesSave(reduced.event);
    });
    expect(outcomes).toEqual([true, false]);
  });

  it('is no other event', () => {
    expect(createState({ body: {} }).history.tip).toBeNull();
    for (const { event } of [state.history.tip, state.history.tip?.previous].flatMap((node) => node ?? []))
      expect(notesSave(event)).toBe(false);
  });
});
