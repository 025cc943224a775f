import { expect, it } from 'vitest';
import { describeHiddenNames } from './shown-name.ts';

it('says which names of a body have hidden characters, wherever they stand, and how many more', () => {
  expect(describeHiddenNames({ properties: { host: { type: 'ip' } } })).toBeNull();
  expect(describeHiddenNames({ properties: { 'a\u200b': { type: 'ip' } } })).toEqual({
    title: '1 name has hidden characters',
    text: 'It is kept, and shown escaped:\na\\u200b',
  });
  const templates = ['b', 'c', 'd', 'e', 'f'].map((name) => ({ [`${name}\u202e`]: {} }));
  const many = describeHiddenNames({ dynamic_templates: templates });
  expect(many?.title).toBe('5 names have hidden characters');
  expect(many?.text.split('\n').at(-1)).toBe('and 2 more');
});
