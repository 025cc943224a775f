import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, inject, it } from 'vitest';
import { launchBrowser, openPage } from '../e2e/harness.ts';
import { screenAddress, startServer } from '../e2e/servers.ts';
import { DISTRIBUTIONS } from './distributions.ts';
import './global-setup.ts';
import {
  actOnOne,
  create,
  deleteSeveral,
  editAliases,
  editMapping,
  editSettings,
  engineAsker,
  look,
  type Walk,
} from './walk.ts';

const WALK_MS = 600_000;
const isBuilt = existsSync(join(import.meta.dirname, '../../dist/server/main.js'));
const missing = !isBuilt
  ? 'The console is not built.'
  : process.env['CHROMIUM_PATH'] === undefined
    ? 'No Chromium was found; CHROMIUM_PATH names one.'
    : undefined;

describe('a person with a browser', () => {
  it.for(DISTRIBUTIONS)(
    'does with indices what can be done, on a real %s',
    { timeout: WALK_MS },
    async (distribution, context) => {
      const engine = inject('engines')[distribution];
      if (missing !== undefined) return context.skip(missing);
      if ('missing' in engine) return context.skip(engine.missing);
      const [server, browser] = await Promise.all([startServer('--cluster', engine.url), launchBrowser()]);
      const { page, close } = await openPage(browser);
      page.setDefaultTimeout(60_000);
      const walk: Walk = {
        page,
        at: (path) => screenAddress(server, path),
        ask: engineAsker(engine.url),
        index: 'mapledger-test-walk',
      };
      try {
        await walk.ask('DELETE', `/${walk.index},${walk.index}-b,${walk.index}-c?ignore_unavailable=true`);
        for (const step of [create, editMapping, editSettings, editAliases, look, actOnOne, deleteSeveral])
          await step(walk);
        await close();
      } finally {
        await browser.close();
        await server.stop();
      }
    },
  );
});
