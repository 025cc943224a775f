import type { Page } from 'playwright';
import { onBenchPage } from './bench-page.ts';
import { median } from './measure.ts';
import { report, type Figure } from './report.ts';
import type { STORAGE_BENCH, StorageRound } from './storage/main.ts';

/** At least 0.9 of the speed of a raw transaction. */
const COMMAND_BUDGET = 1 / 0.9;
const COMMAND_MISSED = 'docs/decisions/0008';
const OPENING_BUDGET = 2;
const COLD_BUDGET = 0.7;

interface BenchWindow {
  readonly STORAGE_BENCH: typeof STORAGE_BENCH;
}

/** The store in a real Chromium, production build: appends, openings and cold storage against IndexedDB by hand. */
export function benchStorage(): Promise<readonly Figure[]> {
  return onBenchPage('storage', 'STORAGE_BENCH', async (page) => {
    const times = report('Storage, in Chromium', [...(await storedCommands(page)), ...(await openings(page))]);
    return [...times, ...(await coldStorage(page))];
  });
}

async function storedCommands(page: Page): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const { floor, ...about } of [
    {
      floor: 'add',
      against: 'raw relaxed transaction, same text',
      budget: COMMAND_BUDGET,
      missedBecause: COMMAND_MISSED,
    },
    // The same requests, which hash nothing and tell nobody why they fail.
    { floor: 'addGuarded', against: 'by hand with the same guarantees' },
  ] as const) {
    const rounds = await page.evaluate(
      ([by]) => (window as unknown as BenchWindow).STORAGE_BENCH.storeCommands(45, by),
      [floor] as const,
    );
    figures.push(figureOf(rounds, { what: 'one command stored', ...about }));
  }
  return figures;
}

async function openings(page: Page): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const { fields, events, budget } of [
    { fields: 10_000, events: 1_000, budget: OPENING_BUDGET },
    { fields: 10_000, events: 5_000 },
    { fields: 100_000, events: 1_000, budget: OPENING_BUDGET },
  ]) {
    const size = [fields, events] as const;
    const rounds = await page.evaluate(
      ([f, e]) => (window as unknown as BenchWindow).STORAGE_BENCH.openDrafts(f, e, f > 10_000 ? 9 : 21),
      size,
    );
    const { readMs, openLogMs, openStateMs } = await page.evaluate(
      ([f, e]) => (window as unknown as BenchWindow).STORAGE_BENCH.openingParts(f, e),
      size,
    );
    const parts = `read ${readMs.toFixed(0)}, check and parse ${openLogMs.toFixed(0)}, replay ${openStateMs.toFixed(0)} ms`;
    const what = `opening ${fields.toLocaleString('en')} fields, ${events.toLocaleString('en')} events (${parts})`;
    figures.push(
      figureOf(rounds, { what, against: 'reading raw and JSON.parse', ...(budget !== undefined && { budget }) }),
    );
  }
  return figures;
}

/** Bytes rather than times, so a line of its own. */
async function coldStorage(page: Page): Promise<readonly Figure[]> {
  const { recordBytes, pageBytes } = await page.evaluate(() =>
    (window as unknown as BenchWindow).STORAGE_BENCH.coldBytes(5_000),
  );
  const ratio = pageBytes / recordBytes;
  const verdict = ratio <= COLD_BUDGET ? 'kept' : 'MISSED';
  console.log('\nCold storage, 5,000 events');
  console.log(
    `  pages ${pageBytes.toLocaleString('en')} bytes  one record per event ${recordBytes.toLocaleString('en')} bytes  ${ratio.toFixed(2)}  at most ${COLD_BUDGET}  ${verdict}`,
  );
  if (ratio <= COLD_BUDGET) return [];
  return [
    {
      what: 'cold storage',
      against: 'one record per event',
      floorMs: Number.NaN,
      subjectMs: Number.NaN,
      ratio,
      budget: COLD_BUDGET,
    },
  ];
}

/** Over the rounds after the first third, in which the engine still compiles. */
function figureOf(
  rounds: readonly StorageRound[],
  about: Pick<Figure, 'what' | 'against' | 'budget' | 'missedBecause'>,
): Figure {
  const counted = rounds.slice(Math.ceil(rounds.length / 3));
  return {
    ...about,
    floorMs: median(counted.map(({ floorMs }) => floorMs)),
    subjectMs: median(counted.map(({ subjectMs }) => subjectMs)),
    ratio: median(counted.map(({ floorMs, subjectMs }) => subjectMs / floorMs)),
  };
}
