import { expect, it } from 'vitest';
import { given } from '../../../../tests/builders/given.ts';
import { openState } from '#domain/document';
import { changedFields, notOnCluster } from './changed-fields.ts';

/** The fields that are marked after each of these commands on two fields, a and b. */
function markedAfter(...commands: readonly (readonly [string, object])[]): readonly (readonly string[])[] {
  let document = given(undefined).after('document.create', {
    body: { properties: { a: { type: 'keyword' }, b: { type: 'keyword' } } },
  });
  return commands.map(([type, payload]) => {
    document = document.after(type, payload);
    return [...changedFields(document.state.history, 1, '').keys()].sort();
  });
}

const HIDE_A = ['field.edit', { field: '/properties/a', set: { index: false } }] as const;
const RENAME_A = ['field.edit', { field: '/properties/a', name: 'z' }] as const;
const REMOVE_A = ['field.remove', { field: '/properties/a' }] as const;
const UNDO = ['history.undo', {}] as const;
const REDO = ['history.redo', {}] as const;

it.each([
  ['a removal', [REMOVE_A, UNDO], [[], []]],
  ['a removal that is done again', [REMOVE_A, UNDO, REDO, UNDO], [[], [], [], []]],
  ['an edit', [HIDE_A, UNDO, REDO, UNDO], [['/properties/a'], [], ['/properties/a'], []]],
  [
    'the removal of a field that was changed',
    [HIDE_A, REMOVE_A, UNDO, UNDO],
    [['/properties/a'], [], ['/properties/a'], []],
  ],
  ['a rename', [RENAME_A, UNDO], [['/properties/z'], []]],
])('marks nothing for %s that was undone', (_, commands, marked) => {
  expect(markedAfter(...commands)).toEqual(marked);
});

it('marks of a live mapping only what the cluster does not have', () => {
  const mappings = { properties: { a: { type: 'keyword', index: false }, o: { dynamic: false, properties: {} } } };
  const cluster = {
    properties: { a: { type: 'keyword' }, o: { dynamic: false, properties: { x: { type: 'ip' } } } },
  };
  const changes = new Map(['a', 'o', 'n'].map((name) => [`/mappings/properties/${name}`, 'Changed']));
  const marked = notOnCluster(changes, { body: { mappings, cluster }, mappingsAt: '/mappings' });
  expect([...marked.keys()]).toEqual(['/mappings/properties/a', '/mappings/properties/n']);
});

it('says the same when it is asked after each event and when it is asked once', () => {
  const steps = [
    given(undefined).after('document.create', {
      body: { properties: { a: { type: 'keyword' }, b: { type: 'keyword' } } },
    }),
  ];
  const next = (type: string, payload: object) =>
    steps.push((steps.at(-1) as (typeof steps)[number]).after(type, payload));
  next('field.add', { parent: null, name: 'c', definition: { type: 'ip' } });
  next('field.edit', { field: '/properties/a', set: { index: false } });
  next('field.edit', { field: '/properties/c', name: 'd' });
  next('history.undo', {});
  next('field.edit', { field: '/properties/c', set: { index: false } });
  for (const { events, state } of steps) {
    const asked = changedFields(state.history, 1, '');
    const fresh = openState(
      { body: undefined },
      events.map((event) => ({ ...event })),
    );
    expect(asked).toEqual(changedFields(fresh.history, 1, ''));
    expect(changedFields(state.history, 1, '')).toEqual(asked);
  }
  const last = steps.at(-1)?.state.history;
  const earlier = steps.at(-3)?.state.history;
  if (last === undefined || earlier === undefined) throw new Error('There are no steps.');
  expect([...changedFields(last, 1, '').keys()].sort()).toEqual(['/properties/a', '/properties/c']);
  // The marks of the earlier version were discarded; they are computed again.
  const once = changedFields(earlier, 1, '');
  expect(changedFields(earlier, 1, '')).toEqual(once);
});
