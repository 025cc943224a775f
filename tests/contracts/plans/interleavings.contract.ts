import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInterleaving, type Interleaved } from './interleavings.ts';
import type { PlanCluster } from './plans.contract.ts';

export interface InterleavingsOptions {
  readonly cases: number;
  readonly seed: number;
  readonly timeoutMs?: number;
}

/** Plans, kills and a second actor in random order: no document is lost but in the stated gap, and no plan is done with something else than was approved. */
export function describeInterleavings(
  name: string,
  open: () => Promise<PlanCluster | { readonly missing: string }>,
  { cases, seed, timeoutMs = 60_000 }: InterleavingsOptions,
): void {
  describe(`${name}: interleavings of plans`, { timeout: timeoutMs }, () => {
    let opened: PlanCluster | { readonly missing: string };
    beforeAll(async () => {
      opened = await open();
    }, timeoutMs);
    afterAll(async () => {
      if (!('missing' in opened)) await opened.destroy();
    });

    it(`loses nothing and is never wrongly done, in ${cases} cases from seed ${seed}`, async (context) => {
      if ('missing' in opened) return context.skip(opened.missing);
      const outcomes: Interleaved[] = [];
      for (let at = 0; at < cases; at++) outcomes.push(await runInterleaving(opened.gateway, seed + at));
      // oxlint-disable-next-line no-console -- it is for whoever reads the run
      console.info(`${name}: ${accountOf(outcomes)}`);
      expect(outcomes.filter(({ faults }) => faults.length > 0)).toEqual([]);
      // A plan that nobody disturbs is carried out, whatever was killed.
      const undisturbed = outcomes.filter(({ deeds, state }) => deeds.length === 0 && state !== 'refused');
      expect(undisturbed.filter(({ state }) => !state.startsWith('done'))).toEqual([]);
      // Cases in which nothing happens prove nothing; what an engine refuses at once is none.
      const tried = outcomes.filter(({ state }) => state !== 'refused');
      expect(tried.filter(({ deeds }) => deeds.length > 0).length).toBeGreaterThan(tried.length / 4);
      expect(outcomes.filter(({ state }) => state.startsWith('done')).length).toBeGreaterThan(0);
    });
  });
}

function accountOf(outcomes: readonly Interleaved[]): string {
  const counts = new Map<string, number>();
  const count = (what: string, by = 1) => counts.set(what, (counts.get(what) ?? 0) + by);
  const gaps: number[] = [];
  for (const { story, state, wasKilled, lostInGap, gapMs, deeds } of outcomes) {
    count(`story ${story}`);
    count(`state ${state}`);
    if (wasKilled) count('with a kill');
    count('deeds', deeds.length);
    count('lost in the gap', lostInGap);
    if (gapMs !== undefined) gaps.push(gapMs);
  }
  gaps.sort((a, b) => a - b);
  const [middle, most] = [gaps[Math.floor(gaps.length / 2)], gaps.at(-1)];
  const gap =
    middle === undefined ? 'no gap measured' : `gap of ${gaps.length} swaps: median ${middle} ms, at most ${most} ms`;
  return `${outcomes.length} interleavings. ${[...counts].map(([what, number]) => `${what}: ${number}`).join('; ')}; ${gap}`;
}
