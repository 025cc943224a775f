import type { Page } from 'playwright';

/** How far the clock of the page goes at once, and at most, in ms. */
export const STEP_MS = 500;
const LIMIT_MS = 60_000;
/** How long code may arrive between two steps, in ms: it does so in real time. */
const PAUSE_MS = 50;

/** Lets the clock of the page go on until something is so; resolves with the time that has passed in the page, in ms. */
export async function passTimeUntil(page: Page, isSo: () => boolean | Promise<boolean>): Promise<number> {
  let passed = 0;
  while (!(await isSo())) {
    if (passed >= LIMIT_MS) throw new Error(`It is not so after ${LIMIT_MS / 1_000} s of the page's time.`);
    await page.clock.runFor(STEP_MS);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    passed += STEP_MS;
  }
  return passed;
}
