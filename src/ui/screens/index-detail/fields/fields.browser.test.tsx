import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import type { TargetEngine } from '#domain/catalogue';
import { ClusterError, requestOf, type ClusterCall } from '#domain/ports';
import { READ_ONLY_REASON } from '../../../cluster/cluster-words.tsx';
import { expectAccessible } from '../../../testing/expect-accessible.ts';
import { openTestConsole } from '../../../testing/open-test-console.tsx';
import { answering } from '../../../testing/open-test-index.ts';
import { testServer } from '../../../testing/test-http.ts';
import { testServices } from '../../../testing/test-services.ts';
import { ROUTES } from '../../../platform/route-table.ts';

const MAPPINGS = {
  properties: {
    title: { type: 'text', fields: { raw: { type: 'keyword' } } },
    tag: { type: 'keyword' },
    shop: { properties: { id: { type: 'long' } } },
  },
};
const COSTS = {
  _shards: { failed: 0 },
  logs: {
    store_size_in_bytes: 4_096,
    fields: {
      title: { total_in_bytes: 1_024, inverted_index: { total_in_bytes: 1_000 }, norms_in_bytes: 24 },
      _source: { total_in_bytes: 2_048, stored_fields_in_bytes: 2_048 },
      tag: { total_in_bytes: 512, doc_values_in_bytes: 512 },
    },
  },
};
/** Searched, and neither sorted nor aggregated by. */
const TAG_USES = {
  ...{ any: 12, inverted_index: { terms: 12, postings: 12 }, doc_values: 0, points: 0, norms: 0 },
  ...{ stored_fields: 0, term_vectors: 0, knn_vectors: 0 },
};
const USES = {
  _shards: { failed: 0 },
  logs: { shards: [{ tracking_started_at_millis: 1_000, stats: { fields: { tag: TAG_USES } } }] },
};

const EARLIER = 'Fields that were estimated before keep what was found then.';

async function openFields(
  responses: Parameters<typeof answering>[0],
  says: TargetEngine = { distribution: 'elasticsearch', version: '9.1.0' },
  documents = 0,
) {
  const server = testServer({ between: answering(responses), says, hasDocuments: true });
  await server.ask('PUT', ['logs'], { mappings: MAPPINGS });
  for (let at = 0; at < documents; at++) await server.ask('PUT', ['logs', '_doc', `d${at}`], { tag: 'a' });
  const console = await openTestConsole(
    '/indices/logs?tab=fields',
    await testServices(undefined, { http: server.http }),
  );
  await expect.element(page.getByRole('row', { name: /title\.raw/ })).toBeVisible();
  return { ...console, server };
}

const rows = () =>
  page
    .getByRole('row')
    .elements()
    .slice(1)
    .map(({ textContent }) => textContent);
const tick = (field: string) =>
  userEvent.click(
    page
      .getByRole('checkbox', { name: `Select ${field}`, exact: true })
      .element()
      .closest('label') ?? document.body,
  );
