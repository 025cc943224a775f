import { describe, expect, it } from 'vitest';
import { given, givenFields } from '../../../tests/builders/given.ts';
import type { DocumentState } from '../state/state.ts';
import type { HistoryNode, InvertibleEvent } from '../state/history-fold.ts';
import { Scrubber } from './scrubber.ts';
import { bodyAt, newestFirst } from './time-travel.ts';
import { versionDifference } from './version-difference.ts';

const keyword = { type: 'keyword' };
const edit = (field: string, changes: object) => ['field.edit', { field, ...changes }] as const;
const add = (name: string) => ['field.add', { parent: null, name, definition: keyword }] as const;

/** Long enough for several key frames. */
function longLog(count: number, start = givenFields({ a: keyword })) {
  let document = start;
  for (let at = 1; at <= count; at++)
    document = document.after(...edit('/properties/a', { set: { ignore_above: start.events.length + at } }));
  return document;
}

/** A state that tells how many of its events were looked into. */
function countingReads(state: DocumentState): { readonly state: DocumentState; readonly looked: () => number } {
  const seen = new Set<number>();
  let tip: HistoryNode | null = null;
  for (const { event, version, ...node } of [...newestFirst(state.history)].reverse()) {
    const watched: InvertibleEvent = {
      ...event,
      get patch() {
        seen.add(version);
        return event.patch;
      },
      get inverse() {
        seen.add(version);
        return event.inverse;
      },
    };
    tip = { ...node, version, event: watched, previous: tip };
  }
  return { state: { ...state, history: { ...state.history, tip } }, looked: () => seen.size };
}

describe('the scrubber', () => {
  const document = longLog(700);

  it('goes to any version and back, before and after its key frames are laid', () => {
    const scrubber = new Scrubber(document.state);
    const asked = [700, 699, 3, 4, 500, 0, 700, 256, 257];
    const expected = asked.map((version) => bodyAt(document.state, version));
    expect(asked.map((version) => scrubber.bodyAt(version))).toEqual(expected);
    expect(scrubber.prepare(() => true)).toBe(true);
    expect(asked.map((version) => scrubber.bodyAt(version))).toEqual(expected);
    expect(scrubber.bodyAt(700)).toBe(document.state.body);
  });

  it('goes to the beginning of a document from there, before its key frames are laid', () => {
    const begun = longLog(500, given(undefined).after('document.create', { body: { properties: { a: keyword } } }));
    const { state, looked } = countingReads(begun.state);
    const scrubber = new Scrubber(state);
    const asked = [3, 1, 0, 40];
    const expected = asked.map((version) => bodyAt(begun.state, version));
    expect(asked.map((version) => scrubber.bodyAt(version))).toEqual(expected);
    expect(looked()).toBeLessThanOrEqual(40);
    const others = [250, 251, 400, 100, 501, 2];
    expect(others.map((version) => scrubber.bodyAt(version))).toEqual(
      others.map((version) => bodyAt(begun.state, version)),
    );
    expect(scrubber.prepare(() => false)).toBe(true);
    expect(asked.map((version) => scrubber.bodyAt(version))).toEqual(expected);
  });

  it('lays key frames until it is told that it is enough', () => {
    const scrubber = new Scrubber(document.state);
    let frames = 0;
    expect(scrubber.prepare(() => ++frames > 1)).toBe(false);
    expect(scrubber.prepare(() => false)).toBe(true);
  });

  it('follows a log that goes on, and no other', () => {
    const scrubber = new Scrubber(document.state);
    const longer = longLog(300, document);
    expect(scrubber.follow(longer.state)).toBe(true);
    expect([scrubber.version, scrubber.bodyAt(999), scrubber.bodyAt(2)]).toEqual([
      1_000,
      bodyAt(longer.state, 999),
      bodyAt(longer.state, 2),
    ]);
    expect(scrubber.follow(longer.state)).toBe(true);
    expect(scrubber.follow(document.state)).toBe(false);
    expect(scrubber.follow(longLog(1_001).state)).toBe(false);
  });

  it('begins with a document to which nothing has happened', () => {
    const empty = givenFields({ a: keyword });
    const scrubber = new Scrubber(empty.state);
    expect([scrubber.version, scrubber.bodyAt(0), scrubber.nodeAt(0)]).toEqual([0, empty.state.body, null]);
    expect(scrubber.follow(empty.after(...add('b')).state)).toBe(true);
    expect(scrubber.bodyAt(0)).toBe(empty.state.body);
  });

  it('goes back to what a first event has replaced as a whole', () => {
    const replaced = given({ _meta: {} }).after('editor.replaceMappings', { mappings: { properties: { a: keyword } } });
    expect(replaced.events[0]?.patch).toMatchObject([{ op: 'replace', path: '' }]);
    const document = longLog(9, replaced);
    expect([0, 1].map((version) => new Scrubber(document.state).bodyAt(version))).toEqual([
      { _meta: {} },
      { properties: { a: keyword } },
    ]);
  });

  it.each([-1, 701, 1.5, Number.NaN])('has no version %d', (version) => {
    expect(() => new Scrubber(document.state).bodyAt(version)).toThrow(
      new RangeError(`There is no version ${version}: the log has 700`),
    );
  });

  it('leaves every body as it was given', () => {
    const scrubber = new Scrubber(document.state);
    const [early, late] = [scrubber.bodyAt(10), scrubber.bodyAt(600)];
    for (let version = 0; version <= 700; version += 7) scrubber.bodyAt(version);
    expect([early, late]).toEqual([bodyAt(document.state, 10), bodyAt(document.state, 600)]);
  });
});

