import { isValid } from 'ulid';
import { expect, it } from 'vitest';
import { ulidSource } from './platform.ts';

it('gives ULIDs of which each is greater than the one before', () => {
  const ids = ulidSource();
  const made = Array.from({ length: 1_000 }, () => ids.next());
  expect(made.every(isValid)).toBe(true);
  expect(made).toEqual([...new Set(made)].sort());
});
