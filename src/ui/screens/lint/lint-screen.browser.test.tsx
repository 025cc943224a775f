import { describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CODE_KINDS } from '#domain/code';
import { TEMPLATE_ENDPOINTS } from '#domain/index-operations';
import { withoutPlace } from '#domain/events';
import { formatJson, isArray, isObject, parseJson, pickMembers } from '#domain/json';
import { openLog } from '#domain/log';
import { ClusterError, requestOf, type ClusterCall, type HttpService } from '#domain/ports';
import { KIND_NOUNS } from '#domain/template';
import { consoleApi } from '../../platform/console-api.ts';
import { ROUTES } from '../../platform/route-table.ts';
import type { Services } from '../../platform/services.ts';
import { setListedNames } from '../../platform/use-listed-names.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { testServer } from '../../testing/test-http.ts';
import { testServices } from '../../testing/test-services.ts';

const DATED = { properties: { created_at: { type: 'keyword' } } };
const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') });

it('lists what lint finds in the templates that nobody else manages, and leads to their tab Lint', async () => {
  const server = testServer();
  await server.ask('PUT', ['_component_template', 'base'], { template: { mappings: DATED } });
  await server.ask('PUT', ['_component_template', 'theirs'], {
    template: { mappings: DATED },
    _meta: { managed: true },
  });
  await server.ask('PUT', ['_index_template', 'logs'], { index_patterns: ['logs-*'], priority: 200 });
  await server.ask('PUT', ['_index_template', 'logs-app'], { index_patterns: ['logs-app-*'], priority: 100 });
  await server.ask('PUT', ['_template', 'old'], { index_patterns: ['old-*'], mappings: DATED });
  const { router } = await openTestConsole('/lint', await testServices(undefined, { http: server.http }));
  await expect.element(page.getByText('4 templates checked')).toBeVisible();
  const texts = () => rows.elements().map(({ textContent }) => textContent);
  await expect.poll(texts).toHaveLength(3);
  expect(texts().toSorted()).toEqual([
    expect.stringMatching(/^baseComponent templateWarningDate as textcreated_at/),
    expect.stringMatching(
      /^logs-appIndex templateWarningTemplates that overlapindex_patternsNo index gets this template: logs/,
    ),
    expect.stringMatching(/^oldLegacy templateWarningDate as textcreated_at/),
  ]);
  await userEvent.click(page.getByRole('link', { name: 'old', exact: true }));
  await expect.element(page.getByRole('region', { name: 'Lint', exact: true }).getByText('1 finding')).toBeVisible();
  expect(router.state.location.search).toMatchObject({ tab: 'lint', legacy: 'true' });
});

it('counts the fields of an index template with its component templates', async () => {
  const server = testServer();
  const fields = (prefix: string) =>
    Object.fromEntries(Array.from({ length: 450 }, (_, each) => [`${prefix}${each}`, { type: 'ip' }]));
  for (const name of ['a', 'b'])
    await server.ask('PUT', ['_component_template', name], { template: { mappings: { properties: fields(name) } } });
  await server.ask('PUT', ['_index_template', 'logs'], { index_patterns: ['logs-*'], composed_of: ['a', 'b'] });
  await openTestConsole('/lint', await testServices(undefined, { http: server.http }));
  await expect.element(page.getByText('3 templates checked')).toBeVisible();
  const found = '900 fields, with those of the component templates, are 90 % of the default limit of 1,000';
  await expect.element(rows).toHaveTextContent(found);
  await userEvent.click(page.getByRole('link', { name: 'logs', exact: true }));
  await expect.element(page.getByRole('region', { name: 'Lint', exact: true })).toHaveTextContent(found);
});

