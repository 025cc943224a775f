import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ClusterError, isReadingCall, requestOf, type ClusterGateway } from '#domain/ports';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { openTestConsole } from '../testing/open-test-console.tsx';
import { testServer, type TestServer } from '../testing/test-http.ts';
import { testServices } from '../testing/test-services.ts';

interface Write {
  readonly path: string;
  /** What is on the cluster before. */
  readonly seed: (server: TestServer) => Promise<unknown>;
  /** Opens the dialog and fills it in. */
  readonly open: () => Promise<void>;
  /** The name of the button that sends. */
  readonly confirm: string;
  /** What another client does while the dialog is open. */
  readonly meanwhile: (server: TestServer) => Promise<unknown>;
  /** The words of the dialog for it. */
  readonly moved: RegExp;
  /** Whether the form refuses the reviewed change now. */
  readonly isOver?: boolean;
  /** The part of the cluster that is changed, as it responds. */
  readonly live: (server: TestServer) => Promise<string>;
  /** What is said where the cluster refuses it. */
  readonly refused: string;
  /** The button, or the item of the menu of a row, that opens the dialog. */
  readonly opener: { readonly button: string } | { readonly menu: string; readonly item: string };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const press = (name: string) => userEvent.click(button(name));
const choose = async (menu: string, item: string) => {
  await press(menu);
  await userEvent.click(page.getByRole('menuitem', { name: item, exact: true }));
};
const FILTER = { term: { k: 'theirs' } };
const filtered = (alias: string) => (server: TestServer) =>
  server.ask('POST', ['_aliases'], { actions: [{ add: { index: 'logs', alias, filter: FILTER } }] });

async function anIndex(server: TestServer) {
  await server.ask('PUT', ['logs'], { aliases: { all: {} } });
  await server.ask('PUT', ['logs-2'], {});
}
const ALIASES = {
  seed: anIndex,
  live: (server: TestServer) => server.ask('GET', ['_alias']),
  moved: /Exists with .*theirs/,
};
const followed = (policy: string) => (server: TestServer) =>
  server.ask('PUT', ['logs', '_settings'], { 'index.lifecycle.name': policy });
const POLICY = {
  path: '/indices/logs',
  live: (server: TestServer) => server.ask('GET', ['logs', '_settings']),
  meanwhile: followed('theirs'),
  moved: /The index follows policy “theirs” now/,
};

const WRITES: Readonly<Record<string, Write>> = {
  'adding an alias to an index': {
    ...ALIASES,
    path: '/indices/logs?tab=aliases',
    async open() {
      await press('Add alias');
      await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'recent');
    },
    confirm: 'Add alias',
    meanwhile: filtered('recent'),
    isOver: true,
    refused: 'Couldn’t add the alias',
    opener: { button: 'Add alias' },
  },
  'removing an alias of an index': {
    ...ALIASES,
    path: '/indices/logs?tab=aliases',
    open: () => press('Remove alias all'),
    confirm: 'Remove',
    meanwhile: filtered('all'),
    refused: 'Couldn’t remove the alias',
    opener: { button: 'Remove alias all' },
  },
  'adding an alias': {
    ...ALIASES,
    path: '/aliases',
    async open() {
      await press('Add alias');
      await userEvent.fill(page.getByRole('textbox', { name: 'Alias' }), 'recent');
      await userEvent.fill(page.getByRole('textbox', { name: 'Index', exact: true }), 'logs');
    },
    confirm: 'Add alias',
    meanwhile: filtered('recent'),
    isOver: true,
    refused: 'Couldn’t update the aliases',
    opener: { button: 'Add alias' },
  },
  'moving an alias': {
    ...ALIASES,
    path: '/aliases',
    async open() {
      await choose('Actions for all → logs', 'Move');
      await userEvent.fill(page.getByRole('textbox', { name: 'Move to index' }), 'logs-2');
    },
    confirm: 'Move 1 alias',
    meanwhile: filtered('all'),
    refused: 'Couldn’t update the aliases',
    opener: { menu: 'Actions for all → logs', item: 'Move' },
  },
  'editing an alias': {
    ...ALIASES,
    path: '/aliases',
    async open() {
      await choose('Actions for all → logs', 'Edit');
      await userEvent.fill(page.getByRole('textbox', { name: 'Search routing' }), '7');
    },
    confirm: 'Update alias',
    meanwhile: filtered('all'),
    refused: 'Couldn’t update the alias',
    opener: { menu: 'Actions for all → logs', item: 'Edit' },
  },
  'editing an alias of an index': {
    ...ALIASES,
    path: '/indices/logs?tab=aliases',
    async open() {
      await press('Edit alias all');
      await userEvent.fill(page.getByRole('textbox', { name: 'Search routing' }), '7');
    },
    confirm: 'Update alias',
    meanwhile: filtered('all'),
    refused: 'Couldn’t update the alias',
    opener: { button: 'Edit alias all' },
  },
  'removing an alias': {
    ...ALIASES,
    path: '/aliases',
    open: () => choose('Actions for all → logs', 'Remove'),
    confirm: 'Remove 1 alias',
    meanwhile: filtered('all'),
    refused: 'Couldn’t update the aliases',
    opener: { menu: 'Actions for all → logs', item: 'Remove' },
  },
  'a retention': {
    path: '/data_streams/stream',
    async seed(server) {
      await server.ask('PUT', ['_index_template', 'streams'], { index_patterns: ['stream*'], data_stream: {} });
      await server.ask('PUT', ['_data_stream', 'stream']);
    },
    live: (server) => server.ask('GET', ['_data_stream', 'stream']),
    async open() {
      await press('Edit lifecycle');
      await userEvent.click(page.getByText('Delete old data'));
      await userEvent.fill(page.getByRole('textbox', { name: 'Keep data for' }), '7');
      await press('Review and save');
    },
    confirm: 'Update lifecycle',
    meanwhile: (server) => server.ask('PUT', ['_data_stream', 'stream', '_lifecycle'], { data_retention: '3d' }),
    moved: /Currently: Data older than 3 days is deleted/,
    refused: 'Couldn’t update the lifecycle',
    opener: { button: 'Edit lifecycle' },
  },
  'a retention where the downsampling changed': {
    path: '/data_streams/stream',
    async seed(server) {
      await server.ask('PUT', ['_index_template', 'streams'], { index_patterns: ['stream*'], data_stream: {} });
      await server.ask('PUT', ['_data_stream', 'stream']);
      await server.ask('PUT', ['_data_stream', 'stream', '_lifecycle'], { data_retention: '3d' });
    },
    live: (server) => server.ask('GET', ['_data_stream', 'stream']),
    async open() {
      await press('Edit lifecycle');
      await userEvent.fill(page.getByRole('textbox', { name: 'Keep data for' }), '7');
      await press('Review and save');
    },
    confirm: 'Update lifecycle',
    meanwhile: (server) =>
      server.ask('PUT', ['_data_stream', 'stream', '_lifecycle'], {
        ...{ data_retention: '3d', downsampling: [{ after: '1d', fixed_interval: '1h' }] },
      }),
    moved: /Data older than 3 days is deleted\. Downsampling: 1 round: to 1h after 1 day\.$/,
    refused: 'Couldn’t update the lifecycle',
    opener: { button: 'Edit lifecycle' },
  },
  'attaching a policy': {
    ...POLICY,
    seed: anIndex,
    async open() {
      await press('Attach policy');
      const dialog = page.getByRole('dialog', { name: 'Attach lifecycle policy to “logs”' });
      await userEvent.click(dialog.getByRole('button', { name: /Policy/ }).first());
      await userEvent.click(page.getByRole('option', { name: 'sandbox-30-days' }));
    },
    confirm: 'Attach policy',
    refused: 'Couldn’t attach the policy',
    opener: { button: 'Attach policy' },
  },
  'detaching a policy': {
    ...POLICY,
    seed: (server) => server.ask('PUT', ['logs'], { settings: { 'index.lifecycle.name': 'sandbox-30-days' } }),
    open: () => press('Detach policy'),
    confirm: 'Detach policy',
    refused: 'Couldn’t change the lifecycle',
    opener: { button: 'Detach policy' },
  },
};

