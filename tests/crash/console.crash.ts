import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomFrom } from '../../src/fuzz/generate/random.ts';
import { type RunningServer, screenAddress, startServer } from '../e2e/servers.ts';
import { killAll } from './browser.ts';
import { killConsoleAgainAndAgain } from './console/console-profile.ts';
import { KEPT_AFTER_MS } from './console/typed-ledger.ts';
import { killTypistAgainAndAgain } from './console/typist-profile.ts';

/** `CRASH_SEED=42` works on and kills at other moments; what is under way then differs with every run. */
const SEED = Number(process.env['CRASH_SEED'] ?? 20_261_121);
/** In all slices together. */
const KILLS = Number(process.env['CRASH_KILLS'] ?? 24);
/** `CRASH_SLICE=2/5` does the second fifth of the kills, on profiles and with a seed of its own. */
const [SLICE = 1, SLICES = 1] = (process.env['CRASH_SLICE'] ?? '1/1').split('/').map(Number);
/** Browsers at a time, each on a profile of its own. */
const PROFILES = Number(process.env['CRASH_PROFILES'] ?? 2);
/** An index of the sandbox, whose settings are typed in. */
const INDEX = 'sandbox-products';

describe('the console, in a browser that is killed with two tabs at work', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(async () => {
    await killAll();
    await server.stop();
  });

  it(`has kept what its header said is saved, ${KILLS} times`, async () => {
    const ours = killsOfSlice();
    say(`crash: ${ours} kills of the console, slice ${SLICE}/${SLICES} of ${KILLS}, CRASH_SEED=${SEED}`);
    const onKill = progress();
    const outcomes = await Promise.all(
      Array.from({ length: PROFILES }, (_, profile) =>
        killConsoleAgainAndAgain(
          screenAddress(server, ''),
          randomFrom(SEED + 1_000 * SLICE + profile),
          Math.ceil(ours / PROFILES),
          onKill,
        ),
      ),
    );
    const sum = (key: 'kills' | 'early' | 'worked' | 'acknowledged' | 'found' | 'pages') =>
      outcomes.reduce((total, outcome) => total + outcome[key], 0);
    const [given, done] = [
      outcomes.reduce((total, outcome) => total + outcome.done.given, 0),
      outcomes.reduce((total, outcome) => total + outcome.done.done, 0),
    ];
    const faults = outcomes.flatMap((outcome) => outcome.faults);
    say(
      `crash: ${sum('kills')} kills of the console (${sum('early')} before both tabs were at work), ${sum('acknowledged')} changes acknowledged, ${sum('found')} events found`,
    );
    say(
      `crash: ${sum('pages')} pages compacted, ${given} actions on the screen, ${Math.round((done / given) * 100)} % done, ${faults.length} faults`,
    );
    for (const { examine } of outcomes) if (examine !== null) say(`crash: to be examined: ${JSON.stringify(examine)}`);
    expect(faults.slice(0, 10)).toEqual([]);
    expect(sum('kills')).toBeGreaterThanOrEqual(ours);
    // How many there are depends on what else the machine does; with none, nothing could have been lost.
    expect(sum('worked'), 'kills after a change').toBeGreaterThan(0);
    expect(sum('pages'), 'pages compacted').toBeGreaterThan(0);
    expect(done, 'actions that were done').toBeGreaterThan(0);
  });

  it(`has in its form what was typed ${KEPT_AFTER_MS} ms before and not applied, ${KILLS} times`, async () => {
    const ours = killsOfSlice();
    say(`crash: ${ours} kills while somebody types, slice ${SLICE}/${SLICES} of ${KILLS}, CRASH_SEED=${SEED}`);
    const onKill = progress();
    // One browser at a time: what is looked at is how long something takes.
    const { kills, early, letters, checked, lostMs, faults, examine } = await killTypistAgainAndAgain(
      screenAddress(server, ''),
      INDEX,
      randomFrom(SEED + 1_000 * SLICE + 500),
      ours,
      onKill,
    );
    say(
      `crash: ${kills} kills while somebody types (${early} before the first letter), ${letters} letters typed, ${checked} texts compared, ${faults.length} faults`,
    );
    say(
      `crash: ${lostMs.length} texts lacked the last letters, the first of which was typed ${Math.max(0, ...lostMs)} ms before the kill at most`,
    );
    if (examine !== null) say(`crash: to be examined: ${examine}`);
    expect(faults.slice(0, 10)).toEqual([]);
    expect(kills).toBeGreaterThanOrEqual(ours);
    // How many of them were typed early enough to be there again depends on what else the machine does.
    expect(checked, 'texts compared').toBeGreaterThan(0);
  });
});

/** How many kills this slice has to do. */
function killsOfSlice(): number {
  return Math.floor((KILLS * SLICE) / SLICES) - Math.floor((KILLS * (SLICE - 1)) / SLICES);
}

/** Counts kills, and says from time to time how many there were. */
function progress(): () => void {
  const startedAt = performance.now();
  let killed = 0;
  return () => {
    if (++killed % 20 === 0)
      say(`crash: ${killed} kills after ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  };
}

function say(text: string): void {
  // oxlint-disable-next-line no-console -- the seed of a run has to be seen, to repeat it
  console.info(text);
}
