import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realisticMappings } from '../builders/realistic-tree.ts';
import { type RunningServer, screenAddress, startServer } from '../e2e/servers.ts';
import { drop, openForm, openNewDraft, rename, row, saved } from '../e2e/steps.ts';
import { FEATURES, type Engine, type StartedEngine } from './engine.ts';
import { callInPage, type EnginePage } from './engine-page.ts';
import { killAllGroups } from './process-group.ts';

/** As large as ECS, with two fields that stand first in the tree. */
const FIELDS = 1_500;
const REALISTIC = realisticMappings({ fields: FIELDS - 2, seed: 11 });
const MAPPINGS = {
  ...REALISTIC,
  properties: { aa_host: { type: 'keyword' }, aa_ip: { type: 'ip' }, ...(REALISTIC['properties'] as object) },
};
/** For what is no matter of size. */
const FEW = { properties: { aa_host: { type: 'keyword' }, aa_ip: { type: 'ip' } } };
/** No engine can be told to give less. */
const ROOM_BYTES = 12_000_000;
const LARGE_LENGTH = 3_000_000;

const alarm = (page: EnginePage, title: string) => page.getByRole('alert').filter({ hasText: title });
const button = (page: EnginePage, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** What a person does with the console, in one engine. */
export function walkIn(engine: Engine): void {
  describe(engine.name, () => {
    const folder = mkdtempSync(join(tmpdir(), 'mapledger-browsers-'));
    const profile = join(folder, 'profile');
    let server: RunningServer;
    let browser: StartedEngine;
    const start = (at = profile, roomBytes?: number) =>
      engine.start(at, { origin: server.origin, ...(roomBytes !== undefined && { roomBytes }) });

    beforeAll(async () => {
      if (engine.missing !== null) return;
      server = await startServer();
      browser = await start();
    });
    afterAll(async () => {
      if (engine.missing === null) {
        await browser.kill();
        await server.stop();
      }
      await killAllGroups();
      rmSync(folder, { recursive: true, force: true });
    });

    /** A test that is skipped by name where the engine is missing, and ends with no errors in any page. */
    function walk(name: string, work: () => Promise<void>): void {
      it(name, async (context) => {
        if (engine.missing !== null) return context.skip(engine.missing);
        await work();
        expect(browser.problems).toEqual([]);
      });
    }

    /** A draft of its own for each test. */
    async function openDraft(name: string, mappings: object = MAPPINGS): Promise<EnginePage> {
      const page = await browser.openPage();
      await openNewDraft(page, screenAddress(server, '/drafts'), name, mappings);
      await saved(page);
      return page;
    }

    walk('loads a mapping of 1,500 fields, and finds one in it', async () => {
      const page = await openDraft('large');
      const search = page.getByRole('searchbox', { name: 'Search fields' });
      await search.fill('aa_ip');
      await page.getByRole('grid', { name: 'Fields that match aa_ip' }).focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: "Edit field 'aa_ip'" }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await button(page, 'Clear search').first().click();
      await row(page, 'aa_host').waitFor();
      await page.close();
    });

    walk('is killed, started again, and has the edits and what can be redone', async () => {
      const before = await openDraft('killed');
      await rename(before, 'aa_ip', 'aa_address');
      await rename(before, 'aa_host', 'aa_server');
      await button(before, 'Undo: Rename aa_host to aa_server').click();
      await row(before, 'aa_host').waitFor();
      await saved(before);
      const address = await before.url();
      const { problems } = browser;
      await browser.kill();
      expect(problems).toEqual([]);

      browser = await start();
      const page = await browser.openPage();
      await page.goto(address);
      await row(page, 'aa_address').waitFor();
      await row(page, 'aa_host').waitFor();
      await button(page, 'Redo: Rename aa_host to aa_server').click();
      await row(page, 'aa_server').waitFor();
      await saved(page);
      await page.close();
    });

    walk('has two tabs on one draft that follow each other', async () => {
      const one = await openDraft('two tabs', FEW);
      const other = await browser.openPage();
      await other.goto(await one.url());
      await row(other, 'aa_host').waitFor();
      await one.bringToFront();
      await rename(one, 'aa_ip', 'aa_address');
      await row(other, 'aa_address').waitFor();
      await other.bringToFront();
      await rename(other, 'aa_host', 'aa_server');
      await row(one, 'aa_server').waitFor();
      await one.bringToFront();
      await button(one, 'Undo: Rename aa_host to aa_server').click();
      await row(other, 'aa_host').waitFor();
      await other.close();
      await one.close();
    });

    walk('brings back what was typed and not applied, after a reload and to the tab that comes next', async () => {
      const page = await openDraft('typed', FEW);
      const address = await page.url();
      await openForm(page, 'aa_host');
      const name = (tab: EnginePage) => tab.getByRole('textbox', { name: 'Field name' });
      await name(page).fill('aa_server');
      await page.reload();
      await page.getByRole('dialog', { name: "Edit field 'aa_host'" }).waitFor();
      expect(await name(page).inputValue()).toBe('aa_server');
      await page.close();

      const next = await browser.openPage();
      await next.goto(address.replace(/\?.*$/, ''));
      await button(next, 'Unsaved · 1: 1 change not applied').waitFor();
      await openForm(next, 'aa_host');
      expect(await name(next).inputValue()).toBe('aa_server');
      await button(next, 'Update').click();
      await row(next, 'aa_server').waitFor();
      await saved(next);
      await next.close();
    });

    walk('edits the mapping as JSON', async () => {
      const page = await openDraft('json');
      await row(page, 'aa_host').getByRole('gridcell').first().click();
      await page.keyboard.press('Alt+j');
      const text = page.getByRole('textbox', { name: 'Mappings object' });
      await text.waitFor();
      const status = page.getByRole('status');
      await status.filter({ hasText: 'No changes' }).waitFor();
      const write = async (json: string) => {
        await text.click();
        await page.keyboard.press('Control+a');
        await page.keyboard.press('Delete');
        await page.keyboard.type(json);
      };
      await write('{ "properties": {,} }');
      await status.filter({ hasText: /^Line 1, column \d+: / }).waitFor();
      expect(await button(page, 'Apply').isEnabled()).toBe(false);
      await write('{ "properties": { "only": { "type": "long" } } }');
      await status.filter({ hasText: 'Unapplied changes' }).waitFor();
      await button(page, 'Apply').click();
      await status.filter({ hasText: 'No changes' }).waitFor();
      await page.keyboard.press('Alt+j');
      await row(page, 'only').waitFor();
      await button(page, /^Undo: /).click();
      await row(page, 'aa_host').waitFor();
      await saved(page);
      await page.close();
    });

    walk('saves a field to a live index by keys, finds the save in the history, and takes it back', async () => {
      const page = await browser.openPage();
      const index = 'sandbox-customers';
      await page.goto(screenAddress(server, `/indices/${index}/mapping`));
      await page.getByRole('treegrid', { name: 'Fields' }).waitFor();
      await button(page, 'Add field').click();
      const name = page.getByRole('textbox', { name: 'Field name' });
      await name.fill('walked');
      await page.getByRole('combobox', { name: 'Field type' }).click();
      await page.keyboard.type('keyw');
      await page.getByRole('option', { name: 'Keyword', exact: true }).click();
      await page.keyboard.press('Enter');
      await row(page, 'walked').waitFor();
      await page.keyboard.press('Control+s');
      const review = page.getByRole('dialog');
      await review.getByRole('button', { name: `Update mapping of ${index}` }).click();
      await review.waitFor({ state: 'detached' });
      await saved(page);

      const history = await browser.openPage();
      await history.goto(screenAddress(server, '/history'));
      const save = history.getByRole('row').filter({ hasText: 'Add walked (keyword)' });
      await save.getByText('Reached the cluster').waitFor();
      expect(await save.innerText()).toContain(index);
      await history.close();

      await page.bringToFront();
      await page.keyboard.press('Control+z');
      await page.getByText('Undone: Add walked').first().waitFor();
      await row(page, 'walked').waitFor({ state: 'detached' });
      await page.close();
    });

    walk('tries a document on a mapping, which a reload forgets', async () => {
      const page = await openDraft('tried', FEW);
      await page.getByRole('tab', { name: 'Try a document' }).click();
      await page.getByRole('textbox', { name: 'Document', exact: true }).click();
      await page.keyboard.type('{ "aa_host": "a", "aa_new": "b" }');
      const values = page.getByRole('list', { name: 'Values' });
      await values.getByText('Field aa_host (keyword)').waitFor();
      await values.getByText('New field aa_new (text) by dynamic mapping').waitFor();
      await page.reload();
      await page.getByText('No document yet.').waitFor();
      await page.close();
    });

    walk('shows the tasks of the cluster, and the plan of a change', async () => {
      const page = await browser.openPage();
      await page.goto(screenAddress(server, '/tasks'));
      await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor();
      await page.goto(screenAddress(server, '/indices'));
      await button(page, 'Actions for sandbox-products').click();
      await page.getByRole('menuitem', { name: 'Replace index' }).click();
      await button(page, 'Create plan').click();
      await button(page, 'Approve and run').click();
      await button(page, 'Undo plan').waitFor();
      await page.close();
    });

    walk('closes, opens and deletes an index, the last after its name was typed', async () => {
      const page = await browser.openPage();
      const index = '.sandbox-tasks';
      await page.goto(screenAddress(server, `/indices?filter=${index}&includeHiddenIndices=true`));
      const shown = page.getByRole('row', { name: /^Select \.sandbox-tasks / });
      await shown.waitFor();
      const choose = async (action: string) => {
        await button(page, `Actions for ${index}`).click();
        await page.getByRole('menuitem', { name: action }).click();
      };
      const dialog = (action: string) => page.getByRole('alertdialog', { name: `${action}?` });
      const confirm = async (action: string) => {
        await dialog(action)
          .getByRole('textbox', { name: /to confirm/ })
          .fill(index);
        await dialog(action).getByRole('button', { name: action }).click();
      };
      await choose('Close index');
      await confirm('Close index');
      await shown.getByText('closed').waitFor();
      await choose('Open index');
      await dialog('Open index').getByRole('button', { name: 'Open index' }).click();
      await shown.getByText('open', { exact: true }).waitFor();
      await choose('Delete index');
      await dialog('Delete index').waitFor();
      expect(await dialog('Delete index').getByRole('button', { name: 'Delete index' }).isEnabled()).toBe(false);
      await confirm('Delete index');
      await shown.waitFor({ state: 'detached' });
      await page.getByText('1 index was deleted').first().waitFor();
      await page.close();
    });

    walk('lacks what docs/browsers.md says, and shows on its storage screen the consequences', async () => {
      const page = await browser.openPage();
      await page.goto(screenAddress(server, '/storage'));
      await page.getByRole('heading', { name: 'Storage', level: 1 }).waitFor();
      const lacking: string[] = [];
      for (const [feature, test] of Object.entries(FEATURES)) {
        if (!(await page.evaluate<boolean>(test))) lacking.push(feature);
      }
      expect(lacking).toEqual(engine.lacks);
      const hasEstimate = !engine.lacks.includes('navigator.storage.estimate');
      const canPersist = !engine.lacks.includes('navigator.storage.persist');
      await page
        .getByText(hasEstimate ? /^[\d.]+ \w+ of [\d.]+ \w+ used/ : 'The browser doesn’t report disk usage.')
        .first()
        .waitFor();
      await page
        .getByText(
          canPersist ? /^Storage is (?:not )?persistent[.,]/ : /^This browser doesn’t report whether storage is/,
        )
        .first()
        .waitFor();
      await page.close();
    });

    walk('says that the storage is full, loses nothing, and saves when there is room', async () => {
      const small = await start(join(folder, 'small'), ROOM_BYTES);
      try {
        const page = await small.openPage();
        await openNewDraft(page, screenAddress(server, '/drafts'), 'full', MAPPINGS);
        await saved(page);
        await callInPage(page, fillStorage, 1_000_000);
        await callInPage(page, watchAlerts, null);
        await drop(page, 'large.json', JSON.stringify({ ...MAPPINGS, _meta: { note: incompressible(LARGE_LENGTH) } }));
        await alarm(page, 'No disk space left: 1 unsaved change').waitFor();
        await rename(page, 'aa_ip', 'aa_address');
        const full = alarm(page, 'No disk space left: 2 unsaved changes');
        await full.getByText(/^Saved data is kept and you can keep working\./).waitFor();
        const retry = full.getByRole('button', { name: 'Retry saving' });
        for (let times = 0; times < 3; times++) await retry.click();
        await full.waitFor();
        await callInPage(page, emptyStorage, null);
        // The console tries again by itself, too: it may be faster than the press, and the button is gone.
        await Promise.any([retry.click(), full.waitFor({ state: 'detached' })]);
        await full.waitFor({ state: 'detached' });
        await saved(page);
        // What is said is why, each time.
        expect(
          (await page.evaluate<readonly string[]>('window.seenAlerts')).filter((title) =>
            /saving failed|mutation operation/i.test(title),
          ),
        ).toEqual([]);
        await page.reload();
        await row(page, 'aa_address').waitFor();
        await button(page, 'Undo: Rename aa_ip to aa_address').click();
        await row(page, 'aa_ip').waitFor();
        await saved(page);
        expect(small.problems).toEqual([]);
      } finally {
        await small.kill();
      }
    });
  });
}