const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('the fields of an index', () => {
  it('are listed by name, and by size once the cluster has analyzed them, with what their structures take up', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const { router } = await openFields({ _disk_usage: () => COSTS, _field_usage_stats: () => USES });
    expect(rows()).toEqual(['shop.idlong–––', 'tagkeyword–––', 'titletext–––', 'title.rawkeyword–––']);
    await userEvent.click(button('Analyze disk usage'));
    await expect.element(page.getByText(/^Analyzed .*: 4\.0 KB in one copy of each shard\.$/)).toBeVisible();
    await userEvent.click(button('Look at usage'));
    await expect.element(page.getByText('12', { exact: true })).toBeVisible();
    await expect
      .poll(rows)
      .toEqual([
        '_source Internal2.0 KB · 50%stored fields 2.0 KB––',
        'titletext1.0 KB · 25%inverted index 1000 B, norms 24 B01000 Binverted index 1000 B',
        'tagkeyword512 B · 12.5%doc values 512 B12512 Bdoc values 512 B',
        'shop.idlong0 B · 0%00 B',
        'title.rawkeyword0 B · 0%00 B',
      ]);
    await expect
      .element(page.getByText(/^Nobody used 1\.5 KB of the analyzed size: the index, doc values or norms/))
      .toHaveTextContent(/ of 2 fields\. Lint has the changes that save them\.$/);
    await expectAccessible();
    await userEvent.click(button('Actions for _source'));
    await userEvent.click(page.getByRole('menuitem', { name: 'Copy name' }));
    expect(copied).toHaveBeenCalledWith('_source');
    await userEvent.click(page.getByRole('link', { name: 'title.raw', exact: true }));
    await expect.element(page.getByRole('dialog', { name: "Edit multi-field 'raw'" })).toBeVisible();
    expect(router.state.location.search).toEqual({ field: '/mappings/properties/title/fields/raw' });
    // What was analyzed is kept while another page is shown.
    router.history.back();
    await expect.element(page.getByText(/^Analyzed /)).toBeVisible();
  });

  it('lead to Lint, which switches off what nobody used as one edit of the mapping', async () => {
    const { router } = await openFields({ _disk_usage: () => COSTS, _field_usage_stats: () => USES });
    await userEvent.click(button('Analyze disk usage'));
    await userEvent.click(button('Look at usage'));
    await userEvent.click(button('Actions for tag'));
    await userEvent.click(page.getByRole('menuitem', { name: 'Show in Lint' }));
    const lint = page.getByRole('region', { name: 'Lint', exact: true });
    const unsorted = lint.getByText(
      'It was not used once since its shards were started: doc values (to sort and aggregate).',
    );
    await expect.element(unsorted).toBeVisible();
    await userEvent.click(lint.getByRole('button', { name: 'Switch off doc_values: tag' }));
    await expect.element(unsorted).not.toBeInTheDocument();
    await userEvent.click(page.getByRole('tab', { name: 'Mapped fields' }));
    expect(router.state.location.pathname).toMatch(/\/indices\/logs\/mapping$/);
    await expect.element(page.getByRole('button', { name: /^Review/ })).toBeEnabled();
  });

  it('are filtered and sorted in the address of the tab', async () => {
    const { router } = await openFields({});
    await userEvent.fill(page.getByRole('searchbox', { name: 'Filter fields' }), 'keyword');
    await expect.poll(rows).toEqual(['tagkeyword–––', 'title.rawkeyword–––']);
    await userEvent.click(page.getByRole('columnheader', { name: 'Field' }).getByRole('button'));
    await expect.poll(() => router.state.location.search).toMatchObject({ tab: 'fields', filter: 'keyword' });
  });

  it('are analyzed until that is cancelled or the tab is left, and a missing right is named', async () => {
    const asked: ClusterCall[] = [];
    const reason = 'action [indices:admin/analyze_disk_usage] is unauthorized';
    await openFields({
      _disk_usage(call) {
        asked.push(call);
        if (asked.length > 2)
          throw new ClusterError('forbidden', reason, { status: 403, reason, request: requestOf(call) });
        // As a gateway does, once the request is cancelled.
        return new Promise((_, reject) => call.signal?.addEventListener('abort', () => reject(new Error('Cancelled'))));
      },
    });
    await userEvent.click(button('Analyze disk usage'));
    await expect.poll(() => asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ method: 'POST', query: { run_expensive_tasks: true }, isReading: true });
    await userEvent.click(button('Cancel'));
    await expect.element(button('Cancel')).not.toBeInTheDocument();
    expect(asked[0]?.signal?.aborted).toBe(true);
    await userEvent.click(button('Analyze disk usage'));
    await expect.poll(() => asked).toHaveLength(2);
    await userEvent.click(page.getByRole('tab', { name: 'Aliases' }));
    await expect.poll(() => asked[1]?.signal?.aborted).toBe(true);
    await userEvent.click(page.getByRole('tab', { name: 'Fields' }));
    await userEvent.click(button('Analyze disk usage'));
    await expect.element(page.getByRole('alert')).toHaveTextContent(reason);
    await expectAccessible();
  });

  it('are told by kind of file where the engine doesn’t analyze fields', async () => {
    const sizes = { dvd: { size_in_bytes: 3_072, description: 'DocValues' }, tim: { size_in_bytes: 100 } };
    const segments = { _all: { primaries: { segments: { file_sizes: sizes } } } };
    await openFields({ _stats: () => segments }, { distribution: 'opensearch', version: '3.4.0' });
    await expect
      .element(page.getByText(/^OpenSearch 3\.4\.0 has no sizes and uses of fields .*: they are of Elasticsearch\.$/))
      .toBeVisible();
    expect(button('Look at usage').elements()).toEqual([]);
    await userEvent.click(button('Show sizes by kind of file'));
    await expect.element(page.getByText('DocValues (.dvd)')).toBeVisible();
    await expect.element(page.getByText('3.0 KB')).toBeVisible();
    await expect.element(page.getByText('tim (.tim)')).toBeVisible();
    await expectAccessible();
  });

  it('are estimated on a random sample, all at once where the engine analyzes a copy', async () => {
    let analyses = 0;
    const analyzed: string[] = [];
    const { router } = await openFields(
      {
        _disk_usage({ path: [index = ''] }) {
          analyzed.push(index);
          analyses++;
          const fields = {
            title: { total_in_bytes: 1_024 * 2 ** analyses, norms_in_bytes: 1_024 * 2 ** analyses },
            _source: { total_in_bytes: 512, stored_fields_in_bytes: 512 },
          };
          return { _shards: { failed: 0 }, [index]: { store_size_in_bytes: 1, fields } };
        },
        _stats: () => ({ _all: { primaries: { store: { size_in_bytes: 81_920 } } } }),
      },
      undefined,
      160,
    );
    await userEvent.click(page.getByRole('radio', { name: '100', exact: true }));
    await userEvent.click(button('Estimate sizes'));
    await expect
      .element(page.getByText(/^Estimated .* from a random sample of 100 of 160 documents, for merged shards/))
      .toBeVisible();
    // The last 50 documents of the sample added 4 KB.
    expect(rows().slice(0, 2)).toEqual([
      'titletextabout 13 KB · 16%12 KB to 13 KBnorms 13 KB––',
      '_source Internalabout 512 B · 0.6%512 B to 538 Bstored fields 512 B––',
    ]);
    expect(analyzed).toHaveLength(3);
    expect(analyzed).not.toContain('logs');
    await expectAccessible();
    // What was estimated is kept while another page is shown.
    await router.navigate({ to: ROUTES.drafts });
    router.history.back();
    await expect.element(page.getByText('about 13 KB · 16%')).toBeVisible();
  });

  it('are estimated each alone where the engine doesn’t analyze fields, those that are selected', async () => {
    const properties = new Map<string, string>();
    const bodies: string[] = [];
    const server = testServer({
      ...{ hasDocuments: true, says: { distribution: 'opensearch', version: '3.4.0' } as const },
      between: (engine) => ({
        async send(call) {
          const [name = '', second, third] = call.path;
          if (call.method === 'PUT' && call.path.length === 1) properties.set(name, call.body ?? '');
          if (second === '_bulk') bodies.push(call.body ?? '');
          if (second !== '_stats') return engine.send(call);
          const mapping = properties.get(name) ?? '';
          const dvd = {
            size_in_bytes: mapping.includes('"tag"') ? 3_072 : mapping.includes('"title"') ? 2_048 : 1_024,
          };
          const segments = { file_sizes: { dvd } };
          const store = { size_in_bytes: 4_096 };
          const body = JSON.stringify({ _all: { primaries: third === 'store' ? { store } : { segments } } });
          return { status: 200, body };
        },
      }),
    });
    await server.ask('PUT', ['logs'], { mappings: MAPPINGS });
    for (let at = 0; at < 4; at++) await server.ask('PUT', ['logs', '_doc', `d${at}`], { tag: 'a' });
    properties.clear();
    await openTestConsole('/indices/logs?tab=fields', await testServices(undefined, { http: server.http }));
    await expect.element(button('Estimate sizes')).toBeDisabled();
    await expect.element(page.getByText('Select up to 10 fields in the list.')).toBeVisible();
    const estimate = async (field: string) => {
      await tick(field);
      await userEvent.click(button('Estimate 1 field'));
      await expect.element(page.getByText(/^Measured .* on all 4 documents, for merged shards/)).toBeVisible();
      await tick(field);
    };
    await estimate('tag');
    expect(rows().filter((each) => /t(?:ag|itle)/.test(each))).toEqual([
      'Select tagtagkeywordabout 2.0 KB · 50%doc values 2.0 KB––',
      'Select titletitletext–––',
      'Select title.rawtitle.rawkeyword–––',
    ]);
    // The fields that were estimated before keep their sizes.
    expect(page.getByText(EARLIER).elements()).toEqual([]);
    await estimate('title.raw');
    await expect.element(page.getByText(EARLIER)).toBeVisible();
    await expect.element(page.getByRole('row', { name: /^Select title\.raw/ })).toHaveTextContent('about 1.0 KB · 25%');
    await expect.element(page.getByRole('row', { name: /^Select tag/ })).toHaveTextContent('about 2.0 KB · 50%');
    await expect.element(page.getByRole('row', { name: /_id/ })).toHaveTextContent('about 1.0 KB · 25%');
    expect(bodies.some((body) => body.includes('"tag"'))).toBe(true);
    const left = await server.ask('GET', ['mapledger-*'], undefined, { expand_wildcards: 'all' });
    expect(left).toBe('{}');
    await expectAccessible();
  });

  it('are estimated until that is cancelled or the tab is left', async () => {
    const written: (() => void)[] = [];
    const deleted: string[] = [];
    const server = testServer({
      ...{ hasDocuments: true, says: { distribution: 'elasticsearch', version: '9.1.0' } as const },
      between: (engine) => ({
        async send(call) {
          const [name = '', second] = call.path;
          if (call.method === 'DELETE') deleted.push(name);
          if (second !== '_bulk') return engine.send(call);
          await new Promise<void>((resolve) => written.push(resolve));
          return engine.send(call);
        },
      }),
    });
    await server.ask('PUT', ['logs'], { mappings: MAPPINGS });
    for (let at = 0; at < 4; at++) await server.ask('PUT', ['logs', '_doc', `d${at}`], { tag: 'a' });
    await openTestConsole('/indices/logs?tab=fields', await testServices(undefined, { http: server.http }));
    await userEvent.click(button('Estimate sizes'));
    await expect.poll(() => written).toHaveLength(1);
    await expect.element(page.getByText('0 of 7 documents of all samples indexed.')).toBeVisible();
    await userEvent.click(button('Cancel estimate'));
    await expect
      .element(page.getByText('Estimate cancelled. The scratch indices are being deleted.', { exact: true }))
      .toBeVisible();
    // What is under way is awaited: it would create the index again.
    expect(deleted).toEqual([]);
    written[0]?.();
    await expect.poll(() => deleted).toHaveLength(1);
    await expect.element(button('Estimate sizes')).toBeEnabled();
    await userEvent.click(button('Estimate sizes'));
    await expect.poll(() => written).toHaveLength(2);
    await userEvent.click(page.getByRole('tab', { name: 'Aliases' }));
    await expect.element(page.getByRole('region', { name: 'Estimate from a sample' })).not.toBeInTheDocument();
    written[1]?.();
    await expect.poll(() => deleted).toHaveLength(2);
    expect(written).toHaveLength(2);
    expect(await server.ask('GET', ['mapledger-*'], undefined, { expand_wildcards: 'all' })).toBe('{}');
  });

  it('are not estimated on a read-only server, nor those that can’t be measured alone, and why is said', async () => {
    const says = { distribution: 'opensearch', version: '3.4.0' } as const;
    const properties = { ...MAPPINGS.properties, all: { type: 'text' }, user: { type: 'keyword', copy_to: 'all' } };
    const open = async (isReadOnly: boolean) => {
      const server = testServer({ hasDocuments: true, says, isReadOnly });
      await server.ask('PUT', ['logs'], { mappings: { properties } });
      await openTestConsole('/indices/logs?tab=fields', await testServices(undefined, { http: server.http }));
    };
    await open(false);
    await expect.element(page.getByRole('row', { name: /^Select user/ })).toBeVisible();
    await tick('user');
    await expect.element(button('Estimate 1 field')).toBeEnabled();
    await tick('all');
    await expect.element(button('Estimate 2 fields')).toBeDisabled();
    await expect
      .element(page.getByText('all can’t be measured alone: other fields copy their values to it.', { exact: true }))
      .toBeVisible();
    await tick('all');
    await expect.element(button('Estimate 1 field')).toBeEnabled();
    await cleanup();
    await open(true);
    await expect.element(button('Estimate sizes')).toBeDisabled();
    await expect.element(page.getByText(READ_ONLY_REASON, { exact: true })).toBeVisible();
  });

  it('are not estimated without a right to read documents, which is said', async () => {
    const reason = 'action [indices:data/read/search] is unauthorized';
    await openFields(
      {
        _search(call) {
          throw new ClusterError('forbidden', reason, { status: 403, reason, request: requestOf(call) });
        },
      },
      undefined,
      1,
    );
    await userEvent.click(button('Estimate sizes'));
    await expect.element(page.getByRole('alert')).toHaveTextContent(reason);
    await expect.element(button('Estimate sizes')).toBeEnabled();
  });

  it('have no buttons in the sandbox, which has no files, and says so', async () => {
    const server = testServer();
    await server.ask('PUT', ['logs'], { mappings: MAPPINGS });
    await openTestConsole('/indices/logs?tab=fields', await testServices(undefined, { http: server.http }));
    await expect.element(page.getByText(/: the sandbox keeps no files\.$/)).toBeVisible();
    expect(button('Show sizes by kind of file').elements()).toEqual([]);
    expect(button('Estimate sizes').elements()).toEqual([]);
    expect(button('Look at usage').elements()).toEqual([]);
  });

  it('lose their figures with the index: another one that has its name now has none yet', async () => {
    const { router, server } = await openFields({ _disk_usage: () => COSTS, _field_usage_stats: () => USES });
    await userEvent.click(button('Analyze disk usage'));
    await expect.element(page.getByText(/^Analyzed /)).toBeVisible();
    await userEvent.click(button('Look at usage'));
    await expect.element(page.getByText('12', { exact: true })).toBeVisible();
    await server.ask('DELETE', ['logs'], {});
    await server.ask('PUT', ['logs'], { mappings: MAPPINGS });
    await router.navigate({ to: ROUTES.drafts });
    router.history.back();
    await userEvent.click(button('Refresh fields'));
    await expect.element(button('Analyze disk usage')).toBeVisible();
    expect(page.getByText(/^Analyzed /).elements()).toEqual([]);
    await expect.element(button('Look at usage')).toBeVisible();
    expect(page.getByText('12', { exact: true }).elements()).toEqual([]);
  });
});
