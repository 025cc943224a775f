import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { Random } from '../../../src/fuzz/generate/random.ts';
import { screenAddress, startServer } from '../../e2e/servers.ts';
import { openNewDraft, rename, recordedEvents, type RecordedEvent } from '../../e2e/steps.ts';
import { startChromium } from '../browser.ts';

/** A kill comes within this time of the first change of a visit that is said to be saved, in ms. */
const LONGEST_WORK_MS = 1_500;
const PATIENCE_MS = 60_000;
const POLLING_MS = 20;
/** What is killed, in turn. */
const TURNS = ['browser', 'server', 'both'] as const;

export interface TrailKills {
  readonly kills: number;
  /** Changes that the header said are saved. */
  readonly acknowledged: number;
  /** Events of the draft that the server has at the end. */
  readonly recorded: number;
  /** What is wrong with what was found, in words. */
  readonly faults: readonly string[];
}

/**
 * Renames one field again and again in a browser with a server that records it, kills the browser, the server or both in the midst of it, starts them
 * again, and compares at the end what the server has with what the header had said is saved.
 */
export async function killInTurn(kills: number, data: string, random: Random): Promise<TrailKills> {
  const profile = mkdtempSync(join(tmpdir(), 'mapledger-trail-'));
  let server = await startServer('--data-dir', data);
  const restart = async () => (server = await startServer('--data-dir', data, '--port', new URL(server.origin).port));
  const faults: string[] = [];
  let [address, last, acknowledged] = ['', 0, 0];
  const onSaved = (number: number) => {
    last = number;
    acknowledged++;
  };
  try {
    for (let kill = 0; kill < kills && faults.length === 0; kill++) {
      const turn = TURNS[kill % TURNS.length] ?? 'both';
      const { chromium, page } = await openDraft();
      const found = await fieldNumber(page);
      if (found < last) faults.push(`after ${kill} kills the field is f${found}, and f${last} was said to be saved`);
      const life = { isOver: false };
      const before = acknowledged;
      const editing = edit(page, found, onSaved, life);
      // It goes on beside the kills, and fails when what it needs is gone.
      editing.catch(() => undefined);
      await Promise.race([editing, until(() => acknowledged > before)]);
      await wait(random.below(LONGEST_WORK_MS));
      if (turn === 'server') {
        await server.kill();
        await wait(random.below(LONGEST_WORK_MS));
        await restart();
        await wait(random.below(LONGEST_WORK_MS));
      }
      life.isOver = true;
      await Promise.all([chromium.kill(), turn === 'both' && server.kill()]);
      if (turn === 'both') await restart();
    }
    const { chromium, page } = await openDraft();
    const found = await fieldNumber(page);
    if (found < last) faults.push(`at the end the field is f${found}, and f${last} was said to be saved`);
    await page.getByText('Recorded', { exact: true }).waitFor();
    const recorded = await recordedEvents(page, `draft/${new URL(address).pathname.split('/').at(-1) ?? ''}`);
    faults.push(...faultsOf(recorded, found));
    await chromium.kill();
    return { kills, acknowledged, recorded: recorded.length, faults };
  } finally {
    await server.kill();
    rmSync(profile, { recursive: true, force: true });
  }

  async function openDraft() {
    const chromium = startChromium(profile);
    const page = await (await chromium.connect()).newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.setViewportSize({ width: 1440, height: 900 });
    if (address === '') {
      const mappings = { properties: { f0: { type: 'ip' } } };
      await openNewDraft(page, screenAddress(server, '/drafts'), 'orders', mappings);
      address = page.url();
    } else {
      await page.goto(address);
    }
    await fieldName(page).waitFor();
    return { chromium, page };
  }
}

interface Life {
  isOver: boolean;
}

async function edit(page: Page, from: number, onSaved: (number: number) => void, life: Life): Promise<void> {
  for (let number = from; ; number++) {
    try {
      await rename(page, `f${number}`, `f${number + 1}`);
      await whenSaved(page, `Undo: Rename f${number} to f${number + 1}`);
    } catch (error) {
      if (life.isOver) return;
      throw error;
    }
    onSaved(number + 1);
  }
}

/** The header offers to undo the change, and says in the same moment that all is saved. */
async function whenSaved(page: Page, undo: string): Promise<void> {
  // Not by frames, which a browser without a window has few of.
  const options = { polling: POLLING_MS };
  await page.waitForFunction(
    (label) => {
      const header = document.querySelector('header');
      const isOffered = header?.querySelector(`button[aria-label="${label}"]`) != null;
      const statuses = Array.from(header?.querySelectorAll('[role="status"]') ?? []);
      return isOffered && statuses.some(({ textContent }) => textContent === 'Saved');
    },
    undo,
    options,
  );
}

const fieldName = (page: Page) =>
  page
    .getByRole('treegrid', { name: 'Fields' })
    .getByText(/^f\d+$/)
    .first();

async function fieldNumber(page: Page): Promise<number> {
  return Number(((await fieldName(page).textContent()) ?? '').slice(1));
}

async function until(condition: () => boolean): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`No change was said to be saved within ${PATIENCE_MS} ms.`);
    await wait(10);
  }
}

/** The creation, and each rename once, in order. */
function faultsOf(events: readonly RecordedEvent[], last: number): readonly string[] {
  const faults: string[] = [];
  const ids = new Set(events.map(({ id }) => id));
  if (ids.size !== events.length) faults.push(`${events.length} events have ${ids.size} ids`);
  const renames = events.slice(1).map(({ summary }) => summary);
  const expected = Array.from({ length: last }, (_, number) => `Rename f${number} to f${number + 1}`);
  const at = expected.findIndex((summary, index) => summary !== renames[index]);
  if (at !== -1) faults.push(`event ${at + 2} is ${renames[at] ?? 'missing'}, not ${expected[at] ?? ''}`);
  if (renames.length > expected.length)
    faults.push(`the server has ${renames.length} renames, and there were ${expected.length}`);
  return faults;
}
