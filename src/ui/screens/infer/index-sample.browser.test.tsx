import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { draftStream } from '#domain/commands';
import { replay } from '#domain/document';
import { openLog } from '#domain/log';
import { ClusterError, requestOf, type ClusterCall, type ClusterGateway } from '#domain/ports';
import { draftsOf } from '../../platform/draft-list.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { ROUTES } from '../../platform/route-table.ts';
import { testServer } from '../../testing/test-http.ts';
import { testServices } from '../../testing/test-services.ts';

/** Is in the documents, and must be in no draft and no storage. */
const SECRET = 'ada@example.org';

const section = page.getByRole('region', { name: 'Sample of an index' });
const readButton = section.getByRole('button', { name: 'Read sample' });
const chosen = section.getByRole('combobox', { name: 'Index or data stream' });
const summary = page.getByText(/documents?, [\d,]+ fields?, for /);
const note = (text: string) => page.getByRole('main').getByText(text);

interface OpenOptions {
  readonly path?: string;
  /** How many documents the index "logs" has. */
  readonly count?: number;
  readonly hasDocuments?: boolean;
  readonly between?: (call: ClusterCall, send: () => ReturnType<ClusterGateway['send']>) => Promise<unknown>;
}

async function open({
  path = '/drafts/infer?index=logs',
  count = 3,
  hasDocuments = true,
  between = (_, send) => send(),
}: OpenOptions = {}) {
  const server = testServer({
    hasDocuments,
    between: (engine) => ({
      send: (call) => between(call, () => engine.send(call)) as ReturnType<ClusterGateway['send']>,
    }),
  });
  await server.ask('PUT', ['logs'], { mappings: { properties: { host: { type: 'keyword' } } } });
  for (let at = 0; at < count; at++)
    await server.ask('PUT', ['logs', '_doc', `d${at}`], { at, user: SECRET, ip: '10.0.0.1' });
  await server.ask('PUT', ['other'], {});
  const services = await testServices(undefined, { http: server.http });
  return { ...(await openTestConsole(path, services)), server };
}

/** Whether a call reads documents, and not only their IDs or their number. */
const isOfSources = ({ body = '' }: ClusterCall) => body.includes('"ids"');

const refused = (call: ClusterCall) =>
  new ClusterError('forbidden', 'Access to the cluster denied.', {
    ...{ status: 403, reason: 'action [indices:data/read/search] is unauthorized' },
    request: requestOf(call),
  });

