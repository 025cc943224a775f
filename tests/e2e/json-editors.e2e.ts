import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openPage, useConsole } from './harness.ts';
import { screenAddress } from './servers.ts';
import { openForm, openNewDraft, rename, row } from './steps.ts';

const UI = join(import.meta.dirname, '../../src/ui');
const MAPPINGS = {
  properties: { host: { type: 'keyword' }, suggest: { type: 'completion' } },
  runtime: { day: { type: 'keyword', script: { source: "emit('x')" } } },
};

/** Where JSON can be typed, by the file below `src/ui` that renders the editor. */
interface Place {
  readonly file: string;
  /** An address; of the draft where it begins with `?`. */
  readonly path: string;
  readonly open?: (page: Page) => Promise<unknown>;
  readonly name: string;
  /** Where what is wrong is said once the form is submitted: the button. */
  readonly submit?: string;
}

const asJson = (page: Page) => page.getByRole('radio', { name: 'JSON' }).first().click({ force: true });
const template = (step: string) => `/edit_template/sandbox-logs?step=${step}`;

/** What is left in one is shown again where an address of a draft names no place: such addresses come first. */
const PLACES: readonly Place[] = [
  {
    file: 'editor/fields/load-dialog.tsx',
    path: '',
    open: (page) => page.getByRole('button', { name: 'Load JSON', exact: true }).click(),
    name: 'Mappings object',
    submit: 'Load and overwrite',
  },
  { file: 'editor/mapping-options/templates-pane.tsx', path: '?tab=templates', name: 'Dynamic templates data' },
  { file: 'editor/mapping-options/advanced-options.tsx', path: '?tab=advanced', name: '_meta field data' },
  {
    file: 'editor/parameters/text-inputs.tsx',
    path: '',
    async open(page) {
      const form = await openForm(page, 'suggest');
      await form.getByRole('button', { name: 'Show advanced settings' }).click();
    },
    name: 'Contexts',
  },
  {
    file: 'editor/fields/json-field.tsx',
    path: '?tab=runtime',
    open: (page) => page.getByRole('button', { name: /^Edit .*day/ }).click(),
    name: 'Other parameters (JSON)',
  },
  { file: 'editor/documents/documents-pane.tsx', path: '?tab=documents', name: 'Document' },
  { file: 'editor/fields/json-pane.tsx', path: '?view=json', name: 'Mappings object' },
  {
    file: 'screens/index-detail/edit-settings-tab.tsx',
    path: '/indices/sandbox-products?tab=edit_settings',
    name: 'Index settings',
  },
  { file: 'screens/template-editor/logistics-step.tsx', path: template('logistics'), name: '_meta field' },
  { file: 'screens/template-editor/json-section.tsx', path: template('settings'), open: asJson, name: 'Settings' },
  { file: 'screens/template-editor/json-section.tsx', path: template('aliases'), open: asJson, name: 'Aliases' },
  {
    file: 'screens/create-index/create-index-screen.tsx',
    path: '/create_index',
    name: 'Mappings',
    submit: 'Review and save',
  },
];

/** Editors in which nothing can be typed. */
const READ_ONLY: readonly Place[] = [
  {
    file: 'editor/history/version-view.tsx',
    path: '?at=1',
    open: asJson,
    name: 'Mappings of version 1',
  },
  {
    file: 'editor/history/version-comparison.tsx',
    path: '?at=1&with=2',
    open: (page) => page.getByRole('radio', { name: 'Patch' }).first().click({ force: true }),
    name: 'Patch',
  },
  { file: 'lists/json-view.tsx', path: '/lifecycle_policies/sandbox-30-days', name: 'Policy' },
  { file: 'screens/index-detail/settings-tab.tsx', path: '/indices/sandbox-products?tab=settings', name: 'Settings' },
];

describe('the Content-Security-Policy and JSON editors', () => {
  const at = useConsole();

  it('knows every place that has one', async () => {
    const files = (await readdir(UI, { recursive: true })).filter((name) => name.endsWith('.tsx'));
    const texts = await Promise.all(files.map(async (name) => [name, await readFile(join(UI, name), 'utf8')] as const));
    const found = texts.filter(([name, text]) => text.includes('<JsonEditor') && !/^kit|\.test\./.test(name));
    const known = new Set([...PLACES, ...READ_ONLY].map(({ file }) => file));
    expect(found.map(([name]) => name).filter((name) => !known.has(name))).toEqual([]);
  });

  it('would be told of a style that is set as an attribute', async () => {
    const { page, problems } = await openPage(at.browser);
    await page.goto(screenAddress(at.server, '/shortcuts'));
    await page.evaluate(() => document.body.setAttribute('style', 'color: red'));
    await expect.poll(() => problems.some((problem) => problem.startsWith('CSP: style-src-attr'))).toBe(true);
    await page.context().close();
  });

  it('has nothing to refuse while wrong JSON is typed, pointed at, searched and folded', async () => {
    const watched = await openPage(at.browser);
    const { page, problems, close } = watched;
    await openNewDraft(page, screenAddress(at.server, '/drafts'), 'orders', MAPPINGS);
    await rename(page, 'host', 'server');
    const draft = page.url();
    const found: string[] = [];
    for (const place of PLACES) {
      const { path, open, name, submit } = place;
      await page.goto(path.startsWith('/') ? screenAddress(at.server, path) : `${draft}${path}`);
      if (path === '') await row(page, 'server').waitFor();
      await open?.(page);
      const input = page.getByRole('textbox', { name, exact: true }).last();
      await input.click();
      await page.keyboard.press('Control+End');
      // What it says is wrong on each key.
      for (const key of '{ "a": [') await page.keyboard.type(key);
      await page.keyboard.press('Enter');
      await page.keyboard.type('nonsense');
      if (submit !== undefined) await page.getByRole('button', { name: submit, exact: true }).click();
      await expect.poll(() => input.getAttribute('aria-invalid'), { message: place.file }).toBe('true');
      const editor = input.locator('xpath=ancestor::*[contains(@class,"cm-editor")]');
      const marker = editor.locator('.cm-lint-marker').first();
      if ((await marker.count()) > 0) {
        await marker.hover();
        await page.locator('.cm-tooltip').first().waitFor();
      }
      const range = editor.locator('.cm-lintRange').first();
      if ((await range.count()) > 0) await range.hover({ force: true });
      await input.click();
      await page.keyboard.press('Control+f');
      await editor.locator('.cm-search').waitFor();
      await page.keyboard.type('a');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
      await editor.locator('.cm-search').waitFor({ state: 'detached' });
      await page.keyboard.press('Control+Alt+[');
      await page.keyboard.press('Control+Alt+]');
      found.push(...problems.slice(found.length).map((problem) => `${name}: ${problem}`));
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
    }
    for (const { path, open, name } of READ_ONLY) {
      await page.goto(path.startsWith('/') ? screenAddress(at.server, path) : `${draft}${path}`);
      await open?.(page);
      const input = page.getByRole('textbox', { name, exact: true }).last();
      await input.click();
      await page.keyboard.press('Control+f');
      await page.locator('.cm-search').first().waitFor();
      found.push(...problems.slice(found.length).map((problem) => `${name}: ${problem}`));
    }
    expect(found).toEqual([]);
    await close();
  });
});
