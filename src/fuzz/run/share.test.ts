import { expect, it } from 'vitest';
import { TARGETS } from '../targets/list.ts';
import { runShare } from './share.ts';

it.each(TARGETS.filter(({ needsCluster }) => !needsCluster).map(({ name }) => name))(
  'reports the first case of %s at once, and each case one time',
  async (target) => {
    const reported: number[] = [];
    const share = { target, corpus: [], seed: 1, from: 0, worker: 0, workers: 1, runs: 4 };
    await runShare(share, null, ({ cases }) => reported.push(cases) > 0);
    expect(reported[0]).toBe(1);
    expect(reported.reduce((sum, cases) => sum + cases, 0)).toBe(share.runs);
  },
);
