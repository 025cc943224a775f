import { describe, expect, it } from 'vitest';
import { openPage, useConsole } from './harness.ts';
import { screenAddress } from './servers.ts';

/** The controls that write, by screen. */
const WRITING: readonly (readonly [path: string, ...names: readonly RegExp[]])[] = [
  ['/indices', /^Create index$/],
  ['/create_index', /^Review and save$/],
  ['/indices/sandbox-products?tab=edit_settings', /^Review and save$/],
  ['/indices/sandbox-products?tab=aliases', /^Add alias$/],
];

describe('a read-only server', () => {
  const at = useConsole('--read-only');
  const go = (path: string) => screenAddress(at.server, path);

  it('lets nothing be pressed that writes, and says why', async () => {
    const { page, close } = await openPage(at.browser, { isRefused: true });
    for (const [path, ...names] of WRITING) {
      await page.goto(go(path));
      await page.getByRole('group', { name: 'Cluster' }).getByText('Read-only').waitFor();
      for (const name of names) {
        const button = page.getByRole('button', { name }).first();
        await button.waitFor();
        expect({ path, isDisabled: await button.isDisabled() }).toEqual({ path, isDisabled: true });
      }
      expect(await page.getByText(/read-only/i).count(), path).toBeGreaterThan(1);
    }
    for (const path of ['/data_streams', '/templates', '/component_templates']) {
      await page.goto(go(path));
      // What is selected could only be deleted.
      const all = page.getByRole('checkbox', { name: /^Select all/ });
      await all.waitFor({ state: 'attached' });
      await expect.poll(async () => ({ path, isDisabled: await all.isDisabled() })).toEqual({ path, isDisabled: true });
    }

    // Whatever a page sends.
    const answer = await page.evaluate(async () => {
      const response = await fetch('/api/index_management/indices/close', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-mapledger': '1' },
        body: '{"indices":["sandbox-products"]}',
      });
      return { status: response.status, text: await response.text() };
    });
    expect(answer.status).toBe(403);
    expect(answer.text).toMatch(/read-only/i);
    await close();
  });
});
