import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyHistory } from '../tests/builders/wire-histories/steps.ts';
import { liveThrough, worldOf, type World } from '../tests/builders/wire-histories/lived-history.ts';
import { LIVE_KINDS } from '../tests/builders/wire-histories/live-kinds.ts';
import { startBadCluster } from '../tests/e2e/bad-cluster.ts';
import { savingServer } from '../tests/builders/saving-server.ts';
import { checkAsyncLaw, expectMoreThan } from './law.ts';

/** Thousands of histories take a while, each of them dozens of requests. */
const LONG_MS = 1_800_000;
/** How often each is met in 200 histories of an index, and in 100 of a template: 1,000 runs of other laws. */
const MET_OF_INDEX = {
  reached: 300,
  readBack: 150,
  superseded: 150,
  created: 60,
  unsure: 9,
  cut: 15,
  add: 25,
  edit: 20,
};
const MET_OF_TEMPLATE = { reached: 150, readBack: 70, superseded: 50, created: 30, moved: 12 };

const cluster = await startBadCluster();
let world: World;

beforeAll(async () => {
  world = await worldOf(cluster, await savingServer('--cluster', cluster.url));
});
afterAll(() => world.server.close());

describe('the history of', () => {
  it.each(LIVE_KINDS)(
    '%s says of each change what was on the wire, and nothing else',
    { timeout: LONG_MS },
    async (_, kind) => {
      const met = new Map<string, number>();
      await checkAsyncLaw(
        `what reached ${kind.title} is what was on the wire`,
        anyHistory,
        async (history) => {
          const lived = await liveThrough(kind, history, world);
          for (const what of lived.met) met.set(what, (met.get(what) ?? 0) + 1);
          expect(lived.found).toEqual([]);
        },
        { times: kind.isWhole ? 0.1 : 0.2 },
      );
      for (const [what, least] of Object.entries(kind.isWhole ? MET_OF_TEMPLATE : MET_OF_INDEX))
        expectMoreThan(least, met.get(what) ?? 0, what);
      expect(world.server.failures).toEqual([]);
    },
  );
});
