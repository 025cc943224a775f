// Finds Firefox and WebKitGTK for the suite `browsers`, or installs them from Debian's packages.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { run, say } from './prepare.mjs';

const FIREFOX_PLACES = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];
const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver';
/** What a test of WebKitGTK needs beside the driver: tests/browsers/webkit-host.py is run by the distribution's Python. */
const WEBKIT_BINDING =
  "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1'); from gi.repository import Gtk, WebKit2";

/** BROWSER_ENGINE names one of chromium, firefox and webkit, which is then the only one that is needed. */
const needsFirefox = ['firefox', undefined].includes(process.env.BROWSER_ENGINE);
const needsWebKit = ['webkit', undefined].includes(process.env.BROWSER_ENGINE);

/** FIREFOX_PATH and WEBKIT_DRIVER_PATH, each where it can be had. */
export function ensureBrowsers() {
  if ((needsFirefox && !hasFirefox()) || (needsWebKit && !hasWebKit())) install();
  const firefox = findFirefox();
  return {
    ...(firefox !== undefined && { FIREFOX_PATH: firefox }),
    ...(hasWebKit() && { WEBKIT_DRIVER_PATH: WEBKIT_DRIVER }),
  };
}

function hasFirefox() {
  return findFirefox() !== undefined;
}

function findFirefox() {
  const named = process.env.FIREFOX_PATH;
  if (named && !existsSync(named)) console.error(`FIREFOX_PATH names ${named}, which does not exist.`);
  return [named, ...FIREFOX_PLACES].find((path) => path && existsSync(path));
}

function hasWebKit() {
  if (!existsSync(WEBKIT_DRIVER) || !existsSync('/usr/bin/Xvfb')) return false;
  return spawnSync('/usr/bin/python3', ['-c', WEBKIT_BINDING]).status === 0;
}

function install() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  const packages = [
    ...(!needsFirefox || hasFirefox() ? [] : ['firefox-esr']),
    ...(!needsWebKit || hasWebKit()
      ? []
      : ['webkit2gtk-driver', 'xvfb', 'python3-gi', 'gir1.2-gtk-3.0', 'gir1.2-webkit2-4.1']),
  ];
  say(`Installing ${packages.join(', ')} with apt (once)`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update', '-qq'], env);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], env);
}
