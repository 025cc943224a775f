import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { HttpService } from '#domain/ports';
import { trailHolder, type TrailControls, type TrailStatus } from '../platform/trail.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { openTestConsole } from '../testing/open-test-console.tsx';
import { testServer } from '../testing/test-http.ts';
import { testServices } from '../testing/test-services.ts';

const CONNECTED: TrailStatus = {
  kind: 'connected',
  fault: null,
  recorded: {},
  unrecorded: {},
  streamFaults: {},
  people: [],
};
/** Longest time until a server that is gone is reported, in ms. */
const SOON_MS = 5_000;

/** A server that can go and come back; a proxy in front of it may answer in its place. */
async function serverThatGoes() {
  const server = testServer();
  await server.ask('PUT', ['fine'], { settings: { number_of_replicas: 0 } });
  await server.ask('PUT', ['logs'], { settings: { number_of_replicas: 3 } });
  let away: 'no answer' | 502 | null = null;
  const sent: string[] = [];
  const http: HttpService = {
    send(request) {
      sent.push(request.path);
      if (away === null) return server.http.send(request);
      return away === 502
        ? Promise.resolve({ status: 502, body: '<h1>Bad gateway</h1>' })
        : Promise.reject(new TypeError('Failed to fetch'));
    },
  };
  return { http, sent, go: (how: 'no answer' | 502) => (away = how), comeBack: () => (away = null) };
}

const bar = () => page.getByRole('group', { name: 'Cluster' });
const status = (label: string) => bar().getByRole('button', { name: `${label}, cluster details` });

describe('a server that is gone', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each(['no answer', 502] as const)(
    'is reported within 5 s to who only looks, and so is its return (%s)',
    async (how) => {
      const server = await serverThatGoes();
      await openTestConsole('/indices/fine', await testServices(undefined, { http: server.http }));
      await expect.element(status('Yellow')).toBeVisible();
      server.go(how);
      vi.advanceTimersByTime(SOON_MS);
      await expect.element(status('Server unreachable')).toBeVisible();
      expect(bar().element().textContent).not.toContain('Yellow');
      await expectAccessible();
      await userEvent.click(status('Server unreachable'));
      const details = page.getByRole('dialog', { name: 'Built-in engine' });
      await expect.element(details.getByText(/^Can’t reach the Mapledger server/)).toBeVisible();
      await expect.element(details.getByText('Yellow')).not.toBeInTheDocument();
      server.comeBack();
      vi.advanceTimersByTime(SOON_MS);
      await expect.element(status('Yellow')).toBeVisible();
    },
  );

  it('is reported at once where its connection is followed, which costs no request; its return renews the connection', async () => {
    const server = await serverThatGoes();
    const { trail, set, connect } = trailHolder();
    const retry = vi.fn(() => set(CONNECTED));
    connect({ takes: () => false, retry } as Partial<TrailControls> as TrailControls);
    set(CONNECTED);
    await openTestConsole('/indices/fine', await testServices(undefined, { http: server.http, trail }));
    await expect.element(status('Yellow')).toBeVisible();
    const before = server.sent.length;
    vi.advanceTimersByTime(SOON_MS);
    expect(server.sent.slice(before)).toEqual([]);
    server.go('no answer');
    set({ ...CONNECTED, kind: 'waiting', fault: 'offline' });
    await expect.element(status('Server unreachable')).toBeVisible();
    server.comeBack();
    vi.advanceTimersByTime(SOON_MS);
    await expect.element(status('Yellow')).toBeVisible();
    expect(retry).toHaveBeenCalled();

    // The connection is back before the server is asked again. A late retry of before must not end this outage.
    retry.mockImplementation(() => undefined);
    server.go('no answer');
    set({ ...CONNECTED, kind: 'waiting', fault: 'offline' });
    const asked = server.sent.length;
    vi.advanceTimersByTime(SOON_MS);
    await expect.poll(() => server.sent.length).toBeGreaterThan(asked);
    await expect.element(status('Server unreachable')).toBeVisible();
    server.comeBack();
    set(CONNECTED);
    await expect.element(status('Yellow')).toBeVisible();
  });

  it.each([390, 800, 1440])('is said in words, and health is beside the name of the cluster: %i px', async (width) => {
    await page.viewport(width, 844);
    const server = await serverThatGoes();
    await openTestConsole('/indices/fine', await testServices(undefined, { http: server.http }));
    await expect.element(status('Yellow')).toBeVisible();
    // The name is left of the dot, within the button where there is little room.
    const own = bar().element().querySelector('[data-name="Built-in engine"]');
    const beside = width > 900 ? bar().getByText('Built-in engine', { exact: true }).element() : own;
    const right = (element: Element | null) => element?.getBoundingClientRect().right ?? Number.NaN;
    const dot = bar().element().querySelector('[data-health="yellow"]');
    expect(right(beside)).toBeGreaterThan(0);
    expect(right(dot) - right(beside)).toBeGreaterThan(0);
    expect(right(dot) - right(beside)).toBeLessThan(40);
    server.go('no answer');
    vi.advanceTimersByTime(SOON_MS);
    await expect.element(status('Server unreachable').getByText('Server unreachable')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(width);
  });
});
