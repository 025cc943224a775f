import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { build, preview } from 'vite';
import { chromiumLaunchOptions } from '../tests/chromium.ts';

/** Builds the page of a folder for production and opens it in a real Chromium, until `work` is done; it is ready when it has `global`. */
export async function onBenchPage<Result>(
  folder: string,
  global: string,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const outDir = mkdtempSync(join(tmpdir(), 'mapledger-bench-'));
  const root = join(import.meta.dirname, folder);
  await build({ root, base: '/', configFile: false, logLevel: 'error', build: { outDir, emptyOutDir: true } });
  const server = await preview({
    root,
    configFile: false,
    logLevel: 'warn',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
  });
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    const page = await browser.newPage();
    await page.goto(server.resolvedUrls?.local[0] ?? '');
    await page.waitForFunction((name) => name in window, global);
    return await work(page);
  } finally {
    await browser.close();
    await server.close();
    rmSync(outDir, { recursive: true });
  }
}
