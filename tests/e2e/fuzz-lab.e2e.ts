import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { FuzzTarget, TargetEntry } from '../../src/fuzz/case/target.ts';
import { LawError } from '../../src/fuzz/case/target.ts';
import { lawsTarget } from '../../src/fuzz/targets/laws.ts';
import { buildApp } from '../../src/server/app.ts';
import { composeApi } from '../../src/server/composition.ts';
import { parseFlags } from '../../src/server/flags.ts';
import { testLabRunner } from '../builders/lab-runner.ts';
import { launchBrowser, openPage } from './harness.ts';
import { freshFolder } from './servers.ts';

/** Between two cases, so that a run can be watched. */
const CASE_MS = 20;
const LAW = 'no mapping stands at the root of its body';

/** Histories of edits, of which one kind breaks a law that only this test has. */
const broken: FuzzTarget = {
  ...lawsTarget,
  async holds(value, counter) {
    await new Promise((resolve) => setTimeout(resolve, CASE_MS));
    counter.tried(true);
    counter.met('command', 'field.add');
    const { script } = value as { readonly script?: { readonly mappingsAt?: string } };
    if (script?.mappingsAt === '') throw new LawError(LAW, new Error('It is "".'));
  },
};
const entry: TargetEntry = {
  name: 'laws',
  about: 'Histories of edits, and a law that does not hold.',
  needsCluster: false,
  takesSandbox: false,
  takesFiles: true,
  open: () => Promise.resolve(broken),
};

/** The built page on a server with that target. */
async function serve(dataDir: string) {
  const outcome = parseFlags(['--data-dir', dataDir, '--port', '0'], {});
  if (outcome.kind !== 'run') throw new Error('These settings are none.');
  const composed = await composeApi(outcome.settings, {
    fuzz: testLabRunner([entry]),
    onFailure: (error) => {
      throw error;
    },
  });
  const clientDir = join(import.meta.dirname, '../../dist/client');
  const app = await buildApp({ ...outcome.settings, version: '0', clientDir, api: composed.api });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    address: `${origin}/management/data/index_management/fuzz_lab`,
    async close() {
      await app.close();
      await composed.close();
    },
  };
}

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it('starts a run, watches it over a reload, stops and resumes it, opens what failed, and finds it again after a restart', async () => {
  const folder = await freshFolder();
  let server = await serve(folder);
  onTestFinished(() => server.close());
  const watched = await openPage(browser, { isRefused: true });
  const { page } = watched;
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await page.goto(server.address);
  await page.getByText(entry.about).waitFor();
  await page.getByRole('textbox', { name: 'Seed' }).fill('3');
  await page.getByRole('radio', { name: 'Cases' }).click();
  await page.getByRole('textbox', { name: 'Cases' }).fill('100000');
  await page.getByRole('textbox', { name: 'Threads' }).fill('1');
  await button('Start run').click();
  await page.getByRole('heading', { name: 'laws, seed 3', level: 1 }).waitFor();
  await page.getByText(LAW).waitFor();
  await page.getByRole('img', { name: /^Cases per second/ }).waitFor();

  await page.reload();
  await page.getByText(LAW).waitFor();
  const cases = async () => {
    const text = await page
      .getByRole('definition')
      .filter({ hasText: /cases?$/ })
      .first()
      .innerText();
    return Number(text.replaceAll(/\D/g, ''));
  };
  const before = await cases();
  await expect.poll(cases).toBeGreaterThan(before);

  await button('Stop').click();
  await button('Resume').waitFor();
  const stopped = await cases();
  await button('Resume').click();
  await button('Stop').waitFor();
  await expect.poll(cases).toBeGreaterThan(stopped);

  const downloading = page.waitForEvent('download');
  await button('Download case').click();
  const file = await text(await (await downloading).createReadStream());
  expect(JSON.parse(file)).toMatchObject({ target: 'laws', seed: 3, law: LAW });

  // The server ends in the middle of the run.
  await server.close();
  server = await serve(folder);
  await page.goto(server.address);
  const row = page.getByRole('row', { name: /laws, seed 3/ });
  await row.getByText('Interrupted').waitFor();
  await row.getByRole('link').click();
  await page.getByText('Resume to continue with the next case.').waitFor();
  await button('Resume').click();
  await button('Stop').waitFor();
  await button('Stop').click();
  await button('Resume').waitFor();

  await button('Open in editor').click();
  await page.getByRole('heading', { name: /^fuzz-laws-3-\d+$/, level: 1 }).waitFor();
  await button('Show history').click();
  await page.getByRole('complementary', { name: 'History' }).getByText('Created').first().waitFor();
  await watched.close();
});
