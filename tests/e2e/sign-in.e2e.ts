import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { API_BASE } from '#domain/wire';
import { basic, startBadCluster } from './bad-cluster.ts';
import { openPage, useConsole } from './harness.ts';
import { screenAddress } from './servers.ts';
import { exported, openForm, openNewDraft } from './steps.ts';

const PASSWORD = 'correct horse battery staple';
const KEY = 'bWFwbGVkZ2VyOmFuIGVuY29kZWQga2V5';

const cluster = await startBadCluster();
cluster.users = { ada: basic('ada', PASSWORD), 'key of ada': `ApiKey ${KEY}` };
await cluster.ask('PUT', ['orders-2026']);

/** All that a script of the page, now or later, could read. */
async function readableByScripts(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const requested = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('no reason'));
      });
    const found: unknown[] = [
      document.cookie,
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      location.href,
      history.state,
    ];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await requested(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        found.push(store, await requested(database.transaction(store).objectStore(store).getAll()));
      database.close();
    }
    return JSON.stringify(found);
  });
}

async function signIn(page: Page, password: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Sign in to secured' });
  await form.getByLabel('User', { exact: true }).fill('ada');
  await form.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

describe('a cluster that asks for credentials', () => {
  const at = useConsole('--cluster', cluster.url, '--cluster-name', 'secured');
  const list = () => screenAddress(at.server, '/indices');

  it('lets in who signs in, tells the page no secret, and lets out again', async () => {
    const { page, close } = await openPage(at.browser, { isRefused: true });
    await page.goto(list());
    const form = page.getByRole('form', { name: 'Sign in to secured' });
    await form.waitFor();
    expect(await page.getByRole('group', { name: 'Cluster' }).textContent()).toContain('Not signed in');

    await signIn(page, 'wrong');
    await page.getByRole('alert').getByText('rejected the credentials').waitFor();
    expect(await form.getByLabel('User', { exact: true }).inputValue()).toBe('ada');
    expect(await form.getByLabel('Password', { exact: true }).inputValue()).toBe('');

    await signIn(page, PASSWORD);
    await page.getByRole('link', { name: 'orders-2026' }).waitFor();
    const cookies = await page.context().cookies();
    expect(cookies.map(({ name, httpOnly, sameSite }) => ({ name, httpOnly, sameSite }))).toEqual([
      { name: 'mapledger_session_secured', httpOnly: true, sameSite: 'Strict' },
    ]);
    const readable = await readableByScripts(page);
    for (const secret of [PASSWORD, basic('ada', PASSWORD).slice('Basic '.length), cookies[0]?.value])
      expect(readable).not.toContain(secret);
    expect(cookies[0]?.value).toMatch(/^[\w-]{43}$/);

    await page.reload();
    await page.getByRole('link', { name: 'orders-2026' }).waitFor();
    await page.getByRole('button', { name: /cluster details/ }).click();
    await page.getByRole('dialog').getByText('Signed in as ada').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await form.waitFor();
    expect(await page.getByRole('link', { name: 'orders-2026' }).count()).toBe(0);
    expect(await page.context().cookies()).toEqual([]);
    await page.reload();
    await form.waitFor();
    await close();
  });

  it('lets in who has an API key', async () => {
    const { page, close } = await openPage(at.browser, { isRefused: true });
    await page.goto(list());
    await page.getByText('API key', { exact: true }).click();
    await page.getByLabel('API key', { exact: true }).last().fill(KEY);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'orders-2026' }).waitFor();
    await page.getByRole('group', { name: 'Cluster' }).getByText('key of ada').waitFor();
    expect(await readableByScripts(page)).not.toContain(KEY);
    await close();
  });

  it('keeps nothing of a secret that is typed and not sent, nor in a replay of what was done', async () => {
    const { page, close } = await openPage(at.browser, { isRefused: true });
    await openNewDraft(page, screenAddress(at.server, '/drafts'), 'orders', {
      properties: { host: { type: 'keyword' } },
    });
    const draft = page.url();
    await openForm(page, 'host');
    await page.getByRole('textbox', { name: 'Field name' }).fill('typed in a form');
    await page.goto(list());
    const form = page.getByRole('form', { name: 'Sign in to secured' });
    await form.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByText('API key', { exact: true }).click();
    await page.getByLabel('API key', { exact: true }).last().fill(KEY);
    await page.reload();
    await form.waitFor();
    expect(await form.getByLabel('Password', { exact: true }).inputValue()).toBe('');
    const readable = await readableByScripts(page);
    expect(readable).toContain('typed in a form');
    await page.goto(draft);
    const replay = await exported(page, 'Export replay (log and session)');
    expect(replay.text).toContain('typed in a form');
    for (const secret of [PASSWORD, KEY])
      for (const text of [readable, replay.text, await readableByScripts(page)]) expect(text).not.toContain(secret);
    await close();
  });

  it('keeps nothing of a name that is typed to confirm a deletion', async () => {
    const { page, close } = await openPage(at.browser, { isRefused: true });
    await cluster.ask('PUT', ['.system-2026']);
    await page.goto(screenAddress(at.server, '/indices?includeHiddenIndices=true'));
    await signIn(page, PASSWORD);
    const listed = page.getByRole('row').filter({ has: page.getByRole('link', { name: '.system-2026' }) });
    await listed.getByRole('checkbox').focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Manage 1 index' }).click();
    await page.getByRole('menuitem', { name: 'Delete index' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('textbox', { name: /to confirm/ }).fill('half a confirm');
    expect(await readableByScripts(page)).not.toContain('half a confirm');
    await page.reload();
    await page.getByRole('link', { name: '.system-2026' }).waitFor();
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    expect(await readableByScripts(page)).not.toContain('half a confirm');
    await close();
  });

  it('asks again where a session ends in the middle of an edit, and loses nothing of it', async () => {
    const { page, close } = await openPage(at.browser, { isRefused: true });
    await page.goto(screenAddress(at.server, '/indices/orders-2026?tab=edit_settings'));
    await signIn(page, PASSWORD);
    const editor = page.getByRole('textbox', { name: 'Index settings' });
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.insertText(',\n  "index.priority": 7');
    const review = page.getByRole('button', { name: 'Review and save' });
    await review.click();
    const settings = page.getByRole('dialog', { name: /settings/i });
    await settings.waitFor();

    await page.context().clearCookies();
    await settings.getByRole('button').last().click();
    const again = page.getByRole('dialog', { name: 'Sign in to secured again' });
    await again.waitFor();
    await signIn(page, PASSWORD);
    await again.waitFor({ state: 'detached' });
    await settings.getByRole('button').last().click();
    await page.getByText('Updated settings of orders-2026').waitFor();
    expect(await cluster.ask('GET', ['orders-2026', '_settings'])).toContain('"priority":"7"');
    await close();
  });

  it('takes the right password after many wrong ones, and says why it waits', async () => {
    const { page, close } = await openPage(at.browser, { isRefused: true });
    await page.goto(list());
    const form = page.getByRole('form', { name: 'Sign in to secured' });
    await form.waitFor();
    for (let count = 0; count < 12; count++) {
      const body = { username: 'ada', password: `guess ${count}` };
      const response = await page.request.post(new URL(`${API_BASE}/session`, list()).href, {
        data: body,
        headers: { 'x-mapledger': '1' },
      });
      expect(response.status()).toBe(401);
    }
    await signIn(page, PASSWORD);
    await form.getByText('After sign-ins that failed, the next ones wait, for up to a minute.').waitFor();
    await page.getByRole('link', { name: 'orders-2026' }).waitFor();
    await close();
  });
});
