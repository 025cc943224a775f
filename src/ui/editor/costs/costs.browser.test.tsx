import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
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

async function openMappingOf(distribution: 'elasticsearch' | 'opensearch') {
  const server = testServer({
    between: answering({ _disk_usage: () => COSTS, _field_usage_stats: () => USES }),
    says: { distribution, version: distribution === 'elasticsearch' ? '9.1.0' : '3.4.0' },
  });
  await server.ask('PUT', ['logs'], { mappings: MAPPINGS });
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

  it('are not offered where the engine does not tell them', async () => {
    await openMappingOf('opensearch');
    await expect.element(button('Show last changes')).toBeVisible();
    await expect.element(button('Show sizes and uses')).not.toBeInTheDocument();
  });
});
