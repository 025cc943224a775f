import { encodeTime } from 'ulid';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { API_BASE } from '#domain/wire';
import type { HttpService } from '#domain/ports';
import { memoryEventStore } from '../../../infra/memory-event-store.ts';
import { consoleApi } from '../../platform/console-api.ts';
import { createDraft } from '../../files/import-draft.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { testServer } from '../../testing/test-http.ts';
import { testServices } from '../../testing/test-services.ts';

const COUNT = 10_000;
const START = Date.UTC(2026, 10, 20);
const ACTIONS = Array.from({ length: COUNT }, (_, at) => {
  const time = START + at * 1_000;
  return {
    id: `${encodeTime(time)}0000000000000000`,
    version: 2,
    author: { id: 'ada', name: 'Ada', verified: true },
    state: at % 100 === 0 ? 'failed' : 'done',
    at: new Date(time).toISOString(),
    cluster: 'sandbox',
    route: 'indices.close',
    title: 'Close indices',
    names: [`logs-${at}`],
    nameCount: 1,
  };
}).reverse();

/** A server whose cluster has ten thousand actions; records the requests it receives. */
function busyServer(erased?: { readonly actions: number; readonly until: string }) {
  const { http } = testServer();
  const asked: string[] = [];
  const busy: HttpService = {
    ...http,
    async send(request) {
      const path = request.path.slice(API_BASE.length);
      asked.push(path);
      if (path === '/actions') {
        const { before, limit = '50' } = request.query ?? {};
        const from = before === undefined ? 0 : ACTIONS.findIndex(({ id }) => id === before) + 1;
        const actions = ACTIONS.slice(from, from + Number(limit));
        const next = from + actions.length < COUNT ? { next: actions.at(-1)?.id } : {};
        return {
          status: 200,
          headers: {},
          body: JSON.stringify({ actions, hidden: 0, ...next, ...(before === undefined && { erased }) }),
        };
      }
      const action = ACTIONS.find(({ id }) => path === `/actions/${id}`);
      if (action === undefined) return http.send(request);
      const { nameCount: _, ...view } = action;
      const call = {
        method: 'POST',
        path: `/${action.names[0] ?? ''}/_close`,
        status: 200,
        answer: { text: '{"acknowledged":true}' },
      };
      const outcome = { at: action.at, kind: action.state, storedOtherwise: ['The cluster stored b as "c".'] };
      return {
        status: 200,
        headers: {},
        body: JSON.stringify({ ...view, requestId: 'r-1', address: '::1', calls: [call], outcome }),
      };
    },
  };
  return {
    http: busy,
    asked: (path: string) => asked.filter((each) => each === path).length,
    details: () => asked.filter((each) => each.startsWith('/actions/')),
  };
}

describe('history of a cluster with ten thousand actions', () => {
  it('reads pages of a list, and the details of an action when it is opened', async () => {
    const { http, asked, details } = busyServer({ actions: 1_234, until: '2026-10-22T10:00:00.000Z' });
    await openTestConsole('/history', await testServices(memoryEventStore(), { http }));
    await expect.element(page.getByText('100 changes shown')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Close indices: logs-9999' })).toBeVisible();
    // 2,000 for the timeline, a hundred a page, and the next page.
    await expect.poll(() => asked('/actions')).toBe(21);
    expect(asked('/trail/records')).toBe(0);
    expect(details()).toEqual([]);
    await expect.element(page.getByText('1,234 actions were erased')).toBeVisible();
    await expect.element(page.getByText(/: 1,234, the newest of .*2026/)).toBeVisible();
    await userEvent.click(page.getByRole('link', { name: 'Close indices: logs-9999' }));
    const flyout = page.getByRole('dialog').or(page.getByRole('complementary')).filter({ hasText: 'Who' });
    await expect.element(flyout.first()).toHaveTextContent('POST /logs-9999/_close');
    await expect.element(flyout.first()).toHaveTextContent('"acknowledged": true');
    await expect.element(flyout.first()).toHaveTextContent('The cluster stored b as "c".');
    expect(new Set(details())).toEqual(new Set([`/actions/${ACTIONS[0]?.id}`]));
    await expectAccessible();
  });

  it('says that it is loading until it knows, and does not move when it does', async () => {
    const { http } = busyServer();
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const slow: HttpService = { send: (request) => held.then(() => http.send(request)) };
    const said = new Set<string>();
    const watch = new MutationObserver(() => {
      const [words] = document.body.innerText.match(/\d+ changes? shown|No changes \S+/) ?? [];
      if (words !== undefined) said.add(words);
    });
    watch.observe(document.body, { childList: true, subtree: true, characterData: true });
    await openTestConsole('/history', await testServices(memoryEventStore(), { http: slow }));
    const loading = page.getByRole('status', { name: 'Loading changes...' });
    await expect.element(loading).toBeVisible();
    const { top } = loading.element().getBoundingClientRect();
    answer();
    await expect.element(page.getByText('100 changes shown')).toBeVisible();
    watch.disconnect();
    expect([...said]).toEqual(['100 changes shown']);
    expect(page.getByRole('table').element().getBoundingClientRect().top).toBe(top);
  });

  it('shows an action that was made through the server, without any draft recorded there', async () => {
    const { http } = testServer();
    const api = consoleApi(http, null);
    await api.call('indices.create', { query: {}, params: { name: 'logs' }, body: {} });
    const services = await testServices(memoryEventStore(), { http });
    await createDraft(services, {}, { name: 'mine', target: { distribution: 'opensearch', version: '3.4' } });
    await openTestConsole('/history', services);
    await expect.element(page.getByText('2 changes shown')).toBeVisible();
    await userEvent.click(page.getByRole('link', { name: 'Created index logs' }));
    const flyout = page.getByRole('dialog').or(page.getByRole('complementary')).filter({ hasText: 'Who' });
    await expect.element(flyout.first()).toHaveTextContent('PUT /logs');
    await expect.element(flyout.first()).toHaveTextContent('Done');
  });
});

it('says that a step of a plan reached the cluster, and not that its approval did', async () => {
  const server = testServer();
  await server.ask('PUT', ['logs'], { settings: { number_of_replicas: 0 } });
  const api = consoleApi(server.http, null);
  const { id } = await api.call('plans.create', { body: { name: 'logs', replaceIndex: { newIndex: 'logs-v2' } } });
  await api.call('plans.approve', { params: { name: id } });
  await expect.poll(async () => (await api.call('plans.get', { params: { name: id } })).plan.state).toBe('done');
  await openTestConsole('/history', await testServices(memoryEventStore(), { http: server.http }));
  const row = (name: RegExp) => page.getByRole('row', { name });
  await expect.element(row(/Ran plan step \d+: /).first()).toHaveTextContent('Reached the cluster');
  await expect.element(row(/Approved plan/)).toHaveTextContent('Done');
  await expect.element(row(/Approved plan/)).not.toHaveTextContent('Reached the cluster');
});
