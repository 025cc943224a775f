import { expect, it } from 'vitest';
import { chooseMissing } from './missing-choice.ts';

const missing = ['a', 'a.b', 'a.b.c', 'ab'].map((path) => ({ path: path.split('.') }));
const at = (path: string) => ({ path: path.split('.') });

it('leaves out an object with all that it holds, and chooses a field with the objects around it', () => {
  const left = chooseMissing(missing, new Set(), at('a'), false);
  expect([...left]).toEqual(['a', 'a.b', 'a.b.c']);
  expect([...chooseMissing(missing, left, at('a.b'), true)]).toEqual(['a.b.c']);
  expect([...left]).toHaveLength(3);
});
