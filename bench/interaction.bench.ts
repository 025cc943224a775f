import type { Page } from 'playwright';
import { formatLog } from '#domain/log';
import { sealAll } from '../src/fuzz/generate/histories.ts';
import { realisticMappings } from '../tests/builders/realistic-tree.ts';
import {
  FIRST_FIELD_NAME,
  onBuiltConsole,
  openDraft,
  openPerson,
  settled,
  treeOf,
  typeFirstName,
} from './built-console.ts';
import { draftLog } from './draft-log.ts';
import { median } from './measure.ts';
import { report, type Figure } from './report.ts';

const SIZES = [1_000, 50_000, 250_000];
/** Budgets in ms hold at this size, on a quiet machine of two cores. */
const BUDGET_SIZE = 50_000;
const EDIT_BUDGET_MS = 50;
const JSON_KEY_BUDGET_MS = 32;
/** Budgets of the main thread, in ms for each key, hold at this size. */
const MAIN_THREAD_SIZE = 250_000;
const MAIN_THREAD_MS = 50;
const HISTORY_EVENTS = 10_000;
const ROUNDS = 7;
/** What somebody takes from the search box to the first letter. */
const BEFORE_TYPING_MS = 500;
/** After which a result is taken to be missing. */
const LONGEST_MS = 30_000;
/** Frames that take longer than one at 60 per second, with a millisecond for the clock. */
const FRAME_MS = 17;
const SLOW_FRAMES_BUDGET = 0.05;

/** What is done by a key, and when its result is in the page. */
interface Interaction {
  readonly what: string;
  readonly before?: (page: Page, round: number) => Promise<void>;
  readonly act: (page: Page, round: number) => Promise<void>;
  /** Expression, evaluated in the page, that is true once the result is there. */
  readonly isDone: (round: number) => string;
  readonly after?: (page: Page, round: number) => Promise<void>;
  readonly budgetMs?: number;
  /** Whether it can be measured but once, and its first time is what counts. */
  readonly isOnce?: boolean;
}

/**
 * From the key or press to the frame that shows what it did, in the built console in a real Chromium. The floor is a key that
 * nothing listens to, in the same page.
 */
export function benchInteraction(): Promise<readonly Figure[]> {
  return onBuiltConsole(async (at) => {
    const missed: Figure[] = [];
    for (const fields of SIZES) {
      const page = await openPerson(at);
      await openDraft(page, at, `fields-${fields}.json`, JSON.stringify(realisticMappings({ fields })));
      const floor = await measure(page, EMPTY_KEY);
      const [frames, mainThread]: [Figure[], Figure[]] = [[], []];
      for (const interaction of interactionsOf()) {
        const [frame, main] = await figuresOf(page, interaction, floor, fields);
        frames.push(frame);
        mainThread.push(main);
      }
      const size = `${fields.toLocaleString('en')} fields`;
      missed.push(...report(`${size}: from the key to its frame`, frames));
      missed.push(...report(`${size}: main thread until that frame`, mainThread));
      missed.push(...(await scrolling(page, fields)));
      await page.context().close();
    }
    const page = await openPerson(at);
    await openDraft(page, at, 'log.ndjson', formatLog(sealAll(draftLog(1_000, HISTORY_EVENTS))));
    const floor = await measure(page, EMPTY_KEY);
    missed.push(
      ...report(`A history of ${HISTORY_EVENTS.toLocaleString('en')} events`, [
        (await figuresOf(page, OPEN_HISTORY, floor, 0))[0],
      ]),
    );
    return missed;
  });
}

const TREE = `document.querySelector('[role="treegrid"]')`;
const DIALOG = `document.querySelector('[role="dialog"]')`;

const EMPTY_KEY: Interaction = {
  what: 'a key that nothing listens to',
  before: (page) => page.locator('[role="treegrid"]').focus(),
  act: (page) => page.keyboard.press('F9'),
  isDone: () => 'true',
};

const OPEN_HISTORY: Interaction = {
  what: 'opening the history',
  act: (page) => page.keyboard.press('Alt+H'),
  isDone: () => `document.querySelector('aside[aria-label="History"] [role="option"]') !== null`,
  after: (page) => page.keyboard.press('Alt+H'),
};

