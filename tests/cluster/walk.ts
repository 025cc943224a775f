import { expect } from 'vitest';
import type { Page } from 'playwright';
import { formatJson, parseJson, valueAt, type JsonValue } from '#domain/json';

/** What a person has in front of her, and what the engine says of it. */
export interface Walk {
  readonly page: Page;
  /** Of a screen below the console's base: `/indices`. */
  readonly at: (path: string) => string;
  /** Asks the engine itself; a path as its documentation writes it. */
  readonly ask: (method: string, path: string, body?: JsonValue) => Promise<JsonValue>;
  /** A name of an index that nothing else has. */
  readonly index: string;
}

/** A walk over an engine's address. */
export function engineAsker(url: string): Walk['ask'] {
  return async (method, path, body) => {
    const content =
      body === undefined ? {} : { body: formatJson(body), headers: { 'content-type': 'application/json' } };
    const text = await (await fetch(`${url}${path}`, { method, ...content })).text();
    return text === '' ? null : parseJson(text);
  };
}

const toast = (page: Page, text: string | RegExp) =>
  page
    .getByRole('region', { name: /Notifications|notification/i })
    .getByText(text)
    .first()
    .waitFor();
const row = ({ page, index }: Walk, name = index) =>
  page.getByRole('row', { name: new RegExp(`Select ${name.replaceAll('.', '\\.')} `) });

/** Writes a text into a JSON editor, in place of what is in it. */
async function write(page: Page, label: string, text: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: label, exact: true });
  await editor.click();
  await page.keyboard.press('Control+A');
  // Chromium reports an inline style of its own where one types over highlighted text.
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
}

/** Creates the index by the form, and looks at it. */
export async function create({ page, at, ask, index }: Walk): Promise<void> {
  await page.goto(at('/indices'));
  await page.getByRole('button', { name: 'Create index' }).first().click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(index);
  await write(page, 'More settings', '{ "refresh_interval": "5s" }');
  await write(
    page,
    'Mappings',
    '{ "properties": { "host": { "type": "keyword", "ignore_above": 256 }, "message": { "type": "text" } } }',
  );
  await write(page, 'Aliases', `{ "${index}-all": {} }`);
  await page.getByRole('button', { name: 'Review and save' }).click();
  const dialog = page.getByRole('dialog', { name: `Create ${index}?` });
  await expect.poll(() => dialog.getByLabel('Request').textContent()).toContain(`PUT /${index}`);
  await dialog.getByRole('button', { name: 'Create index' }).click();
  await toast(page, `Created index ${index}`);
  await page.getByRole('heading', { name: index, level: 1 }).waitFor();
  expect(valueAt(await ask('GET', `/${index}/_mapping`), `/${index}/mappings/properties/host/type`)).toBe('keyword');
}

/** Adds a field to the live mapping, changes a parameter, and is told what needs a new index. */
export async function editMapping({ page, at, ask, index }: Walk): Promise<void> {
  await page.goto(at(`/indices/${index}?tab=mapping`));
  await page.getByRole('link', { name: 'Edit mapping' }).click();
  const tree = page.getByRole('treegrid', { name: 'Fields' });
  await tree.waitFor();
  // Somebody else adds a field meanwhile: it is followed, and not sent.
  await ask('PUT', `/${index}/_mapping`, { properties: { other: { type: 'long' } } });
  await page.getByRole('button', { name: 'Add field' }).first().click();
  const form = page.getByRole('form', { name: 'Add field' });
  await form.getByRole('textbox', { name: 'Field name' }).fill('note');
  await form.getByRole('combobox', { name: 'Field type' }).fill('keyw');
  await page
    .getByRole('option', { name: /^Keyword/ })
    .first()
    .click();
  await form.getByRole('button', { name: 'Add field' }).click();
  await tree.getByRole('row', { name: /^note / }).waitFor();
  await page.keyboard.press('Escape');
  const bar = page.getByRole('region', { name: 'Unsent changes' });
  await page.getByRole('banner').getByText('Unsaved · 1').waitFor();
  await bar.getByRole('button', { name: 'Review and save' }).click();
  const review = page.getByRole('dialog', { name: `Update mapping of ${index}` });
  await expect.poll(() => review.getByLabel('Request').textContent()).toContain(`PUT /${index}/_mapping`);
  expect(await review.getByLabel('Request').textContent()).not.toContain('other');
  await review.getByRole('button', { name: /^Update mapping of / }).click();
  await toast(page, `Updated mapping of ${index}`);
  await bar.waitFor({ state: 'detached' });
  await tree.getByRole('row', { name: /^other / }).waitFor();
  const properties = valueAt(await ask('GET', `/${index}/_mapping`), `/${index}/mappings/properties`);
  expect(properties).toMatchObject({
    host: { type: 'keyword', ignore_above: 256 },
    other: { type: 'long' },
    note: { type: expect.any(String) },
  });

  // What a live index does not take is named before anything is sent.
  await tree
    .getByRole('row', { name: /^message / })
    .getByRole('gridcell')
    .first()
    .click();
  await page.keyboard.press('Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await bar.getByText('1 requires a new index').waitFor();
  await bar.getByRole('button', { name: 'Review and save' }).click();
  await review.getByText('A field can’t be removed from a live index.').waitFor();
  expect(await review.getByRole('button', { name: /^Update mapping of / }).isDisabled()).toBe(true);
  await review.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: /^Undo: Remove message/ }).click();
  await bar.waitFor({ state: 'detached' });
}

