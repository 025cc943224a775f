import { expect, it } from 'vitest';
import { engineAsker } from '../cluster/walk.ts';
import { startBadCluster } from './bad-cluster.ts';
import { compareWithWire } from './wire/compare-with-wire.ts';

it('the history says of two people what went over the wire, and nothing else', async () => {
  const { url } = await startBadCluster();
  expect(await compareWithWire(url, engineAsker(url), { hasPlans: true })).toEqual([]);
});
