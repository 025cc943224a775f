import { readFile, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type axe from 'axe-core';
import type { Locator, Page, Request } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatJson, type JsonObject, type JsonValue } from '#domain/json';
import { API_BASE, ROUTES } from '#domain/wire';
import { PATHS } from '../../src/ui/platform/route-table.ts';
import { realisticMappings } from '../builders/realistic-tree.ts';
import { openPage, useConsole, type WatchedPage } from './harness.ts';
import { NAMES } from './route-names.ts';
import { screenAddress } from './servers.ts';
import { findLayoutFaults, LAYOUT_LIMITS } from './layout-faults.ts';
import { callApi } from './plans/plan-api.ts';
import { drop, openForm, row } from './steps.ts';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
] as const;
const THEMES = ['light', 'dark'] as const;
/** The rules of axe whose result depends on the theme; the others are run in one theme. */
const THEME_RULES = ['color-contrast', 'link-in-text-block'];
/** Every size and theme, each screen loaded from its address; otherwise the first of both, within the running console. */
const IS_THOROUGH = process.env['THOROUGH'] === '1';
/** With SCREENSHOTS=folder each screen is stored there in each size and theme. */
const SCREENSHOTS = process.env['SCREENSHOTS'];

/** No double holds it: it is a bigint wherever documents are objects. */
const LONG = 12_345_678_901_234_567_891n;
const FILTER = { term: { id: LONG } };
/** What objects of the sample get, so that every screen shows documents with such a number. */
const WITH_LONG: Readonly<Record<string, JsonObject>> = {
  '/index_templates/sandbox-logs': {
    version: 9_007_199_254_740_993n,
    _meta: { managed: true, description: 'Logs of the sandbox shop', id: LONG },
    template: {
      settings: {
        index: {
          lifecycle: { name: 'sandbox-30-days' },
          analysis: { filter: { first: { type: 'limit', max_token_count: LONG } } },
        },
      },
      mappings: { _meta: { id: LONG }, properties: { bytes: { type: 'unsigned_long', null_value: LONG } } },
      aliases: { 'sandbox-all-logs': { filter: FILTER } },
    },
  },
  '/index_templates/sandbox-legacy': {
    mappings: { _meta: { id: LONG }, properties: { old: { type: 'keyword' } } },
    aliases: { 'sandbox-old': { filter: FILTER } },
  },
  '/component_templates/sandbox-log-fields': { _meta: { managed: true, id: LONG } },
};

/** As large and deep as mappings that are shipped, and of every kind that the editor shows in its own way. */
const REALISTIC = realisticMappings({ fields: 1_500, aliasShare: 0.05, seed: 3 });
const MAPPINGS = {
  ...REALISTIC,
  _meta: { id: LONG },
  runtime: {
    day_of_week: { type: 'keyword', script: { source: "emit(doc['@timestamp'].value.dayOfWeekEnum.name())" } },
    a_runtime_field_with_a_long_name_for_its_row: { type: 'double' },
  },
  properties: {
    ...(REALISTIC['properties'] as object),
    a_field_whose_name_is_longer_than_what_a_narrow_screen_shows_of_it: { type: 'keyword', ignore_above: 256 },
    aa_note: {
      type: 'text',
      analyzer: 'english',
      fields: { keyword: { type: 'keyword', ignore_above: 256 }, raw: { type: 'wildcard' } },
    },
  },
};
const FAILED = 'expected { properties: { level: { type: "keyword", ignore_above: 256 } } } to equal { properties: {} }';
const STOPPED = 'The server was stopped while it was running.';
const NOT_CONNECTED = '[a-node-with-a-long-name-7][10.20.30.40:9300] Node not connected';
/** Long and short work, as `tasks.list` answers it. */
const BUSY = [
  {
    action: 'indices:data/write/reindex',
    description: 'reindex from [logs-of-the-shop-2026.11] to [logs-of-the-shop-2026.11-reindexed-for-ecs]',
    progress: { done: 4_210_000, total: 18_204_113 },
  },
  {
    action: 'indices:admin/forcemerge',
    description: 'Force-merge indices [logs-2025], maxSegments[1]',
    isCancellable: false,
  },
  { action: 'indices:data/read/search', description: `indices[logs-*], source[{"query":"${'x'.repeat(1_500)}"}]` },
  { action: 'cluster:monitor/tasks/lists', description: '', isCancellable: false },
].map((task, at) => ({
  ...{ id: `oTUltX4IQMOUUVeiohTt8A:${1_000 + at}`, node: 'a-node-with-a-long-name-3', isCancelled: at === 2 },
  ...{ startedAt: '2026-11-22T10:00:00.000Z', runningMs: 3_600_000, isCancellable: true },
  ...task,
}));
const SMALL = { properties: { host: { type: 'keyword' }, ip: { type: 'ip' } } };

