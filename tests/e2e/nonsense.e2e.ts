import type { Page, Route } from 'playwright';
import { describe, expect, it } from 'vitest';
import { API_BASE, ROUTES, type RouteContract } from '#domain/wire';
import { PATHS } from '../../src/ui/platform/route-table.ts';
import { openPage, useConsole } from './harness.ts';
import { NAMES } from './route-names.ts';
import { screenAddress } from './servers.ts';
import { openNewDraft, row } from './steps.ts';

const MAPPINGS = { properties: { host: { type: 'keyword' } } };

/** What is answered with status 200 in the place of each kind of response; the next request gets the next one. */
const NONSENSE = [
  { body: '"x"', contentType: 'application/json' },
  { body: 'null', contentType: 'application/json' },
  { body: '{"statusCode":', contentType: 'application/json' },
  { body: '<!doctype html><title>Sign in</title><p>Sign in', contentType: 'text/html' },
  { body: '', contentType: 'text/plain' },
] as const;

/** What no person can make sense of. */
const OF_PROGRAMS =
  /is not a function|is not iterable|Cannot (?:read|set|convert|destructure)|undefined|Unexpected (?:token|end|identifier)|\[object |\bNaN\b|JSON\.parse|not valid JSON|object store/;
/** What is offered where something was not read. */
const WAY_ON = /^(?:Retry|Try again|Reload|Reload page|Refresh)$/;

/** Nothing of a screen waits for them: they are asked for in the background, and the top bar says how that goes. */
const BEHIND = new Set(['trail.changes', 'trail.append', 'trail.present', 'trail.prove', 'trail.read', 'usage.report']);
/** What nearly every screen asks for, be it for its edge, is spoilt on these alone. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  'clusters.list': ['indices'],
  'cluster.get': ['indices', 'index', 'indexMapping', 'createIndex', 'createPlan', 'editTemplate'],
  'plugins.list': ['indexMapping'],
  'trail.streams': ['history'],
};

/** What a screen asks for after its heading is shown: after the trail is connected, or once it has its kept input. */
const LATE: Readonly<Record<string, readonly string[]>> = {
  drafts: ['trail.authors'],
  cloneTemplate: ['index_templates.list'],
  createTemplate: ['index_templates.list'],
  cloneComponentTemplate: ['component_templates.list'],
  createComponentTemplate: ['component_templates.list'],
};

const CONTRACTS = Object.entries<RouteContract>(ROUTES).map(([id, { method, path, answer }]) => ({
  id,
  method,
  matches: new RegExp(`^${API_BASE}${path.replace(/:\w+/g, '[^/]+')}$`),
  isList: 'type' in answer && answer.type === 'array',
}));

function nonsenseFor(isList: boolean, turn: number) {
  const ofAll = [...NONSENSE, { body: isList ? '{}' : '[]', contentType: 'application/json' }];
  const all = isList ? ofAll : [...ofAll, { body: '{}', contentType: 'application/json' }];
  return all[turn % all.length] ?? NONSENSE[0];
}

const SCREENS = Object.entries(PATHS)
  .filter(([route]) => route !== 'draft' && route !== 'plan' && route !== 'fuzzRun')
  .map(([route, path]) => ({ route, address: path.replace(/\$\w+/, NAMES[route as keyof typeof PATHS] ?? 'nothing') }));

describe('responses that make no sense', () => {
  const at = useConsole();

  const contractOf = (route: Route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    return CONTRACTS.find(({ method, matches }) => method === request.method() && matches.test(pathname));
  };

  const settled = async (page: Page, pending: () => number = () => 0) => {
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await expect.poll(pending).toBe(0);
    await expect.poll(() => page.getByText(/^(?:Loading|Opening|Reading) /).count()).toBe(0);
  };

  it.each(SCREENS)('$route says of each that it was not read, with a way to retry', async ({ route, address }) => {
    const { page, close } = await openPage(at.browser, { isRefused: true });
    const asked = new Set<string>();
    let pending = 0;
    let spoilt: string | null = null;
    let turn = 0;
    await page.route(`**${API_BASE}/**`, async (found) => {
      const contract = contractOf(found);
      if (contract === undefined || BEHIND.has(contract.id)) return found.continue();
      asked.add(contract.id);
      pending++;
      try {
        if (contract.id !== spoilt) await found.fulfill({ response: await found.fetch() });
        else await found.fulfill(nonsenseFor(contract.isList, turn));
      } catch {
        // The page has gone on.
      } finally {
        pending--;
      }
    });
    await page.goto(screenAddress(at.server, address));
    await expect.poll(() => (LATE[route] ?? []).filter((each) => !asked.has(each))).toEqual([]);
    await settled(page, () => pending);
    const faults: string[] = [];
    for (const id of [...asked].filter((each) => SHARED[each]?.includes(route) !== false)) {
      spoilt = id;
      turn++;
      await page.goto(screenAddress(at.server, address));
      await settled(page, () => pending);
      const text = await page.locator('body').innerText();
      const hit = OF_PROGRAMS.exec(text);
      if (hit !== null) faults.push(`${id}: ${text.slice(Math.max(0, hit.index - 80), hit.index + 120)}`);
      const wayOn = page.getByRole('button', { name: WAY_ON }).first().waitFor();
      if (await wayOn.catch(() => true))
        faults.push(`${id}: no way to retry: ${(await page.locator('#content').first().innerText()).slice(0, 500)}`);
    }
    expect(faults).toEqual([]);
    await close();
  });

  it('keeps what a store holds that makes no sense from being shown as it is', async () => {
    const { page, close } = await openPage(at.browser);
    await openNewDraft(page, screenAddress(at.server, '/drafts'), 'orders', MAPPINGS);
    const draft = page.url();
    await row(page, 'host').waitFor();
    const stores = await page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const opening = indexedDB.open('mapledger');
          opening.onsuccess = () => {
            resolve([...opening.result.objectStoreNames]);
            opening.result.close();
          };
        }),
    );
    await close();
    const faults: string[] = [];
    for (const store of stores) {
      const other = await openPage(at.browser, { isRefused: true });
      await openNewDraft(other.page, screenAddress(at.server, '/drafts'), 'orders', MAPPINGS);
      const address = other.page.url();
      await other.page.getByText('Saved', { exact: true }).waitFor();
      await other.page.evaluate(spoil, store);
      for (const to of [address, screenAddress(at.server, '/drafts'), screenAddress(at.server, '/history')]) {
        await other.page.goto(to);
        await settled(other.page);
        const text = await other.page.locator('body').innerText();
        const hit = OF_PROGRAMS.exec(text);
        if (hit !== null) faults.push(`${store}: ${text.slice(Math.max(0, hit.index - 80), hit.index + 120)}`);
      }
      await other.page.context().close();
    }
    expect(draft).not.toBe('');
    expect(faults).toEqual([]);
  });
});

/** Puts nonsense in the place of each value of a store, run in the page. */
function spoil(store: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('mapledger');
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction(store, 'readwrite');
      const values = transaction.objectStore(store);
      const hasKeyPath = values.keyPath !== null;
      values.openCursor().onsuccess = ({ target }) => {
        const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result;
        if (cursor === null) return;
        // Where the key is in the value only the rest can be nonsense.
        const kept = [values.keyPath]
          .flat()
          .map((name) => [name, (cursor.value as Record<string, unknown>)[name ?? '']]);
        cursor.update(hasKeyPath ? { ...Object.fromEntries(kept), text: 7, hash: null } : 7);
        cursor.continue();
      };
      transaction.oncomplete = () => {
        database.close();
        resolve();
      };
      transaction.onabort = () => reject(transaction.error ?? new Error('not spoilt'));
    };
  });
}