/** What becomes of a write: it is made and its response is lost, it is lost itself, or the cluster refuses it. */
type Fate = 'made' | 'unanswered' | 'lost' | 'refused';

/** The console on a server that counts what it writes. */
async function begin({ path, seed, open }: Write, fate: Fate = 'made') {
  let written = 0;
  const between = (engine: ClusterGateway): ClusterGateway => ({
    async send(call) {
      if (isReadingCall(call)) return engine.send(call);
      written++;
      const request = requestOf(call);
      if (fate === 'refused') throw new ClusterError('refused', 'No.', { status: 400, reason: 'No.', request });
      const answer = fate === 'lost' ? null : await engine.send(call);
      if (answer === null || fate === 'unanswered')
        throw new ClusterError('cut', 'The connection was cut.', { request });
      return answer;
    },
  });
  const server = testServer({ between });
  await seed(server);
  await openTestConsole(path, await testServices(undefined, { http: server.http }));
  await open();
  return { server, written: () => written };
}

describe.each(Object.entries(WRITES))('%s', (_, write) => {
  const { confirm, meanwhile, moved, isOver = false, live, refused, opener } = write;
  const send = () => userEvent.click(button(confirm).last());

  it('sends nothing where another client was first, says what is there now, and goes on from that', async () => {
    const { server, written } = await begin(write);
    await meanwhile(server);
    const before = await live(server);
    await send();
    await expect.element(page.getByText('Nothing was changed', { exact: true })).toBeVisible();
    await expect.element(page.getByText(moved)).toBeVisible();
    await expectAccessible();
    expect([written(), await live(server)]).toEqual([0, before]);
    await send();
    if (isOver) await expect.element(page.getByText('This index already has an alias with this name.')).toBeVisible();
    else await expect.poll(() => live(server)).not.toBe(before);
    expect(written()).toBe(isOver ? 0 : 1);
  });

  it('finds out after a lost response that the change was made, and sends it once', async () => {
    const { server, written } = await begin(write, 'unanswered');
    const before = await live(server);
    await send();
    await expect.element(page.getByText(/The response was lost, so the cluster was read again/)).toBeVisible();
    await expect.element(page.getByText('Request', { exact: true })).not.toBeInTheDocument();
    expect(await live(server)).not.toBe(before);
    expect(written()).toBe(1);
  });

  it('does not know what came of it where the change is not to be seen, and sends it once', async () => {
    const { written } = await begin(write, 'lost');
    await send();
    await expect.element(page.getByText('The result is unknown')).toBeVisible();
    expect(written()).toBe(1);
  });

  it('says why the cluster refused it', async () => {
    const { server, written } = await begin(write, 'refused');
    const before = await live(server);
    await send();
    await expect.element(page.getByText(refused)).toBeVisible();
    expect([written(), await live(server)]).toEqual([1, before]);
  });

  it('is not offered on a read-only server', async () => {
    const server = testServer({ isReadOnly: true });
    await write.seed(server);
    await openTestConsole(write.path, await testServices(undefined, { http: server.http }));
    if ('button' in opener) return expect.element(button(opener.button)).toBeDisabled();
    await press(opener.menu);
    const item = page.getByRole('menuitem', { name: new RegExp(`^${opener.item}(?! mapping)`) });
    return expect.element(item).toHaveAttribute('aria-disabled', 'true');
  });
});