it('leaves out rules that are switched off for a template, also by others on the server, and names them', async () => {
  const server = testServer();
  await server.ask('PUT', ['_component_template', 'base'], { template: { mappings: DATED } });
  await server.ask('PUT', ['_component_template', 'other'], { template: { mappings: DATED } });
  await server.ask('PUT', ['_template', 'old'], { index_patterns: ['old-*'], mappings: DATED });
  const services = await testServices(undefined, { http: server.http });
  const { router } = await openTestConsole('/edit_component_template/base?tab=lint', services);
  const pane = page.getByRole('region', { name: 'Lint', exact: true });
  await userEvent.click(pane.getByRole('button', { name: 'Switch off: Date as text' }));
  await userEvent.fill(page.getByRole('textbox', { name: 'Reason' }), 'never compared');
  await userEvent.keyboard('{Enter}');
  await expect.element(pane.getByText('Switched off: 1')).toBeVisible();
  const stream = services.documents.all().find((each) => each.stream.startsWith('lint_rules/'))?.stream ?? '';
  await expect.poll(async () => (await services.store.read(stream)).length).toBe(2);
  const events = openLog(await services.store.read(stream)).events.map(withoutPlace);
  const recorded = stream.replace('component_template/', 'legacy_template/').replace(/base$/, 'old');
  const { id: author } = services.author;
  await consoleApi(server.http, null).call('trail.append', {
    body: { stream: recorded, after: 0, events: events as never, author },
  });
  await router.navigate({ to: ROUTES.lint });
  await expect.element(page.getByText('3 templates checked')).toBeVisible();
  await expect.element(rows).toHaveTextContent(/^otherComponent templateWarningDate as text/);
  await userEvent.click(page.getByText('Switched off: 2 rules'));
  const listed = page.getByRole('list', { name: 'Switched off rules' }).getByRole('listitem');
  await expect.element(listed.first()).toHaveTextContent('base Date as text: never compared');
  await expect.element(listed.last()).toHaveTextContent('old Date as text: never compared');
  await expect
    .element(listed.last().getByRole('link', { name: 'old' }))
    .toHaveAttribute('href', expect.stringContaining('old?tab=lint'));
});

