import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { ClusterError, requestOf, type ClusterCall, type ClusterGateway } from '#domain/ports';
import { APP_BASE } from '../../platform/app-base.ts';
import { testServices } from '../../testing/test-services.ts';
import { extensionsService, type ExtensionsService } from '../../platform/extensions.ts';
import { catchDownload } from '../../testing/catch-download.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { testServer, type TestServer } from '../../testing/test-http.ts';

interface Given {
  readonly path?: string;
  readonly server?: TestServer;
  readonly extensions?: ExtensionsService;
}

/** The list on a cluster with these indices; those whose name begins with `closed` are closed. */
async function listOf(
  names: readonly string[],
  { path = '/indices', server = testServer(), extensions = extensionsService() }: Given = {},
) {
  for (const name of names) {
    await server.ask('PUT', [name], { settings: { number_of_shards: 1 } });
    if (name.startsWith('closed')) await server.ask('POST', [name, '_close']);
  }
  const counted: string[] = [];
  const services = await testServices(undefined, {
    http: server.http,
    extensions,
    usage: { count: (eventName) => counted.push(eventName) },
  });
  return { ...(await openTestConsole(path, services)), counted };
}

const shownNames = () =>
  page
    .getByRole('rowheader')
    .elements()
    .map((cell) => cell.querySelector('a')?.textContent);
const row = (name: string) => page.getByRole('row', { name: new RegExp(`Select ${name} `) });
const filter = page.getByRole('searchbox', { name: 'Filter indices' });

