import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DocumentCommand } from '#domain/commands';
import type { JsonObject } from '#domain/json';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { openTestDraft, type TestDraft } from '../testing/open-test-draft.ts';
import { manualTimer, testServices } from '../testing/test-services.ts';

const MANY = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`field_${index + 100}`, { type: 'long' }]));
const BODY: JsonObject = {
  runtime: { day: { type: 'keyword' } },
  dynamic_templates: [{ strings: { match_mapping_type: 'string', mapping: { type: 'keyword' } } }],
  properties: { ...MANY, zone: { properties: { name: { type: 'keyword', fields: { text: { type: 'text' } } } } } },
};

const tree = page.getByRole('treegrid', { name: 'Fields' });
const toasts = page.getByRole('region', { name: 'Notifications' }).getByRole('alertdialog');
const undo = () => userEvent.keyboard('{Control>}z{/Control}');
const litRows = () =>
  [...document.querySelectorAll<HTMLElement>('[data-lit]')].map(
    (row) => row.querySelector('[data-open], li > div > span')?.textContent,
  );

async function openDraft(): Promise<TestDraft & { readonly timer: ReturnType<typeof manualTimer> }> {
  const timer = manualTimer();
  const opened = await openTestDraft(BODY, { services: await testServices(undefined, { timer }) });
  await expect.element(tree).toBeVisible();
  // The code of undo and redo is loaded separately.
  await expect.element(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  return { ...opened, timer };
}

/** Changes the open document without its forms. */
function dispatch({ services, stream }: TestDraft, command: DocumentCommand): void {
  const session = services.documents.all().find((open) => open.stream === stream);
  if (session === undefined) throw new Error('The draft is not open.');
  expect(session.dispatch(command)).toHaveProperty('event');
}

const NAME = '/properties/zone/properties/name';

describe('a step of undo or redo', () => {
  it('says what it undid, opens and lights the row, and puts it out', async () => {
    const draft = await openDraft();
    dispatch(draft, { type: 'field.edit', payload: { field: NAME, set: { ignore_above: 256 } } });
    await expect.element(tree.getByRole('row', { name: /^name / })).not.toBeInTheDocument();
    await undo();
    await expect.element(toasts).toHaveTextContent('Undone: Edit zone.name');
    const row = tree.getByRole('row', { name: /^name / });
    await expect.element(row).toHaveAttribute('data-lit');
    await expect.element(row).toBeInViewport({ ratio: 1 });
    expect(getComputedStyle(row.element()).outlineStyle).toBe('dashed');
    await expectAccessible();
    draft.timer.tick();
    await expect.poll(litRows).toEqual([]);
  });

  it('is told by one toast, however often it is repeated, and said once', async () => {
    const draft = await openDraft();
    for (const ignore_above of [1, 2, 3, 4])
      dispatch(draft, { type: 'field.edit', payload: { field: NAME, set: { ignore_above } } });
    for (let count = 0; count < 4; count++) await undo();
    await expect.element(toasts).toBeVisible();
    expect(toasts.elements()).toHaveLength(1);
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    await expect.element(toasts).toHaveTextContent('Redone: Edit zone.name');
    expect(toasts.elements()).toHaveLength(1);
    expect(page.getByText(/^Redone/).elements()).toHaveLength(1);
  });

  it('lights the field around one that it removes', async () => {
    const draft = await openDraft();
    dispatch(draft, {
      type: 'field.add',
      payload: { parent: '/properties/zone', name: 'code', definition: { type: 'long' } },
    });
    await undo();
    await expect.element(toasts).toHaveTextContent('Undone: Add zone.code');
    await expect.poll(litRows).toEqual(['zone']);
    await expect.element(tree.getByRole('row', { name: /^zone / })).toBeInViewport({ ratio: 1 });
  });

  it('lights a row that it brings back, though others change meanwhile', async () => {
    const draft = await openDraft();
    dispatch(draft, { type: 'field.remove', payload: { field: NAME } });
    await undo();
    await expect.poll(litRows).toEqual(['name']);
    dispatch(draft, { type: 'field.edit', payload: { field: '/properties/zone', name: 'zoo' } });
    await expect.poll(litRows).toEqual(['name']);
  });

  it('leads to the field from search results and from another tab', async () => {
    const draft = await openDraft();
    dispatch(draft, { type: 'field.edit', payload: { field: NAME, set: { ignore_above: 256 } } });
    await userEvent.fill(page.getByRole('searchbox', { name: 'Search fields' }), 'field_1');
    await userEvent.click(page.getByRole('button', { name: /^Undo: / }));
    await expect.element(toasts).toHaveTextContent('Changed mapped fields.');
    await userEvent.click(toasts.getByRole('button', { name: 'Show field' }));
    await expect.element(page.getByRole('searchbox', { name: 'Search fields' })).toHaveValue('');
    await expect.poll(litRows).toEqual(['name']);
    await userEvent.click(page.getByRole('tab', { name: /^Dynamic templates/ }));
    await userEvent.click(page.getByRole('button', { name: /^Redo: / }));
    await userEvent.click(toasts.getByRole('button', { name: 'Show field' }));
    await expect.element(tree.getByRole('row', { name: /^name / })).toHaveAttribute('data-lit');
  });

  it('names the part of the editor that it changed, and leads there', async () => {
    const draft = await openDraft();
    dispatch(draft, { type: 'templates.save', payload: { templates: [] } });
    dispatch(draft, { type: 'runtimeField.remove', payload: { field: '/runtime/day' } });
    dispatch(draft, { type: 'configuration.save', payload: { set: { dynamic: 'strict' } } });
    await undo();
    await expect.element(toasts).toHaveTextContent('Changed advanced options.');
    await userEvent.click(toasts.getByRole('button', { name: 'Show options' }));
    await expect.element(page.getByRole('form', { name: 'Advanced options' })).toBeVisible();
    await undo();
    await userEvent.click(toasts.getByRole('button', { name: 'Show runtime fields' }));
    await expect.element(page.getByRole('listitem').filter({ hasText: 'day' })).toHaveAttribute('data-lit');
    await undo();
    await expect.element(toasts).toHaveTextContent('Changed dynamic templates.');
    await userEvent.click(toasts.getByRole('button', { name: 'Show templates' }));
    await expect.element(page.getByRole('region', { name: 'Dynamic templates' })).toBeVisible();
    await expect.element(toasts).not.toBeInTheDocument();
    await userEvent.click(page.getByRole('button', { name: /^Redo: / }));
    await expect.element(toasts).toBeVisible();
    // The changed part is on the screen already.
    expect(toasts.getByRole('button', { name: 'Show templates' }).elements()).toEqual([]);
  });

  it('tells of what was typed and not applied, too', async () => {
    await openDraft();
    await userEvent.click(
      tree
        .getByRole('row', { name: /^field_100 / })
        .getByRole('gridcell')
        .first(),
    );
    await userEvent.keyboard('{Enter}');
    await userEvent.fill(page.getByRole('textbox', { name: 'Field name' }), 'other');
    await userEvent.click(page.getByRole('button', { name: /^Undo: / }));
    await expect.element(toasts).toHaveTextContent('Undone: Unapplied changes to field field_100');
  });
});

describe('a restored version', () => {
  it('is told of, and what it changed is lit', async () => {
    const draft = await openDraft();
    dispatch(draft, { type: 'field.edit', payload: { field: NAME, set: { ignore_above: 256 } } });
    dispatch(draft, { type: 'templates.save', payload: { templates: [] } });
    await userEvent.click(page.getByRole('button', { name: 'Show history' }));
    await userEvent.click(page.getByRole('option').last());
    await userEvent.click(page.getByRole('button', { name: 'Restore this version' }));
    await expect.element(toasts).toHaveTextContent('Restored version 1');
    await expect.element(toasts).toHaveTextContent('dynamic templates');
    await expect.poll(litRows).toEqual(['name']);
    await expect.element(tree.getByRole('row', { name: /^name / })).toBeInViewport({ ratio: 1 });
    await expect.element(toasts.getByRole('button', { name: 'Show templates' })).toBeVisible();
  });
});