/** Documents with fields of many types, and what is listed of them. */
const DOCUMENTS = [
  '{"at":"2026-01-02T03:04:05Z","status":200,"client":{"ip":"10.0.0.1","position":{"lat":52.5,"lon":13.4}},"note":null}',
  `{"at":"2026-01-02T03:04:06Z","status":12345678901234567891,"a_field_whose_name_is_longer_than_what_a_narrow_screen_shows_of_it":"${'long'.repeat(40)}"}`,
  '{"tags":[{"n":1},{"n":2}],"mixed":{"a":1},"_id":"x"}',
  '{"mixed":1,"mixed":2}',
].join('\n');

/** The page asks it for as long as it is there. */
const LONG_POLL = `${API_BASE}${ROUTES['trail.changes'].path}`;

interface ShownScreen {
  readonly name: string;
  /** Below the base of the console; absent where `open` goes there itself. */
  readonly path?: string;
  readonly open?: (page: Page) => Promise<unknown>;
  /** Opened anew in every size: what was opened stands where its button was. */
  readonly isPopover?: boolean;
  /** Loads the console for itself, and has the next screen load it: the server answers otherwise there, or what is shown stays on the next screen. */
  readonly isApart?: boolean;
  /** The pointer stays where `open` leaves it. */
  readonly isPointedAt?: boolean;
  /** What has to be there in every size, so that what is looked at is what is meant. */
  readonly shows: (page: Page) => Locator;
}

const level1 = (page: Page) => page.getByRole('heading', { level: 1 });
const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** Something that the history of the server has. */
async function actOnCluster(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  const response = await page.request.post(`${origin}/api/index_management/indices/refresh`, {
    headers: { 'x-mapledger': '1' },
    data: { indices: ['sandbox-products'] },
  });
  if (!response.ok()) throw new Error(`The index was not refreshed: ${response.status()}`);
  await page.reload();
}

const ROUTE_SCREENS: readonly ShownScreen[] = Object.entries(PATHS)
  .filter(([route]) => route !== 'draft' && route !== 'plan' && route !== 'fuzzRun')
  .map(([route, path]) => ({
    name: `route ${route}`,
    path: path.replace('$name', NAMES[route as keyof typeof PATHS] ?? '$name'),
    shows: level1,
  }));

