import { mkdirSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Builder, Capabilities, Key, Origin, type WebDriver } from 'selenium-webdriver';
import type { Engine } from './engine.ts';
import { startGroup } from './process-group.ts';
import { remotePage } from './remote-page.ts';

const driverPath = process.env['WEBKIT_DRIVER_PATH'];
const host = join(import.meta.dirname, 'webkit-host.py');
/** That of the distribution: the library of WebKitGTK is bound to it. */
const PYTHON = '/usr/bin/python3';

const KEYS: Readonly<Record<string, string>> = {
  Alt: Key.ALT,
  ArrowDown: Key.ARROW_DOWN,
  Control: Key.CONTROL,
  Delete: Key.DELETE,
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  Home: Key.HOME,
  Shift: Key.SHIFT,
  Space: Key.SPACE,
};

/** WebKitGTK over WebDriver, on a display that nobody sees. */
export const webkit: Engine = {
  name: 'WebKit',
  missing:
    driverPath === undefined
      ? 'No WebKitGTK with WebKitWebDriver, Xvfb and its bindings for Python was found; WEBKIT_DRIVER_PATH names the driver.'
      : null,
  lacks: ['navigator.storage.estimate', 'navigator.storage.persist', 'requestIdleCallback'],
  async start(profile, { roomBytes }) {
    mkdirSync(profile, { recursive: true });
    const problems: string[] = [];
    const screen = startGroup('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], {});
    const port = await freePort();
    const group = startGroup(
      driverPath ?? 'WebKitWebDriver',
      [`--port=${port}`],
      {
        DISPLAY: `:${await screen.said(/^(\d+)$/)}`,
        GSETTINGS_BACKEND: 'memory',
        HOME: profile,
        NO_AT_BRIDGE: '1',
        WEBKIT_DISABLE_COMPOSITING_MODE: '1',
        WEBKIT_DISABLE_DMABUF_RENDERER: '1',
        XDG_RUNTIME_DIR: profile,
      },
      (line) => {
        if (/^CONSOLE \w*\s?(?:ERROR|EXCEPTION)/.test(line)) problems.push(line);
      },
    );
    const kill = async () => {
      await group.kill();
      await screen.kill();
    };
    await accepts(port);
    const driver = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(
        new Capabilities({
          browserName: 'mapledger-webkit-host',
          'webkitgtk:browserOptions': {
            binary: PYTHON,
            args: [host, profile, ...(roomBytes === undefined ? [] : [String(roomBytes)])],
          },
        }),
      )
      .build();

    // New windows are opened from it: those of a test are closed.
    const home = await driver.getWindowHandle();
    // The driver has one window in hand at a time.
    let queue: Promise<unknown> = Promise.resolve();
    const inWindow = <Result>(handle: string, work: (driver: WebDriver) => Promise<Result>): Promise<Result> => {
      const result = queue.then(async () => {
        await driver.switchTo().window(handle);
        return work(driver);
      });
      queue = result.catch(() => undefined);
      return result;
    };

    return {
      problems,
      kill,
      async openPage() {
        const handle = await inWindow(home, async (tab) => {
          await tab.switchTo().newWindow('window');
          return tab.getWindowHandle();
        });
        const inThis = <Result>(work: (driver: WebDriver) => Promise<Result>) => inWindow(handle, work);
        return remotePage({
          goto: (address) => inThis((tab) => tab.get(address)),
          reload: () => inThis((tab) => tab.navigate().refresh()),
          bringToFront: () => inThis(async () => undefined),
          close: () => inThis((tab) => tab.close()),
          url: () => inThis((tab) => tab.getCurrentUrl()),
          async evaluate(expression) {
            const answer = await inThis((tab) =>
              tab.executeAsyncScript<{ readonly text: string } | { readonly error: string }>(`
              const done = arguments[arguments.length - 1];
              (async () => JSON.stringify((await (${expression})) ?? null))().then(
                (text) => done({ text }),
                (error) => done({ error: String(error) }),
              );`),
            );
            if ('error' in answer) throw new Error(answer.error);
            return JSON.parse(answer.text) as unknown;
          },
          clickAt: (x, y) =>
            inThis((tab) => tab.actions().move({ x, y, origin: Origin.VIEWPORT, duration: 0 }).click().perform()),
          press: (keys) =>
            inThis(async (tab) => {
              const codes = keys.map((key) => KEYS[key] ?? key);
              const held = codes.slice(0, -1);
              const actions = tab.actions();
              held.forEach((code) => actions.keyDown(code));
              actions.sendKeys(codes.at(-1) ?? '');
              held.toReversed().forEach((code) => actions.keyUp(code));
              await actions.perform();
            }),
          type: (text) => inThis((tab) => tab.actions().sendKeys(text).perform()),
        });
      },
    };
  },
};

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Resolves when the driver answers. */
async function accepts(port: number): Promise<void> {
  for (let left = 200; ; left--) {
    try {
      await fetch(`http://127.0.0.1:${port}/status`);
      return;
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
