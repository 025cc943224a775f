import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright';
import { openPage, useConsole } from './harness.ts';
import { screenAddress } from './servers.ts';
import { row, saved } from './steps.ts';

declare global {
  interface Window {
    clicks?: number;
  }
}

/** Counts every click of a person from here on, on whatever page of the console. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    window.clicks = 0;
    window.addEventListener('click', ({ isTrusted }) => (window.clicks = (window.clicks ?? 0) + (isTrusted ? 1 : 0)), {
      capture: true,
    });
  });
  return () => page.evaluate(() => window.clicks ?? -1);
}

describe('who changed this field, from what to what, when, why, and what reached the cluster', () => {
  const at = useConsole();

  it('is answered in three clicks on the sandbox', async () => {
    const { page, close } = await openPage(at.browser);
    await page.goto(screenAddress(at.server, '/indices/sandbox-products/mapping'));
    await page.getByRole('treegrid', { name: 'Fields' }).waitFor();
    // Ada adds a field, and sends it to the cluster.
    await page.getByRole('button', { name: 'Your name', exact: true }).click();
    await page.getByRole('dialog', { name: 'Your name' }).waitFor();
    await page.keyboard.type('Ada');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Your name' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add field', exact: true }).click();
    await page.getByRole('textbox', { name: 'Field name' }).fill('reviewed');
    await page.getByRole('combobox', { name: 'Field type' }).fill('keyw');
    await page.getByRole('option', { name: 'Keyword', exact: true }).click();
    await page.keyboard.press('Enter');
    await row(page, 'reviewed').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Unsent changes' }).getByRole('button', { name: 'Review' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Apply 1 change' }).click();
    await page.getByRole('region', { name: 'Unsent changes' }).waitFor({ state: 'detached' });
    await saved(page);

    // The reviewer begins where everybody does.
    await page.goto(screenAddress(at.server, '/indices'));
    await page.getByRole('heading', { name: 'Indices', level: 1 }).waitFor();
    const clicks = await countClicks(page);
    await page.getByRole('link', { name: 'History', exact: true }).click();
    await page.getByRole('link', { name: /^Add reviewed/ }).click();
    const change = page.getByRole('dialog', { name: /^Add reviewed/ });
    await change.getByText('Added reviewed (keyword)').waitFor();
    const text = await change.innerText();
    expect(text).toMatch(/Who\s+Ada/);
    expect(text).toMatch(/When\s+\S.*\d{4}/);
    expect(text).toMatch(/Why\s+No reason given/);
    // The request, and what the cluster answered.
    await change.getByText(/^Reached /).waitFor();
    const reached = await change.innerText();
    expect(reached).toMatch(/On the cluster\s+Reached .*\d{4}/);
    expect(reached).toMatch(/PUT \/sandbox-products\/_mapping\s+200/);
    // What was sent, and what the cluster answered.
    await change.getByRole('region', { name: 'Sent to the cluster' }).getByRole('button').first().click();
    const action = page.getByRole('dialog', { name: /sandbox-products/ });
    await action.waitFor();
    // The sandbox knows no users: the browser said who it was, and nobody vouches for that.
    expect(await action.innerText()).toMatch(/Who\s+Ada\s+Unverified name/);
    expect(await clicks()).toBeLessThanOrEqual(3);
    await close();
  });
});
