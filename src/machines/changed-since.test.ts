import { describe, expect, it } from 'vitest';
import { addField, editField, keyword, removeField } from '../../tests/builders/sessions.ts';
import type { DocumentCommand } from '#domain/commands';
import { createState, type DocumentState } from '#domain/document';
import { clusterAuthor, type Author, type DocumentEvent } from '#domain/events';
import { type Body, type Pointer } from '#domain/json';
import { ADA, BOB, stampSource } from '../fuzz/generate/stamps.ts';
import { CHANGED_SINCE } from './changed-since.ts';
import { applyTail, decide } from './pending-commands.ts';
import { rebaseOutbox } from './rebase-outbox.ts';

/** The state and the events after commands, applied in order. */
function act(start: DocumentState, seed: number, author: Author, commands: readonly DocumentCommand[]) {
  const stampOf = stampSource(seed);
  let state = start;
  return commands.map((command): DocumentEvent => {
    const { reduced, after } = decide(state, command, stampOf(author));
    if (!('event' in reduced)) throw new Error(`${command.type} came to nothing: ${JSON.stringify(reduced)}`);
    state = after;
    return reduced.event;
  });
}

interface Case {
  readonly body: Body;
  readonly mappingsAt?: Pointer;
  readonly mine: readonly DocumentCommand[];
  readonly theirs: readonly DocumentCommand[];
  readonly by?: Author;
}

/** The result of rebasing Ada's offline commands over Bob's, which were recorded first. */
function afterBoth({ body, mappingsAt = '', mine, theirs, by = BOB }: Case) {
  const start = createState({ body, mappingsAt });
  const tail = act(start, 2, by, theirs);
  const outbox = act(start, 1, ADA, mine);
  return { ...rebaseOutbox(start, outbox, tail), theirs: applyTail(start, tail) };
}

const template = (name: string, type: string) => ({ [name]: { mapping: { type } } });
const saveTemplates = (...templates: readonly object[]) =>
  ({ type: 'templates.save', payload: { templates } }) as DocumentCommand;
const replace = (properties: object) =>
  ({ type: 'editor.replaceMappings', payload: { mappings: { properties } } }) as DocumentCommand;
const rename = editField('/properties/a', { name: 'b' });
const change = editField('/properties/a', { set: { ignore_above: 7 } });
const removeA = removeField('/properties/a');
const ofMappings = (type: string, payload: object) => ({ type, payload }) as DocumentCommand;

