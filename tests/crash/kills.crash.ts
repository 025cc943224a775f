import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomFrom } from '../../src/fuzz/generate/random.ts';
import { killAll } from './browser.ts';
import { killAgainAndAgain } from './profile.ts';
import { serveSite, type Site } from './site.ts';

/** `CRASH_SEED=42 npm test -- crash` works on and kills at other moments; what is under way then differs with every run. */
const SEED = Number(process.env['CRASH_SEED'] ?? 20_261_121);
const KILLS = Number(process.env['CRASH_STORE_KILLS'] ?? 210);
/** Browsers at a time, each on a profile of its own. */
const PROFILES = 3;
const LEAST_ACCEPTED = 0.5;

describe('the store, in a browser that is killed with two tabs at work', () => {
  let site: Site;
  beforeAll(async () => {
    site = await serveSite();
  });
  afterAll(async () => {
    await killAll();
    site.close();
  });

  it(`has kept what it said is saved, once and unharmed, ${KILLS} times`, async () => {
    say(`crash: ${KILLS} kills, CRASH_SEED=${SEED}`);
    const outcomes = await Promise.all(
      Array.from({ length: PROFILES }, (_, profile) =>
        killAgainAndAgain(site.address, randomFrom(SEED + profile), Math.ceil(KILLS / PROFILES)),
      ),
    );
    const sum = (key: 'kills' | 'early' | 'torn' | 'acknowledged' | 'found' | 'given' | 'accepted' | 'parked') =>
      outcomes.reduce((total, outcome) => total + outcome[key], 0);
    const faults = outcomes.flatMap((outcome) => outcome.faults);
    const count = (kind: string) => faults.filter((fault) => fault.kind === kind).length;
    say(
      `crash: ${sum('kills')} kills (${sum('early')} before both tabs were at work), ${sum('acknowledged')} events acknowledged, ${sum('found')} found`,
    );
    say(`crash: ${count('lost')} lost, ${count('doubled')} doubled, ${count('corrupt')} corrupt`);
    say(`crash: ${sum('torn')} kills tore a log of Chromium's own in the middle of a record (leveldb-tail.ts)`);
    const visits = outcomes.reduce(
      (total, { visits: { later, remembered } }) => ({
        later: total.later + later,
        remembered: total.remembered + remembered,
      }),
      { later: 0, remembered: 0 },
    );
    say(`crash: outside of the database it was remembered at ${visits.remembered} of ${visits.later} openings`);
    const share = sum('accepted') / sum('given');
    say(`crash: ${sum('given')} commands, ${Math.round(share * 100)} % accepted, ${sum('parked')} set aside`);
    for (const { examine } of outcomes) if (examine !== null) say(`crash: to be examined: ${JSON.stringify(examine)}`);
    // The first few tell as much as all of them.
    expect(faults.slice(0, 10)).toEqual([]);
    expect(sum('kills')).toBeGreaterThanOrEqual(KILLS);
    expect(sum('found')).toBeGreaterThanOrEqual(sum('acknowledged'));
    // How many depends on what else the machine does; with none, nothing could have been lost.
    expect(sum('acknowledged'), 'events acknowledged').toBeGreaterThan(KILLS);
    expect(share, 'the share of accepted commands').toBeGreaterThanOrEqual(LEAST_ACCEPTED);
  });
});

function say(text: string): void {
  // oxlint-disable-next-line no-console -- the seed of a run has to be seen, to repeat it
  console.info(text);
}