describe('the indices of the cluster', () => {
  const texts = () => rows.elements().map(({ textContent }) => textContent);

  it('are checked on request, of each series the newest, and lead to the tab Lint of their mapping', async () => {
    const server = testServer();
    await server.ask('PUT', ['logs-2026-9'], { mappings: DATED });
    await server.ask('PUT', ['logs-2026-10'], { mappings: DATED });
    await server.ask('PUT', ['orders'], { mappings: DATED, settings: { 'index.hidden': true } });
    await server.ask('PUT', ['closed'], { mappings: DATED });
    await server.ask('POST', ['closed', '_close']);
    for (const stream of ['app', '.of-the-stack']) {
      const template = { mappings: DATED };
      await server.ask('PUT', ['_index_template', stream], {
        ...{ index_patterns: [stream], data_stream: {}, _meta: { managed: true } },
        template,
      });
      await server.ask('PUT', ['_data_stream', stream]);
      await server.ask('POST', [stream, '_rollover']);
    }
    await server.ask('PUT', ['shops'], { mappings: { properties: { since: { type: 'date' } } } });
    const { router } = await openTestConsole('/lint', await testServices(undefined, { http: server.http }));
    await expect.element(page.getByText('0 templates checked')).toBeVisible();
    await userEvent.click(page.getByRole('radio', { name: 'Indices' }));
    await expect.element(page.getByText('3 indices checked')).toBeVisible();
    await expect
      .poll(texts)
      .toEqual([
        expect.stringMatching(/^\.ds-app-.*-000002IndexWarningDate as textcreated_at/),
        expect.stringMatching(/^logs-2026-10IndexWarningDate as textcreated_at/),
      ]);
    expect(router.state.location.search).toEqual({ of: 'indices' });
    await expectAccessible();
    await userEvent.click(page.getByRole('link', { name: 'logs-2026-10', exact: true }));
    await expect.element(page.getByRole('region', { name: 'Lint', exact: true }).getByText('1 finding')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Switch off: Date as text' }));
    await userEvent.fill(page.getByRole('textbox', { name: 'Reason' }), 'never compared');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Switched off: 1')).toBeVisible();
    await router.navigate({ to: ROUTES.lint, search: { of: 'indices' } });
    await expect.element(page.getByText('Switched off: 1 rule')).toBeVisible();
    expect(texts()).toEqual([expect.stringMatching(/^\.ds-app-/)]);
  });

  it('of a series are compared by their fields, which grow towards the limit', async () => {
    const counted: string[] = [];
    let isRefused = false;
    const reason = 'no permissions for [indices:admin/mappings/get]';
    const server = testServer({
      between: (engine) => ({
        async send(call) {
          const [names = '', api] = call.path;
          if (api !== '_mapping' || !names.includes(',')) return engine.send(call);
          counted.push(names);
          if (isRefused) throw new ClusterError('forbidden', reason, { status: 403, reason, request: requestOf(call) });
          return engine.send(call);
        },
      }),
    });
    for (let day = 1; day <= 7; day++) {
      const names = Array.from({ length: day * 10 }, (_, at) => [`f${at}`, { type: 'keyword' }]);
      const mappings = { properties: Object.fromEntries(names) as never };
      await server.ask('PUT', [`logs-${day}`], { mappings, settings: { 'index.mapping.total_fields.limit': 100 } });
      if (day <= 2) await server.ask('PUT', [`two-${day}`], { mappings });
    }
    await openTestConsole('/lint?of=indices', await testServices(undefined, { http: server.http }));
    await expect
      .poll(texts)
      .toEqual([
        'logs-7IndexWarningFields that grow from index to indexpropertieslogs-3 has 30 fields and logs-7 has 70: at this rate the limit of 100 is reached after 3 more indices.',
      ]);
    expect(counted).toEqual(['logs-3,logs-4,logs-5,logs-6,logs-7']);
    isRefused = true;
    await userEvent.click(page.getByRole('button', { name: 'Refresh findings' }));
    await expect.element(page.getByRole('alert')).toHaveTextContent('numbers of fields of logs-7: ');
    await expect.element(page.getByRole('alert')).toHaveTextContent(reason);
    expect(texts()).toEqual([]);
  });

  it('of more than 200 series are not all read, which is said', async () => {
    const read: string[] = [];
    const server = testServer({
      between: (engine) => ({
        async send(call) {
          if (call.path[1] === '_mapping') read.push(call.path[0] ?? '');
          const response = await engine.send(call);
          if (call.path.join('/') !== '_cat/indices') return response;
          const [first] = parseJson(response.body) as readonly object[];
          const names = Array.from({ length: 203 }, (_, at) => 'x'.repeat(at + 1));
          return { ...response, body: JSON.stringify(names.map((index) => ({ ...first, index }))) };
        },
      }),
    });
    await server.ask('PUT', ['x'], { mappings: DATED });
    await openTestConsole('/lint?of=indices', await testServices(undefined, { http: server.http }));
    await expect.element(page.getByText('3 more series of indices are not checked')).toBeVisible();
    // The others were deleted since the list was read.
    await expect.element(page.getByText('1 index checked')).toBeVisible();
    await expect.poll(texts).toHaveLength(1);
    expect(read).toHaveLength(200);
  });

  it('that can’t be read are named with the reason, once for each, and the others are checked', async () => {
    let isRefused = true;
    const reason = 'no permissions for [indices:admin/mappings/get]';
    const server = testServer({
      between: (engine) => ({
        async send(call) {
          if (!isRefused || call.path[1] !== '_mapping' || call.path[0] === 'shops') return engine.send(call);
          throw new ClusterError('forbidden', reason, { status: 403, reason, request: requestOf(call) });
        },
      }),
    });
    for (const name of ['a', 'b', 'c', 'd', 'shops']) await server.ask('PUT', [name], { mappings: DATED });
    await openTestConsole('/lint?of=indices', await testServices(undefined, { http: server.http }));
    const notice = page.getByRole('alert');
    await expect.element(notice).toHaveTextContent('mappings of a, b, c and 1 more: ');
    await expect.element(notice).toHaveTextContent(reason);
    await expect.poll(texts).toEqual([expect.stringMatching(/^shops/)]);
    isRefused = false;
    await userEvent.click(notice.getByRole('button', { name: 'Try again' }));
    await expect.element(page.getByText('5 indices checked')).toBeVisible();
    await expect.element(notice).not.toBeInTheDocument();
  });

  it('whose settings can’t be read are checked by their mappings, which is said; their rules stay off', async () => {
    let isRefused = false;
    const reason = 'no permissions for [indices:monitor/settings/get]';
    const server = testServer({
      between: (engine) => ({
        async send(call) {
          if (!isRefused || call.path[1] !== '_settings') return engine.send(call);
          throw new ClusterError('forbidden', reason, { status: 403, reason, request: requestOf(call) });
        },
      }),
    });
    await server.ask('PUT', ['shops'], { mappings: DATED });
    await server.ask('PUT', ['tills'], { mappings: DATED });
    const { router } = await openTestConsole(
      '/indices/shops/mapping?tab=lint',
      await testServices(undefined, { http: server.http }),
    );
    await userEvent.click(page.getByRole('button', { name: 'Switch off: Date as text' }));
    await userEvent.fill(page.getByRole('textbox', { name: 'Reason' }), 'never compared');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Switched off: 1')).toBeVisible();
    isRefused = true;
    await router.navigate({ to: ROUTES.lint, search: { of: 'indices' } });
    await expect.element(page.getByRole('alert')).toHaveTextContent('settings of shops, tills: ');
    await expect.element(page.getByRole('alert')).toHaveTextContent(reason);
    await expect.element(page.getByText('Switched off: 1 rule')).toBeVisible();
    await expect.poll(texts).toEqual([expect.stringMatching(/^tills/)]);
  });
});

describe('rules that are switched off for a template', () => {
  it('hold for the indices that are made of it, in the list and in their editor, which say so', async () => {
    const server = testServer();
    const nesting = { type: 'nested', properties: { deeper: { type: 'nested' } } };
    const mappings = { properties: { ...DATED.properties, nesting } };
    await server.ask('PUT', ['_component_template', 'base'], { template: { mappings } });
    const app = { index_patterns: ['app'], composed_of: ['base'], data_stream: {} };
    await server.ask('PUT', ['_index_template', 'app'], app);
    await server.ask('PUT', ['_data_stream', 'app']);
    await server.ask('PUT', ['shops'], { mappings: DATED });
    const services = await testServices(undefined, { http: server.http });
    const router = await switchOff(services);
    await router.navigate({ to: ROUTES.lint, search: { of: 'indices' } });
    await expect.element(page.getByText('2 indices checked')).toBeVisible();
    await expect
      .poll(() => rows.elements().map(({ textContent }) => textContent))
      .toEqual([
        expect.stringMatching(/^\.ds-app-\S+IndexWarningNested object in a nested objectnesting\.deeper/),
        expect.stringMatching(/^shopsIndexWarningDate as text/),
      ]);
    await userEvent.click(page.getByText('Switched off: 1 rule'));
    const listed = page.getByRole('list', { name: 'Switched off rules' }).getByRole('listitem');
    await expect
      .element(listed)
      .toHaveTextContent(/^\.ds-app-\S+ Date as text: never compared · Component template base$/);
    await expectAccessible();
    await userEvent.click(listed.getByRole('link', { name: /^\.ds-app-/ }));
    const pane = page.getByRole('region', { name: 'Lint', exact: true });
    await expect.element(pane.getByText('1 finding · 1 rule switched off')).toBeVisible();
    const inherited = pane.getByRole('region', { name: 'Switched off for its templates' });
    await expect
      .element(inherited.getByRole('listitem'))
      .toHaveTextContent('Date as textnever compared · Component template base');
    await expectAccessible();
    await userEvent.click(page.getByRole('tab', { name: 'Mapped fields' }));
    await userEvent.click(page.getByRole('button', { name: 'Expand all' }));
    const marked = (name: RegExp) => page.getByRole('row', { name }).getByText('Lint', { exact: true });
    await expect.element(marked(/^deeper/)).toBeVisible();
    expect(marked(/^created_at/).elements()).toEqual([]);
    await userEvent.click(page.getByRole('tab', { name: /^Lint/ }));
    await userEvent.click(inherited.getByRole('link', { name: 'base' }));
    await expect.element(pane.getByRole('button', { name: 'Switch on: Date as text' })).toBeVisible();
  });

  it('are on where templates can’t be read, which is said', async () => {
    const reason = 'no permissions for [indices:admin/index_template/get]';
    const server = testServer({
      between: (engine) => ({
        async send(call) {
          if (!/^_(?:index_)?template$/.test(call.path[0] ?? '')) return engine.send(call);
          throw new ClusterError('forbidden', reason, { status: 403, reason, request: requestOf(call) });
        },
      }),
    });
    await server.ask('PUT', ['_component_template', 'base'], { template: { mappings: DATED } });
    await server.ask('PUT', ['shops'], { mappings: DATED });
    const router = await switchOff(await testServices(undefined, { http: server.http }));
    await router.navigate({ to: ROUTES.lint, search: { of: 'indices' } });
    await expect.element(rows).toHaveTextContent(/^shopsIndexWarningDate as text/);
    await expect.element(page.getByRole('alert')).toHaveTextContent('the templates of indices');
    await expect.element(page.getByRole('alert')).toHaveTextContent(reason);
    await userEvent.click(page.getByRole('link', { name: 'shops', exact: true }));
    const inherited = page.getByRole('region', { name: 'Switched off for its templates' });
    await expect.element(inherited).toHaveTextContent('Couldn’t load the templates of indices');
    await expect.element(inherited).toHaveTextContent(`${reason}. Rules that are switched off there are on.`);
  });

  it('may be on for a backing index that the lists leave out, which is said', async () => {
    const server = testServer();
    await server.ask('PUT', ['_component_template', 'base'], { template: { mappings: DATED } });
    await server.ask('PUT', ['_index_template', 'app'], {
      index_patterns: ['app'],
      composed_of: ['base'],
      data_stream: {},
    });
    await server.ask('PUT', ['_data_stream', 'app']);
    const [name = ''] = (await server.ask('GET', ['_data_stream', 'app'])).match(/\.ds-app-[\d.]+-\d+/) ?? [];
    setListedNames(null, 'shops');
    onTestFinished(() => setListedNames(null, ''));
    const router = await switchOff(await testServices(undefined, { http: server.http }));
    await router.navigate({ to: ROUTES.indexMapping, params: { name }, search: { tab: 'lint' } });
    await expect
      .element(page.getByRole('region', { name: 'Switched off for its templates' }))
      .toHaveTextContent('Couldn’t load the data stream of the index: The list of indices does not have it.');
  });

  /** Switches a rule off for the component template `base`. */
  async function switchOff(services: Services) {
    const { router } = await openTestConsole('/edit_component_template/base?tab=lint', services);
    await userEvent.click(page.getByRole('button', { name: 'Switch off: Date as text' }));
    await userEvent.fill(page.getByRole('textbox', { name: 'Reason' }), 'never compared');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Switched off: 1')).toBeVisible();
    return router;
  }
});

it('says that nothing was found', async () => {
  const server = testServer();
  await server.ask('PUT', ['_component_template', 'base'], { template: {} });
  await openTestConsole('/lint', await testServices(undefined, { http: server.http }));
  await expect.element(page.getByText('1 template checked')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'No findings' })).toBeVisible();
});