/** Removals of every kind, against changes of another author to what they remove. */
const REMOVALS: Readonly<Record<string, Case>> = {
  'a field that was renamed': { body: { properties: { a: keyword } }, mine: [removeA], theirs: [rename] },
  'a field that was changed': { body: { properties: { a: keyword } }, mine: [removeA], theirs: [change] },
  'a field that got a child': {
    body: { properties: { a: { properties: {} } } },
    mine: [removeA],
    theirs: [addField('x', '/properties/a')],
  },
  'a field that lost a child': {
    body: { properties: { a: { properties: { x: keyword } } } },
    mine: [removeA],
    theirs: [removeField('/properties/a/properties/x')],
  },
  'a field that an alias was made for': {
    body: { properties: { a: keyword } },
    mine: [removeA],
    theirs: [addField('b', null, { type: 'alias', path: 'a' })],
  },
  'a field that a text gave another parameter': {
    body: { properties: { a: keyword } },
    mine: [removeA],
    theirs: [replace({ a: { type: 'keyword', doc_values: false } })],
  },
  'several fields, one of which was renamed': {
    body: { properties: { a: keyword, c: keyword } },
    mine: [ofMappings('batch', { commands: [removeField('/properties/c'), removeA] })],
    theirs: [rename],
  },
  'a parameter that was changed': {
    body: { properties: { a: { type: 'keyword', ignore_above: 1 } } },
    mine: [ofMappings('field.edit', { field: '/properties/a', unset: ['ignore_above'] })],
    theirs: [change],
  },
  'children with their type, of which there are more': {
    body: { properties: { a: { properties: {} } } },
    mine: [editField('/properties/a', { set: { type: 'keyword' } })],
    theirs: [addField('x', '/properties/a')],
  },
  'fields by a text, one of which was changed': {
    body: { properties: { a: keyword, c: keyword } },
    mine: [replace({ c: keyword })],
    theirs: [change],
  },
  'dynamic templates that were changed': {
    body: { dynamic_templates: [template('t', 'long')] },
    mine: [saveTemplates()],
    theirs: [saveTemplates(template('t', 'ip'))],
  },
  'a dynamic template that was changed': {
    body: { dynamic_templates: [template('t', 'long'), template('u', 'long')] },
    mine: [saveTemplates(template('u', 'long'))],
    theirs: [saveTemplates(template('t', 'ip'), template('u', 'long'))],
  },
  'a dynamic template that was added': {
    body: { dynamic_templates: [template('t', 'long')] },
    mine: [saveTemplates(template('t', 'ip'))],
    theirs: [saveTemplates(template('t', 'long'), template('u', 'long'))],
  },
  'a runtime field that was changed': {
    body: { runtime: { r: { type: 'long' } } },
    mine: [ofMappings('runtimeField.remove', { field: '/runtime/r' })],
    theirs: [ofMappings('runtimeField.edit', { field: '/runtime/r', set: { type: 'ip' } })],
  },
  'a section of the mappings that was changed': {
    body: { _meta: { a: 1 } },
    mine: [ofMappings('configuration.save', { unset: ['_meta'] })],
    theirs: [ofMappings('configuration.save', { set: { _meta: { a: 2 } } })],
  },
  'a part of a template that was changed': {
    body: { index_patterns: ['a'], priority: 1, template: { settings: { number_of_shards: '1' } } },
    mappingsAt: '/template/mappings',
    mine: [ofMappings('template.setLogistics', { unset: ['priority'] })],
    theirs: [ofMappings('template.setLogistics', { set: { priority: 2 } })],
  },
  'settings of a template that were changed': {
    body: { index_patterns: ['a'], template: { settings: { number_of_shards: '1' } } },
    mappingsAt: '/template/mappings',
    mine: [ofMappings('template.setSettings', { settings: {} })],
    theirs: [ofMappings('template.setSettings', { settings: { number_of_shards: '2' } })],
  },
  'a field that the cluster was found to have changed': {
    body: {
      mappings: { properties: { a: keyword } },
      cluster: { properties: { a: keyword } },
    },
    mappingsAt: '/mappings',
    mine: [removeField('/mappings/properties/a')],
    theirs: [ofMappings('mapping.follow', { mappings: { properties: { a: { ...keyword, ignore_above: 7 } } } })],
    by: clusterAuthor(BOB),
  },
  'what its author added, and somebody else has changed': {
    body: { properties: { a: keyword } },
    mine: [removeA, addField('a', null, { type: 'ip' })],
    theirs: [change],
  },
};

