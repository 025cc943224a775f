import type { Locator, Page, Route } from 'playwright';
import { describe, it } from 'vitest';
import { PATHS } from '../../src/ui/platform/route-table.ts';
import { openPage, useConsole } from './harness.ts';
import { NAMES } from './route-names.ts';
import { screenAddress } from './servers.ts';
import { drop } from './steps.ts';

/** `CODE_SLICE=2/25` tries each 25th case, from the second one on. */
const [SLICE = 1, SLICES = 1] = (process.env['CODE_SLICE'] ?? '1/1').split('/').map(Number);
const ASSETS = /\/assets\/[^/]+\.(?:js|css)$/;
/** Comes behind the tree without being asked for. Whether what is in it can be opened is seen. */
const UNASKED = /\/forms-[^/]+\.js$/;
const MAPPINGS = { properties: { host: { type: 'keyword' }, ip: { type: 'ip' } } };

/** What becomes of a request for code or styles. */
const FAULTS = {
  aborted: (route: Route) => route.abort('connectionfailed'),
  unanswered: () => Promise.resolve(),
  'not found': (route: Route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' }),
  'answered with HTML': (route: Route) => route.fulfill({ contentType: 'text/html', body: '<p>Sign in' }),
} as const;
type Fault = keyof typeof FAULTS;

/**
 * Which requests are lost, and when: the n-th one of a load from the address, all of them from a moment at which the console is open, or the style
 * sheet from the beginning while code is loaded for two screens at once.
 */
const MOMENTS = ['at first load', 'at a click', 'during prefetch and click'] as const;
type Moment = (typeof MOMENTS)[number];

/** A part of the console that is loaded when it is needed. */
interface Part {
  readonly name: string;
  readonly path: string;
  /** What asks for it, on the screen of the path; absent where that is the part. */
  readonly open?: (page: Page) => Promise<unknown>;
  readonly shows: (page: Page) => Locator;
  /** Code that the screen of the path asks for by itself right before it is left. */
  readonly leaves?: RegExp;
}

const level1 = (page: Page) => page.getByRole('heading', { level: 1 }).first();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const toDraft = async (page: Page) => {
  await page.getByRole('heading', { name: 'Drafts', level: 1 }).waitFor();
  await drop(page, 'orders.json', JSON.stringify(MAPPINGS));
};

const ROUTES: readonly Part[] = Object.entries(PATHS)
  .filter(([route]) => route !== 'draft' && route !== 'plan' && route !== 'fuzzRun')
  .map(([route, path]) => ({
    name: `route ${route}`,
    path: path.replace('$name', NAMES[route as keyof typeof PATHS] ?? '$name'),
    shows: level1,
  }));

const OPENED: readonly Part[] = [
  {
    name: 'palette',
    path: '/settings',
    open: (page) => page.keyboard.press('Control+k'),
    shows: (page) => page.getByRole('combobox', { name: 'Search commands' }),
  },
  {
    name: 'shortcuts',
    path: '/settings',
    open: (page) => page.keyboard.press('?'),
    shows: (page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' }),
  },
  {
    name: 'name',
    path: '/settings',
    open: (page) => button(page, 'Your name').click(),
    shows: (page) => button(page, 'Save name'),
  },
  {
    name: 'draft',
    path: '/drafts',
    open: toDraft,
    shows: (page) => page.getByRole('treegrid', { name: 'Fields' }),
    // Drafts of the server, once that has answered.
    leaves: /\/server-drafts/,
  },
  {
    name: 'delete dialog',
    path: '/indices',
    async open(page) {
      await button(page, 'Actions for sandbox-products').click();
      await page.getByRole('menuitem', { name: 'Delete index' }).click();
    },
    shows: (page) => page.getByRole('alertdialog').getByRole('button', { name: /^Delete/ }),
  },
];
/** Opened on a draft, which is made before anything is lost. */
const IN_DRAFT: readonly Part[] = [
  {
    name: 'history',
    path: '/drafts',
    open: (page) => button(page, 'Show history').click(),
    shows: (page) => page.getByRole('complementary', { name: 'History' }).getByRole('heading', { name: 'History' }),
  },
  {
    name: 'JSON',
    path: '/drafts',
    open: (page) => page.getByRole('radio', { name: 'JSON' }).click({ force: true }),
    shows: (page) => page.getByRole('textbox', { name: 'Mappings object' }),
  },
  {
    name: 'field form',
    path: '/drafts',
    async open(page) {
      await page
        .getByRole('row', { name: /^host / })
        .getByRole('gridcell')
        .first()
        .click();
      await page.keyboard.press('Enter');
    },
    shows: (page) => page.getByRole('dialog', { name: 'Edit field' }).getByRole('textbox', { name: 'Field name' }),
  },
  {
    name: 'form for a new field',
    path: '/drafts',
    open: (page) => button(page, 'Add field').first().click(),
    shows: (page) => page.getByRole('form', { name: 'Add field' }).getByRole('textbox', { name: 'Field name' }),
  },
  {
    name: 'search for fields',
    path: '/drafts',
    open: (page) => page.getByRole('searchbox', { name: 'Search fields' }).fill('host'),
    shows: (page) => page.getByRole('grid', { name: /^Fields that match/ }),
  },
  {
    name: 'load dialog',
    path: '/drafts',
    open: (page) => button(page, 'Load JSON').click(),
    shows: (page) => page.getByRole('dialog').getByRole('textbox'),
  },
  {
    name: 'last changes',
    path: '/drafts',
    open: (page) => button(page, 'Show last changes').click(),
    shows: (page) => page.getByRole('row', { name: /just now|minute|second/ }).first(),
  },
];

interface Case {
  readonly part: Part;
  readonly moment: Moment;
  readonly fault: Fault;
  /** Which request is lost at first load: a different one in each case. */
  readonly nth: number;
}

const faults = Object.keys(FAULTS) as Fault[];
const CASES: readonly Case[] = [...ROUTES, ...OPENED, ...IN_DRAFT].flatMap((part, place) =>
  MOMENTS.filter((moment) => part.open === undefined || moment === 'at a click').flatMap((moment, at) =>
    faults.map((fault, which) => ({ part, moment, fault, nth: (place * 7 + at * 5 + which * 11) % 40 })),
  ),
);
const CHOSEN = CASES.filter((_, place) => place % SLICES === SLICE - 1);

/** A person waits that long for an error, and for a screen after Retry, in ms; the console gives up on a request after 20 s. */
const PATIENCE_MS = 120_000;

describe('code and styles that are lost', () => {
  const at = useConsole();

  async function openLossy() {
    const watched = await openPage(at.browser, { isRefused: true });
    const { page } = watched;
    /** Addresses that the page needed and did not get. */
    const missing = new Set<string>();
    const held = new Set<Route>();
    let loses: (address: string) => Fault | null = () => null;
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    // The server answers when code is lost already: what asks for code then may be left right after.
    await page.route('**/trail/changes**', async (route) => {
      await begun;
      await route.continue().catch(() => undefined);
    });
    await page.route(ASSETS, async (route) => {
      const request = route.request();
      const { pathname } = new URL(request.url());
      const fault = loses(pathname);
      // What is only fetched ahead is not needed yet.
      const isNeeded = request.resourceType() !== 'fetch' && !UNASKED.test(pathname);
      if (fault === null) {
        missing.delete(pathname);
        await route.continue();
        return;
      }
      if (isNeeded) missing.add(pathname);
      if (fault === 'unanswered') held.add(route);
      await FAULTS[fault](route);
    });
    return {
      ...watched,
      missing,
      lose: (which: (address: string) => Fault | null) => {
        loses = which;
        begin();
      },
      /** The network is there again: what nobody has answered fails, as where a connection is found to be dead. */
      async restore() {
        loses = () => null;
        await Promise.all([...held].map((route) => route.abort('connectionreset').catch(() => undefined)));
        held.clear();
      },
    };
  }

  const retryOf = (page: Page) =>
    page
      .getByRole('button', { name: /^(?:Retry|Try again)$/ })
      .or(page.getByRole('link', { name: 'Retry', exact: true }))
      .first();

  /** Whether the page is as it is meant to be: what was asked for is there, with styles. */
  async function isWhole(page: Page, { shows }: Part): Promise<boolean> {
    if (!(await shows(page).isVisible())) return false;
    return page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--color-surface') !== '');
  }

  /** A static frame says so after twenty seconds by itself; nobody waits for them here. */
  const skipAnimations = (page: Page) =>
    page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish();
    });

  it.concurrent.for(CHOSEN)(
    '$part.name $moment, $fault ($nth): there is an error with Retry, or the screen',
    async ({ part, moment, fault, nth }, { expect }) => {
      const { page, missing, lose, restore } = await openLossy();
      const address = screenAddress(at.server, part.path);
      const problem = async () => ((await retryOf(page).isVisible()) ? 'error' : null);
      if (moment === 'at first load') {
        let count = 0;
        let lost: string | null = null;
        lose((path) => {
          if (lost === null && count++ === nth) lost = path;
          return path === lost ? fault : null;
        });
        await page.goto(address, { waitUntil: 'commit' });
      } else if (moment === 'at a click') {
        await page.goto(part.open === undefined ? screenAddress(at.server, '/usage') : address);
        await page.getByRole('heading', { level: 1 }).waitFor();
        if (IN_DRAFT.includes(part)) {
          await toDraft(page);
          await page.getByRole('treegrid', { name: 'Fields' }).waitFor();
        }
        await page.getByRole('group', { name: 'Cluster' }).or(page.getByRole('main')).first().waitFor();
        lose(() => fault);
        const { leaves } = part;
        if (leaves !== undefined)
          await expect.poll(() => [...missing].some((lost) => leaves.test(lost)), { timeout: PATIENCE_MS }).toBe(true);
        if (part.open === undefined) await page.evaluate((to) => window.history.pushState(null, '', to), address);
        else await part.open(page);
      } else {
        lose((path) => (path.endsWith('.css') ? fault : null));
        await page.goto(screenAddress(at.server, '/usage'), { waitUntil: 'commit' });
        await page.waitForLoadState('domcontentloaded').catch(() => undefined);
        await page.evaluate((to) => window.history.pushState(null, '', to), address);
      }

      // Progress is what is seen until then.
      const state = async () => {
        await skipAnimations(page).catch(() => undefined);
        if ((await problem()) !== null) return 'error';
        return missing.size === 0 && (await isWhole(page, part)) ? 'whole' : 'waiting';
      };
      await expect.poll(state, { timeout: PATIENCE_MS, interval: 250 }).not.toBe('waiting');

      // Every try of it is over.
      if (part.leaves !== undefined)
        await expect
          .poll(() => page.getByText('Loading a part of the console...').count(), { timeout: PATIENCE_MS })
          .toBe(0);
      await restore();
      page.setDefaultTimeout(3_000);
      const recover = async () => {
        if (missing.size === 0 && (await isWhole(page, part)) && (await problem()) === null) return true;
        if ((await problem()) !== null)
          await retryOf(page)
            .click({ timeout: 2_000 })
            // What was opened stands before it.
            .catch(() => page.keyboard.press('Escape'));
        else if (part.open !== undefined && !IN_DRAFT.includes(part) && (await isWhole(page, part))) {
          // What is missing is of the screen that was left: it is not asked for before somebody is there again.
          await page.evaluate((to) => window.history.pushState(null, '', to), address);
          await part.open(page).catch(() => undefined);
        }
        // A screen that comes back has closed what was open on it.
        else if (missing.size > 0 || !(await isWhole(page, part))) await part.open?.(page).catch(() => undefined);
        return false;
      };
      await expect.poll(recover, { timeout: PATIENCE_MS, interval: 1_500 }).toBe(true);
      await page.context().close();
    },
  );
});