describe('the difference of two versions', () => {
  const difference = (document: typeof empty, from: number, to: number) =>
    versionDifference(new Scrubber(document.state), from, to).patch;
  const empty = givenFields({ a: keyword, o: { properties: { x: keyword } } });

  it('says a rename as one, with what else changed inside', () => {
    const document = empty
      .after(...edit('/properties/o', { name: 'p' }))
      .after(...edit('/properties/p/properties/x', { name: 'y', set: { index: false } }));
    expect(difference(document, 0, 2)).toEqual([
      { op: 'move', from: '/properties/o', path: '/properties/p' },
      { op: 'move', from: '/properties/p/properties/x', path: '/properties/p/properties/y' },
      { op: 'add', path: '/properties/p/properties/y/index', value: false },
    ]);
    expect(difference(document, 2, 0)).toEqual([
      { op: 'remove', path: '/properties/p/properties/y/index' },
      { op: 'move', from: '/properties/p/properties/y', path: '/properties/p/properties/x' },
      { op: 'move', from: '/properties/p', path: '/properties/o' },
    ]);
  });

  it('says a document that was made, and one that was not there yet, as a whole', () => {
    const body = { properties: { a: keyword } };
    const document = given(undefined).after('document.create', { body });
    expect(difference(document, 0, 1)).toEqual([{ op: 'add', path: '', value: body }]);
    expect(difference(document, 1, 0)).toEqual([{ op: 'remove', path: '' }]);
  });

  it('says no rename of what is gone, or of what has its name again', () => {
    const renamed = empty.after(...edit('/properties/a', { name: 'x' }));
    expect(difference(renamed.after('field.remove', { field: '/properties/x' }), 0, 2)).toEqual([
      { op: 'remove', path: '/properties/a' },
    ]);
    expect(difference(renamed.after(...edit('/properties/x', { name: 'a' })), 0, 2)).toEqual([]);
    const other = renamed.after('field.add', { parent: null, name: 'a', definition: { type: 'ip' } });
    expect(difference(other, 0, 2)).toEqual([
      { op: 'move', from: '/properties/a', path: '/properties/x' },
      { op: 'add', path: '/properties/a', value: { type: 'ip' } },
    ]);
  });

  it('gives the two bodies, and the second with its members in the order of the first', () => {
    const document = empty
      .after('editor.replaceMappings', {
        mappings: { properties: { o: { properties: { x: keyword } }, b: keyword, a: keyword } },
      })
      .after(...add('c'));
    const { before, after } = versionDifference(new Scrubber(document.state), 0, 2);
    expect(before).toEqual(empty.state.body);
    expect(after).toEqual(document.state.body);
    expect(Object.keys((after as { readonly properties: object }).properties)).toEqual(['a', 'o', 'b', 'c']);
  });

  it('is empty where everything was taken back', () => {
    const document = empty.after(...add('b')).after('history.undo', {});
    expect(difference(document, 0, 2)).toEqual([]);
    expect(difference(document, 1, 1)).toEqual([]);
  });

  it('says an exchange of names as what differs', () => {
    const rename = (from: string, name: string) => ({
      type: 'field.edit',
      payload: { field: `/properties/${from}`, name },
    });
    const document = givenFields({ a: keyword, b: { type: 'ip' } }).after('batch', {
      commands: [rename('a', 'between'), rename('b', 'a'), rename('between', 'b')],
    });
    expect(difference(document, 0, 1)).toEqual([
      { op: 'replace', path: '/properties/a/type', value: 'ip' },
      { op: 'replace', path: '/properties/b/type', value: 'keyword' },
    ]);
  });
});