describe('a removal that somebody decided without knowing that another changed what it removes', () => {
  it.each(Object.entries(REMOVALS))('is set aside: of %s', (_, given) => {
    const { state, theirs, events, rejected } = afterBoth(given);
    expect(events).toEqual([]);
    expect(state.body).toEqual(theirs.body);
    const { author, id, summary } = theirs.history.tip?.event ?? {};
    expect(rejected[0]?.detail).toMatchObject({ code: CHANGED_SINCE, by: { author, eventId: id, summary } });
    expect(rejected[0]?.command).not.toBeNull();
  });

  it('is applied where the change was taken back, or was of something else', () => {
    const body = { properties: { a: keyword, c: keyword } };
    for (const theirs of [
      [rename, { type: 'history.undo', payload: {} } as const],
      [editField('/properties/c', { name: 'd' })],
      [addField('d')],
    ]) {
      const { state, rejected } = afterBoth({ body, mine: [removeA], theirs });
      expect(rejected).toEqual([]);
      expect(state.body).not.toHaveProperty('properties.a');
    }
  });

  it('is applied where its author has changed it, in another tab', () => {
    const { state, rejected } = afterBoth({
      body: { properties: { a: keyword } },
      mine: [removeA],
      theirs: [rename],
      by: ADA,
    });
    expect(rejected).toEqual([]);
    expect(state.body).toEqual({ properties: {} });
  });

  it('is applied within a field that was renamed', () => {
    const { state, rejected } = afterBoth({
      body: { properties: { a: { properties: { x: keyword } } } },
      mine: [removeField('/properties/a/properties/x')],
      theirs: [rename],
    });
    expect(rejected).toEqual([]);
    expect(state.body).toEqual({ properties: { b: { properties: {} } } });
  });

  it('leaves the rest of what was done with it standing', () => {
    const { state, rejected } = afterBoth({
      body: { properties: { a: keyword } },
      mine: [removeA, addField('c')],
      theirs: [rename],
    });
    expect(rejected.map(({ event }) => event.summary)).toEqual(['Remove a']);
    expect(state.body).toEqual({ properties: { b: keyword, c: keyword } });
  });

  it('can’t be given again where it is an undo, which would take back something else', () => {
    const undo = { type: 'history.undo', payload: {} } as const;
    const start = createState({ body: { properties: { a: keyword } } });
    const [added] = act(start, 1, ADA, [addField('c')]);
    if (added === undefined) throw new Error('expected an event');
    const recorded = applyTail(start, [added]);
    const theirs = act(recorded, 2, BOB, [editField('/properties/c', { set: { ignore_above: 7 } })]);
    const { rejected, state } = rebaseOutbox(recorded, act(recorded, 3, ADA, [undo]), theirs);
    expect(rejected.map(({ event, command }) => [event.summary, command])).toEqual([['Undo: Add c (keyword)', null]]);
    expect(state.body).toHaveProperty('properties.c.ignore_above', 7);
  });
});

describe('a text that others have changed the document of', () => {
  it('takes over what they changed and it did not', () => {
    const { state, rejected } = afterBoth({
      body: { properties: { a: keyword, c: keyword } },
      mine: [replace({ a: keyword, c: { type: 'ip' } })],
      theirs: [change, addField('d')],
    });
    expect(rejected).toEqual([]);
    expect(state.body).toEqual({
      properties: { a: { ...keyword, ignore_above: 7 }, c: { type: 'ip' }, d: keyword },
    });
  });

  it('stands where both changed the same', () => {
    const { state } = afterBoth({
      body: { properties: { a: keyword } },
      mine: [replace({ a: { ...keyword, ignore_above: 3 } })],
      theirs: [change],
    });
    expect(state.body).toEqual({ properties: { a: { ...keyword, ignore_above: 3 } } });
  });
});

describe('an event that was decided again', () => {
  const body = { properties: { a: keyword } };

  it('says which version its author had seen', () => {
    const { events } = afterBoth({ body, mine: [addField('c')], theirs: [rename, change].slice(0, 1) });
    expect(events.map(({ base }) => base)).toEqual([0]);
  });

  it('keeps the first of them when it is decided again once more', () => {
    const start = createState({ body });
    const [first, second] = act(start, 2, BOB, [addField('d'), addField('e')]);
    if (first === undefined || second === undefined) throw new Error('expected two events');
    const once = rebaseOutbox(start, act(start, 1, ADA, [addField('c')]), [first]);
    const { events } = rebaseOutbox(applyTail(start, [first]), once.events, [second]);
    expect(events.map((event) => event.base)).toEqual([0]);
  });

  it('says nothing where all of it was one’s own', () => {
    const { events } = afterBoth({ body, mine: [addField('c')], theirs: [addField('d')], by: ADA });
    expect(events.map((event) => 'base' in event)).toEqual([false]);
  });
});
