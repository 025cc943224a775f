import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openPage, useConsole } from './harness.ts';
import { screenAddress } from './servers.ts';
import { openBarePage, openForm, openNewDraft, remove, row, saved, storedUnapplied } from './steps.ts';

const MAPPINGS = { properties: { host: { type: 'keyword' }, ip: { type: 'ip' } } };

/** Begins a write beside the console that goes on until it is ended, as one that waits for a slow disk: other writes wait for it, in every tab. */
async function holdWrites(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('mapledger');
        opening.onerror = () => reject(opening.error ?? new Error('The database can not be opened'));
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('writeLock', 'readwrite');
          transaction.oncomplete = () => opening.result.close();
          const goOn = () => {
            if (Reflect.get(globalThis, 'isWriteEnded') === true) return;
            const request = transaction.objectStore('writeLock').count();
            request.onsuccess = () => {
              resolve();
              goOn();
            };
          };
          goOn();
        };
      }),
  );
  return () => page.evaluate(() => void Reflect.set(globalThis, 'isWriteEnded', true));
}

/** The copies of records that are not stored yet, read beside the console. */
function copiesIn(page: Page): Promise<readonly Record<string, unknown>[]> {
  return page.evaluate(() =>
    Object.entries<string>(localStorage)
      .filter(([key]) => key.startsWith('mapledger-unapplied:'))
      .map(([, text]) => JSON.parse(text) as Record<string, unknown>),
  );
}

/** Types another name into the forms of two fields, which stay closed. */
async function typeTwoNames(page: Page): Promise<void> {
  for (const [field, name] of [
    ['host', 'server'],
    ['ip', 'address'],
  ] as const) {
    await openForm(page, field);
    await page.getByRole('textbox', { name: 'Field name' }).fill(name);
    await page.keyboard.press('Escape');
  }
}

const BOTH_CLOSED = [{ isOpen: undefined }, { isOpen: undefined }];
const formsOf = (records: readonly Record<string, unknown>[]) => records.map(({ isOpen }) => ({ isOpen }));

describe('what is typed and not applied', () => {
  const at = useConsole();

  it('is stored when the page is reloaded, and there in the next tab when its tab is closed', async () => {
    const { page, close } = await openPage(at.browser);
    await openNewDraft(page, screenAddress(at.server, '/drafts'), 'orders', MAPPINGS);
    const address = page.url();
    await openForm(page, 'host');
    await page.getByRole('textbox', { name: 'Field name' }).fill('server');
    // At once: before the pause between two writes is over.
    await page.reload();
    await page.getByRole('dialog', { name: "Edit field 'host'" }).waitFor();
    expect(await storedUnapplied(page)).toMatchObject([
      { form: 'field', field: '/properties/host', format: 1, baseVersion: 1, values: { name: 'server' } },
    ]);

    const other = await page.context().newPage();
    await other.goto(address.replace(/\?.*$/, ''));
    await row(other, 'ip').waitFor();
    await openForm(other, 'ip');
    await other.getByRole('textbox', { name: 'Field name' }).fill('address');
    const closed = other.waitForEvent('close');
    await other.close({ runBeforeUnload: true });
    await closed;

    const next = await page.context().newPage();
    await next.goto(address.replace(/\?.*$/, ''));
    await next.getByRole('dialog', { name: "Edit field 'ip'" }).waitFor();
    expect(await next.getByRole('textbox', { name: 'Field name' }).inputValue()).toBe('address');
    expect(
      (await storedUnapplied(page)).map(({ values }) => (values as { readonly name: string }).name).toSorted(),
    ).toEqual(['address', 'server']);
    await close();
  });

  it('is there in the next tab where its tab was closed before it could be stored', async () => {
    const { page, close } = await openPage(at.browser);
    await openNewDraft(page, screenAddress(at.server, '/drafts'), 'orders', MAPPINGS);
    await saved(page);
    const address = page.url().replace(/\?.*$/, '');
    const beside = await openBarePage(page, at.server.origin);
    const endWrite = await holdWrites(beside);
    await typeTwoNames(page);
    await expect.poll(async () => formsOf(await copiesIn(beside))).toEqual(BOTH_CLOSED);
    const closed = page.waitForEvent('close');
    await page.close({ runBeforeUnload: true });
    await closed;
    await endWrite();

    const next = await beside.context().newPage();
    await next.goto(address);
    await next.getByRole('button', { name: '2 changes not applied' }).waitFor();
    // Both were closed before their tab was.
    expect(await next.getByRole('dialog').count()).toBe(0);
    await openForm(next, 'ip');
    expect(await next.getByRole('textbox', { name: 'Field name' }).inputValue()).toBe('address');
    await close();
  });

  it('stays with the tab that it was typed in, as long as that is alive', async () => {
    const { page, close } = await openPage(at.browser);
    await openNewDraft(page, screenAddress(at.server, '/drafts'), 'orders', MAPPINGS);
    const address = page.url();
    await openForm(page, 'host');
    await page.getByRole('textbox', { name: 'Field name' }).fill('server');
    await page.getByRole('button', { name: '1 change not applied' }).waitFor();
    const other = await page.context().newPage();
    await other.goto(address.replace(/\?.*$/, ''));
    await row(other, 'host').waitFor();
    await other.getByText('Saved', { exact: true }).waitFor();
    expect(await other.getByRole('dialog').count()).toBe(0);
    await openForm(other, 'host');
    expect(await other.getByRole('textbox', { name: 'Field name' }).inputValue()).toBe('host');
    // The first one is gone: who opens the draft next has what was typed in it.
    await page.close();
    await other.reload();
    await expect.poll(() => other.getByRole('textbox', { name: 'Field name' }).inputValue()).toBe('server');
    await close();
  });

  it('follows its field while nobody looks, and can be copied where the field is gone', async () => {
    const { page, close } = await openPage(at.browser);
    await openNewDraft(page, screenAddress(at.server, '/drafts'), 'orders', MAPPINGS);
    const address = page.url().replace(/\?.*$/, '');
    await typeTwoNames(page);
    // A form that was on the screen of a tab is on that of the next one.
    await expect.poll(async () => formsOf(await storedUnapplied(page))).toEqual(BOTH_CLOSED);
    const other = await page.context().newPage();
    await page.close();
    await other.goto(address);
    await other.getByRole('button', { name: '2 changes not applied' }).waitFor();
    await remove(other, 'ip');
    await other.getByText('Not applied: changes to field ip').waitFor();
    // It is there after a reload too, and in its form again when the removal is undone before that.
    await other.reload();
    await other.getByText('Not applied: changes to field ip').waitFor();
    await other.getByRole('button', { name: 'Undo: Remove ip' }).click();
    await row(other, 'ip').waitFor();
    await other
      .getByRole('status')
      .filter({ hasText: /^Unsaved · / })
      .waitFor();
    await other.reload();
    await row(other, 'ip').getByText('Not applied').waitFor();
    await openForm(other, 'ip');
    expect(await other.getByRole('textbox', { name: 'Field name' }).inputValue()).toBe('address');
    await close();
  });
});
