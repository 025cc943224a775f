import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { lastReason } from '../platform/work-reason.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { openTestConsole } from '../testing/open-test-console.tsx';
import { readShownRequests, recordWrites } from '../testing/record-writes.ts';
import { startSlowReindex } from '../testing/slow-reindex.ts';
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
  /** The first lines of the requests. */
  readonly lines: readonly string[];
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const press = (name: string) => userEvent.click(button(name));
const choose = async (item: string) => {
  await press('Actions for logs');
  await userEvent.click(page.getByRole('menuitem', { name: item, exact: true }));
};
const tick = (name: string) =>
  userEvent.click(page.getByRole('checkbox', { name }).element().closest('label') ?? document.body);

const anIndex = (server: TestServer) => server.ask('PUT', ['logs'], { aliases: { all: {} } });
const aClosedIndex = async (server: TestServer) => {
  await anIndex(server);
  await server.ask('POST', ['logs', '_close']);
};
const aStream = async (server: TestServer) => {
  await server.ask('PUT', ['_index_template', 'streams'], { index_patterns: ['stream*'], data_stream: {} });
  await server.ask('PUT', ['_data_stream', 'stream']);
};
const NAMES = Array.from({ length: 17 }, (_, at) => `logs-${at + 10}`);

const WRITES: Readonly<Record<string, Write>> = {
  'closing an index': {
    path: '/indices/logs',
    seed: anIndex,
    open: () => choose('Close index'),
    confirm: 'Close index',
    lines: ['POST /logs/_close'],
  },
  'opening an index': {
    path: '/indices/logs',
    seed: aClosedIndex,
    open: () => choose('Open index'),
    confirm: 'Open index',
    lines: ['POST /logs/_open'],
  },
  'opening an index from its statistics': {
    path: '/indices/logs?tab=stats',
    seed: aClosedIndex,
    open: () => press('Open index'),
    confirm: 'Open index',
    lines: ['POST /logs/_open'],
  },
  'deleting an index': {
    path: '/indices/logs',
    seed: anIndex,
    open: () => choose('Delete index'),
    confirm: 'Delete index',
    lines: ['DELETE /logs'],
  },
  'closing more indices than one request carries': {
    path: '/indices',
    seed: async (server) => {
      for (const name of NAMES) await server.ask('PUT', [name], {});
    },
    open: async () => {
      await expect.element(page.getByText('logs-10', { exact: true })).toBeVisible();
      await tick('Select all on this page');
      await press('Manage 17 indices');
      await userEvent.click(page.getByRole('menuitem', { name: 'Close 17 indices' }));
    },
    confirm: 'Close 17 indices',
    lines: [`POST /${NAMES.slice(0, 16).join('%2C')}/_close`, 'POST /logs-26/_close'],
  },
  'a force merge': {
    path: '/indices/logs',
    seed: anIndex,
    open: async () => {
      await choose('Force merge index');
      await userEvent.fill(page.getByRole('textbox', { name: 'Segments per shard (optional)' }), '3');
      await userEvent.tab();
    },
    confirm: 'Force merge index',
    lines: ['POST /logs/_forcemerge?max_num_segments=3'],
  },
  'adding a block': {
    path: '/indices/logs',
    seed: anIndex,
    open: () => press('Add write block'),
    confirm: 'Add block',
    lines: ['PUT /logs/_block/write'],
  },
  'removing a block': {
    path: '/indices/logs',
    seed: async (server) => {
      await anIndex(server);
      await server.ask('PUT', ['logs', '_block', 'write']);
    },
    open: () => press('Remove write block'),
    confirm: 'Remove block',
    lines: ['PUT /logs/_settings'],
  },
  'attaching a lifecycle policy': {
    path: '/indices/logs',
    seed: anIndex,
    open: async () => {
      await press('Attach policy');
      const dialog = page.getByRole('dialog', { name: 'Attach lifecycle policy to “logs”' });
      await userEvent.click(dialog.getByRole('button', { name: /Policy/ }).first());
      await userEvent.click(page.getByRole('option', { name: 'sandbox-30-days' }));
    },
    confirm: 'Attach policy',
    lines: ['PUT /logs/_settings'],
  },
  'detaching a lifecycle policy': {
    path: '/indices/logs',
    seed: (server) => server.ask('PUT', ['logs'], { settings: { 'index.lifecycle.name': 'sandbox-30-days' } }),
    open: () => press('Detach policy'),
    confirm: 'Detach policy',
    lines: ['POST /logs/_ilm/remove'],
  },
  'adding an alias': {
    path: '/indices/logs?tab=aliases',
    seed: anIndex,
    open: async () => {
      await press('Add alias');
      await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'recent');
      await userEvent.fill(page.getByRole('textbox', { name: 'Filter' }), '{"term":{"level":1.0}}');
    },
    confirm: 'Add alias',
    lines: ['POST /_aliases'],
  },
  'editing an alias': {
    path: '/indices/logs?tab=aliases',
    seed: anIndex,
    async open() {
      await press('Edit alias all');
      await userEvent.fill(page.getByRole('textbox', { name: 'Search routing' }), '7');
    },
    confirm: 'Update alias',
    lines: ['POST /_aliases'],
  },
  'removing an alias': {
    path: '/indices/logs?tab=aliases',
    seed: anIndex,
    open: () => press('Remove alias all'),
    confirm: 'Remove',
    lines: ['POST /_aliases'],
  },
  'moving an alias': {
    path: '/aliases',
    seed: async (server) => {
      await anIndex(server);
      await server.ask('PUT', ['logs-2'], {});
    },
    open: async () => {
      await expect.element(page.getByRole('checkbox', { name: 'Select all → logs' })).toBeInTheDocument();
      await tick('Select all → logs');
      await press('Move');
      await userEvent.fill(page.getByRole('textbox', { name: 'Move to index' }), 'logs-2');
    },
    confirm: 'Move 1 alias',
    lines: ['POST /_aliases'],
  },
  'a rollover': {
    path: '/data_streams/stream',
    seed: aStream,
    open: async () => {
      await press('Roll over');
      await userEvent.fill(page.getByRole('textbox', { name: 'Maximum size' }), '50gb');
    },
    confirm: 'Roll over',
    lines: ['POST /stream/_rollover'],
  },
  'a retention': {
    path: '/data_streams/stream',
    seed: aStream,
    open: async () => {
      await press('Edit lifecycle');
      await userEvent.click(page.getByText('Delete old data'));
      await userEvent.fill(page.getByRole('textbox', { name: 'Keep data for' }), '7');
      await press('Review and save');
    },
    confirm: 'Update lifecycle',
    lines: ['PUT /_data_stream/stream/_lifecycle'],
  },
  'creating a data stream': {
    path: '/data_streams',
    seed: aStream,
    open: async () => {
      await press('Create data stream');
      await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'stream-2');
    },
    confirm: 'Create data stream',
    lines: ['PUT /_data_stream/stream-2'],
  },
  'deleting a data stream': {
    path: '/data_streams/stream',
    seed: aStream,
    open: () => press('Delete data stream'),
    confirm: 'Delete data stream',
    lines: ['DELETE /_data_stream/stream'],
  },
  'cancelling a task': {
    path: '/tasks',
    seed: startSlowReindex,
    open: async () => {
      await press('Actions for sandbox-1:1');
      await userEvent.click(page.getByRole('menuitem', { name: 'Cancel task' }));
    },
    confirm: 'Cancel task',
    lines: ['POST /_tasks/sandbox-1%3A1/_cancel'],
  },
  'deleting an index template': {
    path: '/templates/mine',
    seed: (server) => server.ask('PUT', ['_index_template', 'mine'], { index_patterns: ['mine-*'] }),
    open: () => press('Delete template'),
    confirm: 'Delete index template',
    lines: ['DELETE /_index_template/mine'],
  },
};

