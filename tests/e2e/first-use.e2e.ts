import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openPage, useConsole } from './harness.ts';
import { startPlanted } from './planted-build.ts';
import { screenAddress } from './servers.ts';
import { row, saved, storedUnapplied } from './steps.ts';

declare global {
  interface Window {
    effort?: { clicks: number; keys: number };
  }
}

/** The most that a first use may take: clicks from the first page on, and keys beside the names that are typed. */
const TARGETS = {
  'add a field to a live index and save': { clicks: 4, keys: 6 },
  undo: { clicks: 0, keys: 1 },
  'who changed it, why, did it reach the cluster': { clicks: 2, keys: 0 },
  'a template with two components': { clicks: 6, keys: 8 },
  'replace an index': { clicks: 5, keys: 0 },
  'a failing case, found and replayed': { clicks: 3, keys: 0 },
} as const;

/**
 * Counts what a person does from here on: presses of a pointer, and keys but for those that are typed text. A chord is
 * one key.
 */
async function countEffort(page: Page): Promise<() => Promise<{ readonly clicks: number; readonly keys: number }>> {
  await page.evaluate(() => {
    const effort = { clicks: 0, keys: 0 };
    window.effort = effort;
    const options = { capture: true };
    window.addEventListener('pointerdown', ({ isTrusted }) => (effort.clicks += isTrusted ? 1 : 0), options);
    window.addEventListener(
      'keydown',
      ({ isTrusted, key, ctrlKey, metaKey, altKey }) => {
        const isTyped = key.length === 1 && !ctrlKey && !metaKey && !altKey;
        const isModifier = ['Control', 'Shift', 'Alt', 'Meta'].includes(key);
        if (isTrusted && !isTyped && !isModifier) effort.keys++;
      },
      options,
    );
  });
  return () =>
    page.evaluate(() => {
      if (window.effort === undefined) throw new Error('The page was loaded anew since the count began');
      return window.effort;
    });
}

function expectWithin(use: keyof typeof TARGETS, effort: { readonly clicks: number; readonly keys: number }): void {
  const { clicks, keys } = TARGETS[use];
  const isWithin = effort.clicks <= clicks && effort.keys <= keys;
  expect({ use, ...effort, isWithin }).toEqual({ use, ...effort, isWithin: true });
}

