import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DocumentCommand } from '#domain/commands';
import type { JsonObject } from '#domain/json';
import { expectAccessible } from '../../src/ui/testing/expect-accessible.ts';
import { openTestDraft, shownNames, type TestDraft } from '../../src/ui/testing/open-test-draft.ts';

const tree = page.getByRole('treegrid', { name: 'Fields' });
const form = page.getByRole('dialog', { name: /^Edit field/ });
const typeBox = page.getByRole('combobox', { name: 'Field type' });
const update = () => userEvent.click(page.getByRole('button', { name: 'Update' }));

const documentOf = ({ services, stream }: TestDraft) => services.documents.all().find((each) => each.stream === stream);

async function eventsOnceSaved(draft: TestDraft) {
  await documentOf(draft)?.whenSaved();
  return (await draft.events()).slice(1);
}

/** Opens the form of a root field by its address. */
async function openForm(properties: JsonObject, name: string): Promise<TestDraft> {
  const draft = await openTestDraft({ properties }, { search: `?field=${encodeURIComponent(`/properties/${name}`)}` });
  await expect.element(form).toBeVisible();
  return draft;
}

describe('what the best-known editor of this kind gets wrong, on the screen', () => {
  it.each(['runtime', 'true', 'false', 'strict', true])(
    "dynamic: 'runtime' or 'true' rewritten to false by opening the form: %j",
    async (dynamic) => {
      const draft = await openForm({ o: { type: 'object', dynamic, properties: { a: { type: 'keyword' } } } }, 'o');
      await update();
      await expect.element(form).not.toBeInTheDocument();
      expect(await eventsOnceSaved(draft)).toEqual([]);
    },
  );

  it('default values written by visiting the advanced options', async () => {
    const draft = await openTestDraft({
      properties: { a: { type: 'keyword' } },
      dynamic: 'runtime',
      _source: { mode: 'synthetic' },
    });
    await userEvent.click(page.getByRole('tab', { name: /^Advanced options/ }));
    const dynamicMapping = page.getByRole('switch', { name: 'Enable dynamic mapping' });
    await expect.element(dynamicMapping).toBeChecked();
    await expectAccessible();
    await userEvent.click(page.getByText('Enable dynamic mapping', { exact: true }));
    await userEvent.click(page.getByText('Enable dynamic mapping', { exact: true }));
    await userEvent.click(page.getByRole('tab', { name: /^Mapped fields/ }));
    await expect.element(tree).toBeVisible();
    expect(await eventsOnceSaved(draft)).toEqual([]);
  });

  it('search results stale after an add', async () => {
    const draft = await openTestDraft(
      { properties: { host: { properties: { ip: { type: 'ip' } } } } },
      { search: '?q=ip' },
    );
    const run = (command: DocumentCommand) => documentOf(draft)?.dispatch(command);
    await expect.poll(shownNames).toEqual(['host > ip']);
    run({ type: 'field.add', payload: { parent: '/properties/host', name: 'ip_v6', definition: { type: 'keyword' } } });
    await expect.poll(shownNames).toEqual(['host > ip', 'host > ip_v6']);
    run({ type: 'field.edit', payload: { field: '/properties/host/properties/ip', name: 'address' } });
    await expect.poll(shownNames).toEqual(['host > ip_v6', 'host > address']);
    run({ type: 'field.edit', payload: { field: '/properties/host/properties/address', set: { type: 'keyword' } } });
    await expect.poll(shownNames).toEqual(['host > ip_v6']);
    run({ type: 'history.undo', payload: {} });
    await expect.poll(shownNames).toEqual(['host > ip_v6', 'host > address']);
    run({ type: 'field.remove', payload: { field: '/properties/host/properties/ip_v6' } });
    await expect.poll(shownNames).toEqual(['host > address']);
  });

  it('clearing the type box breaks the page', async () => {
    const draft = await openForm({ a: { type: 'keyword' } }, 'a');
    await userEvent.clear(typeBox);
    await userEvent.keyboard('{Enter}{Tab}');
    await expect.element(typeBox).toHaveValue('Keyword');
    await update();
    await expect.element(form).not.toBeInTheDocument();
    expect(await eventsOnceSaved(draft)).toEqual([]);
  });

  it('clearing the type box breaks the page, where a field is made', async () => {
    const draft = await openTestDraft({ properties: {} });
    await expect.element(typeBox).toBeVisible();
    await userEvent.fill(typeBox, 'keyw');
    await userEvent.click(page.getByRole('option', { name: 'Keyword', exact: true }));
    await userEvent.clear(typeBox);
    await userEvent.keyboard('{Tab}');
    await expect.element(typeBox).toHaveValue('Keyword');
    await userEvent.fill(page.getByRole('textbox', { name: 'Field name' }), 'a');
    await userEvent.click(page.getByRole('form', { name: 'Add field' }).getByRole('button', { name: 'Add field' }));
    await expect.poll(draft.body).toEqual({ properties: { a: { type: 'keyword' } } });
  });
});
