import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { getByRoleSelector, getByTextSelector } from 'ivya';
import { build } from 'vite';
import type { EngineLocator, EnginePage } from './engine-page.ts';
import type { Aim, finder } from './page/finder.ts';

/** What a driver has to be able to do in one tab. */
export interface RemoteTab {
  goto(address: string): Promise<void>;
  reload(): Promise<void>;
  bringToFront(): Promise<void>;
  close(): Promise<void>;
  url(): Promise<string>;
  /** Gives what an expression, or the promise that it is, gives: JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** In CSS pixels of the viewport. */
  clickAt(x: number, y: number): Promise<void>;
  /** Keys as Playwright calls them; all but the last are held meanwhile. */
  press(keys: readonly string[]): Promise<void>;
  type(text: string): Promise<void>;
}

/** Enough for a busy machine; it costs time only where a test fails. */
const PATIENCE_MS = 30_000;
const LOOK_AGAIN_MS = 25;
/** How much of a page's text an error repeats, in characters. */
const SHOWN_LENGTH = 1_500;

let finderScript: Promise<string> | undefined;

/** The finder with what it imports, as one script that makes `mapledgerFinder`. */
function bundleFinder(): Promise<string> {
  finderScript ??= (async () => {
    const [output] = [
      await build({
        configFile: false,
        logLevel: 'error',
        build: {
          write: false,
          lib: { entry: join(import.meta.dirname, 'page/finder.ts'), formats: ['iife'], name: 'mapledgerFinderModule' },
        },
      }),
    ].flat();
    const chunk = output !== undefined && 'output' in output ? output.output[0] : undefined;
    if (chunk === undefined) throw new Error('The finder was not bundled');
    return chunk.code;
  })();
  return finderScript;
}

type Finder = typeof finder;

/** A tab behind a driver, with the locators of Playwright. */
export async function remotePage(tab: RemoteTab): Promise<EnginePage> {
  const script = await bundleFinder();

  async function ask<Name extends keyof Finder>(name: Name, text = ''): Promise<ReturnType<Finder[Name]>> {
    const call = `window.mapledgerFinder.${name}(${JSON.stringify(text)})`;
    if ((await tab.evaluate('window.mapledgerFinder === undefined')) === true)
      await tab.evaluate(`(() => { ${script}; window.mapledgerFinder = mapledgerFinderModule.finder; })()`);
    return (await tab.evaluate(call)) as ReturnType<Finder[Name]>;
  }

  /** Tries until something is given; a page that is being replaced throws meanwhile. */
  async function until<Result>(what: string, attempt: () => Promise<Result | undefined>): Promise<Result> {
    const end = performance.now() + PATIENCE_MS;
    let last: unknown;
    for (;;) {
      try {
        const result = await attempt();
        if (result !== undefined) return result;
      } catch (error) {
        last = error;
      }
      if (performance.now() > end) {
        const text = String(await tab.evaluate('document.body.innerText').catch(String));
        // A run repeats the first line of a failure at its end.
        const shown = text.replaceAll(/\s*\n\s*/g, ' · ').slice(0, SHOWN_LENGTH);
        throw new Error(`${what} did not come about in ${PATIENCE_MS} ms. The page shows: ${shown}`, { cause: last });
      }
      await wait(LOOK_AGAIN_MS);
    }
  }

  function locator(selector: string): EngineLocator {
    const within = (inner: string) => locator(`${selector} >> ${inner}`);
    return {
      getByRole: (role, options) => within(getByRoleSelector(role, options)),
      getByText: (text, options) => within(getByTextSelector(text, options)),
      filter: ({ hasText }) =>
        within(`internal:has-text=${hasText instanceof RegExp ? String(hasText) : `${JSON.stringify(hasText)}i`}`),
      first: () => within('nth=0'),
      async click() {
        let before: Aim | undefined;
        await until(`a click on ${selector}`, async () => {
          const aim = await ask('aim', selector);
          if ('reason' in aim) throw new Error(aim.reason);
          const isSteady = before !== undefined && 'x' in before && before.x === aim.x && before.y === aim.y;
          before = aim;
          if (!isSteady) return;
          await ask('watchClick', selector);
          await tab.clickAt(aim.x, aim.y);
          return (await ask('wasClicked')) || undefined;
        });
      },
      async fill(text) {
        await until(`a focus on ${selector}`, async () => {
          await ask('select', selector);
          return true;
        });
        if (text === '') await tab.press(['Delete']);
        else await tab.type(text);
      },
      async focus() {
        await until(`a focus on ${selector}`, async () => {
          await ask('focus', selector);
          return true;
        });
      },
      async waitFor({ state = 'visible' } = {}) {
        await until(`${selector}, ${state},`, async () => {
          const isIt = state === 'detached' ? (await ask('count', selector)) === 0 : await ask('isVisible', selector);
          return isIt || undefined;
        });
      },
      count: () => ask('count', selector),
      innerText: () => until(selector, () => ask('text', selector)),
      inputValue: () => until(selector, () => ask('value', selector)),
      isEnabled: () => until(selector, () => ask('isEnabled', selector)),
    };
  }

  return {
    goto: tab.goto,
    reload: tab.reload,
    bringToFront: tab.bringToFront,
    close: tab.close,
    url: tab.url,
    evaluate: async <Result>(expression: string) => (await tab.evaluate(expression)) as Result,
    getByRole: (role, options) => locator(getByRoleSelector(role, options)),
    getByText: (text, options) => locator(getByTextSelector(text, options)),
    keyboard: {
      press: (keys) => tab.press(keys.split('+')),
      type: tab.type,
    },
  };
}
