import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { isObject, joinPointer, parseJson, valueAt, type Body } from '#domain/json';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestDraft, shownNames } from '../../testing/open-test-draft.ts';
import { shortName } from '../parameters/field-labels.ts';
import { shownName } from '../../files/shown-name.ts';

const NAMES = [
  '__proto__',
  'constructor',
  'a.b',
  '',
  '<img src=x onerror="globalThis.wasRun = true">',
  'שלום \u202eabc',
  'n'.repeat(300),
  'a/b~c',
];

/** For the titles of tests. */
const titled = (names: readonly string[]) => names.map((name) => ({ name, title: shortName(JSON.stringify(name)) }));

const TEXT = `{"properties":{${NAMES.map((name) => `${JSON.stringify(name)}:{"type":"keyword"}`).join(',')}}}`;

async function openNames(search = '') {
  const body = parseJson(TEXT);
  if (!isObject(body)) throw new Error('The names do not make an object.');
  return openTestDraft(body, { search });
}

const tree = page.getByRole('treegrid', { name: 'Fields' });
const pointerOf = (name: string) => joinPointer('', 'properties', name);
const namesIn = (body: Body) => Object.keys(valueAt(body, '/properties') ?? {});

describe('hostile names', () => {
  it('are all shown in the tree as they are, and none is run', async () => {
    await openNames();
    await expect.element(tree).toBeVisible();
    await expect.poll(() => [...shownNames()].sort()).toEqual(NAMES.map(shownName).sort());
    expect(document.querySelector('main img:not([role])')).toBeNull();
    expect(Reflect.get(globalThis, 'wasRun')).toBeUndefined();
    const wide = page.getByText('n'.repeat(300)).element().getBoundingClientRect();
    expect(wide.right).toBeLessThan(window.innerWidth);
    await expectAccessible();
  });

  it('have what can’t be seen escaped, and say so', async () => {
    await openNames();
    const row = tree.getByRole('row', { name: /שלום/ });
    await expect.element(row).toHaveTextContent('שלום \\u202eabc');
    await expect.element(row.getByText('Hidden characters')).toBeVisible();
    expect(page.getByText('Hidden characters').elements()).toHaveLength(1);
    await userEvent.fill(page.getByRole('searchbox', { name: 'Search fields' }), 'abc');
    await expect.element(page.getByRole('grid').getByText('Hidden characters')).toBeVisible();
  });

  it('are all in the JSON view, and stay when it is applied', async () => {
    const { body } = await openNames('?view=json');
    const text = page.getByRole('textbox', { name: 'Mappings object' });
    await expect.element(text).toBeVisible();
    // The editor shows a mark in place of characters that would reverse the text.
    for (const name of NAMES)
      await expect.element(text).toHaveTextContent(`${JSON.stringify(name).replace('\u202e', '•')}: {`);
    await userEvent.fill(text, TEXT.replaceAll('keyword', 'long'));
    await userEvent.click(page.getByRole('radio', { name: 'Tree' }));
    await expect.element(tree).toBeVisible();
    for (const name of NAMES)
      await expect.poll(async () => valueAt(await body(), pointerOf(name))).toEqual({ type: 'long' });
  });

  it.each(titled(NAMES.filter((name) => name !== '')))('are found by the search: $title', async ({ name }) => {
    await openNames();
    await expect.element(tree).toBeVisible();
    await userEvent.fill(page.getByRole('searchbox', { name: 'Search fields' }), name);
    await expect.poll(() => shownNames()[0]).toBe(shownName(name));
  });

  it.each(titled(NAMES))('are edited in the form, shown in the history, and removed: $title', async ({ name }) => {
    const { body } = await openNames(`?field=${encodeURIComponent(pointerOf(name))}`);
    await expect
      .element(page.getByRole('dialog', { name: `Edit field '${shortName(shownName(name))}'`, exact: true }))
      .toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'Field name' })).toHaveValue(name);
    await userEvent.click(page.getByRole('button', { name: 'Show advanced settings' }));
    page.getByRole('switch', { name: 'Set length limit' }).element().focus();
    await userEvent.keyboard(' ');
    await userEvent.fill(page.getByRole('textbox', { name: 'Set length limit' }), '7');
    await userEvent.click(page.getByRole('button', { name: 'Update' }));
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.poll(async () => valueAt(await body(), pointerOf(name))).toEqual({ type: 'keyword', ignore_above: 7 });
    await userEvent.keyboard('{Alt>}h{/Alt}');
    await userEvent.click(page.getByRole('listbox', { name: 'Events, newest first' }).getByRole('option').first());
    await expect
      .element(page.getByRole('region', { name: 'What changed' }).getByRole('table'))
      .toHaveTextContent('"ignore_above": 7');
    await userEvent.click(page.getByRole('button', { name: 'Back to current version' }));
    await expect.element(tree).toBeVisible();
    tree.element().focus();
    await userEvent.keyboard('{Delete}');
    const question = page.getByRole('alertdialog', { name: `Remove field '${shownName(name)}'?`, exact: true });
    await userEvent.click(question.getByRole('button', { name: 'Remove', exact: true }));
    await expect.poll(async () => namesIn(await body())).not.toContain(name);
    expect(namesIn(await body())).toHaveLength(NAMES.length - 1);
  });

  it.each(titled(NAMES.filter((name) => name !== '')))('can be given to a field: $title', async ({ name }) => {
    const { body } = await openTestDraft(
      { properties: { plain: { type: 'long' } } },
      { search: '?field=%2Fproperties%2Fplain' },
    );
    await userEvent.fill(page.getByRole('textbox', { name: 'Field name' }), name);
    await userEvent.keyboard('{Enter}');
    await expect.poll(async () => namesIn(await body())).toEqual([name]);
    await expect.poll(shownNames).toEqual([shownName(name)]);
  });
});
