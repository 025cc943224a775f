import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { UnappliedContent } from '#domain/ports';
import { memoryUnappliedContent } from '../../infra/memory-unapplied-content.ts';
import { catchDownload } from '../testing/catch-download.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { openTestDraft, shownNames } from '../testing/open-test-draft.ts';
import { testServices } from '../testing/test-services.ts';

const BODY = { properties: { host: { type: 'keyword' }, ip: { type: 'ip' } } };
const ENTERED = { edits: { set: {}, unset: [] }, opened: [], faults: {} };
const nameField = page.getByRole('textbox', { name: 'Field name' });
const stranded = page.getByRole('region', { name: 'Changes that can’t be restored' });

/** Opens a draft with content that was typed in this tab before. */
async function openWith(...left: readonly Partial<UnappliedContent>[]) {
  const unapplied = memoryUnappliedContent();
  const services = await testServices(undefined, { unapplied });
  const opened = await openTestDraft(BODY, {
    services,
    prepare: async (_, stream) => {
      for (const content of left)
        await unapplied.put({
          stream,
          form: 'field',
          field: '/properties/host',
          tab: services.presence.id,
          format: 1,
          baseVersion: 1,
          at: services.clock.now(),
          values: { kind: 'field', name: 'server', pick: null, entered: ENTERED },
          ...content,
        });
    },
  });
  return { ...opened, stored: () => unapplied.read(opened.stream) };
}

describe('what was typed on an earlier visit', () => {
  it('is in its form again, which is open where it was, and is counted', async () => {
    const { router, stored } = await openWith({ isOpen: true });
    await expect.element(nameField).toHaveValue('server');
    const form = page.getByRole('dialog', { name: "Edit field 'host'" });
    await expect.element(form.getByText('Not applied')).toBeVisible();
    await expect.element(page.getByRole('button', { name: '1 change not applied' })).toBeVisible();
    expect(page.getByText('Saved', { exact: true }).elements()).toEqual([]);
    await expect.poll(() => router.state.location.search.field).toBe('/properties/host');
    await userEvent.click(form.getByRole('button', { name: 'Update' }));
    await expect.poll(shownNames).toEqual(['ip', 'server']);
    await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect.poll(stored).toEqual([]);
  });

  it('is in the advanced options again, with the tab that was shown', async () => {
    await openWith({
      form: 'configuration',
      field: null,
      isOpen: true,
      values: { _routing: { required: true }, sourceField: { includes: ['order.*'] } },
    });
    await expect.element(page.getByRole('switch', { name: 'Require _routing for CRUD operations' })).toBeChecked();
    await expect.element(page.getByText('order.*', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Not applied', { exact: true })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Discard' }));
    await expect.element(page.getByRole('switch', { name: 'Require _routing for CRUD operations' })).not.toBeChecked();
    await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
  });

  it('can be copied and discarded where no form takes it', async () => {
    const { stored } = await openWith({ format: 9 }, { form: 'newField', field: '/properties/gone', baseVersion: 7 });
    await expect.element(stranded.getByText('Not applied: changes to field host')).toBeVisible();
    await expect.element(stranded.getByText(/Another version of Mapledger wrote them/)).toBeVisible();
    await expect.element(stranded.getByText(/a version of the mappings that isn’t stored/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: '2 changes not applied' })).toBeVisible();
    await expectAccessible();
    await userEvent.click(stranded.getByRole('button', { name: 'Discard changes to field host' }));
    await expect.poll(async () => (await stored()).map(({ form }) => form)).toEqual(['newField']);
    await userEvent.click(stranded.getByRole('button', { name: 'Discard changes to the new field in gone' }));
    await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(await stored()).toEqual([]);
  });
});

