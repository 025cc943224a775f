import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { afterAll, describe, expect, it } from 'vitest';
import { chromiumLaunchOptions } from '../chromium.ts';
import { useConsole } from './harness.ts';
import { screenAddress } from './servers.ts';
import { openNewDraft, rename, row, saved } from './steps.ts';

const MAPPINGS = { properties: { host: { type: 'keyword' }, ip: { type: 'ip' } } };

/** A file system of its own, which can be filled; null where this process may not mount one. */
function mountSmallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'mapledger-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    // oxlint-disable-next-line no-console -- who runs the tests is told why
    console.info('skipped: full-disk: a small file system can only be mounted by root on Linux');
    return null;
  }
}

const disk = mountSmallDisk();

function fill(folder: string): void {
  const block = Buffer.alloc(4_096);
  const file = openSync(join(folder, 'filler'), 'a');
  try {
    for (;;) writeSync(file, block);
  } catch {
    expect(statfsSync(folder).bavail).toBe(0);
  } finally {
    closeSync(file);
  }
}

describe.skipIf(disk === null)('a disk that is really full', () => {
  const at = useConsole();
  const folder = disk ?? '';
  afterAll(() => {
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps the changes, reads on, gives no advice that loses them, and saves by itself when there is room', async () => {
    const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
      ...chromiumLaunchOptions(),
      headless: true,
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await openNewDraft(page, screenAddress(at.server, '/drafts'), 'orders', MAPPINGS);
    await saved(page);
    // It is there until the browser has made some room by itself, which can be a moment.
    await page.evaluate(() => {
      new MutationObserver(() => {
        for (const { textContent } of document.querySelectorAll('[role=alert]'))
          if (/No disk space left|interrupted saving/.test(textContent)) Reflect.set(globalThis, 'said', textContent);
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    });
    const saidOf = () => page.evaluate(() => String(Reflect.get(globalThis, 'said') ?? ''));
    let name = 'ip';
    let edits = 0;
    const edit = async () => {
      edits += 1;
      const next = `ip_${edits}`;
      await rename(page, name, next);
      name = next;
      return saidOf();
    };
    fill(folder);
    await expect.poll(edit, { timeout: 120_000, interval: 500 }).not.toBe('');
    // At once: Chromium drops a database that it could not open again for want of room.
    rmSync(join(folder, 'filler'));
    const said = await saidOf();
    const alarm = page.getByRole('alert').filter({ hasText: /No disk space left|interrupted saving/ });
    expect(said).not.toMatch(/revoked access|reload/i);
    expect(said).toContain('saving is retried');
    expect(said).toContain('Retry saving');
    const isSaved = async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      return page.getByText('Saved', { exact: true }).isVisible();
    };
    await expect.poll(isSaved, { timeout: 60_000, interval: 3_000 }).toBe(true);
    await alarm.waitFor({ state: 'detached' });
    await page.reload();
    await row(page, name).waitFor();
    await row(page, 'host').waitFor();
    await context.close();
  });
});