describe('a mapping that is inferred from an index', () => {
  it('is that of the newest documents, and says that they are a sample', async () => {
    const { services } = await open({ count: 120 });
    await expect.element(chosen).toHaveValue('logs');
    await expect.element(section).toHaveTextContent('The index has 120 documents.');
    await expectAccessible();
    await userEvent.click(section.getByRole('radio', { name: '100', exact: true }));
    await userEvent.click(readButton);
    await expect.element(page.getByRole('heading', { name: 'Index logs' })).toBeVisible();
    await expect.element(summary).toHaveTextContent(/^100 documents, 3 fields, for /);
    await expect.element(note('This is a sample: the newest 100 of 120 documents')).toBeVisible();
    await expect.element(page.getByText('Every value is a whole number, from 20 to 119.')).toBeVisible();
    await expect.element(note('Tried 100 documents on the mapping: none is refused.')).toBeVisible();
    await expectAccessible();
    await userEvent.click(page.getByRole('button', { name: 'Create draft' }));
    await expect.element(page.getByRole('heading', { name: 'logs', level: 1 })).toBeVisible();
    const draft = draftsOf(services.drafts.getSnapshot().state.body).find(({ name }) => name === 'logs');
    const { events } = openLog(await services.store.read(draftStream(draft?.id ?? '')));
    expect(replay(undefined, events)).toMatchObject({
      mappings: { properties: { at: { type: 'long' }, ip: { type: 'ip' } } },
    });
    expect(events[0]?.reason).toMatch(
      /^Inferred from 100 documents of index logs, a sample of 100 of 120, for Elasticsearch/,
    );
    expect(JSON.stringify([events, localStorage, sessionStorage])).not.toContain(SECRET);
  });

  it('is of an index that is chosen, all of whose documents are read, and compared with it', async () => {
    const { router } = await open({ path: '/drafts/infer' });
    await expect.element(readButton).not.toBeInTheDocument();
    await userEvent.fill(chosen, 'lo');
    await userEvent.click(page.getByRole('option', { name: 'logs' }));
    await expect.poll(() => router.state.location.search).toMatchObject({ index: 'logs' });
    await userEvent.click(readButton);
    await expect.element(note('All documents of the index were read (3)')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Compare with…' }));
    await userEvent.fill(page.getByRole('combobox', { name: 'Compare with' }), 'logs');
    await userEvent.click(page.getByRole('option', { name: 'logs' }));
    await expect.element(note('Tried 3 documents on index logs: none is refused.')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Read another sample' }));
    await expect.element(chosen).toHaveValue('logs');
    await expect.element(summary).not.toBeInTheDocument();
  });

  it('is by numbers as they are written, and says where _source is not what was sent', async () => {
    const sources = ['{"n":1.0,"big":9007199254740993}', '{"n":2.0,"big":18446744073709551615}'];
    const hits = sources.map((source, at) => `{"_id":"d${at}","_source":${source}}`).join();
    await open({
      between: async (call, send) => {
        if (isOfSources(call)) return { status: 200, body: `{"hits":{"hits":[${hits}]}}` };
        if (call.path.at(-1) === '_settings')
          return { status: 200, body: '{"logs":{"settings":{"index.mode":"logsdb"}}}' };
        return send();
      },
    });
    await userEvent.click(readButton);
    const typeOf = (field: string) => page.getByRole('radiogroup', { name: `Type of ${field}` });
    await expect.element(typeOf('n').getByRole('radio', { name: 'float' })).toBeChecked();
    await expect.element(typeOf('big').getByRole('radio', { name: 'unsigned_long' })).toBeChecked();
    await expect.element(page.getByRole('alert').filter({ hasText: 'Its _source is synthetic' })).toBeVisible();
  });

  it('is offered from the mapping of an index', async () => {
    const { router } = await open({ path: '/indices/logs?tab=mapping' });
    await userEvent.click(page.getByRole('link', { name: 'Infer mapping' }));
    await expect.element(chosen).toHaveValue('logs');
    expect(router.state.location.search).toMatchObject({ index: 'logs' });
    await userEvent.click(readButton);
    await expect.element(summary).toBeVisible();
  });
});

it('can be of a data stream: its newest index is read', async () => {
  const { server, router } = await open({ path: '/drafts/infer' });
  await server.ask('PUT', ['_index_template', 'metrics'], { index_patterns: ['metrics-*'], data_stream: {} });
  await server.ask('PUT', ['_data_stream', 'metrics-app'], undefined);
  await server.ask('POST', ['metrics-app', '_doc'], { '@timestamp': '2026-11-22T10:00:00Z', cpu: 0.5 });
  await router.navigate({ to: ROUTES.drafts });
  router.history.back();
  await userEvent.click(chosen);
  await userEvent.click(page.getByRole('option', { name: 'metrics-app (newest index)' }));
  await expect.element(section).toHaveTextContent('The index has 1 document.');
  expect(router.state.location.search).toMatchObject({ index: expect.stringMatching(/^\.ds-metrics-app-.*-000001$/) });
  await expect.element(chosen).toHaveValue('metrics-app (newest index)');
  await userEvent.click(readButton);
  await expect.element(summary).toHaveTextContent(/^1 document, 2 fields, for /);
});

it('can be of an index that is found by its alias', async () => {
  const { server, router } = await open({ path: '/drafts/infer' });
  await server.ask('PUT', ['logs', '_alias', 'shop-now'], {});
  await router.navigate({ to: ROUTES.drafts });
  router.history.back();
  await userEvent.fill(chosen, 'shop');
  const option = page.getByRole('option');
  await expect.element(option).toHaveTextContent('logsAliases: shop-now');
  await userEvent.click(option);
  await expect.element(chosen).toHaveValue('logs');
  expect(router.state.location.search).toMatchObject({ index: 'logs' });
});

describe('a sample that can’t be read', () => {
  it('says why where documents are off, before it is read', async () => {
    await open({ hasDocuments: false });
    await expect
      .element(section.getByRole('alert'))
      .toHaveTextContent(
        'Documents of index logs can’t be readReading documents is turned off. Nobody signs in to the built-in engine. To turn it on, start the server with --documents.',
      );
    await expect.element(readButton).toBeDisabled();
    await expectAccessible();
  });

  it('is none where the index is empty', async () => {
    await open({ count: 0 });
    await expect.element(section).toHaveTextContent('The index has no documents. Refresh it if they are new.');
    await expect.element(readButton).toBeDisabled();
  });

  it('can still be of an index where the data streams can’t be read, which is said', async () => {
    const isOfStreams = ({ path }: ClusterCall) => path[0] === '_data_stream';
    let isRefused = true;
    await open({
      between: (call, send) =>
        isRefused && isOfStreams(call) && call.path.length === 1 ? Promise.reject(refused(call)) : send(),
    });
    const notice = section.getByRole('alert');
    await expect.element(notice).toHaveTextContent(/^Couldn’t load the data streams/);
    await expect.element(readButton).toBeEnabled();
    isRefused = false;
    await userEvent.click(section.getByRole('button', { name: 'Try again' }));
    await expect.element(notice).not.toBeInTheDocument();
    await cleanup();
    // Not even whether the cluster has any is known then.
    await open({ between: (call, send) => (isOfStreams(call) ? Promise.reject(refused(call)) : send()) });
    await expect.element(notice).toHaveTextContent(/^Couldn’t load the data streams/);
  });

  it('says that an index of the address is not there', async () => {
    await open({ path: '/drafts/infer?index=gone' });
    await expect.element(section.getByRole('alert')).toHaveTextContent('Documents of index gone can’t be read');
    await expect.element(readButton).toBeDisabled();
  });

  it('shows nothing in part when a page fails half-way, and can be read again', async () => {
    let pages = 0;
    await open({
      count: 250,
      between: (call, send) => (isOfSources(call) && ++pages === 2 ? Promise.reject(refused(call)) : send()),
    });
    await userEvent.click(readButton);
    await expect
      .element(section.getByRole('alert'))
      .toHaveTextContent(/^The sample of index logs can’t be read.*Access to the cluster denied\./);
    await expect.element(summary).not.toBeInTheDocument();
    await userEvent.click(readButton);
    await expect.element(summary).toHaveTextContent(/^250 documents, /);
  });

  it('ends when it is cancelled, and shows nothing that arrives later', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isHeld = true;
    await open({
      between: async (call, send) => {
        if (isOfSources(call) && isHeld) await held;
        return send();
      },
    });
    await userEvent.click(readButton);
    await expect.element(section.getByRole('status')).toHaveTextContent('Reading documents of index logs...');
    await userEvent.click(section.getByRole('button', { name: 'Cancel' }));
    await expect.element(section.getByRole('status')).not.toBeInTheDocument();
    isHeld = false;
    release();
    await userEvent.click(section.getByRole('radio', { name: '100', exact: true }));
    await expect.element(summary).not.toBeInTheDocument();
    await userEvent.click(readButton);
    await expect.element(summary).toHaveTextContent(/^3 documents, /);
  });
});