/** Changes a setting; a second one needs the index closed. */
export async function editSettings({ page, at, ask, index }: Walk): Promise<void> {
  await page.goto(at(`/indices/${index}?tab=edit_settings`));
  const editor = page.getByRole('textbox', { name: 'Index settings' });
  await editor.waitFor();
  const text = (await editor.innerText()).replaceAll(/\u00a0/g, ' ');
  await write(
    page,
    'Index settings',
    text.replace('"5s"', '"7s"').replace(/\n?\}\s*$/, ',\n  "index.codec": "best_compression"\n}'),
  );
  await page.getByRole('button', { name: 'Review and save' }).click();
  const review = page.getByRole('dialog', { name: `Update settings of ${index}` });
  await review.getByText('Some settings need a closed index').waitFor();
  await review.getByText(`Close ${index}, apply the changes and reopen it`).click();
  await review.getByRole('button', { name: /^Close index, apply/ }).click();
  await toast(page, `Updated settings of ${index}`);
  const settings = valueAt(await ask('GET', `/${index}/_settings`), `/${index}/settings/index`);
  expect(settings).toMatchObject({ refresh_interval: '7s', codec: 'best_compression' });
}

export async function editAliases({ page, at, ask, index }: Walk): Promise<void> {
  await page.goto(at(`/indices/${index}?tab=aliases`));
  await page.getByRole('button', { name: 'Add alias' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add alias' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`${index}-new`);
  await dialog.getByRole('textbox', { name: 'Filter' }).fill('{ "term": { "host": "a" } }');
  await dialog.getByRole('button', { name: 'Add alias' }).click();
  await toast(page, `Added alias ${index}-new`);
  await page.getByRole('button', { name: `Remove alias ${index}-all` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await toast(page, `Removed alias ${index}-all`);
  const aliases = valueAt(await ask('GET', `/${index}/_alias`), `/${index}/aliases`);
  expect(aliases).toEqual({ [`${index}-new`]: { filter: { term: { host: 'a' } } } });
}

/** The other tabs show what the engine says. */
export async function look({ page, at, index }: Walk): Promise<void> {
  await page.goto(at(`/indices/${index}`));
  await page.getByText('UUID').waitFor();
  await page.getByRole('tab', { name: 'Settings', exact: true }).click();
  await page.getByText('best_compression').first().waitFor();
  await page.getByRole('tab', { name: 'Stats' }).click();
  await page.getByText('Documents indexed').waitFor();
  await page.getByRole('tab', { name: 'Mapping' }).click();
  await page
    .getByRole('treegrid', { name: 'Fields' })
    .getByRole('row', { name: /^note / })
    .waitFor();
}

/** Everything that the list can do with one index, by its menu. */
export async function actOnOne(walk: Walk): Promise<void> {
  const { page, at, ask, index } = walk;
  await page.goto(at(`/indices?filter=${index}`));
  const choose = async (item: string) => {
    await page.getByRole('button', { name: `Actions for ${index}`, exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  for (const [item, done] of [
    ['Refresh index', 'refreshed'],
    ['Flush index', 'flushed'],
    ['Clear cache of index', 'cleared'],
  ] as const) {
    await choose(item);
    await toast(page, new RegExp(done));
  }
  await choose('Force merge index');
  const merge = page.getByRole('alertdialog');
  await merge.getByRole('textbox', { name: /Segments per shard/ }).fill('1');
  await merge.getByRole('button', { name: 'Force merge index' }).click();
  await toast(page, '1 index was merged');
  await choose('Close index');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close index' }).click();
  await row(walk).getByText('closed').waitFor();
  expect(
    JSON.stringify(await ask('GET', `/_cat/indices/${index}?format=json&h=status&expand_wildcards=all`)),
  ).toContain('close');
  await choose('Open index');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Open index' }).click();
  await row(walk).getByText('open', { exact: true }).waitFor();
}

/** Deletes several at once, after their names were shown. */
export async function deleteSeveral(walk: Walk): Promise<void> {
  const { page, at, ask, index } = walk;
  for (const suffix of ['b', 'c']) await ask('PUT', `/${index}-${suffix}`, { settings: { number_of_shards: 1 } });
  await page.goto(at(`/indices?filter=${index}`));
  await row(walk, `${index}-c`).waitFor();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Manage 3 indices' }).click();
  await page.getByRole('menuitem', { name: 'Delete 3 indices' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.waitFor();
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual([index, `${index}-b`, `${index}-c`]);
  await dialog.getByRole('button', { name: 'Delete 3 indices' }).click();
  await toast(page, '3 indices were deleted');
  expect(await ask('GET', `/_cat/indices/${index}*?format=json`)).toEqual([]);
}
