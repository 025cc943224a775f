import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { APP_BASE } from '../../platform/app-base.ts';
import { extensionsService } from '../../platform/extensions.ts';
import { addFleetExtensions } from '../../platform/extensions/fleet-extensions.tsx';
import { testServices } from '../../testing/test-services.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { testServer } from '../../testing/test-http.ts';

async function serverWith(names: readonly string[], options: Parameters<typeof testServer>[0] = {}) {
  const server = testServer(options);
  await server.ask('PUT', ['_index_template', 'streams'], {
    index_patterns: names.map((name) => `${name}*`),
    data_stream: {},
    priority: 500,
    _meta: { by: 'tests' },
  });
  for (const name of names) await server.ask('PUT', ['_data_stream', name]);
  return server;
}

async function openStreams(path: string, names: readonly string[], options: Parameters<typeof testServer>[0] = {}) {
  const server = await serverWith(names, options);
  return { server, ...(await openTestConsole(path, await testServices(undefined, { http: server.http }))) };
}

/** The input of a checkbox is covered by the drawn box, so its label is clicked. */
const tick = (name: string) =>
  userEvent.click(page.getByRole('checkbox', { name }).element().closest('label') ?? document.body);

describe('data streams', () => {
  it('says what they are where there is none', async () => {
    await openTestConsole('/data_streams', await testServices(undefined, { http: testServer().http }));
    await expect.element(page.getByRole('heading', { name: 'No data streams yet' })).toBeVisible();
    await expectAccessible();
  });

  it('lists, filters and sorts them by the address, and shows stats when asked for', async () => {
    const { router } = await openStreams('/data_streams', ['logs-a', 'logs-b', 'metrics']);
    await expect.element(page.getByRole('link', { name: 'metrics', exact: true })).toBeVisible();
    await expect.element(page.getByRole('columnheader', { name: 'Storage size' })).not.toBeInTheDocument();
    await userEvent.keyboard('/');
    await userEvent.keyboard('LOGS');
    await expect.element(page.getByRole('link', { name: 'metrics', exact: true })).not.toBeInTheDocument();
    await expect.poll(() => router.state.location.search).toMatchObject({ filter: 'LOGS' });
    await userEvent.click(page.getByRole('button', { name: 'Name', exact: true }));
    await expect.poll(() => router.state.location.search).toMatchObject({ sort: 'name', order: 'desc' });
    await userEvent.click(page.getByText('Include stats'));
    await expect.poll(() => router.state.location.search).toMatchObject({ includeStats: 'true' });
    await expect.element(page.getByRole('columnheader', { name: 'Storage size' })).toBeVisible();
  });

  it('opens one beside the list, and Escape closes it', async () => {
    const { router } = await openStreams('/data_streams/logs-a', ['logs-a']);
    const flyout = page.getByRole('dialog', { name: 'logs-a' });
    await expect.element(flyout.getByText('Write index')).toBeVisible();
    await expect
      .element(flyout.getByRole('link', { name: 'streams' }))
      .toHaveAttribute('href', `${APP_BASE}/templates/streams`);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => router.state.location.pathname).toBe(`${APP_BASE}/data_streams`);
  });

  it('has a menu in each row that leads to the mapping of the write index, the history and a rollover', async () => {
    const { router } = await openStreams('/data_streams', ['logs-a']);
    const choose = async (item: RegExp) => {
      await userEvent.click(page.getByRole('button', { name: 'Actions for logs-a', exact: true }));
      await userEvent.click(page.getByRole('menuitem', { name: item }));
    };
    await choose(/^Roll over/);
    const rollover = page.getByRole('dialog', { name: /logs-a/ });
    await userEvent.click(rollover.getByRole('button', { name: /^Roll over/ }));
    await expect.element(rollover).not.toBeInTheDocument();
    await choose(/^History/);
    await expect.poll(() => router.state.location.href).toBe(`${APP_BASE}/data_streams/logs-a?tab=history`);
    const history = page.getByRole('dialog', { name: 'logs-a' }).getByRole('list', { name: 'Changes, newest first' });
    await expect.element(history.getByRole('listitem')).toHaveTextContent(/logs-a.*Reached the cluster/);
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => router.state.location.href).toBe(`${APP_BASE}/data_streams`);
    await choose(/^Delete data stream/);
    const deletion = page.getByRole('alertdialog', { name: /logs-a/ });
    await expect.element(deletion).toBeVisible();
    await userEvent.click(deletion.getByRole('button', { name: 'Cancel' }));
    await expect.element(deletion).not.toBeInTheDocument();
    await choose(/^Edit mapping/);
    await expect.poll(() => router.state.location.pathname).toMatch(/\/indices\/.*logs-a.*\/mapping$/);
  });

  it('says in words what a retention deletes before it is sent', async () => {
    const { server } = await openStreams('/data_streams/logs-a', ['logs-a']);
    await userEvent.click(page.getByRole('button', { name: 'Edit lifecycle' }));
    await userEvent.click(page.getByText('Delete old data'));
    await userEvent.click(page.getByRole('button', { name: 'Review and save' }));
    await expect.element(page.getByText('Enter a whole number of 1 or more.')).toBeVisible();
    await userEvent.fill(page.getByRole('textbox', { name: 'Keep data for' }), '7');
    await userEvent.click(page.getByRole('button', { name: 'Review and save' }));
    const dialog = page.getByRole('alertdialog', { name: 'Update lifecycle of “logs-a”?' });
    await expect.element(dialog.getByText('Data older than 7 days is deleted.', { exact: true })).toBeVisible();
    expect(await server.ask('GET', ['_data_stream', 'logs-a'])).not.toContain('"7d"');
    await userEvent.click(dialog.getByRole('button', { name: 'Update lifecycle' }));
    await expect.poll(() => server.ask('GET', ['_data_stream', 'logs-a'])).toContain('"7d"');
    await expect
      .element(page.getByRole('dialog', { name: 'logs-a' }).getByText('Data older than 7 days is deleted.'))
      .toBeVisible();
  });

  describe('with downsampling and a retention', () => {
    const DOWNSAMPLING = [
      { after: '1d', fixed_interval: '1h' },
      { after: '7d', fixed_interval: '1d' },
    ];
    async function openLifecycle(retention: string) {
      const server = await serverWith(['logs-a']);
      await server.ask('PUT', ['_data_stream', 'logs-a', '_lifecycle'], {
        ...{ data_retention: retention, downsampling: DOWNSAMPLING, frozen_after: '60d' },
      });
      await openTestConsole('/data_streams/logs-a', await testServices(undefined, { http: server.http }));
      const stored = async () => {
        const { data_streams: streams } = JSON.parse(await server.ask('GET', ['_data_stream', 'logs-a'])) as {
          readonly data_streams: readonly { readonly lifecycle: object }[];
        };
        return streams[0]?.lifecycle;
      };
      return { server, stored };
    }
    const save = async () => {
      await userEvent.click(page.getByRole('button', { name: 'Review and save' }));
      const dialog = page.getByRole('alertdialog', { name: 'Update lifecycle of “logs-a”?' });
      await expect
        .element(dialog.getByText(/^2 rounds: to 1h after 1 day, to 1d after 7 days\. Not changed/))
        .toBeVisible();
      await userEvent.click(dialog.getByText('Request', { exact: true }));
      await expect.element(dialog.getByLabelText('Request')).toHaveTextContent('"frozen_after": "60d"');
      await expectAccessible();
      await userEvent.click(dialog.getByRole('button', { name: 'Update lifecycle' }));
      await expect.element(dialog).not.toBeInTheDocument();
    };

    it('shows both, and the retention in force with what has decided on it', async () => {
      await openLifecycle('30d');
      const lifecycle = page.getByRole('region', { name: 'Lifecycle' });
      await expect.element(lifecycle.getByText('30 days (set on the data stream)')).toBeVisible();
      await expect.element(lifecycle.getByText('2 rounds: to 1h after 1 day, to 1d after 7 days.')).toBeVisible();
      await expect.element(lifecycle.getByText('"60d"')).toBeVisible();
    });

    it('keeps everything but the retention that is edited', async () => {
      const { stored } = await openLifecycle('30d');
      await userEvent.click(page.getByRole('button', { name: 'Edit lifecycle' }));
      await userEvent.fill(page.getByRole('textbox', { name: 'Keep data for' }), '31');
      await save();
      await expect
        .poll(stored)
        .toMatchObject({ enabled: true, data_retention: '31d', downsampling: DOWNSAMPLING, frozen_after: '60d' });
    });

    it('keeps a retention that the form can’t show when the lifecycle is turned off and on', async () => {
      const { stored } = await openLifecycle('2592000000ms');
      for (const isOn of [false, true]) {
        await userEvent.click(page.getByRole('button', { name: 'Edit lifecycle' }));
        await userEvent.click(page.getByText('Lifecycle enabled'));
        await save();
        await expect.poll(stored).toMatchObject({
          ...{ enabled: isOn, data_retention: '2592000000ms', downsampling: DOWNSAMPLING, frozen_after: '60d' },
        });
      }
    });
  });

  it('deletes one that is managed only after its name was typed', async () => {
    const server = testServer();
    await server.ask('PUT', ['_index_template', 'streams'], {
      index_patterns: ['logs-*'],
      data_stream: {},
      priority: 500,
      _meta: { managed: true },
    });
    await server.ask('PUT', ['_data_stream', 'logs-a']);
    await openTestConsole('/data_streams/logs-a', await testServices(undefined, { http: server.http }));
    await userEvent.click(
      page.getByRole('dialog', { name: 'logs-a' }).getByRole('button', { name: 'Delete data stream' }),
    );
    const dialog = page.getByRole('alertdialog', { name: 'Delete data stream “logs-a”?' });
    await expect.element(dialog.getByText(/^Managed · 1 backing index/)).toBeVisible();
    const button = dialog.getByRole('button', { name: 'Delete data stream' });
    await expect.element(button).toBeDisabled();
    await userEvent.fill(dialog.getByRole('textbox', { name: 'Type “logs-a” to confirm' }), 'logs-');
    await expect.element(button).toBeDisabled();
    await userEvent.fill(dialog.getByRole('textbox', { name: 'Type “logs-a” to confirm' }), 'logs-a');
    await userEvent.click(button);
    await expect.element(dialog).not.toBeInTheDocument();
    expect(await server.ask('GET', ['_data_stream'])).not.toContain('logs-a');
  });

  it('shows who manages one, where a fleet does', async () => {
    const extensions = extensionsService();
    addFleetExtensions(extensions, {
      managerOf: (name) => (name === 'logs-a' ? { title: `Fleet of ${name}`, href: '#fleet' } : null),
    });
    const server = await serverWith(['logs-a', 'metrics']);
    await openTestConsole('/data_streams/logs-a', await testServices(undefined, { http: server.http, extensions }));
    const flyout = page.getByRole('dialog', { name: 'logs-a' });
    await expect.element(flyout.getByText('Managed by')).toBeVisible();
    await expect.element(flyout.getByRole('link', { name: 'Fleet of logs-a' })).toHaveAttribute('href', '#fleet');
    await expect.element(page.getByRole('row', { name: /logs-a/ }).getByText('Fleet', { exact: true })).toBeVisible();
    await expect
      .element(page.getByRole('row', { name: /metrics/ }).getByText('Fleet', { exact: true }))
      .not.toBeInTheDocument();
  });

  it('deletes with exact names, and says which indices go along', async () => {
    const { server } = await openStreams('/data_streams', ['logs-a', 'logs-b', 'metrics']);
    await expect.element(page.getByRole('link', { name: 'logs-a', exact: true })).toBeVisible();
    await tick('Select logs-a');
    await tick('Select logs-b');
    // The stream was deleted meanwhile: its outcome is a separate error.
    await server.ask('DELETE', ['_data_stream', 'logs-b']);
    await userEvent.click(page.getByRole('button', { name: 'Delete 2 data streams' }));
    const dialog = page.getByRole('alertdialog', { name: 'Delete 2 data streams?' });
    await expect.element(dialog.getByText(/1 backing index: .ds-logs-a-/)).toBeVisible();
    await expectAccessible();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete 2 data streams' }));
    await expect.element(page.getByRole('alert').getByText('1 of 2 data streams were not deleted')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'logs-a', exact: true })).not.toBeInTheDocument();
    await expect.element(page.getByRole('link', { name: 'metrics', exact: true })).toBeVisible();
  });

  it('acts on what the filter leaves only, and keeps the selection of the rest', async () => {
    await openStreams('/data_streams', ['logs-a', 'logs-b', 'metrics']);
    await expect.element(page.getByRole('link', { name: 'logs-a', exact: true })).toBeVisible();
    await tick('Select all on this page');
    await expect.element(page.getByRole('button', { name: 'Delete 3 data streams' })).toBeVisible();
    await userEvent.fill(page.getByRole('searchbox', { name: 'Filter data streams' }), 'metrics');
    await userEvent.click(page.getByRole('button', { name: 'Delete data stream' }));
    await expect.element(page.getByRole('alertdialog', { name: 'Delete data stream “metrics”?' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await userEvent.clear(page.getByRole('searchbox', { name: 'Filter data streams' }));
    await expect.element(page.getByRole('button', { name: 'Delete 3 data streams' })).toBeVisible();
  });

  it('shows the last page where the address asks for one behind it, and goes back from there', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `logs-${String(at).padStart(2, '0')}`);
    const { router } = await openStreams('/data_streams?page=9&pageSize=10', names);
    await expect.element(page.getByText('11–12 of 12')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Previous page' }));
    await expect.element(page.getByText('1–10 of 12')).toBeVisible();
    await expect.poll(() => router.state.location.search).toEqual({ pageSize: '10' });
  });

  it('deletes nothing on a read-only server, and says why', async () => {
    await openStreams('/data_streams/logs-a', ['logs-a'], { isReadOnly: true });
    const flyout = page.getByRole('dialog', { name: 'logs-a' });
    await expect.element(flyout.getByRole('button', { name: 'Delete data stream' })).toBeDisabled();
    await expect.element(flyout.getByText(/This server is read-only/).first()).toBeVisible();
    await expect.element(page.getByRole('checkbox', { name: /Select logs-a/ })).toBeDisabled();
  });

  it('creates one from the template that matches its name, and explains where none does', async () => {
    const { router } = await openStreams('/data_streams', ['logs-a']);
    await userEvent.click(page.getByRole('button', { name: 'Create data stream' }));
    const dialog = page.getByRole('dialog', { name: 'Create data stream' });
    await userEvent.keyboard('other');
    await expect.element(dialog.getByText('No index template matches this name')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Logs');
    await expect.element(dialog.getByText('The name must be in lower case.')).toBeVisible();
    await expect.element(dialog.getByText('Request', { exact: true })).not.toBeInTheDocument();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('logs-a-new');
    await expect.element(dialog.getByText('Created from index template')).toBeVisible();
    await expectAccessible();
    await userEvent.click(dialog.getByRole('button', { name: 'Create data stream' }));
    await expect.poll(() => router.state.location.pathname).toContain('/data_streams/logs-a-new');
    await expect.element(page.getByRole('dialog', { name: 'logs-a-new' }).getByText('Write index')).toBeVisible();
  });

  it('rolls one over after a dry run', async () => {
    const { server } = await openStreams('/data_streams/logs-a', ['logs-a']);
    await userEvent.click(page.getByRole('dialog', { name: 'logs-a' }).getByRole('button', { name: 'Roll over' }));
    const dialog = page.getByRole('dialog', { name: 'Roll over data stream “logs-a”' });
    await expect
      .element(dialog.getByRole('region', { name: 'Preview' }))
      .toHaveTextContent(/Creates \.ds-logs-a-.*-000002/);
    await userEvent.click(dialog.getByRole('button', { name: 'Roll over' }));
    await expect.element(dialog).not.toBeInTheDocument();
    expect(await server.ask('GET', ['_data_stream', 'logs-a'])).toContain('"generation":2');
  });
});