describe('undo', () => {
  it('takes back what was typed before what was changed earlier, and redo returns it', async () => {
    const { events } = await openTestDraft(BODY, { search: '?field=%2Fproperties%2Fhost' });
    const update = () => userEvent.click(page.getByRole('button', { name: 'Update' }));
    await userEvent.fill(nameField, 'server');
    await update();
    await expect.poll(shownNames).toEqual(['ip', 'server']);
    await userEvent.click(page.getByRole('row', { name: /^ip/ }).getByText('ip', { exact: true }));
    await userEvent.fill(nameField, 'address');
    await userEvent.click(page.getByRole('button', { name: 'Undo: Unapplied changes to field ip' }));
    await expect.element(nameField).toHaveValue('ip');
    await expect.poll(shownNames).toEqual(['ip', 'server']);
    await userEvent.click(page.getByRole('button', { name: 'Redo: Unapplied changes to field ip' }));
    await expect.element(nameField).toHaveValue('address');
    await userEvent.click(page.getByRole('button', { name: 'Undo: Unapplied changes to field ip' }));
    await userEvent.click(page.getByRole('button', { name: 'Undo: Rename host to server' }));
    await expect.poll(shownNames).toEqual(['host', 'ip']);
    // Redo reverts the undo steps, the last one first.
    await userEvent.click(page.getByRole('button', { name: 'Redo: Rename host to server' }));
    await expect.poll(shownNames).toEqual(['ip', 'server']);
    await userEvent.click(page.getByRole('button', { name: 'Redo: Unapplied changes to field ip' }));
    await expect.element(nameField).toHaveValue('address');
    expect(await events()).toHaveLength(4);
  });

  it('takes back what was typed in the form for a new field, and adds no field', async () => {
    const { events } = await openTestDraft(BODY);
    await userEvent.click(page.getByRole('button', { name: 'Add field', exact: true }));
    await userEvent.fill(nameField, 'newcomer');
    await userEvent.click(page.getByRole('button', { name: 'Undo: Unapplied changes to the new field' }));
    await expect.element(nameField).toHaveValue('');
    await userEvent.click(page.getByRole('button', { name: 'Redo: Unapplied changes to the new field' }));
    await expect.element(nameField).toHaveValue('newcomer');
    expect(await events()).toHaveLength(1);
  });
});

describe('what is typed and not applied', () => {
  it('in the form for a new field is kept when Back closes the form, and Forward opens it again', async () => {
    const { router } = await openTestDraft(BODY);
    await userEvent.click(page.getByRole('button', { name: 'Add field', exact: true }));
    await expect.poll(() => router.state.location.search.add).toBe('root');
    await userEvent.fill(nameField, 'newcomer');
    router.history.back();
    await expect.element(nameField).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { name: 'orders', level: 1 })).toBeVisible();
    await expect.element(page.getByRole('button', { name: '1 change not applied' })).toBeVisible();
    router.history.forward();
    await expect.element(nameField).toHaveValue('newcomer');
  });

  it('keeps no tab shut, least of all a name that was cleared again', async () => {
    await openTestDraft({});
    await userEvent.fill(nameField, 'h');
    await userEvent.fill(nameField, '');
    await userEvent.click(page.getByRole('tab', { name: /^Runtime fields/ }));
    await expect.element(page.getByRole('button', { name: 'Create runtime field' })).toBeVisible();
    await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
  });

  it('is applied in its tab, but for what is invalid, which has the focus', async () => {
    const { events } = await openTestDraft(BODY, { search: '?tab=advanced' });
    const meta = page.getByRole('textbox', { name: '_meta field data' });
    const apply = page.getByRole('button', { name: 'Apply' });
    await userEvent.fill(meta, '{');
    await userEvent.click(apply);
    await expect.element(meta).toHaveFocus();
    expect(await events()).toHaveLength(1);
    await userEvent.fill(meta, '{ "owner": "ada" }');
    await userEvent.click(apply);
    await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect.element(apply).not.toBeInTheDocument();
    expect((await events()).at(-1)?.summary).toBe('Edit advanced options: _meta');
  });

  it('is not part of an export, which says so', async () => {
    await openTestDraft(BODY, { search: '?field=%2Fproperties%2Fhost' });
    await userEvent.fill(nameField, 'server');
    await userEvent.click(page.getByRole('button', { name: 'Export', exact: true }));
    const download = catchDownload();
    await userEvent.click(page.getByRole('menuitem', { name: 'Export mapping (JSON)' }));
    await expect.poll(download.name).toBe('orders.json');
    expect(JSON.parse(await download.text())).toEqual(BODY);
    const toast = page.getByRole('alertdialog', { name: 'Exported without 1 change not applied' });
    await expect.element(toast).toHaveTextContent('Field host.');
  });
});
