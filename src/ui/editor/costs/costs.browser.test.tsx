import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ClusterCall } from '#domain/ports';
import { setRowNotes } from '../../platform/tree-preferences.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { answering } from '../../testing/open-test-index.ts';
import { testServer } from '../../testing/test-http.ts';
import { testServices } from '../../testing/test-services.ts';

const MAPPINGS = {
  properties: {
    title: { type: 'text', fields: { raw: { type: 'keyword' } } },
    other: { type: 'alias', path: 'title' },
    shop: { properties: { id: { type: 'long' }, name: { type: 'keyword' } } },
  },
};
const COSTS = {
  _shards: { failed: 0 },
  logs: {
    store_size_in_bytes: 4_096,
    fields: {
      title: { total_in_bytes: 1_024, inverted_index: { total_in_bytes: 1_000 }, norms_in_bytes: 24 },
      'shop.id': { total_in_bytes: 512, doc_values_in_bytes: 512 },
      'shop.name': { total_in_bytes: 512, doc_values_in_bytes: 512 },
    },
  },
};
const TITLE_USES = {
  ...{ any: 12, inverted_index: { terms: 12, postings: 12 }, doc_values: 0, points: 0, norms: 0 },
  ...{ stored_fields: 0, term_vectors: 0, knn_vectors: 0 },
};
const USES = {
  _shards: { failed: 0 },
  logs: { shards: [{ tracking_started_at_millis: 1_000, stats: { fields: { title: TITLE_USES } } }] },
};

/** Of a scratch index with one field alone; the others have 1 KB. */
function statsOf(call: ClusterCall, ofFields: ReadonlySet<string>) {
  const dvd = { size_in_bytes: ofFields.has(call.path[0] ?? '') ? 3_072 : 1_024 };
  return { _all: { primaries: { store: { size_in_bytes: 4_096 }, segments: { file_sizes: { dvd } } } } };
}

async function openMappingOf(distribution: 'elasticsearch' | 'opensearch', documents = 0) {
  const ofFields = new Set<string>();
  const answers = answering({
    _disk_usage: () => COSTS,
    _field_usage_stats: () => USES,
    _stats: (call) => statsOf(call, ofFields),
  });
  const server = testServer({
    hasDocuments: true,
    between: (engine) =>
      answers({
        send(call) {
          if (call.method === 'PUT' && (call.body ?? '').includes('"title"')) ofFields.add(call.path[0] ?? '');
          return engine.send(call);
        },
      }),
    says: { distribution, version: distribution === 'elasticsearch' ? '9.1.0' : '3.4.0' },
  });
  await server.ask('PUT', ['logs'], { mappings: MAPPINGS });
  for (let at = 0; at < documents; at++) await server.ask('PUT', ['logs', '_doc', `d${at}`], { title: 'a' });
  const console = await openTestConsole('/indices/logs/mapping', await testServices(undefined, { http: server.http }));
  await expect.element(row(/^title/)).toBeVisible();
  return console;
}

const row = (name: RegExp) => page.getByRole('row', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });

afterEach(() => setRowNotes('none'));

describe('sizes and uses in the tree', () => {
  it('are shown on demand at each field of a live mapping, and as a sum at each object', async () => {
    await openMappingOf('elasticsearch');
    await userEvent.click(button('Show sizes and uses'));
    await expect.element(row(/^title/)).not.toHaveTextContent('KB');
    await userEvent.click(button('Analyze disk usage'));
    await expect.element(row(/^title/)).toHaveTextContent('1.0 KB · 25%');
    await expect.element(page.getByText(/^Analyzed .*: 4\.0 KB in one copy of each shard\.$/)).toBeVisible();
    await userEvent.click(button('Look at usage'));
    await expect.element(row(/^title/)).toHaveTextContent('1.0 KB · 25% · 12 uses');
    await expect.element(row(/^shop/)).toHaveTextContent('1.0 KB · 25%');
    await expect.element(page.getByTitle('1.0 KB · 25% · 12 uses. Inverted index 1000 B, norms 24 B')).toBeVisible();
    await expectAccessible();
    await userEvent.click(button('Expand all'));
    await expect.element(row(/^raw/)).toHaveTextContent('0 B · 0% · not used');
    await expect.element(row(/^id/)).toHaveTextContent('512 B · 12.5% · not used');
    expect(row(/^other/).element().textContent).not.toMatch(/ B|used/);
    await userEvent.click(button('Hide sizes and uses'));
    await expect.element(row(/^title/)).not.toHaveTextContent('KB');
  });

  it('are not said of a field that the cluster does not have, and take turns with the last changes', async () => {
    await openMappingOf('elasticsearch');
    await userEvent.click(button('Show sizes and uses'));
    await userEvent.click(button('Analyze disk usage'));
    await expect.element(row(/^title/)).toHaveTextContent('1.0 KB');
    await userEvent.click(button('Add field'));
    await userEvent.fill(page.getByRole('textbox', { name: 'Field name' }), 'fresh');
    await userEvent.keyboard('{Enter}');
    await expect.element(row(/^fresh/)).toBeVisible();
    expect(row(/^fresh/).element().textContent).not.toMatch(/ B/);
    await userEvent.click(button('Show last changes'));
    await expect.element(row(/^title/)).not.toHaveTextContent('KB');
    await expect.element(button('Show sizes and uses')).toBeVisible();
  });

  it('are those that the tab Fields has estimated where the engine does not tell them', async () => {
    const { router } = await openMappingOf('opensearch', 4);
    await userEvent.click(button('Show sizes and uses'));
    const note = page.getByRole('group', { name: 'Sizes and uses' });
    await expect
      .element(note)
      .toHaveTextContent(/^OpenSearch 3\.4\.0 has no .*\. Sizes can be estimated from a sample in the tab Fields\.$/);
    await userEvent.click(note.getByRole('link', { name: 'Fields' }));
    const box = page.getByRole('checkbox', { name: 'Select title', exact: true });
    await expect.element(box).toBeInTheDocument();
    await userEvent.click(box.element().closest('label') ?? document.body);
    await userEvent.click(button('Estimate 1 field'));
    await expect.element(page.getByText(/^Measured .* on all 4 documents/)).toBeVisible();
    router.history.back();
    await expect.element(row(/^title/)).toHaveTextContent('about 2.0 KB · 50%');
    await expect.element(note).toHaveTextContent(/The sizes are estimates of the tab Fields\.$/);
    expect(row(/^shop/).element().textContent).not.toMatch(/ B/);
    await expectAccessible();
  });

  it('are not offered in the sandbox, which has no files', async () => {
    const server = testServer();
    await server.ask('PUT', ['logs'], { mappings: MAPPINGS });
    await openTestConsole('/indices/logs/mapping', await testServices(undefined, { http: server.http }));
    await expect.element(button('Show last changes')).toBeVisible();
    await expect.element(button('Show sizes and uses')).not.toBeInTheDocument();
  });
});