const noFindings = page.getByRole('heading', { name: 'No findings', exact: true });

describe('a kind of template that can’t be read', () => {
  it.each(CODE_KINDS.flatMap((kind) => [[kind, 403] as const, [kind, 500] as const]))(
    'is named where %s is refused with %i, and the others are checked',
    async (kind, status) => {
      let isRefused = true;
      const reads = ({ path }: ClusterCall) => path.length === 1 && path[0] === TEMPLATE_ENDPOINTS[kind];
      const reason = `refused with ${status}`;
      const server = testServer({
        between: (engine) => ({
          async send(call) {
            if (!isRefused || !reads(call)) return engine.send(call);
            const fault = status === 403 ? 'forbidden' : 'failed';
            throw new ClusterError(fault, reason, { status, reason, request: requestOf(call) });
          },
        }),
      });
      await server.ask('PUT', ['_component_template', 'base'], { template: {} });
      await server.ask('PUT', ['_index_template', 'logs'], { index_patterns: ['logs-*'] });
      await server.ask('PUT', ['_template', 'old'], { index_patterns: ['old-*'] });
      await openTestConsole('/lint', await testServices(undefined, { http: server.http }));
      const notice = page.getByRole('alert');
      await expect.element(notice).toHaveTextContent(reason);
      await expect.element(notice).toHaveTextContent(`${KIND_NOUNS[kind]}s: `);
      await expect.element(page.getByText('2 templates checked')).toBeVisible();
      await expect.element(page.getByRole('heading', { name: 'No findings in what could be read' })).toBeVisible();
      expect(noFindings.elements()).toEqual([]);
      isRefused = false;
      await userEvent.click(notice.getByRole('button', { name: 'Try again' }));
      await expect.element(page.getByText('3 templates checked')).toBeVisible();
      await expect.element(noFindings).toBeVisible();
    },
  );
});

