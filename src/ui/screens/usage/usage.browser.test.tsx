import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { localStorageUsage } from '../../../infra/local-storage-usage.ts';
import { testServices } from '../../testing/test-services.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { testServer } from '../../testing/test-http.ts';
import { startUsageReporter } from '../../platform/usage-reporter.ts';

afterEach(() => localStorage.clear());

/** The console with a separate reporter, whose time the test advances; the person has agreed unless told otherwise. */
async function openCounted(path: string, answer: 'on' | null = 'on') {
  if (answer !== null) localStorage.setItem('mapledger.usage', answer);
  const { http } = testServer();
  let now = 0;
  const reporter = startUsageReporter({
    http,
    store: localStorageUsage(() => localStorage),
    userAgent: 'Lynx 2.9',
    now: () => now,
  });
  // Set before the screen is shown: an earlier test may have loaded the code that counts.
  const view = vi.spyOn(reporter, 'view');
  const opened = await openTestConsole(path, await testServices(undefined, { http, usage: reporter, reporter }));
  return { ...opened, reporter, view, http, pass: (ms: number) => (now += ms) };
}

const report = () => localStorage.getItem('analytics') ?? '';

describe('usage', () => {
  it('counts screens by their routes, never by what is on them', async () => {
    const { router, pass, view } = await openCounted('/indices/secret-index');
    // Time counts once the screen is shown and the code that counts, which loads after it, is there.
    await expect.element(page.getByRole('heading', { name: 'secret-index', level: 1 })).toBeVisible();
    await expect.poll(() => view.mock.calls).toContainEqual(['indices/$name']);
    pass(60_000);
    await router.navigate({ to: '/management/data/index_management/usage' });
    await expect.element(page.getByRole('heading', { name: 'Collected data' })).toBeVisible();
    const unsent = page.getByRole('table', { name: 'Not yet sent: screens' });
    await expect.element(unsent.getByRole('row', { name: 'Index 1.0 0' })).toBeVisible();
    expect(report()).not.toContain('secret-index');
  });

  it('shows what is not sent, and what the server has once it is', async () => {
    const { reporter, router } = await openCounted('/usage');
    await expect.element(page.getByText('No usage reported yet.')).toBeVisible();
    reporter.count('index_close_many', 'count', 2);
    await expect
      .element(
        page
          .getByRole('table', { name: 'Not yet sent: events' })
          .getByRole('row', { name: 'index_close_many count 2' }),
      )
      .toBeVisible();
    reporter.hidden();
    await expect.element(page.getByText(/^All data sent/)).toBeVisible();
    await router.navigate({ to: '/management/data/index_management/shortcuts' });
    reporter.count('another');
    await router.navigate({ to: '/management/data/index_management/usage' });
    await expect
      .element(page.getByRole('table', { name: 'Not yet sent: events' }).getByRole('row', { name: 'another count 1' }))
      .toBeVisible();
  });

  it('is turned off by keyboard, forgets what was not sent, and stays off', async () => {
    const { reporter } = await openCounted('/usage');
    reporter.count('index_close');
    const toggle = page.getByRole('switch', { name: 'Collect usage data' });
    await expect.element(toggle).toBeChecked();
    toggle.element().focus();
    await userEvent.keyboard(' ');
    await expect.element(toggle).not.toBeChecked();
    reporter.count('index_close');
    expect(report()).toBe('');
    expect(localStorage.getItem('mapledger.usage')).toBe('off');
    await expectAccessible();
    await userEvent.keyboard(' ');
    await expect.element(toggle).toBeChecked();
    expect(localStorage.getItem('mapledger.usage')).toBe('on');
  });

  it('is off until it is asked for, once, and keeps the answer', async () => {
    const question = page.getByRole('group', { name: 'Collect usage data?' });
    const { reporter, view } = await openCounted('/drafts', null);
    await expect.element(question).toBeVisible();
    await expectAccessible();
    await expect.poll(() => view.mock.calls).toContainEqual(['drafts']);
    reporter.count('index_close');
    reporter.hidden();
    expect(report()).toBe('');

    await userEvent.click(question.getByRole('button', { name: 'Allow', exact: true }));
    await expect.element(question).not.toBeInTheDocument();
    reporter.count('index_close');
    expect(report()).toContain('index_close');
    await cleanup();

    await openCounted('/drafts');
    await expect.element(page.getByRole('button', { name: 'New draft' })).toBeVisible();
    expect(question.elements()).toEqual([]);
  });

  it('stays off where the person declines', async () => {
    const question = page.getByRole('group', { name: 'Collect usage data?' });
    const { reporter } = await openCounted('/drafts', null);
    await userEvent.click(question.getByRole('button', { name: 'Don’t allow' }));
    await expect.element(question).not.toBeInTheDocument();
    reporter.count('index_close');
    expect(report()).toBe('');
    expect(localStorage.getItem('mapledger.usage')).toBe('off');
  });

  it('says where a host does the counting', async () => {
    await openTestConsole('/usage', await testServices(undefined, { http: testServer().http }));
    await expect.element(page.getByText(/application that embeds Mapledger/)).toBeVisible();
    await expect.element(page.getByRole('switch')).not.toBeInTheDocument();
  });
});
