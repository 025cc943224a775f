import { describe, expect, it } from 'vitest';
import { wordMatcher } from './match-words.ts';

describe('wordMatcher', () => {
  it.each([
    ['Go to index templates', 'index'],
    ['Go to index templates', 'templates index'],
    ['Go to index templates', '  INDEX   temp '],
    ['Go to index templates', 'tmpl idx'],
    ['logs-2026.11', '2026'],
    ['Über uns', 'über'],
    ['anything', ''],
  ])('finds %j by %j', (text, typed) => expect(wordMatcher(typed)(text)).not.toBeNull());

  it.each([
    ['Go to index templates', 'drafts'],
    ['Go to index templates', 'index drafts'],
    ['Go to drafts', 'ds'],
    ['Export log', 'tlog'],
  ])('does not find %j by %j', (text, typed) => expect(wordMatcher(typed)(text)).toBeNull());

  it('ranks what begins with the text first, then a word that does, then the rest', () => {
    const rank = wordMatcher('draft');
    expect(['Draft', 'New draft', 'Export redrafts', 'Go to drawn fleet'].map(rank)).toEqual([0, 1, 2, null]);
    expect(wordMatcher('drft')('New draft')).toBe(3);
  });
});
