import { expect, it } from 'vitest';
import { describeRetention } from './server-labels.ts';

it('says how long actions are kept, and what the last run erased', () => {
  expect(describeRetention({ actionDays: null, lastRun: null })).toMatch(/^Everything is kept\./);
  const rule = 'Actions on clusters are erased after 90 days; everything else is kept.';
  expect(describeRetention({ actionDays: 90, lastRun: null })).toBe(rule);
  const at = '2026-11-22T10:00:00.000Z';
  expect(describeRetention({ actionDays: 90, lastRun: { at, actions: 0 } })).toMatch(/nothing was old enough\.$/);
  expect(describeRetention({ actionDays: 1, lastRun: { at, actions: 1_200 } })).toMatch(
    /^Actions on clusters are erased after 1 day; .*: 1,200 actions erased\.$/,
  );
});
