import { describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draftStream } from '#domain/commands';
import { LIVE_MAPPINGS_AT, replay } from '#domain/document';
import { valueAt, type JsonObject } from '#domain/json';
import { openLog } from '#domain/log';
import { ClusterError, requestOf, type ClusterGateway } from '#domain/ports';
import { createDraft } from '../../files/import-draft.ts';
import type { Services } from '../../platform/services.ts';
import { setListedNames } from '../../platform/use-listed-names.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { testServer, type TestServer } from '../../testing/test-http.ts';
import { testServices } from '../../testing/test-services.ts';

const NDJSON =
  '{"status":"open","code":"ok","client":{"ip":"10.0.0.1","port":80}}\n' +
  '{"status":7,"code":"too long","client":{"ip":"::1","port":81}}\n';
const MAPPINGS = {
  properties: {
    status: { type: 'long' },
    code: { type: 'keyword', ignore_above: 4 },
    gone: { type: 'ip' },
  },
};
const TARGET = { distribution: 'elasticsearch', version: '9.5' } as const;

function drop(name: string, ...content: BlobPart[]): void {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(content, name));
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}

const section = page.getByRole('region', { name: 'Compare with a mapping' });
const missing = section.getByRole('list', { name: 'Missing fields' });

async function open({
  server = testServer(),
  drafts = {},
  text = NDJSON,
}: {
  readonly server?: TestServer;
  readonly drafts?: Readonly<Record<string, JsonObject>>;
  readonly text?: string;
} = {}) {
  const services = await testServices(undefined, { http: server.http });
  const ids: string[] = [];
  for (const [name, body] of Object.entries(drafts))
    ids.push(await createDraft(services, body, { name, target: TARGET }));
  const opened = await openTestConsole('/drafts/infer', services);
  await expect.element(page.getByRole('heading', { name: 'Infer a mapping from documents' })).toBeVisible();
  drop('orders.ndjson', text);
  await userEvent.click(page.getByRole('button', { name: 'Compare with…' }));
  return { ...opened, services, server, ids };
}

async function choose(name: string): Promise<void> {
  await userEvent.fill(page.getByRole('combobox', { name: 'Compare with' }), name);
  await userEvent.click(page.getByRole('option', { name }));
}

async function read({ store }: Services, stream: string) {
  const { events } = openLog(await store.read(stream));
  return { events, body: replay(undefined, events) };
}

const ADDED = { client: { properties: { ip: { type: 'ip' }, port: { type: 'long' } } } };