it('checks nothing while the engine is not known, and says so', async () => {
  let isKnown = false;
  const server = testServer();
  await server.ask('PUT', ['_component_template', 'base'], { template: { mappings: DATED } });
  const http: HttpService = {
    async send(request) {
      const response = await server.http.send(request);
      const body = isKnown ? null : parseJson(response.body);
      return isObject(body) && 'engine' in body
        ? { ...response, body: formatJson(pickMembers(body, (name) => name !== 'engine')) }
        : response;
    },
  };
  await openTestConsole('/lint', await testServices(undefined, { http }));
  await expect.element(page.getByRole('heading', { name: 'No templates were checked' })).toBeVisible();
  expect(noFindings.elements()).toEqual([]);
  isKnown = true;
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(page.getByText('1 template checked')).toBeVisible();
  await expect.poll(() => rows.elements()).toHaveLength(1);
});

describe('a template whose body can’t be parsed as one', () => {
  const ODD = [
    '7',
    '"text"',
    '[]',
    '{"template":7,"mappings":7}',
    '{"template":{"mappings":[1]},"mappings":[1]}',
  ].concat(
    '{"template":{"mappings":{"properties":{"a":"b","c":null}}},"mappings":{"properties":[]},"index_patterns":{}}',
  );

  it.each(ODD)('is checked as far as it can be, and the others with it: %s', async (body) => {
    const server = testServer({
      between: (engine) => ({
        async send(call) {
          const response = await engine.send(call);
          const kind = CODE_KINDS.find((each) => call.path[0] === TEMPLATE_ENDPOINTS[each]);
          if (call.method !== 'GET' || kind === undefined) return response;
          const others = parseJson(response.body);
          if (!isObject(others)) return response;
          const odd = parseJson(body);
          const list = others[`${kind}s`];
          const all = isArray(list) ? { [`${kind}s`]: [...list, { name: 'odd', [kind]: odd }] } : { ...others, odd };
          return { ...response, body: formatJson(all) };
        },
      }),
    });
    await server.ask('PUT', ['_component_template', 'base'], { template: { mappings: DATED } });
    await server.ask('PUT', ['_template', 'old'], { index_patterns: ['old-*'], mappings: DATED });
    await openTestConsole('/lint', await testServices(undefined, { http: server.http }));
    await expect.element(page.getByText(/^[45] templates checked$/)).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'base', exact: true })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'old', exact: true })).toBeVisible();
  });
});
