import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openPage, useConsole } from './harness.ts';
import { freshFolder, screenAddress } from './servers.ts';
import { openNewDraft, remove, saved } from './steps.ts';

const MAPPINGS = { properties: { user: { type: 'keyword' }, age: { type: 'long' } } };
/** In the document, and nowhere else. */
const SECRET = 'somebody-of-the-documents';

/** All that the page has stored in this browser, as text. */
async function storedInPage(page: Page): Promise<string> {
  const databases = await page.evaluate(async () => {
    const found: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)];
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('no reason'));
      });
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        found.push(await settled(database.transaction(store).objectStore(store).getAll()));
      database.close();
    }
    return JSON.stringify(found);
  });
  return `${databases} ${page.url()}`;
}

/**
 * What the server keeps, as bytes that can be searched. The file of the sandbox is not its: that is the cluster, whose
 * free pages may have what was deleted.
 */
async function keptByServer(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('sandbox.db'));
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')))).join('\n');
}

describe('a document that is tried', async () => {
  const dataDir = await freshFolder();
  const at = useConsole('--data-dir', dataDir);

  it('is answered here and by the engine, is gone after a reload, and is kept nowhere', async () => {
    const { page, close } = await openPage(at.browser);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await openNewDraft(page, screenAddress(at.server, '/drafts'), 'people', MAPPINGS);
    await page.getByRole('tab', { name: 'Try a document' }).click();
    const input = page.getByRole('textbox', { name: 'Document', exact: true });
    await input.fill(JSON.stringify({ user: SECRET, age: '7', city: SECRET }));
    const values = page.getByRole('list', { name: 'Values' });
    await values.getByText('Field user (keyword)').waitFor();
    await values.getByText('New field city (text) by dynamic mapping').waitFor();
    await page.getByRole('button', { name: 'Create and test' }).click();
    const result = page.getByRole('region', { name: 'Result on the scratch index' });
    await result.getByText('By the cluster, as Mapledger expected').waitFor();
    const scratch = await fetch(`${at.server.origin}/api/index_management/indices`);
    expect(await scratch.text()).not.toContain('mapledger-scratch');

    const stored = await storedInPage(page);
    expect([stored.includes('people'), stored.includes(SECRET)]).toEqual([true, false]);
    const files = await keptByServer(dataDir);
    expect([files.includes('documents.try'), files.includes(SECRET)]).toEqual([true, false]);
    const metrics = await (await fetch(`${at.server.origin}/metrics`)).text();
    expect(metrics).toContain('/document_trials');
    expect([metrics, ...sent].join('\n')).not.toContain(SECRET);

    await page.reload();
    await page.getByText('No document yet.').waitFor();
    await close();
  });

  it('that is kept as a test stays in this browser alone, and is there after a reload', async () => {
    const { page, close } = await openPage(at.browser);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    await openNewDraft(page, screenAddress(at.server, '/drafts'), 'kept', MAPPINGS);
    await page.getByRole('tab', { name: 'Try a document' }).click();
    await page.getByRole('textbox', { name: 'Document', exact: true }).fill(JSON.stringify({ age: SECRET }));
    await page.getByRole('button', { name: 'Keep as test' }).click();
    await page.getByRole('textbox', { name: 'Name (optional)' }).fill('Ages are numbers');
    await page.getByRole('button', { name: 'Keep test' }).click();
    const tests = page.getByRole('region', { name: 'Document tests' });
    await tests.getByText('1 document test passes').waitFor();
    await saved(page);
    await expect.poll(() => storedInPage(page)).toContain(SECRET);

    await page.reload();
    await tests.getByText('1 document test passes').waitFor();
    await page.getByText('No document yet.').waitFor();
    // An edit that the server records leaves the test behind.
    await page.getByRole('tab', { name: 'Mapped fields' }).click();
    await remove(page, 'age');
    await page
      .getByRole('tab', { name: /^Try a document/ })
      .getByText('1 fails')
      .waitFor();
    await expect.poll(() => keptByServer(dataDir)).toContain('Remove age');
    expect([await keptByServer(dataDir), ...sent].join('\n')).not.toContain(SECRET);
    await close();
  });

  it('is not taken from an index where nobody signs in', async () => {
    const { page, close } = await openPage(at.browser, { isRefused: true });
    await page.goto(screenAddress(at.server, '/indices/sandbox-products/mapping?tab=documents'));
    await page.getByRole('button', { name: 'Take from an index' }).click();
    await page.getByRole('button', { name: 'Load documents' }).click();
    await page.getByText(/start the server with --documents/).waitFor();
    await close();
  });
});
