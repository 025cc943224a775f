import type { Locator, Page, Request } from 'playwright';
import { describe, expect, it } from 'vitest';
import { API_BASE } from '#domain/wire';
import type { RequestForm } from '../../src/ui/platform/typed-forms.ts';
import { openPage, useConsole } from './harness.ts';
import { actOn, callApi } from './plans/plan-api.ts';
import { screenAddress } from './servers.ts';
import { drop } from './steps.ts';

/** A form that sends a request: where it is, what is typed in it, and how it is discarded and sent. */
interface FormCase {
  readonly path: string;
  /** Shows the form on its screen; absent where the screen is the form. */
  readonly show?: (page: Page) => Promise<unknown>;
  readonly type: (page: Page) => Promise<unknown>;
  /** What is in the form, as text. */
  readonly content: (page: Page) => Promise<string>;
  readonly discard: (page: Page) => Promise<unknown>;
  /** Asks for it to be sent; absent where nothing is sent to the cluster that could be held back. */
  readonly send?: (page: Page) => Promise<unknown>;
  /** The response where it is sent, if not 200. */
  readonly status?: number;
  /** Escape closes the form. */
  readonly hasEscape?: boolean;
  /** The form is before a flyout. */
  readonly isInFlyout?: boolean;
  /** What opens it says that something is not applied. */
  readonly hasChip?: boolean;
  /** The form shows what the cluster has. */
  readonly showsSent?: boolean;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const inputs = (page: Page, names: readonly string[]) =>
  Promise.all(names.map((name) => textbox(page, name).inputValue())).then((values) => values.join(' | '));

/** The form for a new alias on one of its screens, with the texts that name the alias there. */
function aliasForm(path: string, names: Readonly<Record<string, string>>): FormCase {
  return {
    path,
    show: (page) => button(page, 'Add alias').click(),
    hasEscape: true,
    hasChip: true,
    async type(page) {
      const texts = { ...names, Filter: '{"term": {"a": 1}}' };
      for (const [label, text] of Object.entries(texts)) await textbox(page, label).fill(text);
      await page.getByRole('dialog').getByText('Write index', { exact: true }).click();
    },
    content: async (page) =>
      `${await inputs(page, [...Object.keys(names), 'Filter', 'Index routing'])} | ${String(
        await page.getByRole('switch', { name: 'Write index' }).isChecked(),
      )}`,
    discard: (page) => button(page, 'Cancel').click(),
    send: (page) => page.getByRole('dialog').getByRole('button', { name: 'Add alias', exact: true }).click(),
  };
}

/** Chooses from the menu of an index. */
const choose = (item: string) => async (page: Page) => {
  await button(page, 'Actions for sandbox-products').click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};

const discardByCancel = (page: Page) => page.getByRole('button', { name: 'Cancel', exact: true }).click();
const submit = (name: string) => (page: Page) =>
  page.getByRole('dialog').last().getByRole('button', { name, exact: true }).click();

/** A dialog with one text. */
function textDialog(
  path: string,
  label: string,
  text: string,
  rest: Pick<FormCase, 'show' | 'send' | 'status'>,
): FormCase {
  return {
    path,
    hasEscape: true,
    type: (page) => textbox(page, label).fill(text),
    content: (page) => textbox(page, label).inputValue(),
    discard: discardByCancel,
    ...rest,
  };
}

/** Chooses an option of the dialog that is open. */
async function pick(page: Page, label: RegExp, optionOf: (options: Locator) => Locator): Promise<void> {
  const select = page.getByRole('dialog').getByRole('button', { name: label });
  await select.click();
  await optionOf(page.getByRole('option')).click();
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  // The list has the keys until it is gone.
  await select.focus();
}

/** Makes sure that the list of drafts has one. */
async function withDraft(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Drafts', level: 1 }).waitFor();
  const draft = page.getByRole('link', { name: 'orders', exact: true });
  await draft
    .or(page.getByText(/No drafts/).first())
    .first()
    .waitFor();
  if (await draft.isVisible()) return;
  const { pathname } = new URL(page.url());
  await drop(page, 'orders.json', '{"properties": {"a": {"type": "keyword"}}}');
  await page.getByRole('treegrid', { name: 'Fields' }).waitFor();
  await page.evaluate((to) => window.history.pushState(null, '', to), pathname);
  await draft.waitFor();
}

/** A plan whose reindex waits for its next batch, begun where there is none, and the form of its throttle. */
async function showThrottle(page: Page): Promise<void> {
  const plan = page.getByRole('link', { name: /^(?:Replace|Reindex) sandbox-vectors / });
  await page.getByRole('heading', { name: 'Plans', level: 1 }).waitFor();
  await page
    .getByRole('link', { name: /sandbox-/ })
    .or(page.getByText('No plans yet'))
    .first()
    .waitFor();
  if (!(await plan.isVisible())) {
    const server = { origin: new URL(page.url()).origin };
    const slow = { newIndex: 'vectors-next', docsPerSecond: 1, allowsWrites: true };
    const { id } = await callApi(server, 'POST', '/plans', { name: 'sandbox-vectors', replaceIndex: slow });
    await actOn(server, String(id), 'approve');
    await page.reload();
  }
  await plan.click();
  await button(page, 'Change throttle').click();
}

/** Where a form is, by the form; one that is in two places has a case for each. */
const FORMS: Readonly<Record<RequestForm, FormCase | readonly FormCase[]>> = {
  settings: {
    path: '/indices/sandbox-products?tab=edit_settings',
    showsSent: true,
    async type(page) {
      await textbox(page, 'Index settings').click();
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.insertText('"index.priority": "3",');
    },
    content: (page) => textbox(page, 'Index settings').innerText(),
    discard: (page) => button(page, 'Discard').click(),
    async send(page) {
      await button(page, 'Review and save').click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Apply / })
        .click();
    },
  },
  createIndex: {
    path: '/create_index',
    async type(page) {
      await textbox(page, 'Name').fill('orders-1');
      await textbox(page, 'Primary shards').fill('2');
      await textbox(page, 'Primary shards').blur();
      await textbox(page, 'Aliases').fill('{"orders": {}}');
    },
    content: async (page) =>
      `${await inputs(page, ['Name', 'Primary shards'])} | ${await textbox(page, 'Aliases').innerText()}`,
    discard: (page) => button(page, 'Reset').click(),
    async send(page) {
      await button(page, 'Review and save').click();
      await button(page, 'Create index').click();
    },
  },
  createPlan: {
    path: '/create_plan?index=sandbox-products',
    async type(page) {
      await textbox(page, 'New index').fill('products-next');
      await page.getByText('Allow writes during reindex').click();
    },
    content: async (page) =>
      `${await inputs(page, ['New index', 'Settings to change'])} | ${String(
        await page.getByRole('switch', { name: 'Allow writes during reindex' }).isChecked(),
      )}`,
    discard: (page) => button(page, 'Reset').click(),
    async send(page) {
      await button(page, 'Create plan').click();
    },
  },
  addAlias: [
    aliasForm('/indices/sandbox-products?tab=aliases', { Name: 'shop' }),
    aliasForm('/aliases', { Alias: 'shop-2', Index: 'sandbox-products' }),
  ],
  moveAliases: textDialog('/aliases', 'Move to index', 'sandbox-customers', {
    async show(page) {
      // It stays selected where the screen was not left.
      const first = page.getByRole('checkbox', { name: /^Select (?!all)/ }).first();
      await first.waitFor();
      if (!(await first.isChecked())) await first.locator('xpath=ancestor::label').click();
      await button(page, 'Move').click();
    },
    send: (page) => page.getByRole('dialog').getByRole('button', { name: /^Move/ }).click(),
  }),
  rollover: {
    path: '/data_streams/sandbox-logs-web',
    hasEscape: true,
    isInFlyout: true,
    show: (page) => button(page, 'Roll over').click(),
    async type(page) {
      await textbox(page, 'Maximum age').fill('900d');
      await textbox(page, 'Maximum documents').fill('70');
      await textbox(page, 'Maximum documents').blur();
    },
    content: (page) => inputs(page, ['Maximum age', 'Maximum documents', 'Maximum size']),
    discard: discardByCancel,
    send: submit('Roll over'),
  },
  resizeIndex: {
    path: '/indices/sandbox-products',
    hasEscape: true,
    show: choose('Clone'),
    async type(page) {
      await textbox(page, 'New index').fill('products-clone');
      await page.getByRole('dialog').getByText('Allow writes to the source again').click();
    },
    content: async (page) =>
      `${await inputs(page, ['New index', 'Replicas'])} | ${String(
        await page.getByRole('switch', { name: 'Allow writes to the source again' }).isChecked(),
      )}`,
    discard: discardByCancel,
    send: submit('Create plan'),
  },
  forceMerge: {
    path: '/indices',
    hasEscape: true,
    show: choose('Force merge index'),
    async type(page) {
      await textbox(page, 'Segments per shard (optional)').fill('3');
      await textbox(page, 'Segments per shard (optional)').blur();
    },
    content: (page) => inputs(page, ['Segments per shard (optional)']),
    discard: discardByCancel,
  },
  reindexThrottle: {
    path: '/plans',
    hasEscape: true,
    show: showThrottle,
    async type(page) {
      await textbox(page, 'Documents per second (optional)').fill('2');
      await textbox(page, 'Documents per second (optional)').blur();
    },
    content: (page) => inputs(page, ['Documents per second (optional)']),
    discard: discardByCancel,
  },
  newTemplate: {
    path: '/create_template',
    async type(page) {
      await textbox(page, 'Name').fill('orders');
      await textbox(page, 'Index patterns').fill('orders-*');
      await textbox(page, 'Index patterns').press('Enter');
    },
    content: async (page) =>
      `${await inputs(page, ['Name'])} | ${String(await page.getByRole('row', { name: 'orders-*' }).count())}`,
    discard: discardByCancel,
  },
  createDataStream: textDialog('/data_streams', 'Name', 'sandbox-logs-new', {
    show: (page) => button(page, 'Create data stream').click(),
    send: submit('Create data stream'),
  }),
  newDraft: textDialog('/drafts', 'Name', 'orders', { show: (page) => button(page, 'New draft').first().click() }),
  renameDraft: textDialog('/drafts', 'Name', 'orders-2', {
    async show(page) {
      await withDraft(page);
      await button(page, 'Actions for orders').click();
      await page.getByRole('menuitem', { name: 'Rename' }).click();
    },
  }),
  draftEngine: {
    path: '/drafts',
    hasEscape: true,
    async show(page) {
      await withDraft(page);
      await button(page, 'Actions for orders').click();
      await page.getByRole('menuitem', { name: 'Set target engine' }).click();
    },
    async type(page) {
      await pick(page, /Target engine/, (options) => options.filter({ hasText: 'OpenSearch' }).first());
    },
    content: (page) =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: /Target engine/ })
        .innerText(),
    discard: discardByCancel,
  },
  loadJson: {
    path: '/drafts',
    hasEscape: true,
    async show(page) {
      await withDraft(page);
      await page.getByRole('link', { name: 'orders', exact: true }).click();
      await page.getByRole('treegrid', { name: 'Fields' }).waitFor();
      await button(page, 'Load JSON').click();
    },
    type: (page) => page.getByRole('dialog').getByRole('textbox', { name: 'Mappings object' }).fill('{"properties": {'),
    content: (page) => page.getByRole('dialog').getByRole('textbox', { name: 'Mappings object' }).innerText(),
    discard: discardByCancel,
  },
  fuzzRun: {
    path: '/fuzz_lab',
    async type(page) {
      await textbox(page, 'Seed').fill('7');
      await page.getByRole('radio', { name: 'Cases' }).click();
      await textbox(page, 'Cases').fill('40');
      await textbox(page, 'Cases').blur();
    },
    content: async (page) =>
      `${await inputs(page, ['Seed'])} | ${String(await page.getByRole('radio', { name: 'Cases' }).isChecked())}`,
    discard: (page) => button(page, 'Reset').click(),
  },
  attachPolicy: {
    path: '/indices/sandbox-products',
    hasEscape: true,
    showsSent: true,
    show: (page) => page.getByRole('button', { name: /^(?:Attach|Change) policy$/ }).click(),
    type: (page) => pick(page, /Policy/, (options) => options.last()),
    content: (page) =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: /Policy/ })
        .innerText(),
    discard: discardByCancel,
    send: submit('Attach policy'),
  },
  eraseLog: textDialog('/storage', 'Reason', 'It names a person', {
    show: (page) => button(page, 'Erase log').click(),
  }),
  docsAddresses: {
    path: '/settings',
    type: (page) => textbox(page, 'Elasticsearch documentation').fill('https://docs.example.org'),
    content: (page) => textbox(page, 'Elasticsearch documentation').inputValue(),
    discard: (page) => textbox(page, 'Elasticsearch documentation').fill(''),
  },
  dataStreamLifecycle: {
    path: '/data_streams/sandbox-logs-web',
    showsSent: true,
    show: (page) => button(page, 'Edit lifecycle').click(),
    async type(page) {
      const limits = page.getByRole('switch', { name: 'Delete old data' });
      if (!(await limits.isChecked())) await page.getByText('Delete old data', { exact: true }).click();
      await textbox(page, 'Keep data for').fill('77');
      await textbox(page, 'Keep data for').blur();
    },
    content: async (page) =>
      (await page.getByRole('switch', { name: 'Delete old data' }).isChecked())
        ? textbox(page, 'Keep data for').inputValue()
        : 'indefinitely',
    discard: (page) => button(page, 'Cancel').click(),
    async send(page) {
      await button(page, 'Review and save').click();
      await button(page, 'Update lifecycle').click();
    },
  },
};

