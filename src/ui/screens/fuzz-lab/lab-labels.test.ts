import { expect, it } from 'vitest';
import { TARGETS } from '../../../fuzz/targets/list.ts';
import { coverageTitle } from './lab-labels.ts';

it('has a heading for everything that a target without a cluster counts', async () => {
  const offline = await Promise.all(TARGETS.filter(({ needsCluster }) => !needsCluster).map(({ open }) => open(null)));
  const kinds = new Set(offline.flatMap(({ coverage }) => Object.keys(coverage)));
  expect(kinds.size).toBeGreaterThan(5);
  expect([...kinds].filter((kind) => coverageTitle(kind) === kind)).toEqual([]);
});
