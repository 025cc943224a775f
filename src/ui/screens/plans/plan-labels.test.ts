import { expect, it } from 'vitest';
import { rateWords, unsetWords } from './plan-labels.ts';

it('says settings with their values', () => {
  expect(unsetWords({ 'index.number_of_replicas': '2', 'index.refresh_interval': null })).toBe(
    'index.number_of_replicas (2), index.refresh_interval (default)',
  );
});

it.each([
  [{ done: 10, total: 100 }, []],
  [{ done: 10, total: 100, perSecond: 0 }, []],
  [{ done: 100, total: 100, perSecond: 50 }, ['50 per second']],
  [{ done: 0, total: 100, perSecond: 0.25 }, ['0.3 per second', 'about 7 min left']],
  [{ done: 10, total: 100, perSecond: 9 }, ['9 per second', 'about 10 s left']],
  [{ done: 0, total: 1_000_000, perSecond: 1_234.5 }, ['1,235 per second', 'about 14 min left']],
  [{ done: 0, total: 2_000_000_000, perSecond: 20_000 }, ['20,000 per second', 'about 28 h left']],
  [{ done: 0, total: 2_000_000_000, perSecond: 2_000 }, ['2,000 per second', 'about 12 days left']],
])('says how fast %j is, and when it ends', (progress, words) => {
  expect(rateWords(progress)).toEqual(words);
});
