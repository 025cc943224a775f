import { expect, it } from 'vitest';
import { givenFields } from '../../../tests/builders/given.ts';
import { applyPatch } from '../json/patch.ts';
import { eventDifference } from './event-difference.ts';

it('leads to the document after the events', () => {
  const before = givenFields({ host: { type: 'keyword' } });
  const { state, events } = before
    .after('field.add', { parent: null, name: 'a', definition: { type: 'ip' } })
    .after('field.remove', { field: '/properties/host' });
  const difference = eventDifference(events);
  expect(difference?.before).toMatchObject({ properties: { host: { type: 'keyword' } } });
  expect(applyPatch(before.state.body, difference?.patch ?? []).body).toEqual(state.body);
});

it('is not told of a field that has the name of its mark, however the events have it', () => {
  const mark = '\u0000';
  const marked = givenFields({ [mark]: { type: 'keyword' }, b: { type: 'ip' } });
  const add = { parent: null, name: 'a', definition: { type: 'ip' } };
  for (const { events } of [
    marked.after('field.add', add).after('field.remove', { field: `/properties/${mark}` }),
    marked.after('field.add', { ...add, name: `${mark}0` }).after('field.add', { ...add, parent: null }),
    marked.after('field.edit', { field: `/properties/${mark}`, name: 'c' }),
    marked.after('field.edit', { field: '/properties/b', name: `${mark}1` }),
    marked.after('editor.replaceMappings', { mappings: { properties: { [mark]: { type: 'ip' } } } }),
  ])
    expect(eventDifference(events)).toBeNull();
});
