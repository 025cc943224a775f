import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fieldEvent, startEvent, trailClient } from '../crash/trail-server/trail-client.ts';
import { openPage, useConsole } from './harness.ts';
import { freshFolder, screenAddress, startServer } from './servers.ts';
import { openNewDraft } from './steps.ts';

const EVE = { id: 'eve', name: 'Eve', verified: false };
const PROGRAM = join(import.meta.dirname, '../../bin/mapledger.mjs');
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

    // By the keyboard: what is above arrives later, and moves the button between press and release.
    await server.getByRole('button', { name: 'Erase log' }).press('Enter');
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

  it('has the log of an index erased by the command that it shows, run by who can read the data folder', async () => {
    const folder = await freshFolder();
    const running = await startServer('--data-dir', folder);
    const client = trailClient(Number(new URL(running.origin).port));
    const stream = await client.createIndex('personal-orders');
    await client.append({ stream, after: 0, events: [startEvent(EVE, stream), fieldEvent(EVE, 1, stream)] });

    const { page, close } = await openPage(at.browser);
    await page.goto(screenAddress(running, '/storage'));
    await page.getByRole('button', { name: 'Erase log' }).press('Enter');
    await page.getByRole('combobox', { name: 'Log' }).fill('personal');
    await page.getByRole('option').first().click();
    await page.getByRole('textbox', { name: 'Reason' }).fill("Eve's name");
    await page.keyboard.press('Enter');
    const command = await page.getByRole('alertdialog').getByLabel('Command').innerText();
    const ran = (dataDir: string) => {
      const line = command.replace(/^mapledger/, `"${process.execPath}" "${PROGRAM}"`).replace(/FOLDER$/, dataDir);
      const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { encoding: 'utf8' });
      return [status, stdout + stderr];
    };
    // Being on the machine is not enough.
    expect(ran(await freshFolder())).toEqual([4, expect.stringContaining('No server is running on the data folder')]);
    expect((await client.read({ stream, author: EVE.id })).version).toBe(2);
    expect(ran(folder)).toEqual([0, `Erased 2 events of ${stream}. Their hashes are kept.\n`]);
    await expect(client.read({ stream, author: EVE.id })).rejects.toMatchObject({
      status: 410,
      body: expect.stringContaining("(2 events): Eve's name.") as string,
    });
    await page.reload();
    await page.getByRole('region', { name: 'Server' }).getByText('1 log, 2 events').first().waitFor();
    await close();
    expect(await running.stop()).toBe(0);
  });
});