/** Holds back what is sent to the cluster from now on; `answer` lets it through, and resolves with the status of the response. */
async function holdWrites(page: Page) {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const isWrite = (request: Request) =>
    request.method() !== 'GET' &&
    /\/(?:indices|settings|plans|aliases|data_streams|rollover)\b(?!.*\/preview)/.test(request.url());
  const asked = page.waitForRequest(isWrite);
  const answered = page.waitForResponse((response) => isWrite(response.request()));
  await page.route(`**${API_BASE}/**`, async (route) => {
    if (isWrite(route.request())) await released;
    await route.continue();
  });
  return {
    asked,
    async answer() {
      release();
      const response = await answered;
      await response.finished();
      return response.status();
    },
  };
}

describe('what is typed in a form that sends a request', () => {
  const at = useConsole();

  const cases = Object.entries(FORMS).flatMap(([form, given]) => [given].flat().map((each) => ({ form, ...each })));
  it.each(cases)('$form on $path is kept on each way out, until it is discarded or sent', async (each) => {
    const { path, show, type, content, discard, send, hasEscape, isInFlyout, hasChip, showsSent, status = 200 } = each;
    const { page, close } = await openPage(at.browser);
    const address = screenAddress(at.server, path);
    const open = async () => {
      await page.goto(address);
      await show?.(page);
    };
    const goTo = (to: string) => page.evaluate((url) => window.history.pushState(null, '', url), to);
    await open();
    await expect.poll(() => content(page)).toEqual(expect.any(String));
    const untouched = await content(page);
    await type(page);
    const typed = await content(page);
    expect(typed).not.toBe(untouched);

    if (hasEscape === true) {
      await page.keyboard.press('Escape');
      if (hasChip === true) await page.getByText('Not applied', { exact: true }).waitFor();
      await page
        .getByRole('dialog')
        .nth(isInFlyout === true ? 1 : 0)
        .waitFor({ state: 'detached' });
      await goTo(address);
      await show?.(page);
      await expect.poll(() => content(page)).toBe(typed);
    }
    await open();
    await expect.poll(() => content(page)).toBe(typed);
    if (hasEscape === true) await page.keyboard.press('Escape');
    await page.getByRole('navigation').getByRole('link', { name: 'History' }).click();
    await page.getByRole('heading', { name: 'History', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'History', level: 1 }).waitFor({ state: 'detached' });
    if (page.url() !== address) await goTo(address);
    await show?.(page);
    await expect.poll(() => content(page)).toBe(typed);
    const other = await page.context().newPage();
    await other.goto(address);
    await show?.(other);
    // A tab that is alive has what was typed in it.
    await expect.poll(() => content(other)).toBe(untouched);
    await other.close();

    await discard(page);
    await open();
    await expect.poll(() => content(page)).toBe(untouched);
    if (send === undefined) return close();
    await type(page);
    // It is left before the answer comes, and opened again.
    const { asked, answer } = await holdWrites(page);
    await send(page);
    await asked;
    await goTo(screenAddress(at.server, '/drafts'));
    await page.getByRole('heading', { name: 'Drafts', level: 1 }).waitFor();
    await goTo(address);
    await show?.(page);
    await expect.poll(() => content(page)).toBe(typed);
    expect(await answer()).toBe(status);
    if (showsSent !== true) await expect.poll(() => content(page)).toBe(untouched);
    await open();
    if (showsSent !== true) await expect.poll(() => content(page)).toBe(untouched);
    expect(await page.getByText('Not applied', { exact: true }).count()).toBe(0);
    await close();
  });
});
