import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { HttpService } from '#domain/ports';
import { API_BASE } from '#domain/wire';
import { memoryEventStore } from '../../../infra/memory-event-store.ts';
import { ulidSource } from '../../../infra/platform.ts';
import { embeddedEngine } from '../../../server/embedded/embedded-engine.ts';
import { sampleData, storedSampleLogs } from '../../../server/embedded/sample-data.ts';
import { memoryEngineStorage } from '../../../server/embedded/storage.ts';
import { createDraft } from '../../files/import-draft.ts';
import { catchDownload } from '../../testing/catch-download.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { testServer } from '../../testing/test-http.ts';
import { testServices } from '../../testing/test-services.ts';

/** A server with the histories of the sample data. */
async function sampleServices() {
  const engine = embeddedEngine({
    storage: memoryEngineStorage(),
    clock: { now: () => '2026-11-21T03:10:08.123Z' },
    ids: ulidSource(),
  });
  await sampleData(engine, { hasHistory: true });
  const body = JSON.stringify({ logs: storedSampleLogs(engine) });
  const { http } = testServer();
  const withSamples: HttpService = {
    send: (request) =>
      request.path === `${API_BASE}/sample_history`
        ? Promise.resolve({ status: 200, headers: {}, body })
        : http.send(request),
  };
  return testServices(memoryEventStore(), { http: withSamples });
}

const rows = page.getByRole('table').getByRole('row');
const rowOf = (reason: string) => rows.filter({ hasText: reason });

describe('the history of the sample data', () => {
  it('is read row by row, and says that it is sample data and not verified', async () => {
    await openTestConsole('/history', await sampleServices());
    const row = rowOf('SHOP-27');
    await expect.element(row).toHaveTextContent(/ignore_above of title\.en\.raw: 100\s*→\s*to\s*200/);
    await expect.element(row).toHaveTextContent(/sandbox-products.*Sample data.*Sample data.*Not verified/);
    await expect.element(row).not.toHaveTextContent('Reached the cluster');
    await expect.element(rowOf('SHOP-31: host names')).toHaveTextContent(/priority: 100\s*→\s*to\s*300/);
    await expect.element(rowOf('SHOP-31: find hosts')).toHaveTextContent(/Added host\.os/);
    await expectAccessible();
    await userEvent.click(rowOf('SHOP-22').getByRole('link', { name: 'Add weight_grams (half_float)' }));
    const flyout = page.getByRole('dialog').or(page.getByRole('complementary')).filter({ hasText: 'Who' }).first();
    await expect.element(flyout).toHaveTextContent('Sample data, not verified');
    await expect.element(flyout).toHaveTextContent('Sample data Unverified name');
    await expect.element(flyout).toHaveTextContent('SHOP-22: shipping by weight');
    await expect.element(flyout).toHaveTextContent('Added weight_grams (half_float)');
    await expectAccessible();
  });

  it('is filtered by its kind, and left out of exports', async () => {
    const services = await sampleServices();
    await createDraft(services, {}, { name: 'mine', target: { distribution: 'elasticsearch', version: '9.0' } });
    const { router } = await openTestConsole('/history', services);
    await expect.element(rowOf('mine')).toBeVisible();
    const saved = catchDownload();
    await userEvent.click(page.getByRole('button', { name: 'Export as CSV' }));
    await expect.poll(saved.name).toBe('history.csv');
    expect((await saved.text()).trim().split(/\r?\n/)).toHaveLength(2);
    await userEvent.click(page.getByRole('button', { name: /Kind/ }));
    await userEvent.click(page.getByRole('option', { name: 'Sample data' }));
    await expect.poll(() => router.state.location.search).toEqual({ kind: 'sample' });
    await expect.element(rowOf('mine')).not.toBeInTheDocument();
    await expect.element(rowOf('SHOP-18')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Export as CSV' })).toBeDisabled();
  });
});
