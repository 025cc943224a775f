import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { formatJson, isObject, parseJson, type JsonObject } from '#domain/json';
import { ClusterError, requestOf, type ClusterGateway } from '#domain/ports';
import { API_BASE } from '#domain/wire';
import { memoryEventStore } from '../../../infra/memory-event-store.ts';
import { APP_BASE } from '../../platform/app-base.ts';
import { applyCode } from '../../testing/apply-code.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { testServer, type TestServer } from '../../testing/test-http.ts';
import { testServices } from '../../testing/test-services.ts';

const LOGS: JsonObject = { index_patterns: ['logs-*'] };
const BASE: JsonObject = { template: { settings: { number_of_shards: 2 } } };
const OLD: JsonObject = { index_patterns: ['old-*'] };
const OBJECTS = {
  'component_templates/base': BASE,
  'component_templates/gone': BASE,
  'index_templates/logs': LOGS,
  'indices/shop': {},
  'legacy_templates/old': OLD,
};

let server: TestServer;
beforeEach(async () => {
  await page.viewport(1800, 900);
  server = await prepared();
});

/** A cluster with all objects but one. */
async function prepared(between?: (engine: ClusterGateway) => ClusterGateway): Promise<TestServer> {
  const made = testServer({ ...(between && { between }) });
  await made.ask('PUT', ['_index_template', 'logs'], LOGS);
  await made.ask('PUT', ['_component_template', 'base'], BASE);
  await made.ask('PUT', ['_template', 'old'], OLD);
  await made.ask('PUT', ['shop'], {});
  return made;
}

/** Refuses each request below a path of the engine. */
const denied =
  (path: string) =>
  (engine: ClusterGateway): ClusterGateway => ({
    async send(call) {
      if (call.path[0] === path) throw new ClusterError('forbidden', 'denied', { request: requestOf(call) });
      return engine.send(call);
    },
  });
const open = async (address = '/code', http = server.http) =>
  openTestConsole(address, await testServices(memoryEventStore(), { http }));
const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
const names = () =>
  page
    .getByRole('rowheader')
    .elements()
    .map(({ textContent }) => textContent);

describe('the list of what projects claim', () => {
  it('has what was changed and what is missing first, with project, file and the apply', async () => {
    await applyCode(server, { objects: OBJECTS });
    await server.ask('PUT', ['_index_template', 'logs'], { ...LOGS, priority: 7 });
    await open();
    await expect.poll(names).toEqual(['logs', 'gone', 'base', 'old', 'shop']);
    const cells = ['search', 'index_templates/logs.json', 'staging', 'abcdef0'].join('');
    await expect.element(row('logs')).toHaveTextContent(`logsChanged sinceIndex template${cells}`);
    await expect.element(row('logs')).toHaveTextContent(/Mapledger$/);
    await expect.element(row('gone')).toHaveTextContent('goneMissingComponent template');
    await expect.element(row('base')).toHaveTextContent('baseAs applied');
    await expect.element(row('old')).toHaveTextContent('oldAs appliedLegacy template');
    await expect.element(row('shop')).toHaveTextContent('shopExistsIndex');
    await expect
      .element(row('shop').getByText('Exists', { exact: true }))
      .toHaveAttribute('title', expect.stringContaining('mapledger drift'));
    await expectAccessible();
    await userEvent.fill(page.getByRole('searchbox', { name: 'Filter managed objects' }), 'as applied component');
    await expect.poll(names).toEqual(['base']);
  });

  it('leads to the template or the index, where the cluster has it', async () => {
    await applyCode(server, { objects: OBJECTS });
    const { router } = await open();
    await expect.element(row('shop')).toBeVisible();
    expect(row('gone').getByRole('link', { name: 'gone', exact: true }).elements()).toEqual([]);
    for (const [name, path, search] of [
      ['base', '/component_templates/base', {}],
      ['logs', '/templates/logs', {}],
      ['old', '/templates/old', { legacy: 'true' }],
      ['shop', '/indices/shop', {}],
    ] as const) {
      await userEvent.click(page.getByRole('link', { name, exact: true }));
      await expect.poll(() => router.state.location.pathname).toBe(`${APP_BASE}${path}`);
      expect(router.state.location.search).toMatchObject(search);
      router.history.back();
      await expect.element(row(name)).toBeVisible();
    }
  });

  it('marks what has no file any more, also beside the project that claims it now', async () => {
    await applyCode(server, { objects: OBJECTS });
    await applyCode(server, { objects: { 'index_templates/logs': LOGS } });
    await applyCode(server, { project: 'shop', objects: { 'component_templates/base': BASE } });
    await open();
    await expect.poll(names).toEqual(['base', 'gone', 'shop', 'old', 'logs', 'base']);
    await expect.element(row('base').first()).toHaveTextContent('baseNo file any more');
    await expect.element(row('base').last()).toHaveTextContent(/^baseAs applied.*shop/);
  });

  it('says where nothing is claimed how that begins', async () => {
    await open();
    await expect.element(page.getByRole('heading', { name: 'Nothing is managed by code yet' })).toBeVisible();
    await expect.element(page.getByText('mapledger apply --server', { exact: true })).toBeVisible();
    await expectAccessible();
  });

  it('says how many the person may not read, and how many more there are', async () => {
    server = await prepared(denied('_component_template'));
    await applyCode(server, { objects: OBJECTS });
    const http: TestServer['http'] = {
      async send(request) {
        const answer = await server.http.send(request);
        const body = request.path === `${API_BASE}/code` ? parseJson(answer.body) : null;
        return isObject(body) ? { ...answer, body: formatJson({ ...body, more: 1_200 }) } : answer;
      },
    };
    await open('/code', http);
    await expect
      .element(page.getByText('1,200 more managed objects are not listed. 2 managed objects are not listed, because'))
      .toBeVisible();
    await expect.poll(names).toEqual(['logs', 'old', 'shop']);
  });

  it('says where nothing of what is claimed may be read', async () => {
    server = await prepared(denied('_index_template'));
    await applyCode(server, { objects: { 'index_templates/logs': LOGS } });
    await open();
    await expect
      .element(page.getByText('1 managed object is not listed, because you may not read it on the cluster.'))
      .toBeVisible();
  });

  it('says why it can’t be loaded', async () => {
    const http: TestServer['http'] = {
      send: (request) =>
        request.path === `${API_BASE}/code`
          ? Promise.resolve({ status: 503, body: JSON.stringify({ error: 'busy', message: 'The record is busy.' }) })
          : server.http.send(request),
    };
    await open('/code', http);
    await expect.element(page.getByText('Couldn’t load managed objects')).toBeVisible();
    await expect.element(page.getByText('The record is busy.')).toBeVisible();
  });
});
