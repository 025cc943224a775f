import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openTestDraft } from '../../testing/open-test-draft.ts';

const MAPPINGS = { properties: { host: { properties: { name: { type: 'keyword' } } } } };
const form = page.getByRole('dialog', { name: /runtime field/ });
const inForm = (name: string) => form.getByRole('textbox', { name });

async function choose(label: string, option: string): Promise<void> {
  await userEvent.click(form.getByRole('button', { name: new RegExp(label) }));
  await userEvent.click(page.getByRole('option', { name: option, exact: true }));
}

describe('runtime fields', () => {
  it('of OpenSearch have no name that it refuses, and say what becomes of odd ones', async () => {
    const draft = await openTestDraft(MAPPINGS, {
      search: '?tab=runtime',
      target: { distribution: 'opensearch', version: '3.4' },
    });
    await userEvent.click(page.getByRole('button', { name: 'Create runtime field' }));
    await userEvent.fill(inForm('Name'), '_id');
    const refused = 'Every document has a field _id already.';
    await expect.element(inForm('Name')).toHaveAccessibleDescription(`OpenSearch 3.4 refuses this name. ${refused}`);
    await choose('Type', 'Date');
    await userEvent.click(form.getByRole('button', { name: 'Create field' }));
    await expect.element(inForm('Name')).toHaveAccessibleDescription(refused);
    expect(await draft.body()).toEqual(MAPPINGS);
    await userEvent.fill(inForm('Name'), 'day ');
    await expect.element(inForm('Name')).toHaveAccessibleDescription(/ends with a space. OpenSearch 3.4 keeps it/);
  });

  it('are created, edited, renamed and removed, each by one event', async () => {
    const draft = await openTestDraft(MAPPINGS, { search: '?tab=runtime' });
    await expect.element(page.getByText('Start by creating a runtime field')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Create runtime field' }));
    await userEvent.click(form.getByRole('button', { name: 'Create field' }));
    await expect.element(form.getByText('Give a name to the field.')).toBeVisible();
    await expect.element(form.getByText('Specify a field type.')).toBeVisible();
    await expect.element(form.getByText('Fix errors in form before continuing.')).toBeVisible();
    await userEvent.fill(inForm('Name'), 'host.name');
    await expect.element(form.getByText('A mapped field has this name')).toBeVisible();
    await userEvent.fill(inForm('Name'), 'day');
    await choose('Type', 'Date');
    await userEvent.fill(inForm('Set format'), 'yyyy-bb');
    await expect.element(form.getByText('Invalid format yyyy-bb: Unknown pattern letter: b.')).toBeVisible();
    await userEvent.fill(inForm('Set format'), 'yyyy');
    await userEvent.fill(inForm('Script source'), 'emit(1)');
    await userEvent.click(form.getByRole('button', { name: 'Create field' }));
    const row = page.getByRole('listitem').filter({ hasText: 'day' });
    await expect.element(row).toHaveTextContent('emit(1)');
    expect(await draft.body()).toEqual({
      ...MAPPINGS,
      runtime: { day: { type: 'date', format: 'yyyy', script: { source: 'emit(1)' } } },
    });

    await userEvent.click(row.getByRole('button', { name: 'Edit runtime field day' }));
    await expect.element(page.getByRole('button', { name: 'Add field' })).toBeDisabled();
    await userEvent.fill(inForm('Name'), 'weekday');
    await choose('On script error', 'continue: skip the value');
    await userEvent.click(form.getByRole('button', { name: 'Update' }));
    await expect.element(page.getByRole('listitem').filter({ hasText: 'weekday' })).toBeVisible();
    expect(await draft.body()).toEqual({
      ...MAPPINGS,
      runtime: {
        weekday: { type: 'date', format: 'yyyy', script: { source: 'emit(1)' }, on_script_error: 'continue' },
      },
    });

    await userEvent.click(page.getByRole('button', { name: 'Remove runtime field weekday' }));
    await userEvent.click(
      page
        .getByRole('alertdialog', { name: "Remove runtime field 'weekday'?" })
        .getByRole('button', { name: 'Remove' }),
    );
    await expect.element(page.getByText('Start by creating a runtime field')).toBeVisible();
    expect((await draft.events()).map(({ summary }) => summary).slice(1)).toEqual([
      'Add runtime field day',
      'Edit runtime field day: rename to weekday, on_script_error',
      'Remove runtime field weekday',
    ]);
    await userEvent.click(page.getByRole('button', { name: 'Undo: Remove runtime field weekday' }));
    await expect.element(page.getByRole('listitem').filter({ hasText: 'weekday' })).toBeVisible();
  });

  it('are opened and closed without a change, whatever they hold', async () => {
    const runtime = {
      '<b>': { type: 'lookup', target_index: 'x', fetch_fields: ['a'] },
      short: { type: 'ip', script: 'emit(1)' },
      odd: 'text',
    };
    const draft = await openTestDraft({ ...MAPPINGS, runtime }, { search: '?tab=runtime' });
    for (const name of ['<b>', 'odd', 'short']) {
      await userEvent.click(page.getByRole('button', { name: `Edit runtime field ${name}` }));
      await expect.element(form).toBeVisible();
      if (name !== 'odd') await userEvent.click(form.getByRole('button', { name: 'Update' }));
      else await userEvent.keyboard('{Escape}');
      await expect.element(form).not.toBeInTheDocument();
    }
    expect(await draft.events()).toHaveLength(1);
  });

  it('are derived fields on OpenSearch, with its types', async () => {
    const draft = await openTestDraft(
      { ...MAPPINGS, runtime: { old: { type: 'ip' } } },
      { search: '?tab=runtime', target: { distribution: 'opensearch', version: '3.4' } },
    );
    await userEvent.click(page.getByRole('button', { name: 'Add field' }));
    await userEvent.fill(inForm('Name'), 'all');
    await userEvent.click(form.getByRole('button', { name: /Type/ }));
    await expect.element(page.getByRole('option', { name: 'Lookup' })).not.toBeInTheDocument();
    await userEvent.click(page.getByRole('option', { name: 'Text', exact: true }));
    await userEvent.fill(inForm('Script source'), 'emit("x")');
    await userEvent.click(form.getByRole('button', { name: 'Create field' }));
    await expect.element(page.getByRole('listitem').filter({ hasText: 'all' })).toHaveTextContent('Text');
    expect(await draft.body()).toEqual({
      ...MAPPINGS,
      runtime: { old: { type: 'ip' } },
      derived: { all: { type: 'text', script: { source: 'emit("x")' } } },
    });
    await userEvent.click(page.getByRole('button', { name: 'Remove runtime field all' }));
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }));
    await expect.poll(draft.body).toEqual({ ...MAPPINGS, runtime: { old: { type: 'ip' } } });
  });

  it('takes no name twice, and no JSON that is none', async () => {
    await openTestDraft({ ...MAPPINGS, runtime: { a: { type: 'ip' } } }, { search: '?tab=runtime' });
    await userEvent.click(page.getByRole('button', { name: 'Add field' }));
    await userEvent.fill(inForm('Name'), 'a');
    await expect.element(form.getByText('There is already a field with this name.')).toBeVisible();
    await userEvent.fill(inForm('Other parameters (JSON)'), '[1]');
    await expect.element(form.getByText('Enter a JSON object.')).toBeVisible();
    await userEvent.click(page.getByRole('tab', { name: 'Advanced options' }));
    await expect.element(form).not.toBeInTheDocument();
    await userEvent.click(page.getByRole('tab', { name: /^Runtime fields/ }));
    await userEvent.click(page.getByRole('button', { name: 'Add field' }));
    await expect.element(inForm('Name')).toHaveValue('a');
    await expect.element(form.getByText('Enter a JSON object.')).toBeVisible();
  });
});
