import { afterAll, expect, it } from 'vitest';
import { randomFrom } from '../../src/fuzz/generate/random.ts';
import { freshFolder } from '../e2e/servers.ts';
import { killAll } from './browser.ts';
import { killInTurn } from './trail-browser/kill-in-turn.ts';

const SEED = Number(process.env['CRASH_SEED'] ?? 20_261_121);
/** Of the browser, of the server and of both, in turn. */
const KILLS = Number(process.env['CRASH_TRAIL_KILLS'] ?? 24);

afterAll(killAll);

it(`each change that the header called saved is recorded once, with browser and server killed ${KILLS} times`, async () => {
  const { kills, acknowledged, recorded, faults } = await killInTurn(KILLS, await freshFolder(), randomFrom(SEED));
  // oxlint-disable-next-line no-console -- the seed of a run has to be seen, to repeat it
  console.info(
    `crash: ${kills} kills of browser and server, CRASH_SEED=${SEED}, ${acknowledged} changes said to be saved, ${recorded} events recorded`,
  );
  expect(faults).toEqual([]);
  expect(acknowledged).toBeGreaterThanOrEqual(KILLS);
  // Its creation is one of them.
  expect(recorded).toBeGreaterThan(acknowledged);
});
