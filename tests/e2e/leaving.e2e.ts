import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, describe, expect, it } from 'vitest';
import { startChromium } from '../crash/browser.ts';
import { openPage, useConsole, type WatchedPage } from './harness.ts';
import { screenAddress } from './servers.ts';
import { openForm, openNewDraft, rename, row, storedUnapplied } from './steps.ts';

const MAPPINGS = { properties: { host: { type: 'keyword' }, ip: { type: 'ip' } } };

/** A form of the editor: how it is shown from wherever one is in its document, typed in and read. */
interface FormCase {
  readonly name: string;
  /** Shows the form; does nothing where it is shown. */
  readonly show: (page: Page) => Promise<void>;
  readonly type: (page: Page, text: string) => Promise<void>;
  readonly shown: (page: Page, text: string) => Promise<void>;
  /** Another tab of the editor than the one of the form. */
  readonly otherTab: string;
  /** The form is a panel with a button that closes it. */
  readonly isPanel?: boolean;
  /** The form can be closed with Escape. */
  readonly hasEscape?: boolean;
}

async function showTab(page: Page, name: RegExp): Promise<void> {
  const tab = page.getByRole('tab', { name });
  await tab.waitFor();
  if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
}

async function appendTo(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: label }).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(text);
}

/** Texts in an editor of JSON, which has them in lines. */
const lineWith = (page: Page, label: string, text: string) =>
  page.getByRole('textbox', { name: label }).getByText(text).first().waitFor();

async function valueIs(page: Page, label: string, text: string): Promise<void> {
  const input = page.getByRole('textbox', { name: label, exact: true });
  await input.waitFor();
  await expect.poll(() => input.inputValue()).toBe(text);
}

const FORMS: readonly FormCase[] = [
  {
    name: 'the form of a field',
    async show(page) {
      await showTab(page, /^Mapped fields/);
      await row(page, 'host').waitFor();
      // Its panel is there before its code.
      if ((await page.getByRole('dialog', { name: /^Edit field/ }).count()) === 0) await openForm(page, 'host');
    },
    type: (page, text) => page.getByRole('textbox', { name: 'Field name' }).fill(text),
    shown: (page, text) => valueIs(page, 'Field name', text),
    otherTab: 'Dynamic templates',
    isPanel: true,
    hasEscape: true,
  },
  {
    name: 'the form for a new field',
    async show(page) {
      await showTab(page, /^Mapped fields/);
      await row(page, 'host').waitFor();
      // Disabled as soon as the form has its place, before its code is there.
      const add = page.getByRole('button', { name: 'Add field', exact: true }).first();
      if (await add.isEnabled()) await add.click();
    },
    type: (page, text) => page.getByRole('textbox', { name: 'Field name' }).fill(text),
    shown: (page, text) => valueIs(page, 'Field name', text),
    otherTab: 'Advanced options',
    hasEscape: true,
  },
  {
    name: 'the form of a runtime field',
    async show(page) {
      await showTab(page, /^Runtime fields/);
      await page.getByRole('region', { name: 'Runtime fields' }).waitFor();
      if ((await page.getByRole('dialog', { name: 'Create runtime field' }).count()) === 0)
        await page.getByRole('button', { name: 'Create runtime field' }).click();
    },
    type: (page, text) => page.getByRole('textbox', { name: 'Script source' }).fill(text),
    shown: (page, text) => valueIs(page, 'Script source', text),
    otherTab: 'Mapped fields',
    isPanel: true,
    hasEscape: true,
  },
  {
    name: 'the advanced options',
    show: (page) => showTab(page, /^Advanced options/),
    // Not entered: it is in the input when the form is left.
    type: (page, text) => page.getByRole('textbox', { name: 'Include fields' }).fill(text),
    shown: (page, text) => page.getByRole('form', { name: 'Advanced options' }).getByText(text).waitFor(),
    otherTab: 'Mapped fields',
  },
  {
    name: 'the dynamic templates',
    show: (page) => showTab(page, /^Dynamic templates/),
    type: (page, text) => appendTo(page, 'Dynamic templates data', text),
    shown: (page, text) => lineWith(page, 'Dynamic templates data', text),
    otherTab: 'Mapped fields',
  },
  {
    name: 'the JSON text',
    async show(page) {
      await showTab(page, /^Mapped fields/);
      await page.getByRole('radio', { name: 'JSON' }).check({ force: true });
    },
    type: (page, text) => appendTo(page, 'Mappings object', text),
    shown: (page, text) => lineWith(page, 'Mappings object', text),
    otherTab: 'Runtime fields',
  },
];

/** Ways out of a form, each with the way back to its document. */
const WAYS: Readonly<
  Record<
    string,
    { readonly fits?: (form: FormCase) => boolean | undefined; leave(page: Page, form: FormCase): Promise<void> }
  >
> = {
  Escape: { fits: (form) => form.hasEscape, leave: (page) => page.keyboard.press('Escape') },
  'the close button': {
    fits: (form) => form.isPanel,
    leave: (page) => page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click(),
  },
  'another tab of the editor': {
    async leave(page, { otherTab }) {
      await page.getByRole('tab', { name: new RegExp(`^${otherTab}`) }).click();
    },
  },
  'a link': {
    async leave(page, { name }) {
      await page.getByRole('navigation').getByRole('link', { name: 'Drafts' }).click();
      await page.getByRole('heading', { name: 'Drafts', level: 1 }).waitFor();
      await page.getByRole('link', { name, exact: true }).click();
    },
  },
  Back: {
    async leave(page) {
      await page.goBack();
    },
  },
  'a reload': {
    async leave(page) {
      await page.reload();
    },
  },
};