/** The name that a rename gives to the first row; it comes before all others of the realistic tree, so that the row stays where it is. */
const nameOf = (round: number) => `aa_${round}`;

function interactionsOf(): readonly Interaction[] {
  const words = ['hos', 'sou', 'des', 'eve', 'use', 'pro', 'net'];
  const wordOf = (round: number) => words[round % words.length] ?? 'hos';
  const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search fields' });
  return [
    {
      // What it searches is made when the box is gone to.
      what: 'first letter of a search after a load',
      isOnce: true,
      before: async (page) => {
        await searchBox(page).focus();
        await page.waitForTimeout(BEFORE_TYPING_MS);
      },
      act: (page) => page.keyboard.press('h'),
      isDone: () => `document.querySelector('[aria-label="Fields that match h"]') !== null`,
      after: (page) => searchBox(page).fill(''),
      budgetMs: EDIT_BUDGET_MS,
    },
    {
      what: 'third letter of a search',
      before: (page, round) => searchBox(page).fill(wordOf(round).slice(0, 2)),
      act: (page, round) => searchBox(page).press(wordOf(round).slice(2)),
      isDone: (round) => `document.querySelector('[aria-label="Fields that match ${wordOf(round)}"]') !== null`,
      after: (page) => searchBox(page).fill(''),
      budgetMs: EDIT_BUDGET_MS,
    },
    {
      what: 'opening the form of a field',
      before: async (page) => {
        await treeOf(page).focus();
        await page.keyboard.press('Home');
      },
      act: (page) => page.keyboard.press('Enter'),
      isDone: () => `${DIALOG} !== null`,
      after: (page) => page.keyboard.press('Escape'),
    },
    {
      what: 'saving an edit',
      before: (page, round) => typeFirstName(page, nameOf(round)),
      act: (page) => page.keyboard.press('Enter'),
      isDone: (round) => `${FIRST_FIELD_NAME} === ${JSON.stringify(nameOf(round))} && ${DIALOG} === null`,
      budgetMs: EDIT_BUDGET_MS,
    },
    {
      what: 'undo',
      before: (page) => treeOf(page).focus(),
      act: (page) => page.keyboard.press('Control+Z'),
      isDone: (round) => `${FIRST_FIELD_NAME} !== ${JSON.stringify(nameOf(ROUNDS - 1 - round))}`,
      budgetMs: EDIT_BUDGET_MS,
    },
    {
      what: 'expanding all',
      before: (page) => page.getByRole('button', { name: 'Expand all' }).focus(),
      act: (page) => page.keyboard.press('Enter'),
      isDone: () => `${TREE}?.querySelector('[aria-level="3"]') !== null`,
      after: (page) => page.getByRole('button', { name: 'Collapse all' }).click(),
    },
    {
      what: 'scrolling a screen',
      before: async (page) => {
        await treeOf(page).focus();
        await page.keyboard.press('Home');
      },
      act: (page) => page.keyboard.press('PageDown'),
      isDone: () => `${TREE}?.querySelector('[data-active]')?.dataset.index > 4`,
    },
    {
      what: 'a key in the JSON view',
      before: async (page, round) => {
        if (round === 0) {
          await page.keyboard.press('Alt+J');
          await page.locator('.cm-content').click();
          await page.keyboard.press('Control+Home');
        }
      },
      act: (page) => page.keyboard.press('Space'),
      isDone: () => 'true',
      budgetMs: JSON_KEY_BUDGET_MS,
    },
  ];
}

/** Of one interaction. */
interface Measured {
  /** From the key to the end of its frame. */
  readonly frameMs: number;
  /** All tasks of the main thread in that time. */
  readonly mainMs: number;
}

