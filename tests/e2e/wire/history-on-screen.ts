import { expect } from 'vitest';
import type { Locator, Page } from 'playwright';

/** A row of the history, and what it says when it is opened, as a person reads it. */
export interface HistoryRow {
  readonly title: string;
  /** What is said about it, by label. */
  readonly facts: ReadonlyMap<string, string>;
  /** All of it. */
  readonly text: string;
}

const LABELS = [
  ...['Who', 'When', 'Why', 'Object', 'Version', 'On the cluster', 'Event'],
  ...['Cluster', 'Outcome', 'Finished', 'Error', 'Found later', 'Names', 'Not done', 'Remote address'],
];
/** Headings that end the facts. */
const HEADINGS = ['Sent to the cluster', 'In words', 'Sent', 'Asked of the server'];

/**
 * Unfolds every row of the history and opens everything in it, also what arrives while it reads, and resolves with it,
 * the newest row first.
 */
export async function readHistory(page: Page, address: string, oldest: string): Promise<readonly HistoryRow[]> {
  // The table shows the rows that fit.
  await page.setViewportSize({ width: 1440, height: 4_000 });
  await page.goto(address);
  const rows = page.getByRole('table').getByRole('row');
  await rows.filter({ hasText: oldest }).waitFor();
  const found = new Map<string, HistoryRow>();
  for (;;) {
    const folded = rows.getByRole('button', { name: /^Show (?:events|\d+ more events)/ });
    while ((await folded.count()) > 0) await folded.first().click();
    const times = await timesOf(rows);
    expect(times, 'the rows are in the order of time').toEqual([...times].sort().reverse());
    const shown = await addressesIn(rows);
    const next = shown.find((each) => !found.has(each));
    if (next === undefined) return shown.flatMap((each) => found.get(each) ?? []);
    found.set(next, await readRow(page, rows.locator(linkTo(next)).first()));
  }
}

/** The addresses of what is in the rows below the headings, each once, by which it is found again when others arrive. */
async function addressesIn(rows: Locator): Promise<readonly string[]> {
  const links = await rows.evaluateAll(([, ...below]) =>
    below.flatMap((row) => {
      const own = [...row.querySelectorAll('a[href*="entry="]')].map((link) => link.getAttribute('href') ?? '');
      return own.length === 0 ? [''] : own;
    }),
  );
  return [...new Set(links)];
}

function timesOf(rows: Locator): Promise<string[]> {
  return rows.evaluateAll(([, ...below]) =>
    below.map((row) => row.querySelector('td:last-child time')?.getAttribute('datetime') ?? ''),
  );
}

const linkTo = (address: string) => `a[href=${JSON.stringify(address)}]`;

async function readRow(page: Page, link: Locator): Promise<HistoryRow> {
  await link.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Event', { exact: true }).waitFor();
  const read = () => dialog.innerText();
  await expect.poll(read).not.toContain('Loading…');
  const text = await read();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  return { title: text.split('\n')[0] ?? '', facts: factsIn(text), text };
}

function factsIn(text: string): ReadonlyMap<string, string> {
  const facts = new Map<string, string>();
  let label: string | null = null;
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (HEADINGS.includes(line)) break;
    if (LABELS.includes(line)) label = line;
    else if (label !== null && line !== '') facts.set(label, `${facts.get(label) ?? ''} ${line}`.trim());
  }
  return facts;
}
