import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { parseJson, valueAt } from '#domain/json';
import { ClusterError, type ClusterCall } from '#domain/ports';
import { memoryEventStore } from '../../../infra/memory-event-store.ts';
import { APP_BASE } from '../../platform/app-base.ts';
import { testServices } from '../../testing/test-services.ts';
import { addReplicasExtension } from '../../platform/extensions/example/replicas.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { extensionsService } from '../../platform/extensions.ts';
import { addFleetExtensions } from '../../platform/extensions/fleet-extensions.tsx';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { openTestIndex } from '../../testing/open-test-index.ts';
import { testServer } from '../../testing/test-http.ts';

describe('the detail of an index', () => {
  it('shows what it is, and goes through its tabs by the keyboard', async () => {
    const { router } = await openTestIndex('');
    await expect.element(page.getByRole('heading', { name: 'logs', level: 1 })).toBeVisible();
    await expect.element(page.getByText('Primary shards')).toBeVisible();
    page.getByRole('tab', { name: 'Summary' }).element().focus();
    await userEvent.keyboard('{ArrowRight}{Enter}');
    await expect.element(page.getByRole('textbox', { name: 'Settings' })).toHaveTextContent('index.refresh_interval');
    expect(router.state.location.search).toMatchObject({ tab: 'settings' });
  });

  it.each(['mapping', 'stats', 'edit_settings', 'aliases'])('has nothing that axe finds on %s', async (tab) => {
    await openTestIndex(`?tab=${tab}`);
    await expect
      .element(
        page
          .getByRole('tabpanel')
          .getByText(/host|Documents and storage|Only changes|Secondary names/)
          .first(),
      )
      .toBeVisible();
    await expectAccessible();
  });

  it('leads from its menu to the editor of the mapping and to its history', async () => {
    const { router } = await openTestIndex('');
    const choose = async (item: string) => {
      await userEvent.click(page.getByRole('button', { name: 'Actions for logs' }));
      await userEvent.click(page.getByRole('menuitem', { name: item }));
    };
    await choose('History');
    await expect.poll(() => router.state.location.search).toEqual({ tab: 'history' });
    await expect.element(page.getByRole('heading', { name: 'No changes recorded yet' })).toBeVisible();
    await expectAccessible();
    await choose('Edit mapping');
    await expect.poll(() => router.state.location.pathname).toBe(`${APP_BASE}/indices/logs/mapping`);
  });

  it('offers the actions of the list, and shows what they did', async () => {
    await openTestIndex('');
    await expect.element(page.getByText('Primary shards')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Actions for logs' }));
    await userEvent.click(page.getByRole('menuitem', { name: /^Close/ }));
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: /^Close/ }));
    await expect.element(page.getByText('closed', { exact: true })).toBeVisible();
  });

  it('shows what extensions say of it: who manages it, and advice on its shards', async () => {
    const extensions = extensionsService();
    addReplicasExtension(extensions);
    addFleetExtensions(extensions, { managerOf: (name) => ({ title: `Fleet of ${name}`, href: '#fleet' }) });
    await openTestIndex('', { extensions });
    await expect.element(page.getByRole('heading', { name: 'Managed by' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Fleet of logs' })).toBeVisible();
    await expect.element(page.getByText('No replica')).toBeVisible();
    await expect.element(page.getByText('Green').first()).toBeVisible();
    await expectAccessible();
  });

  it('leads from the name of an alias or a data stream to the indices behind it', async () => {
    const server = testServer();
    for (const name of ['logs-1', 'logs-2', 'other']) await server.ask('PUT', [name], {});
    for (const name of ['logs-1', 'logs-2']) await server.ask('PUT', [name, '_alias', 'logs']);
    await server.ask('PUT', ['_index_template', 'streams'], { index_patterns: ['metrics'], data_stream: {} });
    await server.ask('PUT', ['_data_stream', 'metrics']);
    const { router } = await openTestConsole(
      '/indices/logs',
      await testServices(memoryEventStore(), { http: server.http }),
    );
    await expect.element(page.getByRole('heading', { name: 'logs is an alias' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'logs-2' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'other' })).not.toBeInTheDocument();
    router.history.push(`${APP_BASE}/indices/metrics`);
    await expect.element(page.getByRole('heading', { name: 'metrics is a data stream' })).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Open data stream' }))
      .toHaveAttribute('href', `${APP_BASE}/data_streams/metrics`);
  });

  it('says on the statistics of a closed index that it has none, and opens it', async () => {
    const server = testServer();
    await server.ask('PUT', ['closed'], {});
    await server.ask('POST', ['closed', '_close']);
    await openTestConsole('/indices/closed?tab=stats', await testServices(memoryEventStore(), { http: server.http }));
    await expect.element(page.getByText('A closed index has no statistics. Open it to see them.')).toBeVisible();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    await userEvent.click(page.getByRole('tabpanel').getByRole('button', { name: 'Open index' }));
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Open index' }));
    await expect.element(page.getByText('Documents and storage')).toBeVisible();
  });

  it('leads to the policy where the host has an editor of policies, below its base path', async () => {
    const server = testServer();
    await server.ask('PUT', ['logs'], { settings: { 'index.lifecycle.name': '30 days' } });
    const services = await testServices(memoryEventStore(), { http: server.http });
    await openTestConsole('/indices/logs', services, { basePath: '/kb', hasPolicyEditor: true });
    await expect
      .element(page.getByRole('region', { name: 'Template and lifecycle' }).getByRole('link', { name: '30 days' }))
      .toHaveAttribute(
        'href',
        expect.stringMatching(/^\/kb\/.*data\/index_lifecycle_management\/policies\/edit\/30%20days$/),
      );
  });

  it('leads to our page of the policy where the host has no editor of policies', async () => {
    const server = testServer();
    await server.ask('PUT', ['logs'], { settings: { 'index.lifecycle.name': '30 days' } });
    await openTestConsole('/indices/logs', await testServices(memoryEventStore(), { http: server.http }));
    const origin = page.getByRole('region', { name: 'Template and lifecycle' });
    await expect
      .element(origin.getByRole('link', { name: '30 days' }))
      .toHaveAttribute('href', expect.stringMatching(/\/lifecycle_policies\/30%20days$/));
  });

  it('says that there is no such index', async () => {
    const server = testServer();
    await openTestConsole('/indices/nowhere', await testServices(memoryEventStore(), { http: server.http }));
    await expect.element(page.getByText(/no such index|Couldn’t load/).first()).toBeVisible();
  });
});

describe('the summary', () => {
  const row = (panel: string, name: string) => page.getByRole('region', { name: panel }).getByRole('row', { name });
  const region = (name: string) => page.getByRole('region', { name, exact: true });

  it('counts shards, documents and bytes over primaries and with replicas', async () => {
    const server = testServer();
    await server.ask('PUT', ['logs'], { settings: { number_of_shards: 2, number_of_replicas: 1 } });
    await server.ask('POST', ['logs', '_doc'], { a: 1 });
    const services = await testServices(memoryEventStore(), { http: server.http });
    await openTestConsole('/indices/logs', services);
    await expect.element(region('Shards').getByText('Unassigned')).toBeVisible();
    await expect.element(region('Shards')).toHaveTextContent(/Primary shards2Replica shards2Replicas per primary1/);
    await expect.element(row('Documents and storage', 'Documents 1 2')).toBeVisible();
    await expect
      .element(region('Documents and storage').getByText('Each object of a nested field counts as a document.'))
      .toBeVisible();
    await expect.element(region('Documents and storage').getByRole('row').last()).toHaveTextContent('Size910 B1.8 KB');
    await expect.element(region('Health').getByText('All shards are assigned.')).toBeVisible();
    await expectAccessible();
  });

  it('explains why a shard is not assigned', async () => {
    const server = testServer();
    await server.ask('PUT', ['logs'], { settings: { number_of_replicas: 3 } });
    await openTestConsole('/indices/logs', await testServices(memoryEventStore(), { http: server.http }));
    const health = region('Health');
    await expect.element(health.getByText('Why a replica of shard 0 is not assigned')).toBeVisible();
    await expect.element(health.getByText(/Each copy of a shard needs its own node/)).toBeVisible();
    await expect.element(health.getByText('(2 nodes)')).toBeVisible();
    await expect.element(health.getByText(/same_shard/)).toBeVisible();
    await expect.element(region('Shards')).toHaveTextContent(/Replica shards1 of 3 active.*Unassigned2/);
    await expectAccessible();
  });

  it('asks for no explanation while the index is green', async () => {
    const asked: string[] = [];
    const server = testServer({
      between: (engine) => ({
        send(call) {
          asked.push(call.path.join('/'));
          return engine.send(call);
        },
      }),
    });
    await openTestIndex('', { server });
    await expect.element(region('Health').getByText('All shards are assigned.')).toBeVisible();
    await expect.element(region('Template and lifecycle').getByText('Matching template')).toBeVisible();
    expect(asked).not.toContain('_cluster/allocation/explain');
  });

  it('says that the user may not ask why', async () => {
    const isExplain = (call: ClusterCall) => call.path.includes('allocation');
    const reason = 'action [cluster:monitor/allocation/explain] is unauthorized for user [ada]';
    const server = testServer({
      between: (engine) => ({
        send: (call) =>
          isExplain(call)
            ? Promise.reject(
                new ClusterError('forbidden', reason, { status: 403, reason, request: { method: 'POST', path: '/' } }),
              )
            : engine.send(call),
      }),
    });
    await server.ask('PUT', ['logs'], { settings: { number_of_replicas: 3 } });
    await openTestConsole('/indices/logs', await testServices(memoryEventStore(), { http: server.http }));
    await expect.element(page.getByText('You can’t see why: missing privileges')).toBeVisible();
    await expect.element(page.getByText(reason)).toBeVisible();
    expect(page.getByRole('alert').elements()).toEqual([]);
    await expectAccessible();
  });

  it('leads to the template, the lifecycle policy and the data stream', async () => {
    const server = testServer();
    await server.ask('PUT', ['_index_template', 'shop'], {
      index_patterns: ['shop-*'],
      data_stream: {},
      template: { settings: { 'index.lifecycle.name': 'sandbox-keep' } },
    });
    await server.ask('PUT', ['_index_template', 'plain'], { index_patterns: ['plain-*'] });
    await server.ask('PUT', ['_template', 'old'], { index_patterns: ['old-*'] });
    await server.ask('PUT', ['_data_stream', 'shop-orders']);
    await server.ask('PUT', ['plain-1']);
    await server.ask('PUT', ['old-1']);
    const streams = parseJson(await server.ask('GET', ['_data_stream', 'shop-orders']));
    const backing = String(valueAt(streams, '/data_streams/0/indices/0/index_name'));
    const { router } = await openTestConsole(
      `/indices/${backing}`,
      await testServices(memoryEventStore(), { http: server.http }),
    );
    const origin = region('Data stream and lifecycle');
    await expect.element(origin.getByRole('link', { name: 'shop', exact: true })).toBeVisible();
    await expect.element(origin.getByText('sandbox-keep')).toBeVisible();
    const open = (name: string) => router.navigate({ to: ROUTES.index, params: { name } });
    await open('plain-1');
    await expect
      .element(region('Template and lifecycle').getByRole('link', { name: 'plain' }))
      .toHaveAttribute('href', expect.stringContaining('/templates/plain'));
    await open('old-1');
    await expect
      .element(region('Template and lifecycle').getByRole('link', { name: 'old' }))
      .toHaveAttribute('href', expect.stringContaining('legacy'));
    await open(backing);
    await userEvent.click(origin.getByRole('link', { name: 'shop-orders' }));
    await expect.element(page.getByRole('heading', { name: 'shop-orders' })).toBeVisible();
  });

  it('says of a closed index that it has no figures', async () => {
    const { server } = await openTestIndex('');
    await server.ask('POST', ['logs', '_close']);
    await userEvent.click(page.getByRole('button', { name: 'Refresh' }));
    await expect.element(page.getByText(/A closed index reports no documents/)).toBeVisible();
    await expectAccessible();
  });
});

describe('aliases', () => {
  it('are added with a checked name, and removed after a question', async () => {
    const { server } = await openTestIndex('?tab=aliases');
    await userEvent.click(page.getByRole('button', { name: 'Add alias' }));
    const dialog = page.getByRole('dialog', { name: 'Add alias' });
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'a b{Enter}');
    await expect.element(dialog.getByText("The name can't contain a space.")).toBeVisible();
    await userEvent.fill(dialog.getByRole('textbox', { name: 'Name' }), 'every-log');
    await userEvent.click(dialog.getByRole('button', { name: 'Add alias' }));
    await expect.element(page.getByRole('region', { name: 'Alias every-log' })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Remove alias all' }));
    await userEvent.click(
      page.getByRole('alertdialog', { name: 'Remove alias all?' }).getByRole('button', { name: 'Remove' }),
    );
    await expect.element(page.getByRole('region', { name: 'Alias all', exact: true })).not.toBeInTheDocument();
    expect(
      Object.keys((valueAt(parseJson(await server.ask('GET', ['logs', '_alias'])), '/logs/aliases') ?? {}) as object),
    ).toEqual(['every-log']);
  });
});