/** A text that no storage can make shorter than it is. */
function incompressible(length: number): string {
  let state = 1;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state.toString(36).padStart(7, '0').slice(1);
  };
  return Array.from({ length: Math.ceil(length / 6) }, next).join('');
}

/** In the page: stores until not even so many bytes more can be. */
function fillStorage(leastBytes: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('filler', 1);
    opening.onupgradeneeded = () => void opening.result.createObjectStore('filler', { autoIncrement: true });
    opening.onerror = () => reject(opening.error ?? new Error('The filler can not be opened'));
    opening.onsuccess = () => {
      const database = opening.result;
      const put = () => {
        const bytes = new Uint8Array(leastBytes);
        for (let at = 0; at < leastBytes; at += 65_536)
          crypto.getRandomValues(bytes.subarray(at, Math.min(leastBytes, at + 65_536)));
        const transaction = database.transaction('filler', 'readwrite');
        transaction.objectStore('filler').put(bytes);
        transaction.oncomplete = put;
        transaction.onabort = () => {
          database.close();
          if (transaction.error?.name === 'QuotaExceededError') resolve();
          else reject(transaction.error ?? new Error('The filler was aborted'));
        };
      };
      put();
    };
  });
}

/** In the page: remembers the text of every alert. */
function watchAlerts(): void {
  const seen = new Set<string>();
  const look = () => document.querySelectorAll('[role=alert]').forEach((alert) => seen.add(alert.textContent));
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
  Object.defineProperty(window, 'seenAlerts', { get: () => [...seen] });
}

/** In the page: deletes what filled the storage. */
function emptyStorage(): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase('filler');
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error ?? new Error('The filler was not deleted'));
  });
}