describe('every screen in every size and theme', () => {
  const at = useConsole();
  let watched: WatchedPage | undefined;
  let draft = '';
  /** The console is loaded, and the last screen passed and left nothing in it. */
  let isReusable = false;
  let axeSource = '';
  const requests = new Set<Request>();
  const current = (): Page => {
    if (watched === undefined) throw new Error('The page is there once tests run');
    return watched.page;
  };
  /**
   * Goes to an address. A run of all sizes loads each from the server, as a link from outside does. A usual run goes there within the running console, by
   * way of an address that is no screen: a load compiles all of the code anew, half a second of the processor for each screen. Nothing that the last screen
   * has opened is left on the way.
   */
  const goTo = async (page: Page, address: string) => {
    const missing = page.getByRole('heading', { name: 'Not found', level: 1 });
    const push = (url: string) => page.evaluate((to) => window.history.pushState(null, '', to), url);
    if (!isReusable || IS_THOROUGH) {
      await page.goto(address);
    } else {
      isReusable = false;
      await push(screenAddress(at.server, '/no_screen'));
      await missing.waitFor();
      await expect.poll(() => page.locator('[role=dialog], [role=alertdialog], [role=menu]').count()).toBe(0);
      await push(address);
      await missing.waitFor({ state: 'detached' });
    }
  };
  const toDraft = (search: string) => async (page: Page) => {
    await goTo(page, `${draft}${search}`);
    await page.getByRole('heading', { name: 'logs-2026', level: 1 }).waitFor();
  };
  const newDraft = async (page: Page, name: string, mappings: JsonValue = SMALL) => {
    await goTo(page, screenAddress(at.server, '/drafts'));
    await page.getByRole('heading', { name: 'Drafts', level: 1 }).waitFor();
    await drop(page, `${name}.json`, formatJson(mappings));
    await page.getByRole('treegrid', { name: 'Fields' }).waitFor();
  };

  beforeAll(async () => {
    axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    if (SCREENSHOTS !== undefined) await mkdir(SCREENSHOTS, { recursive: true });
    for (const [path, members] of Object.entries(WITH_LONG)) {
      const query = path.endsWith('legacy') ? '?legacy=true' : '';
      const { body } = (await callApi(at.server, 'GET', `${path}${query}`)) as { readonly body: JsonObject };
      await callApi(at.server, 'PUT', `${path}${query}`, { ...body, ...members });
    }
    for (const index of ['sandbox-products', 'sandbox-customers'])
      await callApi(at.server, 'PUT', `/mapping/${index}`, {
        _meta: { id: LONG },
        properties: { id_number: { type: 'unsigned_long', null_value: LONG } },
      });
    await callApi(at.server, 'PUT', '/aliases/sandbox-products', {
      actions: [
        {
          add: {
            alias: 'sandbox-cheap',
            filter: FILTER,
            replaces: { filter: { range: { 'price.amount': { lt: 10 } } } },
          },
        },
      ],
    });
    watched = await openPage(at.browser, { isRefused: true });
    await newDraft(watched.page, 'logs-2026', MAPPINGS);
    const frame = watched.page.mainFrame();
    let isLeaving = false;
    watched.page.on('request', (request) => {
      // What a page that is left has asked for may never be said to have ended.
      if (request.isNavigationRequest() && request.frame() === frame) {
        isLeaving = true;
        requests.clear();
      } else if (isLeaving) return;
      // The server answers it when something has changed.
      if (!request.url().includes(LONG_POLL)) requests.add(request);
    });
    watched.page.on('framenavigated', (navigated) => {
      if (navigated === frame) isLeaving = false;
    });
    watched.page.on('requestfinished', (request) => requests.delete(request));
    watched.page.on('requestfailed', (request) => requests.delete(request));
    draft = watched.page.url().replace(/\?.*$/, '');
    isReusable = true;
  });
  afterAll(() => watched?.close());

  const EDITOR_SCREENS: readonly ShownScreen[] = [
    { name: 'editor', open: toDraft(''), shows: (page) => row(page, 'aa_note') },
    { name: 'editor runtime fields', open: toDraft('?tab=runtime'), shows: (page) => page.getByText('day_of_week') },
    { name: 'editor dynamic templates', open: toDraft('?tab=templates'), shows: level1 },
    { name: 'editor advanced options', open: toDraft('?tab=advanced'), shows: level1 },
    {
      name: 'editor lint',
      open: toDraft('?tab=lint'),
      shows: (page) => page.getByRole('region', { name: 'Lint' }).getByText('finding'),
    },
    {
      name: 'editor JSON',
      open: toDraft('?view=json'),
      shows: (page) => page.getByRole('textbox', { name: 'Mappings object' }),
    },
    { name: 'editor search', open: toDraft('?q=name'), shows: (page) => page.getByRole('grid') },
    {
      name: 'editor search without results',
      open: toDraft('?q=nothing_is_called_so'),
      shows: (page) => page.getByText(/No .*match/).first(),
    },
    {
      name: 'editor field form',
      open: toDraft('?field=/properties/aa_note'),
      shows: (page) => page.getByRole('dialog', { name: "Edit field 'aa_note'" }),
    },
    {
      name: 'editor field form with everything shown',
      async open(page) {
        await toDraft('?field=/properties/aa_note')(page);
        await button(page, 'Show advanced settings').click();
      },
      shows: (page) => button(page, 'Hide advanced settings'),
    },
    {
      name: 'editor new field',
      async open(page) {
        await newDraft(page, 'new-field');
        await button(page, 'Add field').click();
        await page.getByRole('combobox', { name: 'Field type' }).fill('keyw');
      },
      shows: (page) => page.getByRole('option').first(),
    },
    {
      name: 'editor remove dialog',
      async open(page) {
        await toDraft('')(page);
        await row(page, 'aa_note').getByRole('gridcell').first().click();
        await page.keyboard.press('Delete');
      },
      shows: (page) => page.getByRole('alertdialog'),
    },
    {
      name: 'editor history',
      async open(page) {
        await toDraft('')(page);
        await button(page, 'Show history').click();
      },
      shows: (page) => page.getByRole('complementary', { name: 'History' }),
    },
    {
      name: 'editor version',
      open: toDraft('?at=1'),
      shows: (page) => button(page, 'Back to current version'),
    },
    {
      name: 'editor version compared',
      open: toDraft('?at=1&with=2'),
      shows: (page) => page.getByRole('textbox', { name: 'Compare with version' }),
    },
    {
      name: 'editor last changes',
      async open(page) {
        await toDraft('')(page);
        await button(page, 'Show last changes').click();
      },
      shows: (page) => page.getByRole('row', { name: /just now|minute|second/ }).first(),
    },
    {
      name: 'inferred mapping',
      path: '/drafts/infer',
      async open(page) {
        await drop(page, 'documents.ndjson', DOCUMENTS);
      },
      shows: (page) => page.getByText(/^Tried 2 of 3 documents/),
    },
    {
      name: 'inferred mapping of a file that can’t be read',
      path: '/drafts/infer',
      async open(page) {
        await drop(page, 'empty.csv', '');
      },
      shows: (page) => page.getByText('it holds no documents.'),
    },
    {
      name: 'index history',
      path: '/indices/sandbox-products?tab=history',
      open: actOnCluster,
      shows: (page) => page.getByRole('list', { name: 'Changes, newest first' }),
    },
    {
      name: 'template history',
      path: '/templates/sandbox-logs?tab=history',
      shows: (page) => page.getByRole('dialog', { name: 'sandbox-logs' }).getByText(/Changes that are made|Open in/),
    },
    {
      name: 'alias flyout',
      path: '/aliases?alias=sandbox-orders',
      shows: (page) => page.getByRole('dialog', { name: 'sandbox-orders' }).getByText('Indices', { exact: true }),
    },
    {
      name: 'row menu',
      path: '/templates',
      isPopover: true,
      async open(page) {
        await button(page, /^Actions for /)
          .first()
          .click();
      },
      shows: (page) => page.getByRole('menu'),
    },
    {
      name: 'history entry',
      path: '/history',
      async open(page) {
        await page.getByRole('link', { name: 'Created' }).first().click();
      },
      shows: (page) => page.getByText('Unverified name'),
    },
    {
      name: 'history time range',
      path: '/history?from=2020-01-01T00%3A00%3A00.000Z',
      shows: (page) => page.getByRole('listbox', { name: 'Changes over time' }),
    },
    {
      name: 'history action',
      path: '/history?kind=action',
      async open(page) {
        await actOnCluster(page);
        await page
          .getByRole('link', { name: /^Refreshed index sandbox-products$/ })
          .first()
          .click();
      },
      shows: (page) => page.getByRole('region', { name: 'Sent to the cluster' }),
    },
    {
      name: 'history verified',
      path: '/history?panel=verify',
      async open(page) {
        await actOnCluster(page);
        await button(page, 'Verify').click();
        await page.getByText('Nothing wrong found').waitFor();
      },
      shows: (page) => page.getByRole('region', { name: 'Checkpoint' }),
    },
    {
      name: 'editor load dialog',
      async open(page) {
        await toDraft('')(page);
        await button(page, 'Load JSON').click();
        await dialog(page).waitFor();
      },
      shows: dialog,
    },
    {
      name: 'editor menu',
      isPopover: true,
      async open(page) {
        await toDraft('')(page);
        await button(page, /^(?:Use draft|More actions)$/).click();
      },
      shows: (page) => page.getByRole('menu'),
    },
    {
      name: 'compare dialog',
      async open(page) {
        await toDraft('')(page);
        await button(page, 'Use draft').click();
        await page.getByRole('menuitem', { name: 'Compare with index' }).click();
      },
      shows: dialog,
    },
    {
      name: 'runtime field form',
      async open(page) {
        await toDraft('?tab=runtime')(page);
        await page.getByRole('button', { name: /^Edit .*day_of_week/ }).click();
      },
      shows: dialog,
    },
    {
      name: 'unapplied content',
      async open(page) {
        await newDraft(page, 'a-draft-with-a-long-name-2026');
        await openForm(page, 'host');
        await page.getByRole('textbox', { name: 'Field name' }).fill('server');
        await page.keyboard.press('Escape');
      },
      shows: (page) => button(page, 'Unsaved · 1: 1 change not applied'),
    },
    {
      name: 'toast',
      isApart: true,
      isPointedAt: true,
      async open(page) {
        await newDraft(page, 'toast');
        await row(page, 'host').getByRole('gridcell').first().click();
        await page.keyboard.press('Delete');
        await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
        await page.getByRole('button', { name: /^Undo: / }).click();
        // Toasts stay while they are pointed at.
        await page
          .getByText(/^Undone/)
          .first()
          .hover();
      },
      shows: (page) => page.getByText(/^Undone/).first(),
    },
  ];

  const CLUSTER_SCREENS: readonly ShownScreen[] = [
    ...['settings', 'mapping', 'fields', 'stats', 'edit_settings', 'aliases'].map((tab) => ({
      name: `index ${tab}`,
      path: `/indices/sandbox-products?tab=${tab}`,
      shows: (page: Page) => page.getByRole('tabpanel'),
    })),
    { name: 'index yellow', path: '/indices/sandbox-customers', shows: level1 },
    { name: 'index closed', path: '/indices/sandbox-orders-2025', shows: level1 },
    { name: 'index missing', path: '/indices/there-is-none', shows: level1 },
    {
      name: 'index alias dialog',
      path: '/indices/sandbox-products?tab=aliases',
      open: (page) => button(page, 'Add alias').first().click(),
      shows: dialog,
    },
    {
      name: 'template preview',
      path: '/templates/sandbox-logs?tab=preview',
      shows: (page) => dialog(page).getByText(String(LONG)).first(),
    },
    {
      name: 'template aliases',
      path: '/edit_template/sandbox-logs?step=aliases',
      shows: (page) => page.getByRole('table', { name: 'Aliases of the template' }),
    },
    { name: 'legacy template', path: '/templates/sandbox-legacy?legacy=true', shows: dialog },
    {
      name: 'indices hidden ones too',
      path: '/indices?includeHiddenIndices=true',
      shows: (page) => page.getByRole('link', { name: /^\.ds-sandbox-logs-web/ }).first(),
    },
    {
      name: 'indices with extra columns',
      path: '/indices?columns=health,size,created,policy,phase,tier&sort=size&order=desc&thenBy=health:desc',
      shows: (page) => button(page, /^Auto-refresh: /),
    },
    {
      name: 'new template with faults',
      path: '/create_template',
      open: (page) => button(page, 'Continue').click(),
      shows: (page) => page.getByText('Add at least one index pattern.'),
    },
    { name: 'template missing', path: '/edit_template/there-is-none', shows: level1 },
    { name: 'indices without matches', path: '/indices?filter=nothing', shows: level1 },
    {
      name: 'indices with a fault in the filter',
      path: '/indices?filter=colour:x',
      shows: (page) => page.getByRole('alert'),
    },
    {
      name: 'indices selected',
      path: '/indices',
      open: (page) =>
        page.getByRole('checkbox', { name: 'Select all on this page' }).locator('xpath=ancestor::label').click(),
      shows: (page) => page.getByRole('button', { name: /^Manage \d+ indices/ }),
    },
    {
      name: 'index menu',
      path: '/indices',
      isPopover: true,
      open: (page) => button(page, 'Actions for sandbox-products').click(),
      shows: (page) => page.getByRole('menu'),
    },
    {
      name: 'delete dialog',
      path: '/indices',
      async open(page) {
        await button(page, 'Actions for sandbox-products').click();
        await page.getByRole('menuitem', { name: 'Delete index' }).click();
      },
      shows: (page) => page.getByRole('alertdialog'),
    },
    {
      name: 'review',
      path: '/indices/sandbox-customers/mapping',
      async open(page) {
        await page.getByRole('treegrid', { name: 'Fields' }).waitFor();
        for (const name of ['loyalty', 'newsletter']) {
          await button(page, 'Add field').click();
          await page.getByRole('textbox', { name: 'Field name' }).fill(name);
          await page.getByRole('combobox', { name: 'Field type' }).fill('keyw');
          await page.getByRole('option', { name: 'Keyword', exact: true }).click();
          await page.keyboard.press('Enter');
          await row(page, name).waitFor();
          await page.keyboard.press('Escape');
        }
        await page
          .getByRole('region', { name: 'Unsent changes' })
          .getByRole('button', { name: 'Review and save' })
          .click();
      },
      shows: dialog,
    },
    {
      name: 'unsent changes',
      path: '/indices/sandbox-customers/mapping',
      shows: (page) => page.getByRole('region', { name: 'Unsent changes' }),
    },
  ];

  /** Proposes a plan to replace an index, and opens it. */
  const toPlan = async (page: Page, index: string, newIndex?: string) => {
    await goTo(page, screenAddress(at.server, `/create_plan?index=${index}`));
    await page.getByRole('textbox', { name: 'New index' }).waitFor();
    // What an earlier screen has typed is kept.
    if (await button(page, 'Reset').isEnabled()) await button(page, 'Reset').click();
    if (newIndex !== undefined) await page.getByRole('textbox', { name: 'New index' }).fill(newIndex);
    await button(page, 'Create plan').click();
    await button(page, 'Approve and run').waitFor();
  };
  /** Each look at the screens takes another name. */
  let takenNames = 0;
  const PLAN_SCREENS: readonly ShownScreen[] = [
    {
      name: 'new plan with faults',
      path: '/create_plan?index=sandbox-products',
      async open(page) {
        await page.getByRole('textbox', { name: 'New index' }).fill('Not a name');
        await page.getByText('Keep the old name as an alias').click();
        await button(page, 'Create plan').click();
      },
      shows: (page) => page.getByText('The name must be in lower case.'),
    },
    {
      name: 'plan proposed',
      open: (page) => toPlan(page, 'sandbox-products'),
      shows: (page) => page.getByText('Nothing has been sent yet'),
    },
    {
      name: 'plan stopped',
      async open(page) {
        // Somebody else takes the name after the plan was made.
        const taken = `plan-taken-${++takenNames}`;
        await toPlan(page, 'sandbox-products', taken);
        await callApi(at.server, 'PUT', `/indices/${taken}`, {});
        await button(page, 'Approve and run').click();
      },
      shows: (page) => page.getByText(/Stopped at step \d/),
    },
    {
      name: 'plan undo dialog',
      async open(page) {
        await callApi(at.server, 'PUT', '/indices/plan-screens', { aliases: { 'plan-screens-alias': {} } });
        await toPlan(page, 'plan-screens');
        await button(page, 'Approve and run').click();
        await button(page, 'Undo plan').click();
      },
      shows: (page) => page.getByRole('alertdialog'),
    },
    {
      name: 'plan done',
      async open(page) {
        await goTo(page, screenAddress(at.server, '/plans?filter=plan-screens'));
        await page.getByRole('link', { name: 'Replace plan-screens with plan-screens-v2' }).click();
      },
      shows: (page) => button(page, 'Undo plan'),
    },
    {
      name: 'plans of all kinds',
      path: '/plans',
      shows: (page) => page.getByRole('link', { name: 'Replace plan-screens with plan-screens-v2' }),
    },
  ];

  /** The sample runs nothing: what a busy cluster answers. */
  const busyCluster = (page: Page) =>
    page.route(
      ({ pathname }) => pathname === `${API_BASE}${ROUTES['tasks.list'].path}`,
      (route) => route.fulfill({ json: { tasks: BUSY, failures: [NOT_CONNECTED] } }),
    );
  const TASK_SCREENS: readonly ShownScreen[] = [
    {
      name: 'tasks running',
      isApart: true,
      async open(page) {
        await busyCluster(page);
        await goTo(page, screenAddress(at.server, '/tasks?all=true'));
      },
      shows: (page) => page.getByRole('progressbar').first(),
    },
    {
      name: 'task cancel dialog',
      isApart: true,
      async open(page) {
        await busyCluster(page);
        await goTo(page, screenAddress(at.server, '/tasks'));
        await button(page, /^Actions for /)
          .first()
          .click();
        await page.getByRole('menuitem', { name: 'Cancel task' }).click();
      },
      shows: (page) => page.getByRole('alertdialog'),
    },
  ];

  const LAB_SCREENS: readonly ShownScreen[] = [
    {
      name: 'fuzz run',
      async open(page) {
        await goTo(page, screenAddress(at.server, '/fuzz_lab'));
        await page.getByRole('textbox', { name: 'Seed' }).fill('7');
        await page.getByRole('radio', { name: 'Cases' }).click();
        await page.getByRole('textbox', { name: 'Cases' }).fill('40');
        await button(page, 'Start run').click();
        await page.getByText('Done', { exact: true }).waitFor();
      },
      shows: (page) => page.getByRole('list', { name: 'Not reached' }),
    },
    {
      name: 'fuzz runs',
      path: '/fuzz_lab',
      shows: (page) => page.getByRole('link', { name: 'laws, seed 7' }).first(),
    },
    {
      name: 'fuzz run with a failed case',
      isApart: true,
      async open(page) {
        // The product has none: what it answers of a run, with a case that failed.
        await page.route(/\/lab\/runs\/[^/]+$/, async (route) => {
          const response = await route.fetch();
          const run = (await response.json()) as Record<string, unknown>;
          const failed = [
            {
              case: 17,
              law: 'undo takes back what was done',
              message: FAILED,
              steps: ['Begin with {"properties":{}}', 'Ada: Add host.name (keyword)', 'Ada: Undo'],
              shrinks: 12,
              isKept: true,
            },
          ];
          await route.fulfill({
            response,
            json: { ...run, failures: 1, failed, state: 'interrupted', reason: STOPPED },
          });
        });
        await goTo(page, screenAddress(at.server, '/fuzz_lab'));
        await page.getByRole('link', { name: 'laws, seed 7' }).first().click();
      },
      shows: (page) => button(page, 'Open in editor'),
    },
    {
      name: 'fuzz run gone',
      path: '/fuzz_lab/01J00000000000000000000001',
      shows: (page) => page.getByText('Couldn’t load the run'),
    },
  ];

  const SHELL_SCREENS: readonly ShownScreen[] = [
    {
      name: 'palette',
      isApart: true,
      path: '/indices',
      async open(page) {
        await page.keyboard.press('Control+K');
        await page.getByRole('dialog', { name: 'Command palette' }).waitFor();
        await page.keyboard.type('sandbox');
        await page.getByRole('option').first().waitFor();
      },
      shows: dialog,
    },
    {
      name: 'status popover',
      isApart: true,
      path: '/indices',
      isPopover: true,
      open: (page) => page.getByRole('button', { name: /cluster details$/ }).click(),
      shows: dialog,
    },
    {
      name: 'tour',
      isApart: true,
      path: '/indices',
      open: (page) => page.getByRole('main').getByRole('button', { name: 'Take the tour' }).click(),
      shows: dialog,
    },
    {
      name: 'step of a tour',
      isApart: true,
      path: '/indices',
      open: async (page) => {
        await page.getByRole('main').getByRole('button', { name: 'Take the tour' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Administrator' }).click();
      },
      shows: (page) => page.getByRole('heading', { name: 'Add a field' }),
    },
    {
      name: 'keyboard shortcuts',
      path: '/indices',
      isApart: true,
      open: (page) => page.keyboard.press('?'),
      shows: dialog,
    },
    {
      name: 'your name',
      path: '/drafts',
      isApart: true,
      open: (page) => button(page, 'Your name').click(),
      shows: dialog,
    },
    {
      name: 'draft menu',
      path: '/drafts',
      isPopover: true,
      open: (page) => button(page, 'Actions for logs-2026').click(),
      shows: (page) => page.getByRole('menu'),
    },
    { name: 'new draft', path: '/drafts', open: (page) => button(page, 'New draft').click(), shows: dialog },
    { name: 'no such screen', path: '/nothing_here', isApart: true, shows: level1 },
    { name: 'no such draft', path: '/drafts/nothing', shows: level1 },
    {
      name: 'server gone',
      isApart: true,
      async open(page) {
        await page.route('**/api/**', (route) => route.abort());
        await goTo(page, screenAddress(at.server, '/indices'));
      },
      shows: (page) => page.getByRole('heading', { name: 'The server can’t be reached' }),
    },
  ];

  it('covers the whole route table', () => {
    expect(ROUTE_SCREENS.filter(({ path }) => path?.includes('$') === true)).toEqual([]);
    // The editor, the plans and fuzz runs have screens of their own.
    expect(ROUTE_SCREENS).toHaveLength(Object.keys(PATHS).length - 3);
  });

  const screens = [
    ...EDITOR_SCREENS,
    ...ROUTE_SCREENS,
    ...CLUSTER_SCREENS,
    ...PLAN_SCREENS,
    ...TASK_SCREENS,
    ...LAB_SCREENS,
    ...SHELL_SCREENS,
  ];
  it.each(screens)(
    '$name',
    async ({ name, path, open, isPopover = false, isPointedAt = false, isApart = false, shows }) => {
      const page = current();
      requests.clear();
      if (isApart) isReusable = false;
      await page.setViewportSize(SIZES[0]);
      await page.emulateMedia({ colorScheme: THEMES[0] });
      if (path !== undefined) {
        await goTo(page, screenAddress(at.server, path));
        await level1(page).first().waitFor();
      }
      await open?.(page);
      // Sooner than a network that is idle: half a second of each screen.
      await expect
        .poll(async () => {
          await settle(page);
          return requests.size;
        })
        .toBe(0);
      const faults: string[] = [];
      for (const size of IS_THOROUGH ? SIZES : SIZES.slice(0, 1)) {
        const isOpenedAnew = isPopover && size !== SIZES[0];
        if (isOpenedAnew) await page.keyboard.press('Escape');
        await page.setViewportSize(size);
        if (isOpenedAnew) await open?.(page);
        for (const theme of IS_THOROUGH ? THEMES : THEMES.slice(0, 1)) {
          await page.emulateMedia({ colorScheme: theme });
          await shows(page).waitFor();
          // Tooltips are for who points at something.
          if (!isPointedAt) await page.mouse.move(0, 0);
          await settle(page);
          if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
          const found = [
            ...(await violationsIn(page, theme)),
            ...(theme === 'light' ? await page.evaluate(findLayoutFaults, LAYOUT_LIMITS) : []),
          ];
          faults.push(...found.map((fault) => `${name}, ${size.width}×${size.height}, ${theme}: ${fault}`));
          if (SCREENSHOTS !== undefined)
            await page.screenshot({
              path: join(SCREENSHOTS, `${name.replace(/\W+/g, '-')}-${size.width}-${theme}.png`),
            });
        }
      }
      await page.unrouteAll();
      expect(faults).toEqual([]);
      isReusable = !isApart;
    },
  );
});

/** Waits until what a size or theme changes is drawn, and nothing fades in. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
    await frame();
  });
}

/** What axe finds, as `expectAccessible` of the browser tests asks it. */
function violationsIn(page: Page, theme: (typeof THEMES)[number]): Promise<string[]> {
  return page.evaluate(
    async ({ isWhole, rules }) => {
      const { run } = Reflect.get(globalThis, 'axe') as typeof axe;
      const isHeadingHidden = document.querySelector('h1')?.closest('[aria-hidden=true], [inert]') != null;
      const { violations } = await run(
        { include: document, exclude: '[data-live-announcer]' },
        {
          resultTypes: ['violations'],
          elementRef: true,
          ...(isWhole
            ? {
                rules: {
                  'target-size': { enabled: true },
                  // Of the page as a whole, most of which an open list hides from screen readers, and keeps the focus from.
                  ...(isHeadingHidden && {
                    region: { enabled: false },
                    'page-has-heading-one': { enabled: false },
                    'aria-hidden-focus': { enabled: false },
                  }),
                },
              }
            : { runOnly: { type: 'rule' as const, values: rules } }),
        },
      );
      // An option is called by its label; what describes it stands in it too, and is visible.
      const isDescribed = (element: Element | undefined) =>
        element?.querySelector(`[id="${element.getAttribute('aria-describedby') ?? ''}"]`) != null;
      return violations.flatMap(({ id, help, nodes }) => {
        const left = nodes.filter(({ element }) => id !== 'label-content-name-mismatch' || !isDescribed(element));
        return left.length === 0 ? [] : [`${id}: ${help}: ${left.map(({ html }) => html.slice(0, 160)).join(' | ')}`];
      });
    },
    { isWhole: theme === THEMES[0], rules: THEME_RULES },
  );
}