/** The time to the frame, and that of the main thread. */
async function figuresOf(
  page: Page,
  interaction: Interaction,
  floor: Measured,
  fields: number,
): Promise<readonly [Figure, Figure]> {
  const measured = await measure(page, interaction);
  const { what, budgetMs } = interaction;
  const figure = (member: keyof Measured, budget: number | undefined): Figure => ({
    what,
    against: 'a key that nothing listens to',
    floorMs: floor[member],
    subjectMs: measured[member],
    ratio: measured[member] / floor[member],
    ...(budget !== undefined && { budget: budget / floor[member] }),
    ...(fields === MAIN_THREAD_SIZE && { missedBecause: 'docs/decisions/0051' }),
  });
  return [
    figure('frameMs', fields === BUDGET_SIZE ? budgetMs : undefined),
    figure('mainMs', fields === MAIN_THREAD_SIZE ? MAIN_THREAD_MS : undefined),
  ];
}

/** Medians of the rounds; the first round, in which code is compiled, is not counted. */
async function measure(
  page: Page,
  { what, before, act, isDone, after, isOnce = false }: Interaction,
): Promise<Measured> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable');
  const taskMs = async () => {
    const { metrics } = await devTools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
  };
  const taken: Measured[] = [];
  for (let round = 0; round < (isOnce ? 1 : ROUNDS); round++) {
    await before?.(page, round);
    await settled(page);
    // The key must not come before the page listens.
    await page.evaluate(watchNextKey(what, isDone(round)));
    const from = await taskMs();
    await act(page, round);
    const frameMs = await page.evaluate<number>('window.frameAfterKey');
    taken.push({ frameMs, mainMs: (await taskMs()) - from });
    await after?.(page, round);
    await settled(page);
  }
  await devTools.detach();
  const counted = isOnce ? taken : taken.slice(1);
  return { frameMs: median(counted.map((each) => each.frameMs)), mainMs: median(counted.map((each) => each.mainMs)) };
}

/** Script for the page: `window.frameAfterKey` resolves with the ms from the next key to the end of the first frame in which `condition` holds. */
function watchNextKey(what: string, condition: string): string {
  return `window.frameAfterKey = new Promise((resolve, reject) => {
    const onKey = ({ timeStamp }) => {
      const look = () => {
        if (performance.now() - timeStamp > ${LONGEST_MS}) return reject(new Error(${JSON.stringify(`“${what}” did not come: ${condition}`)}));
        if (!(${condition})) return requestAnimationFrame(look);
        // A message comes after the frame is painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - timeStamp);
        port2.postMessage(null);
      };
      requestAnimationFrame(look);
    };
    addEventListener('keydown', onKey, { capture: true, once: true });
  }), undefined`;
}

/** How many frames of a wheel that turns for two seconds are too long. */
async function scrolling(page: Page, fields: number): Promise<readonly Figure[]> {
  await page.keyboard.press('Alt+J');
  const tree = treeOf(page);
  await tree.waitFor();
  await page.getByRole('button', { name: 'Expand all' }).click();
  await tree.hover();
  await settled(page);
  const frames = page.evaluate<readonly number[]>(`new Promise((resolve) => {
    const taken = [];
    const begin = performance.now();
    let last = begin;
    const next = (now) => {
      taken.push(now - last);
      last = now;
      if (now - begin < 2_000) requestAnimationFrame(next);
      else resolve(taken.slice(1));
    };
    requestAnimationFrame(next);
  })`);
  for (let turn = 0; turn < 40; turn++) {
    await page.mouse.wheel(0, 160);
    await page.waitForTimeout(40);
  }
  const taken = await frames;
  const slow = taken.filter((ms) => ms > FRAME_MS).length / taken.length;
  const isOver = fields === BUDGET_SIZE && slow > SLOW_FRAMES_BUDGET;
  const slowest = Math.max(...taken).toFixed(0);
  console.log(
    `  scrolling by the wheel: ${(slow * 100).toFixed(1)} % of ${taken.length} frames over ${FRAME_MS} ms, slowest ${slowest} ms${isOver ? '  MISSED' : ''}`,
  );
  const figure: Figure = {
    what: 'frames that are too long',
    against: '',
    floorMs: 1,
    subjectMs: slow,
    ratio: slow,
    budget: SLOW_FRAMES_BUDGET,
  };
  return isOver ? [figure] : [];
}
