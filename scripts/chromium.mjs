// Finds a Chromium for the suites that need a real browser, or installs one.
import { existsSync } from 'node:fs';
import { run, say } from './prepare.mjs';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of a Chromium, installed if need be; undefined when there is none and none can be had. Call it after the packages. */
export async function ensureChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (existsSync(named)) return named;
    console.error(`CHROMIUM_PATH names ${named}, which does not exist.`);
  }
  return (await find()) ?? (await install());
}

/** The path of Chromium's headless shell, which Debian has as a package of its own; undefined where there is none. Call it after {@link ensureChromium}. */
export function headlessShell() {
  return [process.env.CHROMIUM_HEADLESS_PATH, '/usr/bin/chromium-headless-shell'].find(
    (path) => path && existsSync(path),
  );
}

async function find() {
  const { chromium } = await import('playwright');
  return [...usualPlaces, chromium.executablePath()].find((path) => existsSync(path));
}

async function install() {
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    say('Installing Chromium with apt (once)');
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    run('apt-get', ['update', '-qq'], env);
    const packages = ['chromium', 'chromium-headless-shell', 'fonts-liberation'];
    if (run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], env)) return find();
  }
  say('Installing Chromium with playwright (once)');
  run('npx', ['playwright', 'install', 'chromium']);
  return find();
}
