import { execFile } from 'node:child_process';
import { readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openPage, useConsole } from './harness.ts';
import { freshFolder, screenAddress } from './servers.ts';
import { bodyOf, drop } from './steps.ts';

const run = promisify(execFile);

/** In the documents, and in nothing that leaves the page. */
const SECRET = 'somebody-of-the-documents';
const VECTOR = JSON.stringify(Array.from({ length: 40 }, (_, at) => at + 0.5));
const LINES = [
  `{"at":"2026-01-02T03:04:05Z","status":200,"user":"${SECRET}","client":{"ip":"10.0.0.1"},"v":${VECTOR}}`,
  '{"at":"2026-01-02T03:04:06Z","status":"404","client":{"ip":"::1","tags":[{"n":1}]},"none":null,"a":{"b":1}}',
  '{"at":"2026-01-02T03:04:07Z","a":1}',
];
const FILES: Readonly<Record<string, string>> = {
  'lines.ndjson': `${LINES.join('\n')}\n`,
  'array.json': `[${LINES.join(',\n')}]`,
  'values.json': LINES.map((line) => JSON.stringify(JSON.parse(line), null, 2)).join('\n'),
  'rows.csv': `at;status;user;zip\r\n2026-01-02 03:04:05;200;"${SECRET}; ""x""";01234\r\n2026-01-02 03:04:06;;y;1\r\n`,
};

/** Chooses a file itself, of which Playwright would send a copy. */
async function chooseFile(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'input[type=file]' });
  await session.send('DOM.setFileInputFiles', { nodeId, files: [path] });
}

const heading = (page: Page, name: string, level: number) => page.getByRole('heading', { name, level, exact: true });

describe('a mapping that is inferred in the console', async () => {
  const folder = await freshFolder();
  const at = useConsole();

  it.each(Object.keys(FILES))('is that of the command, and nothing of the file is sent: %s', async (name) => {
    const file = join(folder, name);
    const out = join(folder, `${name}.mapping`);
    await writeFile(file, FILES[name] ?? '');
    await run(process.execPath, ['dist/server/cli.js', 'infer', file, '--out', out]).catch((error: unknown) => {
      // 1: documents are listed or refused.
      if (!(error instanceof Error && 'code' in error && error.code === 1)) throw error;
    });
    const { page, close } = await openPage(at.browser);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    await page.goto(screenAddress(at.server, '/drafts/infer'));
    await heading(page, 'Infer mapping', 1).waitFor();
    await chooseFile(page, file);
    await page.getByRole('button', { name: /Target engine/ }).click();
    await page.getByRole('option', { name: 'Elasticsearch 9.5' }).click();
    await page.getByText(/for Elasticsearch 9\.5$/).waitFor();
    await page.getByText(/^Tried [23] /).waitFor();
    await page.getByRole('button', { name: 'Create draft' }).click();
    await heading(page, name.split('.')[0] ?? '', 1).waitFor();
    await page.getByRole('treegrid', { name: 'Fields' }).waitFor();
    expect(await bodyOf(page)).toEqual(JSON.parse(await readFile(out, 'utf8')));
    expect(sent.join('\n')).not.toContain(SECRET);
    await close();
  });

  it('names a file that changed since it was chosen', async () => {
    const file = join(folder, 'changing.ndjson');
    await writeFile(file, FILES['lines.ndjson'] ?? '');
    const { page, close } = await openPage(at.browser);
    await page.goto(screenAddress(at.server, '/drafts/infer'));
    await heading(page, 'Infer mapping', 1).waitFor();
    await chooseFile(page, file);
    await page.getByText(/^Tried 3 /).waitFor();
    await writeFile(file, `${FILES['lines.ndjson'] ?? ''}{}\n`);
    await utimes(file, new Date('2026-01-01T00:00:00Z'), new Date('2026-01-01T00:00:00Z'));
    await page.getByRole('radiogroup', { name: 'Type of status' }).getByRole('radio', { name: 'keyword' }).click();
    await page.getByText('The file was changed, moved or deleted since it was chosen. Choose it again.').waitFor();
    await close();
  });

  it('can be retried where the code that reads is lost, and its worker ends with the screen', async () => {
    const { page, close } = await openPage(at.browser, { isRefused: true });
    await page.goto(screenAddress(at.server, '/drafts/infer'));
    await heading(page, 'Infer mapping', 1).waitFor();
    await page.context().route(/infer-worker/, (route) => route.abort());
    await drop(page, 'lines.ndjson', FILES['lines.ndjson'] ?? '');
    await heading(page, 'The code that reads files could not be loaded', 2).waitFor();
    await page.context().unroute(/infer-worker/);
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText(/^Tried 3 /).waitFor();
    expect(page.workers()).toHaveLength(1);
    const ended = page.workers()[0]?.waitForEvent('close');
    await page.getByRole('link', { name: 'Drafts' }).first().click();
    await heading(page, 'Drafts', 1).waitFor();
    await ended;
    expect(page.workers()).toHaveLength(0);
    await close();
  });

  it('is read by a worker that can connect to nothing', async () => {
    const { page } = await openPage(at.browser);
    await page.goto(screenAddress(at.server, '/drafts/infer'));
    await heading(page, 'Infer mapping', 1).waitFor();
    await drop(page, 'lines.ndjson', FILES['lines.ndjson'] ?? '');
    await page.getByText(/^Tried 3 /).waitFor();
    const [worker] = page.workers();
    // As text, which no build rewrites.
    const outcome = await worker?.evaluate(`Promise.allSettled([
      fetch('/api/index_management/health'),
      import('${at.server.origin}/mapledger.js'),
    ]).then((all) => all.map(({ status }) => status))`);
    expect(outcome).toEqual(['rejected', 'rejected']);
    // The violations of the policy that were meant.
    await page.context().close();
  });
});