/** By keyboard: the drawn box that can be clicked is beside the input. */
async function tick(checkbox: Locator) {
  await expect.element(checkbox).toBeInTheDocument();
  (checkbox.element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
}

/** The server, noting what it is asked for: the path, a space, the body. */
const recordingHttp = ({ http }: TestServer, asked: string[]): TestServer['http'] => ({
  send(request) {
    asked.push(`${request.path} ${request.body ?? ''}`);
    return http.send(request);
  },
});

async function chooseOf(name: string, item: string) {
  await userEvent.click(page.getByRole('button', { name: `Actions for ${name}` }));
  await userEvent.click(page.getByRole('menuitem', { name: item }));
}

beforeEach(() => localStorage.clear());
afterEach(async () => {
  vi.useRealTimers();
  await page.viewport(1440, 900);
});

describe('the list of indices', () => {
  it('shows what there is, without hidden ones', async () => {
    await listOf(['logs-10', 'logs-2', '.kibana', 'closed-1']);
    await expect.poll(shownNames).toEqual(['closed-1', 'logs-2', 'logs-10']);
    await expect.element(row('closed-1')).toHaveTextContent('closed');
    await expect.element(row('logs-2')).toHaveTextContent('open');
    await expect.element(page.getByText('3 indices (1 hidden)')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'logs-2' }))
      .toHaveAttribute('href', `${APP_BASE}/indices/logs-2`);
  });

  it('is read once by the command Refresh, however often that is given meanwhile', async () => {
    let reads = 0;
    let release = () => {};
    const held: Promise<void>[] = [];
    const server = testServer({
      between: (engine) => ({
        async send(call) {
          if (call.path.join('/') === '_cat/indices') {
            reads++;
            await held[0];
          }
          return engine.send(call);
        },
      }),
    });
    await server.ask('PUT', ['logs'], {});
    await openTestConsole('/indices', await testServices(undefined, { http: server.http }));
    const button = page.getByRole('button', { name: 'Refresh', exact: true });
    await expect.element(page.getByRole('link', { name: 'logs' })).toBeVisible();
    await expect.element(button).not.toHaveAttribute('data-pending');
    const before = reads;
    held.push(
      new Promise((resolve) => {
        release = resolve;
      }),
    );
    const command = async () => {
      await userEvent.keyboard('{Control>}k{/Control}');
      const search = page.getByRole('combobox', { name: 'Search commands' });
      await userEvent.fill(search, 'Refresh');
      await userEvent.click(page.getByRole('option', { name: 'Refresh', exact: true }));
      await expect.element(search).not.toBeInTheDocument();
    };
    await command();
    await expect.poll(() => reads).toBe(before + 1);
    await command();
    expect(reads).toBe(before + 1);
    release();
    await expect.element(button).not.toHaveAttribute('data-pending');
    const released = reads;
    await command();
    // More than one where the list also refreshes by itself, or a link to it is hovered over, in this time.
    await expect.poll(() => reads).toBeGreaterThan(released);
  });

  it('is what the address of a link builder says', async () => {
    await listOf(['logs', '.logs', 'other'], { path: '/indices?includeHiddenIndices=true&filter=logs' });
    await expect.poll(shownNames).toEqual(['.logs', 'logs']);
    await expect.element(filter).toHaveValue('logs');
    await expect.element(page.getByRole('switch', { name: 'Include hidden indices' })).toBeChecked();
  });

  it('filters as one types, by keyboard, and says it in the address', async () => {
    const { router } = await listOf(['logs-a', 'logs-b', 'metrics', '.logs']);
    await expect.poll(shownNames).toHaveLength(3);
    await userEvent.keyboard('/');
    await expect.element(filter).toHaveFocus();
    await userEvent.keyboard('logs -*b');
    await expect.poll(shownNames).toEqual(['logs-a']);
    await expect.element(page.getByText('1 of 3 indices (1 hidden)')).toBeVisible();
    await expect
      .poll(() => router.state.location.href)
      .toBe(`${APP_BASE}/indices?includeHiddenIndices=false&filter=logs+-*b`);
    await userEvent.keyboard('{Escape}');
    await expect.poll(shownNames).toHaveLength(3);
  });

  it('says what is wrong with a filter, and where', async () => {
    await listOf(['logs'], { path: '/indices?filter=logs%20colour:red' });
    await expect.element(page.getByRole('alert')).toHaveTextContent('At character 6: Unknown field “colour”');
    await expect.poll(shownNames).toEqual(['logs']);
  });

  it('says that none matches, and leads to hidden ones that do', async () => {
    await listOf(['logs', '.kibana'], { path: '/indices?filter=kibana' });
    await expect.element(page.getByRole('heading', { name: 'No matching indices' })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Include hidden indices (1)' }));
    await expect.poll(shownNames).toEqual(['.kibana']);
    await userEvent.click(page.getByRole('button', { name: 'Clear search' }));
    await expect.poll(shownNames).toEqual(['.kibana', 'logs']);
  });

  it('leads to a new index where there is none', async () => {
    const { router } = await listOf([]);
    await expect.element(page.getByRole('heading', { name: 'This cluster has no indices' })).toBeVisible();
    await expectAccessible();
    await userEvent.click(page.getByRole('button', { name: 'Create index' }).first());
    await expect.poll(() => router.state.location.pathname).toBe(`${APP_BASE}/create_index`);
  });

  it('sorts by a column, by keyboard, and says so', async () => {
    const { router } = await listOf(['b', 'a', 'closed']);
    await expect.poll(shownNames).toEqual(['a', 'b', 'closed']);
    const header = page.getByRole('columnheader', { name: 'Status' });
    page.getByRole('button', { name: 'Status' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(shownNames).toEqual(['closed', 'a', 'b']);
    await expect.element(header).toHaveAttribute('aria-sort', 'ascending');
    await userEvent.keyboard('{Enter}');
    await expect.poll(shownNames).toEqual(['b', 'a', 'closed']);
    expect(router.state.location.search).toMatchObject({ sort: 'status', order: 'desc' });
  });

  it('has pages, and selects all that match', async () => {
    const names = Array.from({ length: 25 }, (_, at) => `logs-${at}`);
    await listOf(names, { path: '/indices?pageSize=10' });
    await expect.poll(shownNames).toHaveLength(10);
    await tick(page.getByRole('checkbox', { name: 'Select all on this page' }));
    await expect.element(page.getByRole('button', { name: 'Manage 10 indices' })).toBeEnabled();
    await userEvent.click(page.getByRole('button', { name: 'Select all 25 matching' }));
    await expect.element(page.getByRole('button', { name: 'Manage 25 indices' })).toBeEnabled();
    await userEvent.click(page.getByRole('button', { name: 'Last page' }));
    await expect.poll(shownNames).toEqual(['logs-20', 'logs-21', 'logs-22', 'logs-23', 'logs-24']);
    await expect.element(row('logs-24').getByRole('checkbox')).toBeChecked();
    await userEvent.fill(filter, 'logs-3');
    await expect.element(page.getByRole('button', { name: 'Manage 1 index' })).toBeEnabled();
  });

  it('keeps the choice of columns on this device', async () => {
    const { router } = await listOf(['logs']);
    await userEvent.click(page.getByRole('button', { name: 'Columns' }));
    await expectAccessible();
    await userEvent.click(page.getByRole('menuitemcheckbox', { name: 'Health' }));
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('columnheader', { name: 'Health' })).not.toBeInTheDocument();
    expect(localStorage.getItem('mapledger.indices.leftOut')).toBe('["health"]');
    expect(router.state.location.search).toMatchObject({
      columns: 'primary,replica,documents,size,primary_size,data_stream',
    });
  });

  it('shows the columns of an address, whatever this device shows', async () => {
    localStorage.setItem('mapledger.indices.leftOut', '["health"]');
    await listOf(['logs'], { path: '/indices?columns=health,created' });
    await expect.element(page.getByRole('columnheader', { name: 'Health' })).toBeVisible();
    await expect.poll(() => row('logs').element().querySelector('time')?.dateTime).toMatch(/^20/);
    await expect.element(page.getByRole('columnheader', { name: 'Size' })).not.toBeInTheDocument();
    expect(localStorage.getItem('mapledger.indices.leftOut')).toBe('["health"]');
  });

  it('reads phases and creation dates where their columns are shown, and nothing of them otherwise', async () => {
    const calls: string[] = [];
    const server = testServer({
      between: (engine) => ({
        async send(call) {
          calls.push(call.path.join('/'));
          if (call.path[0] === '_ilm') return { status: 200, headers: {}, body: '{"operation_mode":"RUNNING"}' };
          if (call.path[1] !== '_ilm') return engine.send(call);
          const indices = {
            'logs-1': { policy: 'thirty', phase: 'warm' },
            'logs-2': { policy: 'thirty', phase: 'hot', step: 'ERROR' },
          };
          return { status: 200, headers: {}, body: JSON.stringify({ indices }) };
        },
      }),
    });
    await listOf(['logs-1', 'logs-2', 'plain'], { server });
    await expect.poll(shownNames).toHaveLength(3);
    const asked = () => calls.filter((path) => path.endsWith('/_ilm/explain') || path.endsWith('creation_date'));
    expect(asked()).toEqual([]);
    await userEvent.click(page.getByRole('button', { name: 'Columns' }));
    await userEvent.click(page.getByRole('menuitemcheckbox', { name: 'Lifecycle phase' }));
    await userEvent.keyboard('{Escape}');
    await expect.element(row('logs-1')).toHaveTextContent('warm');
    await expect.element(row('logs-2')).toHaveTextContent('hot Failed');
    expect(asked()).toEqual(['*/_ilm/explain']);
    await userEvent.click(page.getByRole('button', { name: 'Phase' }));
    await expect.poll(shownNames).toEqual(['logs-2', 'logs-1', 'plain']);
    await expectAccessible();
    expect(localStorage.getItem('mapledger.indices.added')).toBe('["phase"]');
  });

  it('shows the template that would match today, by which all indices can be sorted, and reads templates once', async () => {
    const asked: string[] = [];
    const server = testServer();
    await server.ask('PUT', ['_index_template', 'for-logs'], { index_patterns: ['logs*', '.ds*'], priority: 3 });
    const streams = { index_patterns: ['stream*'], priority: 4, data_stream: {} };
    await server.ask('PUT', ['_index_template', 'for-streams'], streams);
    await server.ask('PUT', ['_template', 'of-old'], { index_patterns: ['plain'] });
    await server.ask('PUT', ['_data_stream', 'stream']);
    const http = recordingHttp(server, asked);
    await listOf(['logs-1', 'other', 'plain'], {
      server: { ...server, http },
      path: '/indices?includeHiddenIndices=true',
    });
    await expect.poll(shownNames).toHaveLength(4);
    const reads = () => asked.filter((path) => path.endsWith('/index_templates '));
    expect(reads()).toEqual([]);
    await userEvent.click(page.getByRole('button', { name: 'Columns' }));
    await userEvent.click(page.getByRole('menuitemcheckbox', { name: 'Template (would match today)' }));
    await userEvent.keyboard('{Escape}');
    await expect.element(row('logs-1').getByRole('link', { name: 'for-logs' })).toBeVisible();
    // A backing index gets the template of its data stream.
    await expect.element(row('.ds-stream-.*').getByRole('link', { name: 'for-streams' })).toBeVisible();
    await expect.element(row('plain').getByRole('link', { name: 'of-old' })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Template today' }));
    await expect.poll(shownNames).toEqual(['logs-1', expect.stringContaining('.ds-stream'), 'plain', 'other']);
    await expectAccessible();
    expect(reads()).toHaveLength(1);
  });

  it('counts fields of the page that is shown, in one request, and sorts by them where that is all', async () => {
    const asked: string[] = [];
    const server = testServer();
    const names = Array.from({ length: 12 }, (_, at) => `logs-${String(at).padStart(2, '0')}`);
    await server.ask('PUT', ['wide'], {
      settings: { 'index.mapping.total_fields.limit': 2 },
      mappings: { properties: { a: { type: 'long' }, b: { type: 'long' } } },
    });
    await server.ask('PUT', ['wider'], {
      mappings: { properties: { c: { type: 'long' }, d: { type: 'long' }, e: { type: 'long' } } },
    });
    const http = recordingHttp(server, asked);
    await listOf(names, { server: { ...server, http }, path: '/indices?columns=fields&pageSize=10' });
    await expect.element(row('logs-03')).toHaveTextContent('0 / 1,000');
    // Strict mode mounts twice, and asks for the same again.
    const counts = () => [...new Set(asked.filter((each) => each.includes('/field_counts ')))];
    expect(counts()).toHaveLength(1);
    await expect.element(page.getByRole('button', { name: 'Fields / limit' })).not.toBeInTheDocument();
    await userEvent.click(page.getByRole('button', { name: 'Next page' }));
    await expect.element(row('wide')).toHaveTextContent('2 / 2');
    await expect.element(row('wider')).toHaveTextContent('3 / 1,000');
    expect(counts()).toHaveLength(2);
    await userEvent.fill(filter, 'wide');
    await userEvent.click(page.getByRole('button', { name: 'Fields / limit' }));
    await expect.poll(shownNames).toEqual(['wide', 'wider']);
    await userEvent.click(page.getByRole('button', { name: 'Fields / limit' }));
    await expect.poll(shownNames).toEqual(['wider', 'wide']);
    await expectAccessible();
    await userEvent.clear(filter);
    await expect.element(page.getByText('Not sorted by fields')).toBeVisible();
    await expect.poll(() => shownNames()[0]).toBe('logs-00');
  });

  it('asks for the fields of one page of 10,000 indices', async () => {
    const bodies: string[] = [];
    const server = testServer();
    const rows = Array.from({ length: 10_000 }, (_, at) => ({ name: `logs-${at}`, hidden: false, aliases: [] }));
    const http: typeof server.http = {
      async send(request) {
        if (request.path.endsWith('/indices'))
          return { status: 200, body: JSON.stringify(rows.map((each) => ({ ...each, isFrozen: false }))) };
        if (request.path.endsWith('/field_counts')) bodies.push(request.body ?? '');
        return server.http.send(request);
      },
    };
    await listOf([], { server: { ...server, http }, path: '/indices?columns=fields,template' });
    await expect.element(page.getByText('10,000 indices')).toBeVisible();
    await expect.element(row('logs-1')).toHaveTextContent('–');
    // Strict mode mounts twice, and asks for the same again.
    await expect.poll(() => new Set(bodies).size).toBe(1);
    expect(JSON.parse(bodies[0] ?? '')).toEqual({
      indexNames: expect.toSatisfy((names: string[]) => names.length === 50),
    });
  });

  it('keeps name, health and status on a phone', async () => {
    await page.viewport(390, 844);
    await listOf(['logs']);
    await expect.element(page.getByRole('columnheader', { name: 'Name' })).toBeVisible();
    await expect.element(page.getByRole('columnheader', { name: 'Status' })).toBeVisible();
    await expect.element(page.getByRole('columnheader', { name: 'Health' })).toBeVisible();
    await expect.element(page.getByText('Green', { exact: true }).last()).toBeVisible();
    expect(document.querySelector('#content')?.scrollWidth).toBe(390);
    expect(document.documentElement.scrollWidth).toBe(390);
  });
});

describe('the list as it is read', () => {
  it('keeps what is selected, scrolled to and focused when it is read again', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `logs-${String(at).padStart(2, '0')}`);
    const server = testServer();
    await listOf(names, { server, path: '/indices?pageSize=50' });
    await expect.poll(shownNames).toHaveLength(40);
    await tick(row('logs-30').getByRole('checkbox'));
    const content = document.querySelector('#content') as HTMLElement;
    content.scrollTop = 300;
    const scrolled = content.scrollTop;
    await server.ask('PUT', ['logs-99'], {});
    // As the timer does it: a click by script moves no focus.
    (page.getByRole('button', { name: 'Refresh', exact: true }).element() as HTMLElement).click();
    await expect.poll(shownNames).toHaveLength(41);
    await expect.element(row('logs-30').getByRole('checkbox')).toBeChecked();
    await expect.element(row('logs-30').getByRole('checkbox')).toHaveFocus();
    expect(content.scrollTop).toBe(scrolled);
  });

  it('is read again as often as was chosen, but not while the page is hidden or a dialog is open', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const server = testServer();
    await listOf(['logs'], { server });
    await expect.poll(shownNames).toEqual(['logs']);
    await expect.element(page.getByText(/^Loaded \d\d:\d\d:\d\d, every 30 s$/)).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Auto-refresh: 30 s' }));
    await expectAccessible();
    await userEvent.click(page.getByRole('menuitemradio', { name: '5 s', exact: true }));
    await expect.element(page.getByRole('button', { name: 'Auto-refresh: 5 s' })).toBeVisible();
    await server.ask('PUT', ['new-1'], {});
    vi.advanceTimersByTime(4_999);
    expect(shownNames()).toEqual(['logs']);
    vi.advanceTimersByTime(1);
    await expect.poll(shownNames).toEqual(['logs', 'new-1']);

    await server.ask('PUT', ['new-2'], {});
    await chooseOf('logs', 'Delete index');
    await expect.element(page.getByRole('alertdialog')).toBeVisible();
    vi.advanceTimersByTime(5_000);
    await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    expect(shownNames()).toEqual(['logs', 'new-1']);

    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
    vi.advanceTimersByTime(5_000);
    expect(shownNames()).toEqual(['logs', 'new-1']);
    Reflect.deleteProperty(document, 'visibilityState');
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.poll(shownNames).toEqual(['logs', 'new-1', 'new-2']);
    expect(localStorage.getItem('mapledger.refresh.indices')).toBe('5');
  });

  it('shows the cluster’s reason where it can’t be read, and reads it when asked to', async () => {
    const state = { isRefused: true };
    const between = (engine: ClusterGateway): ClusterGateway => ({
      send: (call) =>
        state.isRefused && call.path[1] === 'indices' ? Promise.reject(fault(call, 'refused')) : engine.send(call),
    });
    await listOf(['logs'], { server: testServer({ between }) });
    await expect.element(page.getByRole('alert')).toHaveTextContent('It is the write index.');
    await expectAccessible();
    state.isRefused = false;
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    await expect.poll(shownNames).toEqual(['logs']);
  });

  it('is saved as CSV, as it is filtered', async () => {
    const saved = catchDownload();
    await listOf(['logs', 'other'], { path: '/indices?filter=logs' });
    await expect.poll(shownNames).toEqual(['logs']);
    await userEvent.click(page.getByRole('button', { name: /CSV/ }));
    await expect.poll(saved.name).toMatch(/\.csv$/);
    const lines = (await saved.text()).trim().split(/\r?\n/);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('logs');
  });

  it('gives the focus to a place that is there after a delete', async () => {
    await listOf(['a', 'b']);
    await chooseOf('a', 'Delete index');
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Delete index' }));
    await expect.poll(shownNames).toEqual(['b']);
    await expect
      .poll(
        () =>
          document.activeElement !== document.body &&
          document.querySelector('#content')?.contains(document.activeElement),
      )
      .toBe(true);
  });
});

