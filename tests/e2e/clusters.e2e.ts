import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, describe, expect, it } from 'vitest';
import { startBadCluster } from './bad-cluster.ts';
import { openPage, useConsole } from './harness.ts';
import { screenAddress } from './servers.ts';
import { row } from './steps.ts';

const [north, south] = await Promise.all([startBadCluster(), startBadCluster()]);
// One name, two indices.
await north.ask('PUT', ['orders'], { mappings: { properties: { northern: { type: 'keyword' } } } });
await south.ask('PUT', ['orders'], { mappings: { properties: { southern: { type: 'keyword' } } } });
await south.ask('PUT', ['south-only']);

const folder = await mkdtemp(join(tmpdir(), 'mapledger-clusters-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const file = join(folder, 'clusters.json');
await writeFile(
  file,
  JSON.stringify({
    clusters: [
      { id: 'north', label: 'North', url: north.url },
      { id: 'south', label: 'South', url: south.url },
    ],
  }),
);

async function choose(page: Page, label: string): Promise<void> {
  await page
    .getByRole('group', { name: 'Cluster' })
    .getByRole('button', { name: /Cluster/ })
    .click();
  await page.getByRole('option', { name: label }).click();
}

const clusterIn = (page: Page) => new URL(page.url()).searchParams.get('cluster');

describe('several clusters', () => {
  const at = useConsole('--clusters-file', file, '--sandbox');
  const go = (path: string) => screenAddress(at.server, path);

  it('are chosen in the top bar, and kept by links and a reload', async () => {
    const { page, close } = await openPage(at.browser);
    await page.goto(go('/indices'));
    await page.getByRole('link', { name: 'orders' }).waitFor();
    expect(await page.getByRole('link', { name: 'south-only' }).count()).toBe(0);
    await choose(page, 'South');
    await page.getByRole('link', { name: 'south-only' }).click();
    await page.getByRole('heading', { name: 'south-only', level: 1 }).waitFor();
    expect(clusterIn(page)).toBe('south');
    await page.getByRole('tab', { name: 'Aliases' }).click();
    expect(clusterIn(page)).toBe('south');
    const places = [
      ['Main', 'Data streams'],
      ['Main', 'Templates', 'Index templates'],
      ['Templates', 'Component templates'],
      ['Templates', 'Legacy templates'],
      ['Main', 'Drafts'],
      ['Main', 'Settings'],
      ['Settings', 'Storage'],
      ['Main', 'Indices'],
    ] as const;
    for (const [navigation, name, title = name] of places) {
      await page.getByRole('navigation', { name: navigation }).getByRole('link', { name }).click();
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      expect(clusterIn(page)).toBe('south');
    }
    await page.reload();
    await page.getByRole('link', { name: 'south-only' }).waitFor();
    // The first needs no word in the address.
    await choose(page, 'North');
    await page.getByRole('link', { name: 'south-only' }).waitFor({ state: 'detached' });
    expect(clusterIn(page)).toBeNull();
    await choose(page, 'Built-in engine');
    await page.getByRole('group', { name: 'Cluster' }).getByText('Built-in engine').first().waitFor();
    await close();
  });

  it('that there are not are told from those that there are', async () => {
    const { page, close } = await openPage(at.browser, { isRefused: true });
    await page.goto(go('/indices?cluster=west'));
    await page.getByText('Unknown cluster "west". Available: north, south, sandbox.').waitFor();
    expect(await page.getByRole('group', { name: 'Cluster' }).textContent()).toContain('Unknown cluster');
    await page.getByRole('main').getByRole('link', { name: 'South' }).click();
    await page.getByRole('link', { name: 'south-only' }).waitFor();
    await close();
  });

  it('never show what was edited of an index of one in the index of that name of another', async () => {
    const { page, close } = await openPage(at.browser, { isRefused: true });
    await page.goto(go('/indices/orders/mapping'));
    await row(page, 'northern').waitFor();
    await page.getByRole('button', { name: 'Add field' }).first().click();
    await page.getByRole('textbox', { name: 'Field name' }).fill('added_in_north');
    await page.getByRole('combobox', { name: 'Field type' }).fill('keyw');
    await page.getByRole('option', { name: 'Keyword', exact: true }).click();
    await page.keyboard.press('Enter');
    await row(page, 'added_in_north').waitFor();
    await page.keyboard.press('Escape');

    await choose(page, 'South');
    await row(page, 'southern').waitFor();
    expect(await row(page, 'northern').count()).toBe(0);
    expect(await row(page, 'added_in_north').count()).toBe(0);
    await choose(page, 'North');
    await row(page, 'added_in_north').waitFor();

    // Nor while the other one does not say which it has.
    await south.goDown();
    await page.goto(go('/indices/orders/mapping?cluster=south'));
    await page.getByRole('group', { name: 'Cluster' }).getByText('Down').waitFor();
    expect(await row(page, 'added_in_north').count()).toBe(0);
    await north.goDown();
    await page.goto(go('/indices/orders/mapping'));
    await row(page, 'added_in_north').waitFor();
    await Promise.all([north.comeBack(), south.comeBack()]);

    await page.goto(go('/indices/orders?tab=edit_settings'));
    const editor = page.getByRole('textbox', { name: 'Index settings' });
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.insertText(',\n  "index.priority": "41"');
    await page.getByText('1 setting changed').waitFor();
    await choose(page, 'South');
    await page.getByText('No changes').waitFor();
    expect(await editor.textContent()).not.toContain('41');
    await close();
  });
});
