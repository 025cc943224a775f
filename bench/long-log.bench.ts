import type { CDPSession, Page } from 'playwright';
import { onBenchPage } from './bench-page.ts';
import { report, type Figure } from './report.ts';
import type { LONG_LOG_BENCH } from './storage/long-log.ts';

const EDITS = 10_000;
/** Bytes for each edit at 10,000 fields, all that a session holds for it: its event above all. */
const UNDO_BUDGET = 700;
const OPENING_BUDGET = 1.5;

interface BenchWindow {
  readonly LONG_LOG_BENCH: typeof LONG_LOG_BENCH;
}

/** What long logs cost in a real Chromium: memory for each edit, and what a person waits for at 100,000 events. */
export function benchLongLog(): Promise<readonly Figure[]> {
  return onBenchPage('storage', 'LONG_LOG_BENCH', async (page) => {
    const devTools = await page.context().newCDPSession(page);
    const memory = await undoMemory(page, devTools);
    return [...memory, ...(await longLog(page, devTools))];
  });
}

async function undoMemory(page: Page, devTools: CDPSession): Promise<readonly Figure[]> {
  const heapOf = async (count: number) => {
    await page.evaluate(([edits]) => (window as unknown as BenchWindow).LONG_LOG_BENCH.holdEdited(10_000, edits), [
      count,
    ] as const);
    const whole = await heapBytes(devTools);
    await page.evaluate(() => (window as unknown as BenchWindow).LONG_LOG_BENCH.keepEventsOnly());
    const log = await heapBytes(devTools);
    await page.evaluate(() => (window as unknown as BenchWindow).LONG_LOG_BENCH.letGo());
    return { whole, log, nothing: await heapBytes(devTools) };
  };
  // Once for what is made once: code, shapes, connections.
  await heapOf(200);
  const none = await heapOf(1);
  const all = await heapOf(1 + EDITS);
  const perEdit = (all.whole - none.whole - (all.nothing - none.nothing)) / EDITS;
  const ofLog = (all.log - none.log - (all.nothing - none.nothing)) / EDITS;
  console.log(
    `\nMemory for each of ${EDITS.toLocaleString('en')} edits at 10,000 fields, in Chromium, after collection`,
  );
  return [
    ...bytesFigure('undo memory, the whole session', perEdit, UNDO_BUDGET),
    ...bytesFigure('beyond the log itself, which is its events', perEdit - ofLog),
  ];
}

async function longLog(page: Page, devTools: CDPSession): Promise<readonly Figure[]> {
  const before = await heapBytes(devTools);
  const times = await page.evaluate(() => (window as unknown as BenchWindow).LONG_LOG_BENCH.holdLong(50_000, 100_000));
  const held = await heapBytes(devTools);
  console.log(
    `\nA log of 100,000 events over 50,000 fields holds ${((held - before) / 1024 / 1024).toFixed(0)} MiB while it is open.`,
  );
  return report('100,000 events over 50,000 fields, in Chromium', [
    { what: 'opening', against: 'reading raw and JSON.parse', ...times.opening, budget: OPENING_BUDGET },
    { what: 'the version halfway', against: 'replay up to it', ...times.timeTravel, budget: 2 },
    { what: 'undo', against: 'JSON.stringify of the document', ...times.undo, budget: 1 / 30 },
    {
      what: 'undo of a removal of half the fields',
      against: 'JSON.stringify of the document',
      ...times.bigUndo,
      budget: 1,
    },
    {
      what: 'what the history panel derives when it opens',
      against: 'JSON.stringify of the document',
      ...times.panel,
      budget: 2,
    },
    {
      what: 'a letter in the filter of the history panel',
      against: 'JSON.stringify of the document',
      ...times.filter,
      budget: 4,
    },
  ]);
}

async function heapBytes(devTools: CDPSession): Promise<number> {
  for (let time = 0; time < 3; time++) await devTools.send('HeapProfiler.collectGarbage');
  return (await devTools.send('Runtime.getHeapUsage')).usedSize;
}

function bytesFigure(what: string, bytes: number, budget?: number): readonly Figure[] {
  if (budget === undefined) {
    console.log(`  ${what}  ${bytes.toFixed(0)} bytes`);
    return [];
  }
  const isKept = bytes <= budget;
  console.log(`  ${what}  ${bytes.toFixed(0)} bytes  at most ${budget}  ${isKept ? 'kept' : 'MISSED'}`);
  return isKept
    ? []
    : [{ what, against: 'bytes', floorMs: Number.NaN, subjectMs: Number.NaN, ratio: bytes / budget, budget: 1 }];
}
