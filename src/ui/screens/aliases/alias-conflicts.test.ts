import { expect, it } from 'vitest';
import { aliasConflicts } from './alias-conflicts.ts';

const LISTED = [
  { alias: 'logs', index: 'a', is_write_index: true },
  { alias: 'logs', index: 'b' },
  { alias: 'secret', index: 'a', is_hidden: true },
];

it('names what engines refuse of an alias for its other indices', () => {
  expect(aliasConflicts({ alias: 'logs', index: 'c', is_write_index: true }, LISTED)).toEqual({
    isWriteIndex: 'a is the write index already. Turn that off first.',
  });
  expect(aliasConflicts({ alias: 'logs', index: 'c', is_hidden: true }, LISTED)).toEqual({
    isHidden: 'The alias is not hidden on a and 1 more. It must be the same on all of its indices.',
  });
  expect(aliasConflicts({ alias: 'secret', index: 'c' }, LISTED)).toEqual({
    isHidden: 'The alias is hidden on a. It must be the same on all of its indices.',
  });
});

it('finds nothing in what they take, nor in the alias itself', () => {
  for (const added of [
    { alias: 'logs', index: 'c' },
    { alias: 'logs', index: 'c', is_write_index: false, is_hidden: false },
    { alias: 'logs', index: 'a', is_write_index: true },
    { alias: 'secret', index: 'c', is_hidden: true },
    { alias: 'secret', index: 'a' },
    { alias: 'other', index: 'a', is_write_index: true, is_hidden: true },
  ])
    expect(aliasConflicts(added, LISTED)).toEqual({});
});