describe('the comparison of documents with a mapping', () => {
  it('lists what a draft refuses, ignores and lacks, and adds the missing fields as one step', async () => {
    const { services, ids } = await open({ drafts: { orders: { mappings: MAPPINGS }, other: { mappings: {} } } });
    await expect.element(page.getByRole('combobox', { name: 'Compare with' })).toHaveValue('');
    await choose('orders');
    await expect.element(section).toHaveTextContent('Tried 2 documents on draft orders: 1 is refused.');
    await expect.element(section).toHaveTextContent(/status: .*1 document, line 1/);
    await expect
      .element(section)
      .toHaveTextContent(/Values that draft orders leaves out of the index:.*code: .*line 2/);
    await expect.element(section).toHaveTextContent('Draft orders lacks 3 fields');
    await expect.element(missing).toHaveTextContent(/client\.port long.*Every value.*dynamic mapping adds long\./);
    await expect.element(section.getByText('1 field of draft orders is in no document')).toBeVisible();
    await expectAccessible();

    await userEvent.click(missing.getByText('client', { exact: true }));
    await expect.element(section.getByRole('button', { name: 'Add 0 fields to draft orders' })).toBeDisabled();
    await userEvent.click(section.getByText('Select all missing fields'));
    await userEvent.click(section.getByRole('button', { name: 'Add 3 fields to draft orders' }));
    await expect.element(page.getByRole('heading', { name: 'orders', level: 1 })).toBeVisible();
    const stream = draftStream(ids[0] ?? '');
    const { body, events } = await read(services, stream);
    expect(body).toEqual({ mappings: { properties: { ...MAPPINGS.properties, ...ADDED } } });
    expect(events.at(-1)).toMatchObject({
      type: 'batch.applied',
      summary: 'Add 3 missing fields',
      reason: expect.stringMatching(
        /^Inferred from 2 documents of orders\.ndjson\. client: Objects \(2\)\. client\.ip: /,
      ),
    });
    expect(JSON.stringify(events)).not.toContain('10.0.0.1');

    await userEvent.click(page.getByRole('button', { name: /^Undo/ }));
    await expect.poll(async () => (await read(services, stream)).body).toEqual({ mappings: MAPPINGS });
  });

  it('wants the time of a data stream where a template makes one', async () => {
    const stream = { index_patterns: ['orders-*'], data_stream: {}, template: { mappings: { properties: {} } } };
    await open({ drafts: { stream } });
    await choose('stream');
    await expect.element(section).toHaveTextContent('Tried 2 documents on draft stream: 2 are refused.');
    await expect.element(section).toHaveTextContent('A document has one @timestamp here, not 0');
  });

  it('adds only chosen fields, with the objects around them', async () => {
    const { services, ids } = await open({ drafts: { orders: { mappings: MAPPINGS } } });
    await choose('orders');
    await userEvent.click(missing.getByText('client.ip', { exact: true }));
    await userEvent.click(section.getByRole('button', { name: 'Add 2 fields to draft orders' }));
    await expect.element(page.getByRole('heading', { name: 'orders', level: 1 })).toBeVisible();
    const { body } = await read(services, draftStream(ids[0] ?? ''));
    expect(valueAt(body, '/mappings/properties/client')).toEqual({ properties: { port: { type: 'long' } } });
  });

  it('opens the editor of an index with the missing fields, and sends nothing', async () => {
    const server = testServer();
    await server.ask('PUT', ['logs'], { mappings: { ...MAPPINGS, dynamic: 'strict' } });
    const { services, router } = await open({ server });
    await choose('logs');
    await expect.element(section).toHaveTextContent('Tried 2 documents on index logs: 2 are refused.');
    await expect.element(missing).toHaveTextContent('documents are refused. The mappings are strict');
    await userEvent.click(section.getByRole('button', { name: 'Add 3 fields in the editor of index logs' }));
    await expect.element(page.getByRole('button', { name: /^Review/ })).toBeVisible();
    expect(router.state.location.pathname).toMatch(/\/indices\/logs\/mapping$/);
    const stream = (await services.store.streams()).find((each) => each.stream.startsWith('index'))?.stream ?? '';
    const { body } = await read(services, stream);
    expect(valueAt(body, `${LIVE_MAPPINGS_AT}/properties/client`)).toEqual(ADDED.client);
    expect(await server.ask('GET', ['logs', '_mapping'])).not.toContain('client');
  });

  it('tries documents by the settings of an index, and not by what engines tell for defaults', async () => {
    // Both engines tell that nothing is coerced, and coerce numbers.
    const told = {
      logs: { settings: { 'index.mapping.ignore_malformed': 'true' }, defaults: { 'index.mapping.coerce': 'false' } },
    };
    const between = (engine: ClusterGateway): ClusterGateway => ({
      ...engine,
      send: (call) =>
        call.path.includes('_settings')
          ? Promise.resolve({ status: 200, body: JSON.stringify(told) })
          : engine.send(call),
    });
    const server = testServer({ between });
    await server.ask('PUT', ['logs'], { mappings: { properties: { n: { type: 'long' }, m: { type: 'long' } } } });
    await open({ server, text: '{"n":"5","m":1}\n{"n":"6","m":"no"}\n' });
    await choose('logs');
    await expect.element(section).toHaveTextContent('Tried 2 documents on index logs: none is refused.');
  });

  it('compares with a template and its components, and opens its editor', async () => {
    const server = testServer();
    await server.ask('PUT', ['_component_template', 'base'], {
      template: { mappings: { properties: { client: { properties: { ip: { type: 'ip' } } } } } },
    });
    await server.ask('PUT', ['_index_template', 'orders-all'], {
      index_patterns: ['orders-*'],
      composed_of: ['base'],
      template: { mappings: MAPPINGS },
    });
    const { services, router } = await open({ server });
    await choose('orders-all');
    await expect.element(section).toHaveTextContent('Index template orders-all lacks 1 field');
    await userEvent.click(
      section.getByRole('button', { name: 'Add 1 field in the editor of index template orders-all' }),
    );
    await expect.element(page.getByRole('heading', { name: 'orders-all', level: 1 })).toBeVisible();
    expect(router.state.location.pathname).toContain('orders-all');
    const stream = (await services.store.streams()).find((each) => each.stream.includes('orders-all'))?.stream ?? '';
    const { body } = await read(services, stream);
    expect(valueAt(body, '/body/template/mappings/properties/client')).toEqual({
      properties: { port: { type: 'long' } },
    });
  });

  it('says why a mapping can’t be read, and reads it again', async () => {
    let isRefused = true;
    const between = (engine: ClusterGateway): ClusterGateway => ({
      ...engine,
      send: (call) =>
        isRefused && call.path.includes('_mapping')
          ? Promise.reject(new ClusterError('forbidden', 'Not allowed.', { request: requestOf(call), status: 403 }))
          : engine.send(call),
    });
    const server = testServer({ between });
    await server.ask('PUT', ['logs'], { mappings: MAPPINGS });
    await open({ server });
    await choose('logs');
    await expect.element(section.getByText('The mapping of index logs can’t be read')).toBeVisible();
    isRefused = false;
    await userEvent.click(section.getByRole('button', { name: 'Try again' }));
    await expect.element(section).toHaveTextContent('Index logs lacks 3 fields');
  });

  it('offers to list a part of the indices where the list is refused', async () => {
    const between = (engine: ClusterGateway): ClusterGateway => ({
      send: (call) =>
        /^(?:_cat|_resolve|\*)/.test(call.path[0] ?? '') && !call.path.includes('logs')
          ? Promise.reject(new ClusterError('forbidden', 'Not allowed.', { request: requestOf(call), status: 403 }))
          : engine.send(call),
    });
    const server = testServer({ between });
    await server.ask('PUT', ['logs'], { mappings: MAPPINGS });
    await open({ server });
    onTestFinished(() => setListedNames(null, ''));
    await userEvent.fill(page.getByRole('textbox', { name: 'Names or patterns' }), 'logs');
    await userEvent.keyboard('{Enter}');
    await choose('logs');
    await expect.element(section).toHaveTextContent('Index logs lacks 3 fields');
  });

  it('adds nothing where the index was deleted meanwhile', async () => {
    const server = testServer();
    await server.ask('PUT', ['logs'], { mappings: MAPPINGS });
    const { services } = await open({ server });
    await choose('logs');
    await expect.element(section).toHaveTextContent('Index logs lacks 3 fields');
    await server.ask('DELETE', ['logs']);
    const add = section.getByRole('button', { name: 'Add 3 fields in the editor of index logs' });
    await userEvent.click(add);
    await expect.element(section).toHaveTextContent('The index logs no longer exists.');
    await server.ask('PUT', ['logs'], { mappings: MAPPINGS });
    await userEvent.click(add);
    await expect.element(section).toHaveTextContent('was deleted and created again');
    expect((await services.store.streams()).filter(({ stream }) => stream.startsWith('index'))).toEqual([]);
  });

  it('compares again after another type or engine was chosen, and forgets the choice with the file', async () => {
    await open({ drafts: { orders: { mappings: MAPPINGS } } });
    await choose('orders');
    await expect.element(missing).toHaveTextContent('client.port long');
    const types = page.getByRole('radiogroup', { name: 'Type of client.port' });
    await userEvent.click(types.getByRole('radio', { name: 'keyword' }));
    await expect.element(missing).toHaveTextContent('client.port keyword');
    await userEvent.click(page.getByRole('button', { name: /Target engine/ }));
    await userEvent.click(page.getByRole('option', { name: 'OpenSearch 3.4' }));
    await expect.element(section).toHaveTextContent('for OpenSearch 3.4');
    await expect.element(missing).toHaveTextContent('client.port long');
    drop('other.ndjson', NDJSON);
    await expect.element(page.getByRole('heading', { name: 'other.ndjson' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Compare with…' })).toBeVisible();
    expect(section.elements()).toEqual([]);
  });

  it('adds ten thousand fields as one step, and shows those in view', async () => {
    const { services, ids } = await open({ drafts: { wide: { mappings: MAPPINGS } } });
    drop('wide.ndjson', `{${Array.from({ length: 9_990 }, (_, at) => `"field_${at}":${at}`).join()}}\n`);
    await expect.element(page.getByRole('heading', { name: 'wide.ndjson' })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Compare with…' }));
    await choose('wide');
    await expect.element(section).toHaveTextContent('Draft wide lacks 9,990 fields');
    expect(missing.getByRole('checkbox').elements().length).toBeLessThan(60);
    await userEvent.click(section.getByRole('button', { name: 'Add 9,990 fields to draft wide' }));
    await expect.element(page.getByRole('heading', { name: 'wide', level: 1 }), { timeout: 60_000 }).toBeVisible();
    const { body, events } = await read(services, draftStream(ids[0] ?? ''));
    expect(Object.keys(valueAt(body, '/mappings/properties') as object)).toHaveLength(9_993);
    expect(events.map(({ type }) => type)).toEqual(['document.created', 'batch.applied']);
  });
});