describe('a first use of the sandbox at 1440 × 900, from the first page on', () => {
  const at = useConsole();
  const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name, exact: true });

  async function openFirstPage() {
    const opened = await openPage(at.browser, { isRefused: true });
    await opened.page.goto(screenAddress(at.server, ''));
    await opened.page.getByRole('link', { name: 'sandbox-products', exact: true }).waitFor();
    return { ...opened, effort: await countEffort(opened.page) };
  }

  async function choose(page: Page, index: string, item: string): Promise<void> {
    await button(page, `Actions for ${index}`).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  }

  async function saidToBe(page: Page, name: string): Promise<void> {
    await button(page, 'Your name').click();
    await page.getByRole('dialog', { name: 'Your name' }).waitFor();
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Your name' }).waitFor({ state: 'detached' });
  }

  /** Adds a keyword field in the open editor, and sends it. */
  async function addAndSave(page: Page, index: string, field: string, reason?: string): Promise<void> {
    await page.getByRole('treegrid', { name: 'Fields' }).waitFor();
    await button(page, 'Add field').click();
    await page.getByRole('textbox', { name: 'Field name' }).waitFor();
    await page.keyboard.type(field);
    await page.keyboard.press('Tab');
    await page.keyboard.type('keyw');
    await page.getByRole('option', { name: 'Keyword', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await row(page, field).waitFor();
    await page.keyboard.press('Control+S');
    if (reason !== undefined) await page.getByRole('textbox', { name: 'Reason or ticket (optional)' }).fill(reason);
    await button(page.getByRole('dialog'), `Update mapping of ${index}`).click();
    await page.getByRole('region', { name: 'Unsent changes' }).waitFor({ state: 'detached' });
    await saved(page);
  }

  it('adds a field to a live index and saves it, and takes it back by a key', async () => {
    const { page, effort, close } = await openFirstPage();
    await choose(page, 'sandbox-customers', 'Edit mapping');
    await addAndSave(page, 'sandbox-customers', 'loyalty');
    expectWithin('add a field to a live index and save', await effort());

    const undoing = await countEffort(page);
    await page.keyboard.press('Control+Z');
    await page.getByText('Undone: Add loyalty').first().waitFor();
    expectWithin('undo', await undoing());
    await close();
  });

  it('answers who changed a field, why, and whether it reached the cluster, with the request one click further', async () => {
    const { page, close } = await openPage(at.browser);
    await page.goto(screenAddress(at.server, '/indices/sandbox-products/mapping'));
    await page.getByRole('treegrid', { name: 'Fields' }).waitFor();
    await saidToBe(page, 'Ada');
    await addAndSave(page, 'sandbox-products', 'reviewed', 'OPS-5');

    // The reviewer begins where everybody does.
    await page.goto(screenAddress(at.server, ''));
    await page.getByRole('link', { name: 'sandbox-products', exact: true }).waitFor();
    const effort = await countEffort(page);
    await page.getByRole('link', { name: 'History', exact: true }).click();
    await page.getByRole('link', { name: /^Add reviewed/ }).click();
    const change = page.getByRole('dialog', { name: /^Add reviewed/ });
    await change.getByText('Added reviewed (keyword)').waitFor();
    const text = await change.innerText();
    expect(text).toMatch(/Who\s+Ada/);
    expect(text).toMatch(/When\s+\S.*\d{4}/);
    await change.getByText(/^Reached /).waitFor();
    const reached = await change.innerText();
    expect(reached).toMatch(/Why\s+OPS-5/);
    expect(reached).toMatch(/On the cluster\s+Reached .*\d{4}/);
    expect(reached).toMatch(/PUT \/sandbox-products\/_mapping\s+200/);
    expectWithin('who changed it, why, did it reach the cluster', await effort());
    // What was sent, and what the cluster answered.
    await change.getByRole('region', { name: 'Sent to the cluster' }).getByRole('button').first().click();
    const action = page.getByRole('dialog', { name: /sandbox-products/ });
    await action.waitFor();
    // The sandbox knows no users: the browser said who it was, and nobody vouches for that.
    expect(await action.innerText()).toMatch(/Who\s+Ada\s+Unverified name/);
    await close();
  });

  it('answers the same of a template from the first page, and of all its saves from the list of templates', async () => {
    const { page, close } = await openPage(at.browser);
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    const bar = page.getByRole('region', { name: 'Unsaved template' });
    const type = async (name: string, text: string) => {
      await field(name).fill(text);
      await field(name).press('Enter');
    };
    await page.goto(screenAddress(at.server, '/edit_template/sandbox-logs'));
    await field('Priority').waitFor();
    const before = await field('Priority').inputValue();
    await type('Version', '70');
    await type('Priority', '71');
    await button(bar, 'Review and save').click();
    const review = page.getByRole('dialog', { name: 'Update index template sandbox-logs' });
    await review.getByRole('textbox', { name: 'Type “sandbox-logs” to confirm' }).fill('sandbox-logs');
    await review.getByRole('textbox', { name: 'Reason or ticket (optional)' }).fill('OPS-7');
    await review.getByRole('button', { name: /^Update / }).click();
    await bar.waitFor({ state: 'detached' });
    await saved(page);
    // One that nobody has sent.
    await type('Version', '72');
    await bar.waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: /^Unsaved · / })
      .waitFor();

    await page.goto(screenAddress(at.server, ''));
    await page.getByRole('link', { name: 'sandbox-products', exact: true }).waitFor();
    const fromFirst = await countEffort(page);
    await page.getByRole('link', { name: 'History', exact: true }).click();
    // The row of the save has it all.
    const save = page.getByRole('row').filter({ hasText: 'Updated index template sandbox-logs' });
    await save.getByText('Reached the cluster').waitFor();
    const text = await save.innerText();
    expect(text).toMatch(new RegExp(`priority: ${before}\\s*→[\\s\\S]*71`));
    expect(text).toMatch(/Why:\s+OPS-7/);
    expect(text).toMatch(/Ada|Unnamed author/);
    expectWithin('who changed it, why, did it reach the cluster', await fromFirst());

    await page.goto(screenAddress(at.server, '/templates'));
    await page.getByRole('link', { name: 'sandbox-logs', exact: true }).waitFor();
    const fromList = await countEffort(page);
    await choose(page, 'sandbox-logs', 'History');
    const rows = page.getByRole('list', { name: 'Changes, newest first' }).locator(':scope > li');
    const [unsent, sent] = [rows.nth(0), rows.nth(1)];
    await sent.getByText('Reached the cluster').waitFor();
    expect(await sent.innerText()).toMatch(new RegExp(`priority: ${before}\\s*→[\\s\\S]*71`));
    expect(await sent.innerText()).toMatch(/Why: OPS-7/);
    expect(await sent.innerText()).toMatch(/Ada|Unnamed author/);
    expect(await unsent.innerText()).toMatch(/version: 70\s*→[\s\S]*72[\s\S]*Not sent/);
    expectWithin('who changed it, why, did it reach the cluster', await fromList());
    await close();
  });

  it('makes a template with two components', async () => {
    const { page, effort, close } = await openFirstPage();
    await page.getByRole('link', { name: 'Templates', exact: true }).click();
    await page.getByRole('link', { name: 'Create index template', exact: true }).first().click();
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.type('made-first');
    // Past what it starts from.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('made-first-*');
    await page.keyboard.press('Enter');
    await button(page, 'Continue').click();
    await page.getByRole('tab', { name: /^Component templates/ }).click();
    await page.getByRole('combobox', { name: 'Add component template' }).click();
    const used = page.getByRole('grid', { name: /^Component templates/ });
    for (const component of COMPONENTS) {
      await page.keyboard.type(component);
      await page.getByRole('option', { name: component }).first().waitFor();
      await page.keyboard.press('Enter');
      await used.getByRole('row', { name: new RegExp(component) }).waitFor();
    }
    await page.keyboard.press('Control+S');
    await button(page.getByRole('dialog'), 'Create index template made-first').click();
    await page.getByRole('dialog', { name: 'made-first', exact: true }).waitFor();
    expectWithin('a template with two components', await effort());
    await close();
  });

  it('replaces an index', async () => {
    const { page, effort, close } = await openFirstPage();
    await choose(page, 'sandbox-products', 'Replace index');
    await button(page, 'Create plan').click();
    await button(page, 'Approve and run').click();
    await button(page, 'Undo plan').waitFor();
    expectWithin('replace an index', await effort());
    await close();
  });

  it('finds a failing case in a build with a planted bug, and replays it', async () => {
    const server = await startPlanted('undo-brings-back-the-opposite');
    const { page, close } = await openPage(at.browser);
    // What was typed in the form is kept: a run by chance would find the bug as well, a little sooner or later.
    const seed = page.getByRole('textbox', { name: 'Seed' });
    await page.goto(screenAddress(server, '/fuzz_lab'));
    await seed.fill('11');
    await seed.press('Tab');
    await expect.poll(async () => (await storedUnapplied(page)).length).toBe(1);
    await page.goto(screenAddress(server, ''));
    await page.getByRole('link', { name: 'sandbox-products', exact: true }).waitFor();
    const effort = await countEffort(page);
    await page.getByRole('link', { name: 'Fuzz lab', exact: true }).click();
    await expect.poll(() => seed.inputValue()).toBe('11');
    await button(page, 'Start run').click();
    const failed = page.getByRole('list', { name: 'Failed cases' }).getByRole('listitem').first();
    const law = await failed.getByRole('heading').first().innerText();
    await button(failed, 'Replay').click();
    await failed.getByText(`Failed: ${law}`).waitFor();
    expectWithin('a failing case, found and replayed', await effort());
    await close();
    expect(await server.stop()).toBe(0);
  });
});

const COMPONENTS = ['sandbox-log-fields', 'sandbox-host'];
