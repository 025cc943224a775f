import { describe, expect, it } from 'vitest';
import { given, givenFields, type Given } from '../../../tests/builders/given.ts';
import { ADA, BOB, EVE } from '../../fuzz/generate/stamps.ts';
import { searchEntries } from '../mapping/search-entries.ts';
import { stepsOf } from './history-fold.ts';
import { bodyAt } from '../history/time-travel.ts';

const UNDO = ['history.undo', {}] as const;
const REDO = ['history.redo', {}] as const;
const add = (name: string) => ['field.add', { parent: null, name, definition: { type: 'keyword' } }] as const;

/** What an author can undo and redo, the next step first. */
function stacks({ state }: Given, { id } = ADA) {
  const list = (first: ReturnType<typeof stepsOf>['undo']) => {
    const summaries: string[] = [];
    for (let step = first; step !== null; step = step.below)
      summaries.push(step.summary.replace(/Add | \(keyword\)/g, ''));
    return summaries.join(' ');
  };
  const { undo, redo } = stepsOf(state.history, id);
  return { undo: list(undo), redo: list(redo) };
}

describe('the steps of an author', () => {
  const document = givenFields({})
    .after(...add('a'), ADA)
    .after(...add('b'), BOB)
    .after(...add('c'), ADA);

  it('are his own edits, the last one first', () => {
    expect(stacks(document, ADA)).toEqual({ undo: 'c a', redo: '' });
    expect(stacks(document, BOB)).toEqual({ undo: 'b', redo: '' });
    expect(stacks(document, EVE)).toEqual({ undo: '', redo: '' });
  });

  it('go over to the other side when they are taken, and leave the others alone', () => {
    const undone = document.after(...UNDO, ADA).after(...UNDO, ADA);
    expect(stacks(undone, ADA)).toEqual({ undo: '', redo: 'a c' });
    expect(stacks(undone, BOB)).toEqual({ undo: 'b', redo: '' });
    expect(stacks(undone.after(...REDO, ADA), ADA)).toEqual({ undo: 'a', redo: 'c' });
  });

  it('are of the person, not of the name', () => {
    const namesake = { ...ADA, id: 'ada@phone' };
    expect(stacks(document, namesake)).toEqual({ undo: '', redo: '' });
    expect(document.when(...UNDO, namesake).rejected).toBe('history.nothing_to_undo');
  });

  it('do not begin before the document: its creation is no step', () => {
    const created = given(undefined).after('document.create', { body: {} });
    expect(created.state.history.version).toBe(1);
    expect(stacks(created)).toEqual({ undo: '', redo: '' });
    expect(created.when(...UNDO).rejected).toBe('history.nothing_to_undo');
  });

  it('know the oldest version with the same body, whoever undid what was done since', () => {
    const sameAs = ({ state }: Given) => state.history.tip?.sameAs;
    expect(sameAs(document)).toBe(3);
    const undone = document.after(...UNDO, ADA);
    expect(sameAs(undone)).toBe(2);
    expect(sameAs(undone.after(...UNDO, BOB))).toBe(1);
    expect(sameAs(undone.after(...UNDO, BOB).after(...REDO, BOB))).toBe(2);
    expect(sameAs(undone.after(...UNDO, BOB).after(...UNDO, ADA))).toBe(0);
    // Bob's field is still there: the body is none of before.
    expect(sameAs(undone.after(...UNDO, ADA))).toBe(5);
    const { version, tip } = document.after(...UNDO, ADA).state.history;
    expect({ version, body: bodyAt(document.state, 2) }).toEqual({ version: 4, body: undone.state.body });
    expect(tip?.version).toBe(4);
  });

  it('count every event as a version, undone or not', () => {
    expect(document.after(...UNDO, ADA).after(...REDO, ADA).state.history.version).toBe(5);
  });
});

describe('branches', () => {
  const document = givenFields({})
    .after(...add('a'))
    .after(...add('b'))
    .after(...add('c'));
  const namesAt = ({ state }: Given, version: number) =>
    searchEntries(bodyAt(state, version), '').map(({ name }) => name);
  const branchesOf = ({ state }: Given) => state.history.branches.map(({ authorId: _, ...branch }) => branch);

  it('are none while what was undone can be done again', () => {
    expect(
      branchesOf(
        document
          .after(...UNDO)
          .after(...UNDO)
          .after(...REDO),
      ),
    ).toEqual([]);
  });

  it('hold what a new edit passed over, and where it can be found whole', () => {
    const left = document
      .after(...UNDO)
      .after(...UNDO)
      .after(...add('d'));
    expect(branchesOf(left)).toEqual([
      { summaries: ['Add b (keyword)', 'Add c (keyword)'], forkVersion: 5, tipVersion: 3 },
    ]);
    expect(namesAt(left, 3)).toEqual(['a', 'b', 'c']);
    expect(stacks(left)).toEqual({ undo: 'd a', redo: '' });
  });

  it('hold only what was not done again before', () => {
    const left = document
      .after(...UNDO)
      .after(...UNDO)
      .after(...REDO)
      .after(...add('d'));
    expect(branchesOf(left)).toEqual([{ summaries: ['Add c (keyword)'], forkVersion: 6, tipVersion: 3 }]);
  });

  it('that were undone and done several times end at the last time', () => {
    const left = document
      .after(...UNDO)
      .after(...REDO)
      .after(...UNDO)
      .after(...add('d'));
    expect(branchesOf(left)).toEqual([{ summaries: ['Add c (keyword)'], forkVersion: 6, tipVersion: 5 }]);
    expect(namesAt(left, 5)).toEqual(['a', 'b', 'c']);
  });

  it('can leave one another, and none is lost', () => {
    const left = document
      .after(...UNDO)
      .after(...add('d'))
      .after(...UNDO)
      .after(...add('e'));
    expect(branchesOf(left).map(({ summaries, tipVersion }) => [...summaries, tipVersion])).toEqual([
      ['Add c (keyword)', 3],
      ['Add d (keyword)', 5],
    ]);
    expect(branchesOf(left.after('history.restore', { version: 5 }))).toHaveLength(2);
  });

  it('belong to their author, with what others did in between', () => {
    const left = givenFields({})
      .after(...add('a'), ADA)
      .after(...add('b'), BOB)
      .after(...UNDO, ADA)
      .after(...add('c'), BOB)
      .after(...add('d'), ADA);
    expect(left.state.history.branches).toEqual([
      { authorId: ADA.id, summaries: ['Add a (keyword)'], forkVersion: 4, tipVersion: 2 },
    ]);
    expect(namesAt(left, 2)).toEqual(['a', 'b']);
    expect(stacks(left, BOB)).toEqual({ undo: 'c b', redo: '' });
  });
});
