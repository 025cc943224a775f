import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { formatJson, isObject, parseJson, type JsonObject } from '#domain/json';
import { ClusterError, requestOf, type ClusterGateway } from '#domain/ports';
import { API_BASE, AUTHOR_HEADER, REASON_HEADER } from '#domain/wire';
import { memoryEventStore } from '../../../infra/memory-event-store.ts';
import { APP_BASE } from '../../platform/app-base.ts';
import { consoleApi } from '../../platform/console-api.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { applyCode } from '../../testing/apply-code.ts';
import { catchDownload } from '../../testing/catch-download.ts';
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
    const cells = ['search', 'index_templates/logs.json', 'abcdef0'].join('');
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

describe('a claim that is opened', () => {
  const flyout = (name: string) => page.getByRole('dialog', { name, exact: true });
  const api = () => consoleApi(server.http, null);

  it('has the file and the apply, and is closed by Escape', async () => {
    await applyCode(server, { objects: OBJECTS });
    const { router } = await open();
    await userEvent.click(page.getByRole('link', { name: 'As applied: base' }));
    expect(router.state.location.search).toMatchObject({ claim: 'search/component_templates/base' });
    const facts = flyout('base');
    await expect.element(facts).toHaveTextContent('StateAs applied It is as in the file');
    await expect.element(facts).toHaveTextContent('Projectsearch');
    await expect.element(facts).toHaveTextContent('Filecomponent_templates/base.json');
    await expect.element(facts).toHaveTextContent('Commitabcdef0123456789');
    await expect.element(facts).toHaveTextContent('Result of the applyDone');
    expect(facts.getByRole('heading', { name: /^Newest recorded change/ }).elements()).toEqual([]);
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(facts).not.toBeInTheDocument();
    expect(router.state.location.search).not.toHaveProperty('claim');
  });

  it('says who changed the template when and why, and asks once it is opened, from the apply on', async () => {
    await applyCode(server, { objects: OBJECTS });
    const author = encodeURIComponent(formatJson({ id: 'ada', name: 'Ada' }));
    const byAda: TestServer['http'] = {
      send: (request) =>
        server.http.send({ ...request, headers: { [AUTHOR_HEADER]: author, [REASON_HEADER]: 'OPS-7' } }),
    };
    await consoleApi(byAda, null).call('index_templates.update', {
      ...{ params: { name: 'logs' }, query: {} },
      body: { ...LOGS, priority: 7 },
    });
    const asked: unknown[] = [];
    const http: TestServer['http'] = {
      send(request) {
        if (request.path === `${API_BASE}/actions`) asked.push(request.query);
        return server.http.send(request);
      },
    };
    const { router } = await open('/code', http);
    await expect.element(row('logs')).toBeVisible();
    expect(asked).toEqual([]);
    await userEvent.click(page.getByRole('link', { name: 'Changed since: logs' }));
    const facts = flyout('logs');
    await expect.element(facts.getByRole('link', { name: /^Updated index template logs/ })).toBeVisible();
    await expect.element(facts).toHaveTextContent('ByAdaReasonOPS-7ResultDone');
    expect(asked[0]).toMatchObject({ name: 'logs', from: '2026-11-21T03:10:08.123Z' });
    await expectAccessible();
    await userEvent.click(facts.getByRole('link', { name: 'History' }));
    await expect.poll(() => router.state.location.pathname).toBe(`${APP_BASE}/templates/logs`);
    expect(router.state.location.search).toMatchObject({ tab: 'history' });
    router.history.back();
    await userEvent.click(facts.getByRole('link', { name: 'Edit', exact: true }));
    await expect.poll(() => router.state.location.pathname).toBe(`${APP_BASE}/edit_template/logs`);
  });

  it('says where nothing is recorded, also after an action on something else with its name', async () => {
    await applyCode(server, { objects: OBJECTS });
    await server.ask('PUT', ['_index_template', 'logs'], { ...LOGS, priority: 7 });
    await server.ask('PUT', ['logs'], {});
    await api().call('indices.refresh', { body: { indices: ['logs'] } });
    const { router } = await open('/code?claim=search/index_templates/logs');
    await expect.element(flyout('logs').getByText('Changed outside Mapledger, or before its history.')).toBeVisible();
    await router.navigate({ to: ROUTES.code, search: { claim: 'search/component_templates/gone' } });
    await expect.element(flyout('gone').getByText('Deleted outside Mapledger, or before its history.')).toBeVisible();
    expect(flyout('gone').getByRole('link', { name: 'Edit', exact: true }).elements()).toEqual([]);
    await userEvent.click(flyout('gone').getByRole('link', { name: 'History' }));
    await expect.poll(() => router.state.location.pathname).toBe(`${APP_BASE}/history`);
    expect(router.state.location.search).toMatchObject({ filter: 'gone', kind: 'action' });
  });

  it('says who deleted an index', async () => {
    await applyCode(server, { objects: OBJECTS });
    await api().call('indices.delete', { body: { indices: ['shop'] } });
    await open();
    await userEvent.click(page.getByRole('link', { name: 'Missing: shop' }));
    await expect.element(flyout('shop').getByRole('link', { name: /^Deleted .*shop/ })).toBeVisible();
  });

  it('says why the record can’t be read, and reads it again', async () => {
    await applyCode(server, { objects: OBJECTS });
    await api().call('index_templates.update', { params: { name: 'logs' }, query: {}, body: { ...LOGS, priority: 7 } });
    let isBusy = true;
    const http: TestServer['http'] = {
      send: (request) =>
        isBusy && request.path === `${API_BASE}/actions`
          ? Promise.resolve({ status: 503, body: JSON.stringify({ error: 'busy', message: 'The record is busy.' }) })
          : server.http.send(request),
    };
    await open('/code?claim=search/index_templates/logs', http);
    await expect.element(flyout('logs').getByText('Couldn’t read the recorded changes')).toBeVisible();
    expect(
      flyout('logs')
        .getByText(/outside Mapledger/)
        .elements(),
    ).toEqual([]);
    isBusy = false;
    await userEvent.click(flyout('logs').getByRole('button', { name: /^(Retry|Try again)$/ }));
    await expect.element(flyout('logs').getByRole('link', { name: /^Updated index template logs/ })).toBeVisible();
  });

  it('looks further back where the newest actions with the name are others', async () => {
    await applyCode(server, { objects: OBJECTS });
    await server.ask('PUT', ['_index_template', 'logs'], { ...LOGS, priority: 7 });
    await server.ask('PUT', ['logs'], {});
    await api().call('index_templates.update', { params: { name: 'logs' }, query: {}, body: { ...LOGS, priority: 8 } });
    await api().call('indices.refresh', { body: { indices: ['logs'] } });
    const http: TestServer['http'] = {
      send: ({ query = {}, ...request }) =>
        server.http.send({ ...request, query: { ...query, ...('limit' in query && { limit: '1' }) } }),
    };
    await open('/code?claim=search/index_templates/logs', http);
    await expect.element(flyout('logs').getByText('None among the newest 1 action with this name.')).toBeVisible();
    expect(
      flyout('logs')
        .getByText(/outside Mapledger/)
        .elements(),
    ).toEqual([]);
    await userEvent.click(flyout('logs').getByRole('button', { name: 'Look further back' }));
    await expect.element(flyout('logs').getByRole('link', { name: /^Updated index template logs/ })).toBeVisible();
  });

  it('that no project makes any more says so', async () => {
    await open('/code?claim=search/index_templates/nope');
    await expect
      .element(flyout('search/index_templates/nope').getByText('No project claims this on the cluster.'))
      .toBeVisible();
  });
});