describe('extensions of the list', () => {
  it('add banners, filters, toggles, badges and actions', async () => {
    const extensions = extensionsService();
    const ran: string[] = [];
    extensions.addBadge({
      matchIndex: ({ name }) => name.startsWith('gold'),
      label: 'Gold',
      filterExpression: 'gold*',
      color: 'success',
    });
    extensions.addBanner({
      id: 'closed',
      of: (indices) => ({
        kind: 'info',
        title: `${indices.filter(({ status }) => status === 'close').length} closed`,
        filter: 'status:close',
      }),
    });
    extensions.addFilter({
      id: 'health',
      label: 'Health is',
      options: [
        { label: 'Green', filterExpression: 'health:green' },
        { label: 'Red', filterExpression: 'health:red' },
      ],
    });
    extensions.addToggle({
      id: 'rollups',
      label: 'Include rollups',
      matchIndex: ({ name }) => name.startsWith('rollup'),
    });
    extensions.addAction({
      id: 'praise',
      label: (indices) => `Praise ${indices.length}`,
      isAvailable: () => true,
      confirm: () => ({ title: 'Praise it?', text: 'It will be glad.', button: 'Praise' }),
      run: (indices) => {
        ran.push(...indices.map(({ name }) => name));
        return Promise.resolve();
      },
    });
    const { router } = await listOf(['gold-1', 'closed-1', 'rollup-1'], { extensions });
    await expect.poll(shownNames).toEqual(['closed-1', 'gold-1']);
    await expectAccessible();
    await userEvent.click(page.getByRole('button', { name: 'Gold', exact: true }));
    await expect.poll(shownNames).toEqual(['gold-1']);
    await userEvent.click(page.getByRole('button', { name: 'Show' }));
    await expect.poll(shownNames).toEqual(['closed-1']);
    await userEvent.click(page.getByRole('button', { name: 'Clear search' }));
    await userEvent.click(page.getByText('Include rollups'));
    await expect.poll(shownNames).toEqual(['closed-1', 'gold-1', 'rollup-1']);
    expect(router.state.location.search).toMatchObject({ toggles: 'rollups' });
    await userEvent.click(page.getByRole('button', { name: /Health is/ }));
    await userEvent.click(page.getByRole('option', { name: 'Red' }));
    await expect.element(filter).toHaveValue('health:red');
    await userEvent.click(page.getByRole('button', { name: 'Clear search' }));
    await chooseOf('gold-1', 'Praise 1');
    await userEvent.click(page.getByRole('button', { name: 'Praise', exact: true }));
    await expect.poll(() => ran).toEqual(['gold-1']);
  });
});

