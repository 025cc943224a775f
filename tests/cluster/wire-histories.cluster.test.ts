import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { savingServer } from '../builders/saving-server.ts';
import { LIVE_KINDS } from '../builders/wire-histories/live-kinds.ts';
import { liveThrough, worldOf, type World } from '../builders/wire-histories/lived-history.ts';
import { anyHistory } from '../builders/wire-histories/steps.ts';
import { startBadCluster } from '../e2e/bad-cluster.ts';
import { DISTRIBUTIONS } from './distributions.ts';
import './global-setup.ts';

/** How many histories of each kind. */
const HISTORIES = Number(process.env['WIRE_HISTORIES'] ?? 25);
const SEED = Number(process.env['WIRE_SEED'] ?? 20_261_127);
/** A history takes some seconds on an engine that is busy. */
const TIME_MS = 60_000 + HISTORIES * 5_000;

describe.each(DISTRIBUTIONS)('generated histories on a real %s', (distribution) => {
  const engine = inject('engines')[distribution];
  let world: World;

  beforeAll(async () => {
    if ('missing' in engine) return;
    const cluster = await startBadCluster(engine.url);
    world = await worldOf(cluster, await savingServer('--cluster', cluster.url), engine.target);
  });
  afterAll(() => ('missing' in engine ? undefined : world.server.close()));

  it.for(LIVE_KINDS)('say of %s what was on the wire', { timeout: TIME_MS }, async ([, kind], context) => {
    if ('missing' in engine) return context.skip(engine.missing);
    const lived = fc.asyncProperty(anyHistory, async (history) => {
      expect((await liveThrough(kind, history, world)).found).toEqual([]);
    });
    await fc.assert(lived, { seed: SEED, numRuns: HISTORIES });
    expect(world.server.failures).toEqual([]);
  });
});
