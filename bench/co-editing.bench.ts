import type { Page } from 'playwright';
import { realisticMappings } from '../tests/builders/realistic-tree.ts';
import {
  FIRST_FIELD_NAME,
  goToDrafts,
  onBuiltConsole,
  openDraft,
  openPerson,
  settled,
  treeOf,
  typeFirstName,
  type BuiltConsole,
} from './built-console.ts';
import { median } from './measure.ts';
import { report, type Figure } from './report.ts';

const SIZES = [1_000, 10_000];
/** How long an edit may take to be seen by the other browser, on one machine: half of all edits, and all but five in a hundred. */
const SEEN_MS = 150;
const SEEN_AT_P95_MS = 250;
const EDITS = 200;
/** In the first ones code is compiled. */
const WARM_UP = 4;
/** After which an edit is taken to be lost. */
const LONGEST_MS = 30_000;

/**
 * From the key that saves an edit to the frame in which another browser shows it, through the server that records it. The floor is the
 * frame in which the browser itself shows it.
 */
export function benchCoEditing(): Promise<readonly Figure[]> {
  return onBuiltConsole(async (at) => {
    const missed: Figure[] = [];
    for (const fields of SIZES) {
      const [ada, bob] = await openTogether(at, fields);
      const taken = { floor: [] as number[], subject: [] as number[] };
      for (let round = 0; round < WARM_UP + EDITS; round++) {
        const [from, to] = round % 2 === 0 ? [ada, bob] : [bob, ada];
        const { floor, subject } = await editOnce(from, to, `aa_${round}`);
        if (round < WARM_UP) continue;
        taken.floor.push(floor);
        taken.subject.push(subject);
      }
      const figureOf = (which: string, of: (times: readonly number[]) => number, budgetMs: number): Figure => {
        const [floorMs, subjectMs] = [of(taken.floor), of(taken.subject)];
        const what = `an edit of ${fields.toLocaleString('en')} fields, ${which}`;
        return {
          what,
          against: 'its own browser',
          floorMs,
          subjectMs,
          ratio: subjectMs / floorMs,
          budget: budgetMs / floorMs,
        };
      };
      const figures = [figureOf('at the median', median, SEEN_MS), figureOf('at p95', p95, SEEN_AT_P95_MS)];
      missed.push(...report(`An edit that another browser sees, of ${EDITS}`, figures));
      await ada.context().close();
      await bob.context().close();
    }
    return missed;
  });
}

function p95(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.ceil(0.95 * sorted.length) - 1] ?? Number.NaN;
}

/** Two browsers with one shared draft open. */
async function openTogether(at: BuiltConsole, fields: number): Promise<readonly [Page, Page]> {
  const [ada, bob] = [await openPerson(at), await openPerson(at)];
  const name = `shared-${fields}`;
  await openDraft(ada, at, `${name}.json`, JSON.stringify(realisticMappings({ fields })));
  await ada.getByRole('button', { name: 'Recorded' }).click();
  await ada.getByRole('button', { name: 'Share draft' }).click();
  await ada.getByRole('button', { name: 'Stop sharing' }).waitFor();
  await ada.keyboard.press('Escape');
  await goToDrafts(bob, at);
  await bob.getByRole('button', { name: new RegExp(`^Open shared draft ${name}`) }).click();
  await treeOf(bob).waitFor();
  await bob.getByText('Recorded', { exact: true }).waitFor();
  return [ada, bob];
}

/** In ms since the key, by the clock of the machine. */
async function editOnce(
  from: Page,
  to: Page,
  name: string,
): Promise<{ readonly floor: number; readonly subject: number }> {
  await typeFirstName(from, name);
  await Promise.all([settled(from), settled(to)]);
  await from.evaluate(`window.pressedAt = new Promise((resolve) =>
    addEventListener('keydown', ({ timeStamp }) => resolve(performance.timeOrigin + timeStamp), { capture: true, once: true })), undefined`);
  for (const page of [from, to]) await page.evaluate(watchName(name));
  await from.keyboard.press('Enter');
  const pressed = await from.evaluate<number>('window.pressedAt');
  const [own, other] = await Promise.all([from, to].map((page) => page.evaluate<number>('window.shownAt')));
  return { floor: (own ?? Number.NaN) - pressed, subject: (other ?? Number.NaN) - pressed };
}

/** Script for the page: `window.shownAt` resolves with the time after the first frame in which the first field has the name. */
function watchName(name: string): string {
  return `window.shownAt = new Promise((resolve, reject) => {
    const begin = performance.now();
    const look = () => {
      if (performance.now() - begin > ${LONGEST_MS}) return reject(new Error('The other browser never showed ${name}.'));
      if (${FIRST_FIELD_NAME} !== ${JSON.stringify(name)}) return requestAnimationFrame(look);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
      port2.postMessage(null);
    };
    requestAnimationFrame(look);
  }), undefined`;
}
