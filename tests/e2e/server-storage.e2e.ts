import { describe, expect, it } from 'vitest';
import { openPage, useConsole } from './harness.ts';
import { screenAddress } from './servers.ts';
import { openNewDraft } from './steps.ts';

const MAPPINGS = { properties: { host: { type: 'keyword' } } };

describe('the storage of the server', () => {
  const at = useConsole('--keep-actions', '90');

  it('is tested, and a log is erased there for good: the history says who did it and why', async () => {
    const { page, close } = await openPage(at.browser);
    await openNewDraft(page, screenAddress(at.server, '/drafts'), 'personal orders', MAPPINGS);
    await page.getByText('Recorded', { exact: true }).waitFor();
    await page.goto(screenAddress(at.server, '/storage'));
    const server = page.getByRole('region', { name: 'Server' });
    await server.getByText('Actions on clusters are erased after 90 days; everything else is kept.').waitFor();
    await server.getByRole('button', { name: 'Run self-test' }).click();
    await server.getByText('Self-test passed').waitFor();
    await server.getByText('Read the same event back.').waitFor();

    await server.getByRole('button', { name: 'Erase log' }).click();
    await page.getByRole('combobox', { name: 'Log' }).fill('personal');
    await page.getByRole('option').first().click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('OPS-1234');
    await page.keyboard.press('Enter');
    const confirm = page.getByRole('alertdialog', { name: 'Erase the log of “personal orders”?' });
    expect(await confirm.innerText()).toMatch(/The server loses \d+ events? of draft “personal orders”/);
    await confirm.getByRole('button', { name: 'Erase log' }).click();
    await page.getByText('Erased the log of “personal orders”').waitFor();
    await server
      .getByText(/^1 log, \d+ events?$/)
      .first()
      .waitFor();

    await page.goto(screenAddress(at.server, '/history'));
    await page.getByText('1 log was erased').waitFor();
    await page.getByRole('link', { name: /^Erase a log: draft/ }).click();
    const change = page.getByRole('dialog', { name: /^Erase a log: draft/ });
    await change.getByText('OPS-1234').waitFor();
    expect(await change.innerText()).toMatch(/Who\s+Unnamed author\s+Unverified name/);
    await close();
  });
});
