import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import puppeteer, { type KeyInput } from 'puppeteer-core';
import type { Engine } from './engine.ts';
import { startGroup } from './process-group.ts';
import { remotePage } from './remote-page.ts';

const path = process.env['FIREFOX_PATH'];

/** For a browser that asks nothing when it starts, also after it was killed, and talks to nobody. */
const PREFERENCES: Readonly<Record<string, boolean | number | string>> = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.sessionstore.resume_from_crash': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.startup.max_resumed_crashes': -1,
};

/** Firefox as its makers ship it, over WebDriver BiDi. */
export const firefox: Engine = {
  name: 'Firefox',
  missing: path === undefined ? 'No Firefox was found; FIREFOX_PATH names one.' : null,
  lacks: [],
  async start(profile, { roomBytes }) {
    mkdirSync(profile, { recursive: true });
    const preferences = {
      ...PREFERENCES,
      ...(roomBytes !== undefined && { 'dom.quotaManager.temporaryStorage.fixedLimit': Math.floor(roomBytes / 1024) }),
    };
    writeFileSync(
      join(profile, 'user.js'),
      Object.entries(preferences)
        .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
        .join(''),
    );
    const group = startGroup(
      path ?? 'firefox',
      ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile],
      { HOME: profile, MOZ_HEADLESS: '1' },
    );
    const browser = await puppeteer.connect({
      browserWSEndpoint: `${await group.said(/WebDriver BiDi listening on (ws:\S+)/)}/session`,
      protocol: 'webDriverBiDi',
      defaultViewport: { width: 1440, height: 900 },
    });
    const problems: string[] = [];
    return {
      problems,
      kill: group.kill,
      async openPage() {
        const page = await browser.newPage();
        page.on('pageerror', (error) =>
          problems.push(`Thrown: ${error instanceof Error ? error.message : String(error)}`),
        );
        page.on('console', (message) => {
          if (message.type() === 'error')
            problems.push(`Console: ${message.text()} (${message.location().url ?? 'nowhere'})`);
        });
        return remotePage({
          async goto(address) {
            await page.goto(address);
          },
          async reload() {
            await page.reload();
          },
          bringToFront: () => page.bringToFront(),
          close: () => page.close(),
          url: async () => page.url(),
          async evaluate(expression) {
            const text = await page.evaluate(`(async () => JSON.stringify((await (${expression})) ?? null))()`);
            return JSON.parse(text as string) as unknown;
          },
          clickAt: (x, y) => page.mouse.click(x, y),
          async press(keys) {
            const held = keys.slice(0, -1) as KeyInput[];
            for (const key of held) await page.keyboard.down(key);
            await page.keyboard.press(keys.at(-1) as KeyInput);
            for (const key of held.toReversed()) await page.keyboard.up(key);
          },
          type: (text) => page.keyboard.type(text),
        });
      },
    };
  },
};
