import { text as textOf } from 'node:stream/consumers';
import type { Page } from 'playwright';
import { callInPage, type EnginePage, type LocatorOf, type PageOf } from '../browsers/engine-page.ts';

/** Drops a file on the page. */
export async function drop(page: Pick<EnginePage, 'evaluate'>, name: string, text: string): Promise<void> {
  await callInPage(
    page,
    ([fileName, content]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], fileName));
      const event = new DragEvent('drop', { bubbles: true, cancelable: true, composed: true, dataTransfer });
      document.querySelector('main')?.dispatchEvent(event);
    },
    [name, text] as const,
  );
}

/** Makes a draft of a mapping by dropping it on the list of drafts, which opens it. */
export async function openNewDraft<Locator extends LocatorOf<Locator>>(
  page: PageOf<Locator>,
  address: string,
  name: string,
  mappings: object,
): Promise<void> {
  await page.goto(address);
  await page.getByRole('heading', { name: 'Drafts', level: 1 }).waitFor();
  await drop(page, `${name}.json`, JSON.stringify(mappings));
  await page.getByRole('treegrid', { name: 'Fields' }).waitFor();
}

/** A row of the tree by its field's name. */
export function row<Locator extends LocatorOf<Locator>>(
  page: Pick<PageOf<Locator>, 'getByRole'>,
  name: string,
): Locator {
  return page.getByRole('treegrid', { name: 'Fields' }).getByRole('row', { name: new RegExp(`^${name} `) });
}

/** Opens the form of a field at the root. */
export async function openForm<Locator extends LocatorOf<Locator>>(
  page: PageOf<Locator>,
  name: string,
): Promise<Locator> {
  // A form that is open again has its panel before its code, and takes the focus when that is there.
  const open = page.getByRole('dialog', { name: /^Edit field/ });
  if ((await open.count()) > 0) await open.getByRole('textbox', { name: 'Field name' }).waitFor();
  await row(page, name).getByRole('gridcell').first().click();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: `Edit field '${name}'` });
  await form.waitFor();
  return form;
}

export async function rename<Locator extends LocatorOf<Locator>>(
  page: PageOf<Locator>,
  from: string,
  to: string,
): Promise<void> {
  const form = await openForm(page, from);
  await form.getByRole('textbox', { name: 'Field name' }).fill(to);
  await form.getByRole('button', { name: 'Update' }).click();
  await row(page, to).waitFor();
}

export async function remove(page: Page, name: string): Promise<void> {
  await row(page, name).getByRole('gridcell').first().click();
  await page.keyboard.press('Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await row(page, name).waitFor({ state: 'detached' });
}

/** The file that a step makes the page save. */
export async function savedFile(
  page: Page,
  step: () => Promise<unknown>,
): Promise<{ readonly name: string; readonly text: string }> {
  const download = page.waitForEvent('download');
  await step();
  const file = await download;
  return { name: file.suggestedFilename(), text: await textOf(await file.createReadStream()) };
}

/** The text of a file that the export menu gives, and its name. */
export function exported(page: Page, entry: string): ReturnType<typeof savedFile> {
  return savedFile(page, async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  });
}

export async function bodyOf(page: Page): Promise<unknown> {
  return JSON.parse((await exported(page, 'Export mapping (JSON)')).text);
}

export async function saved<Locator extends LocatorOf<Locator>>(page: PageOf<Locator>): Promise<void> {
  await page.getByText('Saved', { exact: true }).waitFor();
}

/** The records of what was typed and is neither applied nor removed, read beside the console. */
export async function storedUnapplied(page: Page): Promise<readonly Record<string, unknown>[]> {
  const texts = await page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('mapledger');
        opening.onerror = () => reject(opening.error ?? new Error('The database can not be opened'));
        opening.onsuccess = () => {
          const reading = opening.result.transaction('unapplied').objectStore('unapplied').getAll();
          reading.onerror = () => reject(reading.error ?? new Error('The store can not be read'));
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result as string[]);
          };
        };
      }),
  );
  return texts.map((text) => JSON.parse(text) as Record<string, unknown>).filter((record) => !('removed' in record));
}

/** A page of the same profile and origin with none of our code in it. */
export async function openBarePage(page: Page, origin: string): Promise<Page> {
  const bare = await page.context().newPage();
  // With an icon of its own, so that the browser does not ask the server for one.
  await bare.route(`${origin}/bare`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,"><title>Bare</title>' }),
  );
  await bare.goto(`${origin}/bare`);
  return bare;
}

/** The code of the forms has come, unasked: they open also where no server answers any more. */
export async function formsArrived(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/opened-from-tree-')),
  );
}

export interface RecordedEvent {
  readonly id: string;
  readonly summary: string;
}

/** Who the author of this browser is, and by which secret it is proved. */
export function deviceIn(page: Page): Promise<{ readonly author: string; readonly secret: string }> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('mapledger');
        opening.onsuccess = () => {
          const kept = opening.result.transaction('device').objectStore('device');
          const secret = kept.get('secret');
          const author = kept.get('author');
          author.onsuccess = () => {
            opening.result.close();
            resolve({ author: (author.result as { id: string }).id, secret: secret.result as string });
          };
        };
      }),
  );
}

/** The events of a draft as the server has them, by the routes and with the author and the secret of this browser. */
export async function recordedEvents(page: Page, stream: string): Promise<readonly RecordedEvent[]> {
  const texts = await page.evaluate(
    async ({ name, author, secret }) => {
      const all: string[] = [];
      for (let hasMore = true; hasMore;) {
        const query = new URLSearchParams({ stream: name, author, after: String(all.length) });
        const response = await fetch(`/api/index_management/trail/records?${query}`, {
          headers: { 'x-mapledger': '1', 'x-mapledger-device': secret },
        });
        const answer = (await response.json()) as { records: { text: string }[]; hasMore: boolean };
        all.push(...answer.records.map(({ text }) => text));
        ({ hasMore } = answer);
      }
      return all;
    },
    { name: stream, ...(await deviceIn(page)) },
  );
  return texts.map((text) => JSON.parse(text) as RecordedEvent);
}
