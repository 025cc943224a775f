import { expect, it } from 'vitest';
import { given } from '../../../../tests/builders/given.ts';
import { openState } from '#domain/document';
import { changedFields } from './changed-fields.ts';

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
  // What was let go is worked out again.
  const once = changedFields(earlier, 1, '');
  expect(changedFields(earlier, 1, '')).toEqual(once);
});
