import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { APP_BASE } from '../../src/ui/platform/app-base.ts';
import { KEEPING_ROUTES, PATHS } from '../../src/ui/platform/route-table.ts';
import { openPage, useConsole } from './harness.ts';
import { NAMES } from './route-names.ts';
import { screenAddress } from './servers.ts';
import { drop, rename, row, savedFile } from './steps.ts';

/** How a browser keeps a page from its storage: run in the page before its scripts. */
const WAYS = {
  'may not be looked for': () => {
    const get = () => {
      throw new DOMException('Access is denied', 'SecurityError');
    };
    Object.defineProperty(window, 'indexedDB', { get });
  },
  throws: () => {
    const open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    Object.defineProperty(IDBFactory.prototype, 'open', { value: open });
  },
  fails: () => {
    const open = () => {
      const request = Object.setPrototypeOf(new EventTarget(), IDBOpenDBRequest.prototype) as EventTarget;
      const error = new DOMException('A mutation operation was attempted.', 'InvalidStateError');
      Object.defineProperty(request, 'error', { value: error });
      queueMicrotask(() => request.dispatchEvent(new Event('error')));
      return request;
    };
    Object.defineProperty(IDBFactory.prototype, 'open', { value: open });
  },
  'never answers': () => {
    const original = indexedDB.open.bind(indexedDB);
    const open = (name: string) =>
      Object.defineProperty(original(`${name} that nobody hears of`), 'addEventListener', { value: () => undefined });
    Object.defineProperty(IDBFactory.prototype, 'open', { value: open });
  },
} as const;

const MAPPINGS = { properties: { host: { type: 'keyword' }, ip: { type: 'ip' } } };

/** The lists of the cluster, each with a row of the sample data. */
const LISTS: Partial<Record<keyof typeof PATHS, string>> = {
  indices: 'sandbox-products',
  dataStreams: 'sandbox-logs-web',
  aliases: 'sandbox-shop',
  templates: 'sandbox-logs-*',
  componentTemplates: 'sandbox-log-fields',
  lifecyclePolicies: 'sandbox-30-days',
};

/** A screen that is replaced, or says that something is kept. */
const BROKEN = /.*(?:stopped because of an error|can’t start|could not be loaded|^Saved$|changes? recorded).*/m;

const SCREENS = Object.entries(PATHS)
  .map(([route, path]) => ({
    route,
    address: path.replace(/\$\w+/, NAMES[route as keyof typeof PATHS] ?? 'nothing'),
    keeps: KEEPING_ROUTES.has(`${APP_BASE}${path}`),
    row: LISTS[route as keyof typeof PATHS],
  }))
  // To clone a template makes a draft, and then there is something to lose on every screen.
  .toSorted((a, b) => Number(a.keeps) - Number(b.keeps));

describe('a browser whose storage', () => {
  const at = useConsole();

  const alarm = (page: Page) => page.getByRole('alert').filter({ hasText: 'Can’t open browser storage' });
  const go = (page: Page, path: string) =>
    page.evaluate((to) => window.history.pushState(null, '', to), screenAddress(at.server, path));

  it.each(Object.entries(WAYS))(
    '%s: every screen works, and those that keep something say what is wrong',
    async (way, block) => {
      const { page, close } = await openPage(at.browser, { isRefused: true });
      await page.addInitScript(block);
      await page.goto(screenAddress(at.server, '/indices'));
      const lists = SCREENS.filter((screen) => screen.row !== undefined);
      if (way === 'never answers') {
        const slow = page.getByRole('alert').filter({ hasText: 'Opening storage is taking longer than usual' });
        await slow.waitFor();
        for (const { address, row: name = '' } of lists) {
          await go(page, address);
          await page.getByRole('row').filter({ hasText: name }).first().waitFor();
        }
        await slow.getByRole('button', { name: 'Continue without storage' }).click();
        await slow.waitFor({ state: 'detached' });
      }
      const faults: string[] = [];
      for (const { route, address, keeps, row: name } of SCREENS) {
        await go(page, address);
        if (name !== undefined) await page.getByRole('row').filter({ hasText: name }).first().waitFor();
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        if (keeps) await alarm(page).waitFor();
        else await expect.poll(() => alarm(page).count()).toBe(0);
        await expect.poll(() => page.getByText(/^(?:Loading|Opening|Reading) /).count()).toBe(0);
        const text = await page.locator('body').innerText();
        const [lost] = BROKEN.exec(text) ?? [];
        if (lost !== undefined) faults.push(`${route}: ${lost}`);
        if (keeps && !/blocks storage for this site|doesn’t respond/.test(text)) faults.push(`${route}: no reason`);
        if (keeps && !text.includes('changes are in this tab only')) faults.push(`${route}: nothing of this tab`);
      }
      expect(faults).toEqual([]);
      await close();
    },
  );

  it('is blocked lets drafts be edited in the tab, asks before they are lost, and exports them', async () => {
    const { page, close } = await openPage(at.browser);
    await page.addInitScript(WAYS.throws);
    await page.goto(screenAddress(at.server, '/drafts'));
    await page.getByText('No drafts in this tab').waitFor();
    await drop(page, 'orders.json', JSON.stringify(MAPPINGS));
    await rename(page, 'ip', 'address');
    await page.getByText('In this tab only', { exact: true }).waitFor();
    const rail = page.getByRole('navigation', { name: 'Main' });
    await rail.getByRole('link', { name: 'Indices' }).click();
    await page.getByRole('row').filter({ hasText: 'sandbox-products' }).waitFor();
    // There is something to lose now, wherever one is.
    await alarm(page).getByRole('link', { name: 'Export backup' }).click();
    const backup = await savedFile(page, () => page.getByRole('button', { name: 'Export backup' }).click());
    expect(backup.text).toContain('Rename ip to address');
    await rail.getByRole('link', { name: 'Drafts' }).click();
    await page.getByRole('link', { name: 'orders', exact: true }).click();
    await row(page, 'address').waitFor();

    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.accept();
    await close();
  });

  it('is blocked lets a template be edited and saved to the cluster', async () => {
    const { page, close } = await openPage(at.browser);
    await page.addInitScript(WAYS.throws);
    await page.goto(screenAddress(at.server, '/edit_component_template/sandbox-log-fields?step=mappings'));
    await page.getByRole('treegrid', { name: 'Fields' }).waitFor();
    await page.getByRole('button', { name: 'Add field' }).first().click();
    await page.getByRole('textbox', { name: 'Field name' }).fill('region');
    await page.getByRole('combobox', { name: 'Field type' }).fill('keyw');
    await page.getByRole('option', { name: 'Keyword', exact: true }).click();
    await page.keyboard.press('Enter');
    await row(page, 'region').waitFor();
    await page.getByRole('button', { name: 'Review and save', exact: true }).click();
    const review = page.getByRole('dialog', { name: 'Update component template sandbox-log-fields' });
    // It is a managed one.
    await review.getByRole('textbox', { name: /^Type / }).fill('sandbox-log-fields');
    await review.getByRole('button', { name: /^Update / }).click();
    await review.waitFor({ state: 'detached' });
    const { origin } = new URL(page.url());
    const response = await page.request.get(`${origin}/api/index_management/component_templates/sandbox-log-fields`);
    expect(await response.text()).toContain('region');
    await close();
  });
});
