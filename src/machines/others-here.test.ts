import { expect, it } from 'vitest';
import { withChanges } from './others-here.ts';

const person = (author: string, field: string | null = null) => ({ author, name: author, verified: false, field });
const at = (stream: string, ...authors: readonly string[]) => authors.map((author) => ({ ...person(author), stream }));

it('takes in who came, who opened something else and who left, at one document alone', () => {
  const before = [...at('draft/a', 'ada', 'bob', 'eve'), ...at('draft/b', 'bob')];
  const change = { stream: 'draft/a', isWhole: false, here: [person('bob', '/a'), person('dan')], left: ['eve'] };
  expect(withChanges(before, [change])).toEqual([
    ...at('draft/a', 'ada'),
    ...at('draft/b', 'bob'),
    { ...person('bob', '/a'), stream: 'draft/a' },
    ...at('draft/a', 'dan'),
  ]);
});

it('forgets whom it knew where it is told all who are there', () => {
  const before = [...at('draft/a', 'ada', 'bob'), ...at('draft/b', 'bob')];
  const change = { stream: 'draft/a', isWhole: true, here: [person('eve')], left: [] };
  expect(withChanges(before, [change])).toEqual([...at('draft/b', 'bob'), ...at('draft/a', 'eve')]);
});

it('is the very same where nothing is new', () => {
  const before = at('draft/a', 'ada');
  expect(withChanges(before, undefined)).toBe(before);
});
