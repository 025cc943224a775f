import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openPage, useConsole } from './harness.ts';
import { freshFolder, screenAddress, startServer } from './servers.ts';
import { formsArrived, openForm, openNewDraft, recordedEvents, rename, row } from './steps.ts';

const MAPPINGS = { properties: { host: { type: 'keyword' }, ip: { type: 'ip' } } };

const recorded = (page: Page) => page.getByText('Recorded', { exact: true }).waitFor();

describe('the trail of the server', () => {
  const at = useConsole();

  it('records a draft, and says so', async () => {
    const { page, close } = await openPage(at.browser);
    await openNewDraft(page, screenAddress(at.server, '/drafts'), 'orders', MAPPINGS);
    await recorded(page);
    await rename(page, 'ip', 'address');
    await recorded(page);
    await page.reload();
    await row(page, 'address').waitFor();
    await recorded(page);
    await close();
  });

  it('lets two browsers edit one shared draft, each with the other in sight', async () => {
    const [ada, bob] = [await openPage(at.browser), await openPage(at.browser)];
    await openNewDraft(ada.page, screenAddress(at.server, '/drafts'), 'shared orders', MAPPINGS);
    await recorded(ada.page);
    await ada.page.getByRole('button', { name: 'Recorded' }).click();
    await ada.page.getByRole('button', { name: 'Share draft' }).click();
    await ada.page.getByRole('button', { name: 'Stop sharing' }).waitFor();
    await ada.page.keyboard.press('Escape');

    await bob.page.goto(screenAddress(at.server, '/drafts'));
    await bob.page.getByRole('button', { name: 'Open shared draft shared orders' }).click();
    await row(bob.page, 'ip').waitFor();
    await recorded(bob.page);
    await rename(bob.page, 'ip', 'address');
    await row(ada.page, 'address').waitFor();
    await rename(ada.page, 'host', 'server');
    await row(bob.page, 'server').waitFor();
    await openForm(bob.page, 'server');
    await ada.page.getByRole('list', { name: 'Also here' }).getByText('Unnamed author is editing server').waitFor();
    // The row says so, too, and the form of who opens the same field.
    const mark = ada.page.getByRole('img', { name: 'Unnamed author is editing this field' });
    await mark.waitFor();
    await openForm(ada.page, 'server');
    await ada.page.getByRole('dialog').getByText('Unnamed author is editing this field').waitFor();
    await bob.page.keyboard.press('Escape');
    await mark.waitFor({ state: 'detached' });
    await recorded(ada.page);
    await ada.close();
    await bob.close();
  });

  it('lets two browsers edit the mapping of one index', async () => {
    const [ada, bob] = [await openPage(at.browser), await openPage(at.browser)];
    const address = screenAddress(at.server, '/indices/sandbox-products/mapping');
    await ada.page.goto(address);
    await rename(ada.page, 'stock', 'supply');
    await recorded(ada.page);
    await bob.page.goto(address);
    await row(bob.page, 'supply').waitFor();
    await rename(bob.page, 'suggest', 'completer');
    await row(ada.page, 'completer').waitFor();
    const unsent = (page: Page) => page.getByRole('region', { name: 'Unsent changes' });
    await ada.page.getByRole('list', { name: 'Also here' }).getByText('Unnamed author').waitFor();
    await unsent(ada.page).getByRole('button', { name: 'Discard changes' }).click();
    await row(bob.page, 'suggest').waitFor();
    await unsent(bob.page).waitFor({ state: 'detached' });
    await Promise.all([recorded(ada.page), recorded(bob.page)]);
    expect(await bob.page.getByRole('alert').count()).toBe(0);
    // What one of them opened first is one log.
    await bob.page.goto(screenAddress(at.server, '/history'));
    // What was discarded is one row, folded.
    await bob.page
      .getByRole('row')
      .filter({ has: bob.page.getByRole('link', { name: /^\d+ changes$/ }) })
      .getByRole('button', { name: /^Show events/ })
      .click();
    await bob.page.getByRole('link', { name: 'Rename stock to supply' }).waitFor();
    await bob.page.getByRole('link', { name: 'Rename suggest to completer' }).waitFor();
    await ada.close();
    await bob.close();
  });

  it('gives the drafts back to a browser whose database is gone', async () => {
    const before = await openPage(at.browser);
    await openNewDraft(before.page, screenAddress(at.server, '/drafts'), 'kept orders', MAPPINGS);
    await rename(before.page, 'ip', 'address');
    await recorded(before.page);
    // The list has the draft, too, before the browser is gone.
    await before.page.goto(screenAddress(at.server, '/drafts'));
    await recorded(before.page);
    await before.page.goto(screenAddress(at.server, '/settings'));
    await before.page.getByRole('button', { name: 'Create recovery code' }).click();
    const code = await before.page.getByLabel('Your recovery code').innerText();
    await before.close();

    const { page, close } = await openPage(at.browser);
    await page.goto(screenAddress(at.server, '/drafts'));
    await page.getByText('No drafts yet').waitFor();
    // Nobody is offered drafts that are not proved to be theirs.
    expect(await page.getByText('Drafts found on the server').count()).toBe(0);
    await page.goto(screenAddress(at.server, '/settings'));
    await page.getByRole('textbox', { name: 'Restore with a recovery code' }).fill(code);
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await reloaded;
    await page.goto(screenAddress(at.server, '/drafts'));
    await page
      .getByRole('link', { name: /orders/ })
      .first()
      .waitFor();
    await close();
  });
});

describe('a server that is stopped and started again', () => {
  const at = useConsole();

  it('has every edit that was made meanwhile, once', async () => {
    const folder = await freshFolder();
    const server = await startServer('--data-dir', folder);
    const { page, close } = await openPage(at.browser, { isRefused: true });
    await openNewDraft(page, screenAddress(server, '/drafts'), 'orders', MAPPINGS);
    await recorded(page);
    await formsArrived(page);
    await server.stop();
    await rename(page, 'ip', 'address');
    await rename(page, 'host', 'server');
    const waiting = page.getByRole('button', { name: '2 not yet recorded' });
    await waiting.click();
    await page.getByText(/^Can’t reach the Mapledger server|^Can't reach the Mapledger server/).waitFor();
    const again = await startServer('--data-dir', folder, '--port', new URL(server.origin).port);
    await recorded(page);
    const draft = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const events = await recordedEvents(page, `draft/${draft}`);
    expect(events).toHaveLength(3);
    expect(new Set(events.map(({ id }) => id)).size).toBe(3);
    await close();
    await again.stop();
  });
});
