import { describe, expect, it } from 'vitest';
import { PATHS } from '../../platform/route-table.ts';
import { screenTitle } from './screen-titles.ts';

describe('screenTitle', () => {
  it('has a title for every route, without parameters', () => {
    const titles = Object.values(PATHS).map((path) => screenTitle(path.slice(1)));
    expect(titles.filter((title) => !/^[A-Z][A-Za-z ]+$/.test(title))).toEqual([]);
    expect(new Set(titles).size).toBe(titles.length);
    expect(screenTitle('drafts/$draftId')).toBe('Draft');
  });

  it('returns unknown ids of other applications unchanged', () => expect(screenTitle('discover')).toBe('discover'));
});
