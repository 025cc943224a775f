import { expect, it } from 'vitest';
import { randomFrom } from '../../src/fuzz/generate/random.ts';
import { killAppender } from './server-store/kill-appender.ts';
import { killServer } from './trail-server/kill-server.ts';

const SEED = Number(process.env['CRASH_SEED'] ?? 20_261_121);
const TRAIL_KILLS = Number(process.env['CRASH_TRAIL_KILLS'] ?? 12);
const KILLS = Number(process.env['CRASH_SERVER_KILLS'] ?? 30);

it(`a server that is killed has kept what its event store acknowledged, ${KILLS} times`, async () => {
  const { acknowledged, found, lost } = await killAppender(KILLS, randomFrom(SEED));
  // oxlint-disable-next-line no-console -- the seed of a run has to be seen, to repeat it
  console.info(
    `crash: ${KILLS} kills of the server's store, CRASH_SEED=${SEED}, ${acknowledged} events acknowledged, ${found} found`,
  );
  expect(lost).toEqual([]);
  expect(found).toBeGreaterThan(KILLS);
  expect(found).toBeGreaterThanOrEqual(acknowledged);
});

it(`a server that is killed while clients append to its trail has every acknowledged event once, ${TRAIL_KILLS} times`, async () => {
  const { acknowledged, found, repeated, faults } = await killServer(TRAIL_KILLS, randomFrom(SEED));
  // oxlint-disable-next-line no-console -- as above
  console.info(
    `crash: ${TRAIL_KILLS} kills of the server, CRASH_SEED=${SEED}, ${acknowledged} events acknowledged, ${found} found, ${repeated} sent again`,
  );
  expect(faults).toEqual([]);
  expect(found).toBeGreaterThan(TRAIL_KILLS);
  expect(repeated).toBeGreaterThan(0);
});
