import { describe, expect, it } from 'vitest';
import { startBadCluster } from './bad-cluster.ts';
import { openPage, useConsole } from './harness.ts';
import { screenAddress } from './servers.ts';
import { savedFile } from './steps.ts';

/** As hostile as the engine takes them; what a proxy could take for another path, as "..%2f..", is refused by us. */
const INDICES = ['grün', '日志-2026', '🦜', 'a%2fb', 'x;y&z=1', "o'neil", '=1+1', 'constructor'];
const TEMPLATES = ['constructor', '<img/src=x/onerror=hacked()>', 'a%2fb', '🦜', 'a..%2fb'];
const ALIASES = ['tostring', '😀'];

const cluster = await startBadCluster();
for (const name of INDICES) await cluster.ask('PUT', [name]);
for (const alias of ALIASES) await cluster.ask('PUT', ['grün', '_alias', alias]);
for (const [index, name] of TEMPLATES.entries()) {
  await cluster.ask('PUT', ['_index_template', name], {
    index_patterns: [`hostile-${index}-*`],
    priority: 900 + index,
    data_stream: {},
  });
  await cluster.ask('PUT', ['_component_template', name], { template: { settings: { 'index.number_of_shards': 1 } } });
  await cluster.ask('PUT', ['_data_stream', `hostile-${index}-🦜%2f`]);
}

describe('names that are hostile', () => {
  const at = useConsole('--cluster', cluster.url);
  const go = (path: string) => screenAddress(at.server, path);

  it('lead from the list of indices to each of them, and are acted on as they are', async () => {
    const { page, close } = await openPage(at.browser);
    await page.goto(go('/indices'));
    for (const name of INDICES) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
      await page.getByText('UUID', { exact: true }).waitFor();
      await page.goBack();
    }
    const { text } = await savedFile(page, () => page.getByRole('button', { name: /CSV/ }).click());
    for (const name of INDICES) expect(text).toContain(name);
    // A spreadsheet runs no formula.
    expect(text).not.toMatch(/^"?=/m);

    await page.getByRole('checkbox', { name: 'Select all on this page' }).locator('xpath=ancestor::label').click();
    await page.getByRole('button', { name: `Manage ${INDICES.length} indices` }).click();
    await page.getByRole('menuitem', { name: /^Close/ }).click();
    const dialog = page.getByRole('alertdialog');
    for (const name of INDICES) await dialog.getByText(name, { exact: true }).waitFor();
    await dialog.getByRole('button', { name: /^Close/ }).click();
    await page.getByText(`${INDICES.length} indices were closed`).waitFor();

    await page.goto(go(`/indices/${encodeURIComponent('grün')}?tab=aliases`));
    for (const alias of ALIASES) await page.getByText(alias, { exact: true }).first().waitFor();
    await close();
  });

  it('lead from the lists of templates and data streams to each of them', async () => {
    const { page, close } = await openPage(at.browser);
    for (const [place, names] of [
      ['/templates', TEMPLATES],
      ['/component_templates', TEMPLATES],
      ['/data_streams', TEMPLATES.map((_name, index) => `hostile-${index}-🦜%2f`)],
    ] as const) {
      await page.goto(go(place));
      for (const name of names) {
        await page.getByRole('link', { name, exact: true }).first().click();
        await page.getByRole('dialog').getByRole('heading', { name }).waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
      const [, name = ''] = names;
      await page.getByRole('link', { name, exact: true }).first().click();
      await page.reload();
      await page.getByRole('dialog').getByRole('heading', { name }).waitFor();
    }
    await close();
  });
});
