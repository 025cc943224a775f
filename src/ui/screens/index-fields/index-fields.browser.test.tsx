import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { TargetEngine } from '#domain/catalogue';
import { ClusterError, requestOf, type ClusterCall } from '#domain/ports';
import { ROUTES } from '../../platform/route-table.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { answering } from '../../testing/open-test-index.ts';
import { testServer } from '../../testing/test-http.ts';
import { testServices } from '../../testing/test-services.ts';

const ELASTICSEARCH: TargetEngine = { distribution: 'elasticsearch', version: '9.1.0' };
const LOGS = ['logs-9', 'logs-10', 'logs-11'] as const;

const costs = (index: string, bytes: number) => ({
  _shards: { failed: 0 },
  [index]: {
    store_size_in_bytes: 2 * bytes,
    fields: { tag: { total_in_bytes: bytes, doc_values_in_bytes: bytes } },
  },
});
const uses = (index: string, any: number) => ({
  _shards: { failed: 0 },
  [index]: {
    shards: [
      {
        tracking_started_at_millis: 1_000 * any,
        stats: {
          fields: {
            tag: {
              ...{ any, inverted_index: { terms: any, postings: any }, doc_values: 0, points: 0, norms: 0 },
              ...{ stored_fields: 0, term_vectors: 0, knn_vectors: 0 },
            },
          },
        },
      },
    ],
  },
});

type Respond = (index: string, call: ClusterCall) => unknown;

/** The screen over three indices, of which the last one has another field. */
async function openFields(of: string, responses: Readonly<Record<string, Respond>>, says = ELASTICSEARCH) {
  const asked: string[] = [];
  const answers = Object.entries(responses).map(([api, respond]) => [
    api,
    (call: ClusterCall) => {
      const [index = ''] = call.path;
      asked.push(index);
      return respond(index, call);
    },
  ]);
  const server = testServer({ says, between: answering(Object.fromEntries(answers)) });
  const tag = { tag: { type: 'keyword' } };
  for (const name of LOGS) {
    const properties = name === 'logs-11' ? { ...tag, shop: { type: 'long' } } : tag;
    await server.ask('PUT', [name], { mappings: { properties } });
  }
  await server.ask('PUT', ['_index_template', 'app'], {
    ...{ index_patterns: ['app'], data_stream: {} },
    template: { mappings: { properties: tag } },
  });
  await server.ask('PUT', ['_data_stream', 'app']);
  const services = await testServices(undefined, { http: server.http });
  const opened = await openTestConsole(`/index_fields${of === '' ? '' : `?of=${of}`}`, services);
  return { ...opened, server, asked };
}

const rows = () =>
  page
    .getByRole('row')
    .elements()
    .slice(1)
    .map(({ textContent }) => textContent);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const text = (of: RegExp) => page.getByText(of);

describe('the fields of several indices', () => {
  it('are summed, one index after another, and lead to the newest one that has them', async () => {
    const { router, asked } = await openFields('logs-*', {
      _disk_usage: (index) => costs(index, index === 'logs-11' ? 2_048 : 1_024),
      _field_usage_stats: (index) => uses(index, 2),
    });
    await expect.element(text(/^Fields of 3 indices: logs-9 to logs-11\.$/)).toBeVisible();
    await expect.poll(rows).toEqual(['shop1long–––', 'tag3keyword–––']);
    await userEvent.click(button('Analyze disk usage'));
    await expect.element(text(/^Analyzed 3 of 3 indices: 8\.0 KB in one copy of each shard\.$/)).toBeVisible();
    expect(asked).toEqual([...LOGS]);
    await userEvent.click(button('Look at usage'));
    await expect.element(page.getByText('6', { exact: true })).toBeVisible();
    expect(rows()).toEqual([
      'tag3keyword4.0 KB · 50%doc values 4.0 KB64.0 KBdoc values 4.0 KB',
      'shop1long0 B · 0%00 B',
    ]);
    await expectAccessible();
    await userEvent.click(page.getByRole('columnheader', { name: 'Not used' }).getByRole('button'));
    await expect.poll(() => router.state.location.search).toMatchObject({ of: 'logs-*', sort: 'unused' });
    await userEvent.click(page.getByRole('link', { name: 'tag', exact: true }));
    await expect.poll(() => router.state.location.pathname).toMatch(/\/indices\/logs-11\/mapping$/);
  });

  it('are those of a data stream, or of what is typed, and of nothing without a name', async () => {
    const { router } = await openFields('', {});
    await expect.element(page.getByRole('heading', { name: 'Which indices?' })).toBeVisible();
    const input = page.getByRole('textbox', { name: 'Indices' });
    await userEvent.fill(input, ' app ');
    await userEvent.keyboard('{Enter}');
    await expect.element(text(/^Fields of \.ds-app-.*000001\.$/)).toBeVisible();
    expect(router.state.location.search).toEqual({ of: 'app' });
    await expect.element(input).toHaveValue('app');
    await expect.element(input).toHaveFocus();
    await userEvent.fill(input, 'none-*');
    await userEvent.click(button('Show fields'));
    await expect.element(page.getByRole('heading', { name: 'No open index matches' })).toBeVisible();
    await router.navigate({ to: ROUTES.indexFields, search: { of: 'app' } });
    await expect.element(input).toHaveValue('app');
    await userEvent.fill(input, '');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: 'Which indices?' })).toBeVisible();
    expect(router.state.location.search).toEqual({});
  });

  it('are analyzed until that is cancelled, then the others, and one that fails is named beside them', async () => {
    let release = () => {};
    let isHeld = true;
    const { asked } = await openFields('logs-*', {
      async _disk_usage(index, call) {
        if (index === 'logs-10' && isHeld)
          await new Promise<void>((resolve, reject) => {
            release = resolve;
            call.signal?.addEventListener('abort', () =>
              reject(new ClusterError('cancelled', 'Cancelled.', { request: requestOf(call) })),
            );
          });
        if (index === 'logs-11')
          throw new ClusterError('forbidden', 'is unauthorized', { status: 403, request: requestOf(call) });
        return costs(index, 512);
      },
    });
    await userEvent.click(button('Analyze disk usage'));
    await expect.element(text(/^Analyzed 1 of 3 indices: 1\.0 KB/)).toBeVisible();
    await expect.element(button('Look at usage')).toBeVisible();
    await userEvent.click(button('Cancel'));
    await userEvent.click(button('Analyze the other 2'));
    isHeld = false;
    release();
    await expect.element(text(/^Analyzed 2 of 3 indices: 2\.0 KB/)).toBeVisible();
    await expect.element(text(/disk usage of logs-11.*is unauthorized/i)).toBeVisible();
    expect(asked.filter((index) => index === 'logs-9')).toHaveLength(1);
    expect(rows()[0]).toContain('1.0 KB · 50%');
  });

  it('are told by kind of file where the engine doesn’t analyze fields', async () => {
    const files = { dvd: { size_in_bytes: 1_024, description: 'DocValues' } };
    await openFields(
      'logs-*',
      { _stats: () => ({ _all: { primaries: { segments: { file_sizes: files } } } }) },
      { distribution: 'opensearch', version: '3.4.0' },
    );
    await userEvent.click(button('Show sizes by kind of file'));
    await expect.element(text(/^Files of the primary shards of 3 of 3 indices, by kind\./)).toBeVisible();
    await expect.element(page.getByText('3.0 KB')).toBeVisible();
  });
});