describe('actions on indices', () => {
  it('close one after asking with its name, and open it again', async () => {
    const { counted } = await listOf(['logs', 'other']);
    await chooseOf('logs', 'Close index');
    const dialog = page.getByRole('alertdialog', { name: 'Close index?' });
    await expect.element(dialog.getByRole('listitem')).toHaveTextContent('logs');
    await expectAccessible();
    await userEvent.click(dialog.getByRole('button', { name: 'Close index' }));
    await expect.element(row('logs')).toHaveTextContent('closed');
    await expect.element(page.getByText('1 index was closed')).toBeVisible();
    await chooseOf('logs', 'Open index');
    await expect
      .element(page.getByRole('alertdialog', { name: 'Open index?' }).getByRole('button', { name: 'Open index' }))
      .toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(row('logs')).toHaveTextContent('open');
    expect(counted).toEqual(['index_close', 'index_open']);
  });

  it('delete several, by keyboard alone', async () => {
    const { counted } = await listOf(['a', 'b', 'c']);
    await expect.poll(shownNames).toHaveLength(3);
    for (const name of ['a', 'c']) await tick(row(name).getByRole('checkbox'));
    page.getByRole('button', { name: 'Manage 2 indices' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('menu')).toBeVisible();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(page.getByRole('menuitem', { name: 'Delete 2 indices' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.poll(shownNames).toEqual(['b']);
    expect(counted).toEqual(['index_delete_many']);
    await expect.element(page.getByText('2 indices were deleted')).toBeVisible();
  });

  it('ask for the name of a system index to be typed', async () => {
    await listOf(['.kibana'], { path: '/indices?includeHiddenIndices=true' });
    await chooseOf('.kibana', 'Delete index');
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Delete index' });
    await expect.element(confirm).toBeDisabled();
    await expectAccessible();
    await expect.element(page.getByRole('textbox', { name: 'Type .kibana to confirm' })).toHaveFocus();
    await userEvent.keyboard('.kibana{Enter}');
    await expect.element(page.getByRole('heading', { name: 'This cluster has no indices' })).toBeVisible();
  });

  it('merge to a number of segments, show that they do, and are not done twice to a row', async () => {
    const sent: ClusterCall[] = [];
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const between = (engine: ClusterGateway): ClusterGateway => ({
      async send(call) {
        if (call.path.includes('_forcemerge')) {
          sent.push(call);
          await held;
        }
        return engine.send(call);
      },
    });
    const { router } = await listOf(['logs', 'other'], { server: testServer({ between }) });
    await chooseOf('logs', 'Force merge index');
    await expectAccessible();
    const segments = page.getByRole('textbox', { name: 'Segments per shard (optional)' });
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Force merge index' });
    const place = () => {
      const { top, left } = confirm.element().getBoundingClientRect();
      return { top, left };
    };
    const before = place();
    for (const refused of ['0', '0.5']) {
      await userEvent.fill(segments, refused);
      await userEvent.keyboard('{Enter}');
      expect(place()).toEqual(before);
      await expect.element(segments).toHaveValue(refused);
      await expect.element(segments).toHaveAccessibleDescription(/Enter a whole number of 1 or more/);
      await expect.element(segments).toHaveFocus();
    }
    await userEvent.fill(segments, '3');
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Force merge index' }));
    await expect.element(row('logs')).toHaveTextContent('forcing merge...');
    await userEvent.click(page.getByRole('button', { name: 'Actions for logs' }));
    await expect
      .element(page.getByRole('menuitem', { name: /^Force merge index/ }))
      .toHaveAttribute('aria-disabled', 'true');
    // A force merge may take hours: no other action waits for it.
    await expect.element(page.getByRole('menuitem', { name: 'Delete index' })).not.toHaveAttribute('aria-disabled');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(page.getByRole('button', { name: 'Refresh', exact: true }));
    await expect.element(row('logs')).toHaveTextContent('forcing merge...');
    await router.navigate({ to: `${APP_BASE}/drafts` });
    letGo();
    await expect.element(page.getByText('1 index was merged')).toBeVisible();
    expect(sent.map(({ query }) => query)).toEqual([{ max_num_segments: 3 }]);
  });

  it('report what failed with the reason of each, and what to do', async () => {
    const between = (engine: ClusterGateway): ClusterGateway => ({
      send(call) {
        const names = call.path[0] ?? '';
        if (call.path[1] === '_close' && names.includes('bad') && names.includes(','))
          return Promise.reject(fault(call, 'refused'));
        if (call.path[1] === '_close' && names === 'bad') return Promise.reject(fault(call, 'refused'));
        return engine.send(call);
      },
    });
    await listOf(['bad', 'good'], { server: testServer({ between }) });
    await tick(page.getByRole('checkbox', { name: 'Select all on this page' }));
    await userEvent.click(page.getByRole('button', { name: 'Manage 2 indices' }));
    await userEvent.click(page.getByRole('menuitem', { name: 'Close 2 indices' }));
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Close 2 indices' }));
    await expect.element(page.getByText('1 of 2 indices was not closed')).toBeVisible();
    await expect
      .element(page.getByRole('region', { name: 'Failed indices' }))
      .toHaveTextContent('It is the write index.');
    await expect.element(row('good')).toHaveTextContent('closed');
    await expect.element(row('bad')).toHaveTextContent('open');
    await expectAccessible();
    await userEvent.click(page.getByRole('alert').getByRole('button', { name: 'Dismiss' }));
    await expect.element(page.getByText('1 of 2 indices was not closed')).not.toBeInTheDocument();
  });

  it('name the block of an index whose disk was full, and go on with the others', async () => {
    const server = testServer();
    await listOf(['k1-a', 'k1-b', 'k1-c'], { server });
    await server.ask('PUT', ['k1-b', '_settings'], { 'index.blocks.read_only_allow_delete': true });
    await tick(page.getByRole('checkbox', { name: 'Select all on this page' }));
    await userEvent.click(page.getByRole('button', { name: 'Manage 3 indices' }));
    await userEvent.click(page.getByRole('menuitem', { name: 'Close 3 indices' }));
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Close 3 indices' }));
    await expect.element(page.getByText('1 of 3 indices was not closed')).toBeVisible();
    await expect
      .element(page.getByRole('region', { name: 'Failed indices' }))
      .toHaveTextContent(
        'Index "k1-b" of the sandbox refuses writes, since a disk was over the flood-stage watermark (index.blocks.read_only_allow_delete). Nothing was changed. Free up disk space: OpenSearch and Elasticsearch 7.4 or later then remove the block. If it stays, remove it in the settings of the index.',
      );
    for (const name of ['k1-a', 'k1-c']) await expect.element(row(name)).toHaveTextContent('closed');
  });

  it('say that it is not known where the connection was cut', async () => {
    const between = (engine: ClusterGateway): ClusterGateway => ({
      send: (call) => (call.path[1] === '_flush' ? Promise.reject(fault(call, 'cut')) : engine.send(call)),
    });
    await listOf(['logs'], { server: testServer({ between }) });
    await chooseOf('logs', 'Flush index');
    await expect.element(page.getByText('The index may not have been flushed')).toBeVisible();
    await expect
      .element(page.getByRole('region', { name: 'Failed indices' }))
      .toHaveTextContent('The connection was cut.');
  });

  it('are refused by a read-only server, which says so', async () => {
    await listOf(['logs'], { server: testServer({ isReadOnly: true }) });
    await expect.element(page.getByRole('button', { name: 'Create index' })).toBeDisabled();
    // A menu whose size depends on its position is placed again and again, which the browser reports.
    const reported: string[] = [];
    const onError = ({ message }: ErrorEvent) => reported.push(message);
    window.addEventListener('error', onError);
    await userEvent.click(page.getByRole('button', { name: 'Actions for logs' }));
    const item = page.getByRole('menuitem', { name: 'Delete index' });
    await expect.element(item).toHaveAttribute('aria-disabled', 'true');
    await expect.element(item).toHaveTextContent('This server is read-only');
    await expectAccessible();
    // The whole menu is visible without scrolling.
    const popover = page.getByRole('menu').element().parentElement;
    expect(popover?.scrollHeight).toBe(popover?.clientHeight);
    await expect.element(item).toBeInViewport({ ratio: 1 });
    window.removeEventListener('error', onError);
    expect(reported).toEqual([]);
  });

  it('lead to the parts of the index', async () => {
    const { router } = await listOf(['logs-ä.1']);
    await chooseOf('logs-ä.1', 'Show mapping');
    await expect.poll(() => router.state.location.href).toContain('tab=mapping');
    expect(decodeURI(router.state.location.pathname)).toBe(`${APP_BASE}/indices/logs-ä.1`);
  });
});

function fault(call: ClusterCall, kind: 'refused' | 'cut'): ClusterError {
  const request = requestOf(call);
  return kind === 'cut'
    ? new ClusterError('cut', 'The connection was cut.', { request })
    : new ClusterError('refused', 'It is the write index.', {
        status: 400,
        type: 'illegal_argument_exception',
        reason: 'It is the write index.',
        request,
      });
}
