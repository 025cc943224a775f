import { expect } from 'vitest';
import type { Page } from 'playwright';

/** A row of the history, and what it says when it is opened, as a person reads it. */
export interface HistoryRow {
  readonly title: string;
  /** What is said about it, by label. */
  readonly facts: ReadonlyMap<string, string>;
  /** All of it. */
  readonly text: string;
}

const LABELS = ['Who', 'When', 'Why', 'Object', 'Version', 'On the cluster', 'Outcome', 'Finished', 'Names', 'Event'];
/** Headings that end the facts. */
const HEADINGS = ['Sent to the cluster', 'In words', 'Sent', 'Asked of the server'];

/** Opens every row of the history, the newest first. */
export async function readHistory(page: Page, address: string, oldest: string): Promise<readonly HistoryRow[]> {
  // The table shows the rows that fit.
  await page.setViewportSize({ width: 1440, height: 4_000 });
  await page.goto(address);
  const rows = page.getByRole('table').getByRole('row');
  await rows.filter({ hasText: oldest }).waitFor();
  const found: HistoryRow[] = [];
  // The first row has the headings.
  for (let index = 1; index < (await rows.count()); index++) {
    await rows.nth(index).getByRole('link').first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Event', { exact: true }).waitFor();
    const read = () => dialog.innerText();
    await expect.poll(read).not.toContain('Loading…');
    const text = await read();
    found.push({ title: text.split('\n')[0] ?? '', facts: factsIn(text), text });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  return found;
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
