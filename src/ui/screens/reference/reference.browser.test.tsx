import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { typeNames } from '#domain/catalogue';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';

const search = page.getByRole('searchbox', { name: 'Search types and parameters' });
const list = page.getByRole('listbox', { name: 'Field types' });
const reference = page.getByRole('region', { name: 'Reference' });
const heading = (name: string | RegExp) => reference.getByRole('heading', { level: 2, name });
const type = (title: string) => list.getByRole('option', { name: new RegExp(`^${title}`) });
const row = (name: RegExp) => reference.getByRole('row', { name });

describe('the reference of field types', () => {
  it('lists every type, and says what to do first', async () => {
    await openTestConsole('/field_types');
    await expect.element(heading('Choose a field type')).toBeVisible();
    await expect.element(page.getByText(`${typeNames().length} types`)).toBeVisible();
    await expect.poll(() => list.getByRole('option').elements().length).toBe(typeNames().length);
  });

  it('is gone to, searched and read by keyboard alone, and the address says it all', async () => {
    const { router } = await openTestConsole('/drafts');
    await expect.element(page.getByRole('button', { name: 'New draft' })).toBeVisible();
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(page.getByRole('dialog').getByRole('combobox')).toHaveFocus();
    await userEvent.keyboard('field types');
    await expect.element(page.getByRole('option', { name: 'Go to field types' })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(heading('Choose a field type')).toBeVisible();
    await userEvent.keyboard('/');
    await expect.element(search).toHaveFocus();
    await userEvent.keyboard('ignore_above');
    await expect.element(type('Keyword')).toHaveAccessibleName('Keyword keyword has ignore_above');
    await userEvent.tab();
    await expect.element(page.getByRole('button', { name: /Engine/ })).toHaveFocus();
    await userEvent.tab();
    await userEvent.keyboard('key{Enter}');
    await expect.element(heading(/^Keyword/)).toBeVisible();
    await expect.element(type('Keyword')).toHaveFocus();
    await expect.element(row(/^Set length limit ignore_above/)).toHaveTextContent('8191');
    await expect.poll(() => router.state.location.search).toEqual({ type: 'keyword', q: 'ignore_above' });
    await userEvent.tab();
    await expect.element(reference).toHaveFocus();
    await expectAccessible();
  });

  it('shows all that the catalogue says of a type and its parameters', async () => {
    await openTestConsole('/field_types?type=dense_vector');
    await expect.element(row(/^Dimensions dims/)).toHaveTextContent('Requires reindex');
    await expect
      .element(row(/^Similarity algorithm similarity|similarity/))
      .toHaveTextContent('"l2_norm", "dot_product", "cosine", "max_inner_product"');
    await expect.element(row(/element_type/)).toHaveTextContent('Advanced');
    await expect.element(reference.getByText('Elasticsearch from 7.3').first()).toBeVisible();
  });

  it('leads from a sub-type to the others, and back', async () => {
    const { router } = await openTestConsole('/field_types?type=long');
    await expect.element(reference.getByText('Numeric')).toBeVisible();
    await userEvent.click(reference.getByRole('link', { name: 'Scaled float' }));
    await expect.element(heading(/^Scaled float/)).toBeVisible();
    await expect.element(row(/^Scaling factor/)).toHaveTextContent('Required');
    router.history.back();
    await expect.element(heading(/^Long/)).toBeVisible();
  });

  it('narrows types, parameters and documentation to an engine', async () => {
    const { router } = await openTestConsole('/field_types?type=long');
    await expect.element(row(/time_series_metric/)).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: /Engine/ }));
    await userEvent.click(page.getByRole('option', { name: 'OpenSearch 2.19' }));
    await expect.element(reference.getByRole('heading', { name: 'Parameters in OpenSearch 2.19' })).toBeVisible();
    await expect.element(row(/time_series_metric/)).not.toBeInTheDocument();
    await expect.element(type('Dense vector')).not.toBeInTheDocument();
    const link = reference.getByRole('link', { name: 'Long in the OpenSearch 2.19 documentation' });
    await expect.element(link).toHaveAttribute('href', expect.stringContaining('https://docs.opensearch.org/2.19/'));
    await expect.poll(() => router.state.location.search).toEqual({ type: 'long', engine: 'opensearch-2.19' });
  });

  it('takes any version, once it is one', async () => {
    const { router } = await openTestConsole('/field_types?engine=elasticsearch-7.10');
    const version = page.getByRole('textbox', { name: 'Version' });
    await expect.element(version).toHaveValue('7.10');
    await userEvent.fill(version, '7.x');
    await expect.element(version).toHaveAccessibleDescription('Enter a version number, such as 8.19 or 8.19.2.');
    await expectAccessible();
    await userEvent.fill(version, '7.2');
    await expect.poll(() => router.state.location.search).toEqual({ engine: 'elasticsearch-7.2' });
    await expect.element(type('Dense vector')).not.toBeInTheDocument();
  });

  it('keeps a chosen type that the engine lacks, and says that it does', async () => {
    await openTestConsole('/field_types?type=dense_vector&engine=opensearch-3.4');
    await expect.element(heading(/^Dense vector dense_vector ?Not supported by OpenSearch 3.4/)).toBeVisible();
    await expect.element(row(/^Dimensions dims/)).toBeVisible();
  });

  it('says that nothing is called so, in the list and in the address', async () => {
    await openTestConsole('/field_types?type=no_such_type&q=zzz');
    await expect.element(heading('Unknown field type “no_such_type”')).toBeVisible();
    await expect.element(page.getByText('No matching types or parameters.')).toBeVisible();
    await expectAccessible();
    await userEvent.click(page.getByRole('button', { name: 'Clear search' }));
    await expect.element(list).toBeVisible();
  });

  it('forgets the search when it is gone to anew, and finds it again on the way back', async () => {
    const { router } = await openTestConsole('/field_types?q=limit');
    await expect.element(search).toHaveValue('limit');
    await userEvent.click(page.getByRole('link', { name: 'Field types' }));
    await expect.element(search).toHaveValue('');
    router.history.back();
    await expect.element(search).toHaveValue('limit');
  });

  it('has a select in place of the list on a phone', async () => {
    await page.viewport(390, 844);
    try {
      await openTestConsole('/field_types');
      await expect.element(list).not.toBeInTheDocument();
      await userEvent.click(page.getByRole('button', { name: /Field type$/ }));
      await userEvent.click(page.getByRole('option', { name: 'Alias', exact: true }));
      await expect.element(heading(/^Alias/)).toBeVisible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    } finally {
      await page.viewport(1440, 900);
    }
  });
});