/** Writes whose request has its own tests. */
const REVIEWED: Readonly<Record<string, Omit<Write, 'lines'>>> = {
  'creating an index': {
    path: '/create_index',
    seed: () => Promise.resolve(),
    open: async () => {
      await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'logs');
      await press('Review and save');
    },
    confirm: 'Create index',
  },
  'updating settings': {
    path: '/indices/logs?tab=edit_settings',
    seed: (server) => server.ask('PUT', ['logs'], {}),
    open: async () => {
      const editor = page.getByRole('textbox', { name: 'Index settings' });
      await expect.element(editor).toHaveTextContent('index.number_of_shards');
      await userEvent.fill(editor, '{"index.number_of_shards": "1", "index.number_of_replicas": "2"}');
      await press('Review and save');
    },
    confirm: 'Apply 2 settings',
  },
  'approving a plan': {
    path: '/create_plan?index=logs',
    seed: anIndex,
    open: () => press('Create plan'),
    confirm: 'Approve and run',
  },
};

afterEach(() => void lastReason.set(''));

describe('the reason of a change', () => {
  const field = page.getByRole('textbox', { name: 'Reason or ticket (optional)' });

  it.each(
    Object.entries({ ...WRITES, ...REVIEWED }).flatMap(([name, write]) => [
      { name, write, does: 'typed' },
      { name, write, does: 'left empty' },
    ]),
  )('is the one of its dialog: $name, $does', async ({ write: { path, seed, open, confirm }, does }) => {
    const server = testServer();
    await seed(server);
    lastReason.set('OPS-1 of another change');
    await openTestConsole(path, await testServices(undefined, { http: server.http }));
    await open();
    await expect.element(field).toHaveValue('');
    await expect.element(field).toHaveAccessibleDescription(/Last reason: OPS-1 of another change$/);
    // A plan is proposed before it is approved.
    const before = (await server.actionLog.recent(9)).length;
    if (does === 'typed') await userEvent.fill(field, ' OPS-7: größer ');
    await userEvent.click(button(confirm).last());
    const recorded = async () =>
      (await server.actionLog.recent(9)).slice(0, -before || undefined).map(({ reason }) => reason);
    await expect.poll(recorded).not.toEqual([]);
    expect(new Set(await recorded())).toEqual(new Set([does === 'typed' ? 'OPS-7: größer' : undefined]));
  });
});

describe('the request that is shown before it is sent', () => {
  it.each(Object.entries(WRITES))('is the one that is sent: %s', async (_, { path, seed, open, confirm, lines }) => {
    const { sent, between } = recordWrites();
    const server = testServer({ between });
    await seed(server);
    await openTestConsole(path, await testServices(undefined, { http: server.http }));
    await open();
    await expect.element(page.getByText(/^(?:Request|[\d,]+ requests)$/)).toBeVisible();
    const shown = await readShownRequests();
    expect(sent).toEqual([]);
    expect(shown.map((text) => text.split('\n')[0])).toEqual(lines);
    await expectAccessible();
    await userEvent.click(button(confirm).last());
    await expect.poll(() => sent).toEqual(shown);
  });

  it('is folded to one line at first', async () => {
    const server = testServer();
    await anIndex(server);
    await openTestConsole('/indices/logs', await testServices(undefined, { http: server.http }));
    await choose('Delete index');
    await expect.element(page.getByText('DELETE /logs', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Copy as curl' })).not.toBeInTheDocument();
    expect(await readShownRequests()).toEqual(['DELETE /logs']);
    await expect.element(page.getByRole('button', { name: 'Copy as curl' })).toBeVisible();
  });
});