describe('the menu of a row', () => {
  const choose = async (name: string, entry: string) => {
    await userEvent.click(row(name).getByRole('button', { name: `Actions for ${name}` }));
    await userEvent.click(page.getByRole('menuitem', { name: entry, exact: true }));
  };

  it('downloads a template as pull writes it, with numbers as the cluster has them', async () => {
    const download = catchDownload();
    const odd = { index_patterns: ['odd-*'], _meta: parseJson('{"ratio":1.0,"id":12345678901234567890}') };
    await server.ask('PUT', ['_index_template', 'a:b'], odd);
    await applyCode(server, { objects: { ...OBJECTS, 'index_templates/a:b': odd } });
    // Newer engines say when a template was created, which none takes.
    const http: TestServer['http'] = {
      async send(request) {
        const answer = await server.http.send(request);
        const told = request.path.startsWith(`${API_BASE}/index_templates/a`) ? parseJson(answer.body) : null;
        if (!isObject(told) || !isObject(told['body'])) return answer;
        return { ...answer, body: formatJson({ ...told, body: { ...told['body'], created_date_millis: 1 } }) };
      },
    };
    await open('/code', http);
    await choose('a:b', 'Download as file');
    await expect.poll(download.name).toBe('a%3Ab.json');
    expect(await download.text()).toBe(
      '{\n  "index_patterns": [\n    "odd-*"\n  ],\n  "_meta": {\n    "ratio": 1.0,\n    "id": 12345678901234567890\n  },\n  "composed_of": []\n}\n',
    );
    await choose('old', 'Download as file');
    await expect.poll(download.name).toBe('old.json');
    expect(await download.text()).toContain('old-*');
    await choose('base', 'Download as file');
    await expect.poll(download.name).toBe('base.json');
    expect(await download.text()).toContain('"number_of_shards": "2"');
  });

  it('says why a template can’t be downloaded, and offers nothing for what is missing', async () => {
    const download = catchDownload();
    await applyCode(server, { objects: OBJECTS });
    await open();
    await userEvent.click(row('gone').getByRole('button', { name: 'Actions for gone' }));
    for (const name of [/^Edit/, /^Download as file/])
      await expect.element(page.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Escape}');
    await server.ask('DELETE', ['_index_template', 'logs']);
    await choose('logs', 'Download as file');
    await expect.element(page.getByText('Couldn’t read logs')).toBeVisible();
    expect(download.name()).toBeUndefined();
  });

  it('leads to the editor and the history, and has no file for an index', async () => {
    await applyCode(server, { objects: OBJECTS });
    const { router } = await open();
    await userEvent.click(row('shop').getByRole('button', { name: 'Actions for shop' }));
    expect(
      page
        .getByRole('menuitem')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Edit mapping', 'History']);
    await userEvent.click(page.getByRole('menuitem', { name: 'History' }));
    await expect.poll(() => router.state.location.pathname).toBe(`${APP_BASE}/indices/shop`);
    expect(router.state.location.search).toMatchObject({ tab: 'history' });
    router.history.back();
    await expect.element(row('old')).toBeVisible();
    await choose('old', 'Edit');
    await expect.poll(() => router.state.location.pathname).toBe(`${APP_BASE}/edit_template/old`);
    expect(router.state.location.search).toMatchObject({ legacy: 'true' });
  });
});