describe('what is typed', () => {
  const at = useConsole();

  // Each form has a draft of its own; a profile of its own would load all of the code anew.
  let watched: WatchedPage | undefined;
  afterAll(() => watched?.close());

  it.each(FORMS)('in $name is there again, whichever way it was left', async (form) => {
    watched ??= await openPage(at.browser);
    const { page } = watched;
    await openNewDraft(page, screenAddress(at.server, '/drafts'), form.name, MAPPINGS);
    const address = page.url().replace(/\?.*$/, '');
    let count = 0;
    for (const [way, { fits = () => true, leave }] of Object.entries(WAYS)) {
      if (fits(form) !== true) continue;
      const text = `typed${++count}`;
      await form.show(page);
      await form.type(page, text);
      await leave(page, form);
      // Back may lead out of the document.
      if (!page.url().startsWith(address)) await page.goto(address);
      await form.show(page);
      await form.shown(page, text).catch((cause: unknown) => {
        throw new Error(`${form.name}, left by ${way}: ${text} is not there`, { cause });
      });
    }
    expect(count).toBeGreaterThan(3);
  });

  it('in the settings of an index is there again, whichever way the tab was left', async () => {
    const { page, close } = await openPage(at.browser);
    const address = screenAddress(at.server, '/indices/sandbox-products?tab=edit_settings');
    const ways: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['another tab', () => page.getByRole('tab', { name: 'Stats' }).click()],
      ['a link', () => page.getByRole('navigation').getByRole('link', { name: 'Drafts' }).click()],
      ['Back', () => page.goBack()],
      ['a reload', () => page.reload()],
    ];
    await page.goto(address);
    for (const [index, [way, leave]] of ways.entries()) {
      const text = `typed${index}`;
      await appendTo(page, 'Index settings', text);
      await page.getByText('Not applied').waitFor();
      await leave();
      if (way === 'another tab') {
        await page.getByRole('tab', { name: 'Settings' }).click();
        await page.getByText('Not applied').waitFor();
        await page.getByRole('button', { name: 'Edit', exact: true }).click();
      } else if (way !== 'a reload') await page.goto(address);
      await lineWith(page, 'Index settings', text);
    }
    await page.getByText('Not applied').waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.reload();
    await page.getByRole('textbox', { name: 'Index settings' }).waitFor();
    expect(await page.getByText('Not applied').count()).toBe(0);
    await close();
  });
});

describe('the tree', () => {
  const at = useConsole();

  it('is expanded and scrolled after a reload as it was before, also where fields were renamed meanwhile', async () => {
    const { page, close } = await openPage(at.browser);
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`field${index + 10}`, { type: 'keyword' }]),
    );
    const properties = { ...many, an_object: { properties: { inner: { type: 'ip' } } } };
    await openNewDraft(page, screenAddress(at.server, '/drafts'), 'orders', { properties });
    const tree = page.getByRole('treegrid', { name: 'Fields' });
    await row(page, 'an_object').getByRole('gridcell').first().click();
    await page.keyboard.press('ArrowRight');
    await row(page, 'inner').waitFor();
    await rename(page, 'an_object', 'another');
    await page.getByText('Saved', { exact: true }).waitFor();
    await tree.evaluate((element) => element.scrollTo(0, 320));
    await expect.poll(() => row(page, 'field14').count()).toBe(1);
    await page.reload();
    await tree.waitFor();
    await expect.poll(() => tree.evaluate((element) => element.scrollTop)).toBe(320);
    await tree.evaluate((element) => element.scrollTo(0, 0));
    await row(page, 'inner').waitFor();
    await close();
  });
});

const profiles: string[] = [];
afterAll(() => Promise.all(profiles.map((profile) => rm(profile, { recursive: true, force: true }))));

describe('a browser that is killed', () => {
  const at = useConsole();

  it('loses nothing that was typed in any form', async () => {
    const profile = await mkdtemp(join(tmpdir(), 'mapledger-profile-'));
    profiles.push(profile);
    const first = startChromium(profile);
    const [page] = (await first.connect()).pages();
    if (page === undefined) throw new Error('There is no page');
    await page.setViewportSize({ width: 1440, height: 900 });
    await openNewDraft(page, screenAddress(at.server, '/drafts'), 'orders', MAPPINGS);
    const address = page.url().replace(/\?.*$/, '');
    // The options last, since they are applied where their tab is left; templates and JSON text are of the same kind.
    const options = FORMS.find(({ name }) => name === 'the advanced options');
    if (options === undefined) throw new Error('There is no form of the options');
    const panels = FORMS.filter(({ hasEscape }) => hasEscape);
    for (const form of [...panels, options]) {
      await form.show(page);
      await form.type(page, 'typed');
      if (form.hasEscape === true) await page.keyboard.press('Escape');
    }
    await expect.poll(() => storedUnapplied(page)).toHaveLength(panels.length + 1);
    await first.kill();

    const second = startChromium(profile);
    const [again] = (await second.connect()).pages();
    if (again === undefined) throw new Error('There is no page');
    await again.setViewportSize({ width: 1440, height: 900 });
    await again.goto(address);
    await again.getByRole('button', { name: `${panels.length + 1} changes not applied` }).waitFor();
    // The tab that was on the screen is shown, with what was typed in it.
    await options.shown(again, 'typed');
    for (const form of panels) {
      await form.show(again);
      await form.shown(again, 'typed');
      await again.keyboard.press('Escape');
    }
    await second.kill();
  });
});
