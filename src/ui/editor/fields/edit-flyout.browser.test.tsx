import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { JsonObject } from '#domain/json';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestDraft, shownNames } from '../../testing/open-test-draft.ts';

const tree = page.getByRole('treegrid', { name: 'Fields' });
const nameField = page.getByRole('textbox', { name: 'Field name' });
const others = page.getByRole('textbox', { name: 'Other parameters (JSON)' });
const showAdvanced = () => userEvent.click(page.getByRole('button', { name: 'Show advanced settings' }));
const update = () => userEvent.click(page.getByRole('button', { name: 'Update' }));
const flyout = (name: string, noun = 'field') => page.getByRole('dialog', { name: `Edit ${noun} '${name}'` });

/** Toggles the switch of a section by keyboard: its input is hidden. */
async function flip(title: string): Promise<void> {
  page.getByRole('switch', { name: title, exact: true }).element().focus();
  await userEvent.keyboard(' ');
}

/** Opens the form of a root field from the tree, by keyboard. */
async function openForm(properties: JsonObject, name: string) {
  const draft = await openTestDraft({ properties });
  await expect.element(tree).toBeVisible();
  tree.element().focus();
  await userEvent.keyboard(`{Home}${'{ArrowDown}'.repeat(Object.keys(properties).sort().indexOf(name))}{Enter}`);
  await expect.element(nameField).toHaveFocus();
  return draft;
}

describe('the form of a field', () => {
  it('shows path, name, type and parameters, marks its row, and dims the others', async () => {
    await openForm({ host: { type: 'keyword', ignore_above: 256 }, ip: { type: 'ip' } }, 'host');
    await expect.element(flyout('host')).toBeVisible();
    await expect.element(nameField).toHaveValue('host');
    await expect.element(page.getByRole('combobox', { name: 'Field type' })).toHaveValue('Keyword');
    await showAdvanced();
    await expect.element(page.getByRole('textbox', { name: 'Set length limit' })).toHaveValue('256');
    await expect.element(page.getByRole('row', { name: /^host/ })).toHaveAttribute('aria-selected', 'true');
    await expect.element(page.getByRole('row', { name: /^ip/ })).toHaveAttribute('data-dimmed');
  });

  it('renames by keyboard, says so in the tree, and gives the focus back', async () => {
    const { body, events } = await openForm({ host: { type: 'keyword' }, ip: { type: 'ip' } }, 'host');
    await userEvent.fill(nameField, 'server');
    await userEvent.keyboard('{Enter}');
    await expect.element(flyout('host')).not.toBeInTheDocument();
    await expect.element(tree).toHaveFocus();
    await expect.poll(shownNames).toEqual(['ip', 'server']);
    await expect.element(page.getByRole('img', { name: 'Changed: Rename host to server' })).toBeVisible();
    await expect.poll(body).toEqual({ properties: { server: { type: 'keyword' }, ip: { type: 'ip' } } });
    expect((await events()).at(-1)).toMatchObject({
      type: 'field.edited',
      summary: 'Rename host to server',
      author: { name: 'Ada' },
    });
  });

  it('shows the row by its new name, wherever that stands', async () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`field${index + 10}`, { type: 'long' }]));
    await openForm({ aaa: { type: 'keyword' }, ...many }, 'aaa');
    await userEvent.fill(nameField, 'zzz');
    await userEvent.keyboard('{Enter}');
    const renamed = tree.getByRole('row', { name: /^zzz / });
    await expect.element(renamed).toBeInViewport();
    await expect.element(renamed).toHaveAttribute('data-lit');
  });

  it('leaves no mark in the tree when what it changed is undone', async () => {
    await openForm({ host: { type: 'keyword' }, ip: { type: 'ip' } }, 'host');
    await userEvent.fill(nameField, 'server');
    await userEvent.keyboard('{Enter}');
    const mark = page.getByRole('img', { name: /^Changed: / });
    await expect.element(mark).toBeVisible();
    await userEvent.keyboard('{Delete}');
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }));
    await expect.poll(shownNames).toEqual(['ip']);
    await userEvent.click(page.getByRole('button', { name: /^Undo: Remove server/ }));
    await expect.poll(shownNames).toEqual(['ip', 'server']);
    // The rename is still applied.
    await expect.element(mark).toHaveAccessibleName('Changed: Rename host to server');
    await userEvent.click(page.getByRole('button', { name: /^Undo: Rename host/ }));
    await expect.poll(shownNames).toEqual(['host', 'ip']);
    expect(mark.elements()).toEqual([]);
  });

  it('refuses a name that is empty or taken until it is right', async () => {
    const { events } = await openForm({ host: { type: 'keyword' }, ip: { type: 'ip' } }, 'host');
    await userEvent.clear(nameField);
    await update();
    await expect.element(nameField).toHaveAccessibleDescription('Give a name to the field.');
    await expect.element(page.getByText('Fix errors in form before continuing.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Update' })).toBeDisabled();
    await expectAccessible();
    await userEvent.fill(nameField, 'ip');
    await expect.element(nameField).toHaveAccessibleDescription('There is already a field with this name.');
    await userEvent.fill(nameField, 'host');
    await expect.element(page.getByRole('button', { name: 'Update' })).toBeEnabled();
    await update();
    await expect.element(flyout('host')).not.toBeInTheDocument();
    expect(await events()).toHaveLength(1);
  });

  it('writes the parameters that were changed, and keeps one that nobody knows', async () => {
    const { body } = await openForm(
      { host: { type: 'keyword', ignore_above: 256, x_vendor: { a: [1, null] } } },
      'host',
    );
    await expect.element(others).toHaveTextContent('"x_vendor"');
    await showAdvanced();
    await userEvent.fill(page.getByRole('textbox', { name: 'Set length limit' }), '512');
    await flip('Use doc values');
    await update();
    await expect.poll(body).toEqual({
      properties: { host: { type: 'keyword', ignore_above: 512, x_vendor: { a: [1, null] }, doc_values: false } },
    });
  });

  it('says line, column and reason of JSON that is broken, and sends nothing', async () => {
    const { events } = await openForm({ host: { type: 'keyword', x_vendor: 1 } }, 'host');
    const typed = async (text: string, message: RegExp) => {
      await userEvent.fill(others, text);
      await expect.element(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
    };
    await typed('{"ignore_above": ,}', /Invalid JSON\. Line 1, column 18: .+\./);
    await typed('[]', /Arrays are not allowed\./);
    await typed('{"type": "long"}', /Cannot override the "type" field\./);
    await typed('{"fields": {}}', /Edit child fields in the tree or in the JSON view\./);
    await typed('{"ignore_above": 1}', /"ignore_above" has its own input in this form\./);
    await update();
    await expect.element(page.getByText('Fix errors in form before continuing.')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(flyout('host')).not.toBeInTheDocument();
    expect(await events()).toHaveLength(1);
  });

  it('shows a long name by its end, and a multi-field as one', async () => {
    await openTestDraft({
      properties: { title: { type: 'text', fields: { a_very_long_name_of_a_multi_field: { type: 'keyword' } } } },
    });
    await expect.element(tree).toBeVisible();
    tree.element().focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{Enter}');
    await expect.element(page.getByRole('dialog', { name: "Edit multi-field '...e_of_a_multi_field'" })).toBeVisible();
    await expect.element(page.getByText('title > a_very_long_name_of_a_multi_field')).toBeVisible();
  });

  it('stays open when Escape closes the list of types', async () => {
    await openForm({ host: { type: 'keyword' } }, 'host');
    await userEvent.fill(nameField, 'server');
    await userEvent.fill(page.getByRole('combobox', { name: 'Field type' }), 'te');
    await expect.element(page.getByRole('option', { name: 'Text', exact: true })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('option')).not.toBeInTheDocument();
    await expect.element(flyout('host')).toBeVisible();
    await expect.element(nameField).toHaveValue('server');
  });

  it('refuses a name of blanks', async () => {
    const { events } = await openForm({ host: { type: 'keyword' } }, 'host');
    await userEvent.fill(nameField, '  ');
    await update();
    await expect.element(nameField).toHaveAccessibleDescription('Give a name to the field.');
    expect(await events()).toHaveLength(1);
  });

  it('opens another field from the tree, and keeps what was changed until it is applied or cancelled', async () => {
    await openForm({ host: { type: 'keyword' }, ip: { type: 'ip' } }, 'host');
    await userEvent.click(page.getByRole('row', { name: /^ip/ }).getByText('ip', { exact: true }));
    await expect.element(flyout('ip')).toBeVisible();
    await userEvent.fill(nameField, 'address');
    await userEvent.click(page.getByRole('row', { name: /^host/ }).getByText('host', { exact: true }));
    await expect.element(flyout('host')).toBeVisible();
    await expect.element(page.getByRole('row', { name: /^ip Not applied/ })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(page.getByRole('button', { name: '1 change not applied' }));
    await userEvent.click(page.getByRole('menuitem', { name: 'Field ip' }));
    await expect.element(nameField).toHaveValue('address');
    await userEvent.keyboard('{Escape}');
    await expect.element(flyout('ip')).not.toBeInTheDocument();
    await userEvent.click(page.getByRole('row', { name: /^ip/ }).getByText('ip', { exact: true }));
    await expect.element(nameField).toHaveValue('address');
    await expect.element(flyout('ip').getByText('Not applied')).toBeVisible();
    await userEvent.click(flyout('ip').getByRole('button', { name: 'Cancel' }));
    await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
    await userEvent.click(page.getByRole('row', { name: /^ip/ }).getByText('ip', { exact: true }));
    await expect.element(nameField).toHaveValue('ip');
  });
});

describe('a change of type', () => {
  const change = async (text: string, title: string) => {
    await userEvent.fill(page.getByRole('combobox', { name: 'Field type' }), text);
    await userEvent.click(page.getByRole('option', { name: title, exact: true }));
    await update();
  };

  it('is made at once where nothing goes with it', async () => {
    const { body } = await openForm({ title: { type: 'text', fields: { raw: { type: 'keyword' } } } }, 'title');
    await change('keyw', 'Keyword');
    await expect
      .poll(body)
      .toEqual({ properties: { title: { type: 'keyword', fields: { raw: { type: 'keyword' } } } } });
  });

  it('asks first where children and aliases go, and does nothing when it is cancelled', async () => {
    const title = { type: 'text', fields: { raw: { type: 'keyword' } } };
    const properties = { also: { type: 'alias', path: 'title' }, title };
    const { body, events } = await openForm(properties, 'title');
    await change('object', 'Object');
    const question = page.getByRole('alertdialog', { name: "Confirm change 'title' type to 'object'." });
    await expect
      .element(question.getByRole('list', { name: '1 child field will also be deleted.' }))
      .toHaveTextContent('title > raw');
    await expect
      .element(question.getByRole('list', { name: '1 alias will also be deleted.' }))
      .toHaveTextContent('also');
    await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(flyout('title')).toBeVisible();
    expect(await events()).toHaveLength(1);
    await update();
    await userEvent.click(question.getByRole('button', { name: 'Confirm type change' }));
    await expect.element(flyout('title')).not.toBeInTheDocument();
    await expect.poll(body).toEqual({ properties: { title: { type: 'object' } } });
  });
});

describe('removing', () => {
  it('lists children and aliases that go too, and takes them along', async () => {
    const { body } = await openTestDraft({
      properties: {
        also: { type: 'alias', path: 'host.ip' },
        host: { properties: { ip: { type: 'ip' }, name: { type: 'text', fields: { raw: { type: 'keyword' } } } } },
        size: { type: 'long' },
      },
    });
    await expect.element(tree).toBeVisible();
    tree.element().focus();
    await userEvent.keyboard('{Home}{ArrowDown}{Delete}');
    const question = page.getByRole('alertdialog', { name: "Remove field 'host'?" });
    const children = question.getByRole('list', { name: '3 child fields will also be deleted.' });
    await expect.element(children).toBeVisible();
    expect(
      children
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['host > ip', 'host > name', 'host > name > raw']);
    await expect
      .element(question.getByRole('list', { name: '1 alias will also be deleted.' }))
      .toHaveTextContent('also');
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.poll(body).toEqual({ properties: { size: { type: 'long' } } });
    await expect.element(tree).toHaveFocus();
    await expect.element(page.getByText('Removed host')).toBeInTheDocument();
  });

  it('of the last field opens the form for a new one', async () => {
    await openTestDraft({ properties: { title: { type: 'text' } } });
    await userEvent.click(
      page
        .getByRole('row', { name: /^title/ })
        .getByRole('gridcell')
        .nth(1),
    );
    await userEvent.click(page.getByRole('button', { name: 'Remove field title' }));
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }));
    await expect.element(page.getByRole('form', { name: 'Add field' })).toBeVisible();
  });
});

describe('what no engine takes', () => {
  const flyout = page.getByRole('dialog', { name: /^Edit field/ });
  const open = async (definition: JsonObject, name = 'f') => {
    const draft = await openTestDraft(
      { properties: { [name]: definition } },
      { search: `?field=${encodeURIComponent(`/properties/${name}`)}` },
    );
    const update = () => userEvent.click(flyout.getByRole('button', { name: 'Update' }));
    return { ...draft, update, name: flyout.getByRole('textbox', { name: 'Field name' }) };
  };

  it('is refused as the new name of a field', async () => {
    const { body, update, name } = await open({ type: 'keyword' });
    await userEvent.fill(name, '_source');
    await expect
      .element(name)
      .toHaveAccessibleDescription('Elasticsearch 8.19 refuses this name. Every document has a field _source already.');
    await update();
    await expect.element(name).toHaveAccessibleDescription('Every document has a field _source already.');
    await expect.element(flyout.getByText('Fix errors in form before continuing.')).toBeVisible();
    expect(await body()).toEqual({ properties: { f: { type: 'keyword' } } });
    await userEvent.fill(name, ' f');
    await expect.element(name).toHaveAccessibleDescription(/begins with a space/);
    await update();
    await expect.poll(body).toEqual({ properties: { ' f': { type: 'keyword' } } });
  });

  it('stays as it is where the document has it: a name and a parameter', async () => {
    const { body, update, name } = await open({ type: 'my_type', name: 'y', dims: 3 }, 'a..b');
    await expect.element(name).not.toHaveAccessibleDescription();
    const json = flyout.getByRole('textbox', { name: 'Type Parameters JSON' });
    await userEvent.fill(json, '{"name": "z", "dims": 4}');
    await expect
      .element(flyout.getByRole('alert'))
      .toHaveTextContent('"name" is not a parameter of my_type. An import leaves it out.');
    await update();
    await expect.element(flyout.getByText('Fix errors in form before continuing.')).toBeVisible();
    await userEvent.fill(json, '{"name": "y", "dims": 4}');
    await update();
    await expect.poll(body).toEqual({ properties: { 'a..b': { type: 'my_type', name: 'y', dims: 4 } } });
  });

  it('is refused as a parameter without an input', async () => {
    const { body, update } = await open({ type: 'keyword', since_when: 1 });
    const json = flyout.getByRole('textbox', { name: 'Other parameters (JSON)' });
    await userEvent.fill(json, '{"since_when": 1, "until": 2}');
    await expect
      .element(flyout.getByText('"until" is not a parameter of keyword.'))
      .toHaveTextContent('"until" is not a parameter of keyword. An import leaves it out.');
    await update();
    expect(await body()).toEqual({ properties: { f: { type: 'keyword', since_when: 1 } } });
  });
});

describe('what the target refuses', () => {
  const PROPERTIES = {
    price: { type: 'scaled_float' },
    old: {},
    family: { type: 'join' },
    name: { type: 'keyword', fields: { t: { type: 'text', fields: { k: { type: 'keyword' } } } } },
    part: { type: 'object', dynamic: 'false_allow_templates' },
  };
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });

  it('is marked in the tree and named in the form, until it is corrected', async () => {
    await openForm(PROPERTIES, 'price');
    const banner = flyout('price').getByRole('alert');
    await expect
      .element(banner)
      .toHaveTextContent('Elasticsearch 8.19 is expected to reject this fieldscaling_factor is required.');
    await expect.element(row('price')).toHaveTextContent('Rejected');
    await expect
      .element(row('price').getByTitle('Elasticsearch 8.19 is expected to reject it. scaling_factor is required.'))
      .toBeVisible();
    await expect.element(row('old')).toHaveTextContent('Rejected');
    await expect.element(row('part')).toHaveTextContent('Rejected');
    await expect.element(row('family')).not.toHaveTextContent('Rejected');
    await expectAccessible();
    await userEvent.fill(page.getByRole('textbox', { name: 'Scaling factor' }), '100');
    await update();
    await expect.element(row('price')).toHaveTextContent('scaling_factor: 100');
    await expect.element(row('price')).not.toHaveTextContent('Rejected');
  });

  it('depends on the target', async () => {
    await openTestDraft({ properties: PROPERTIES }, { target: { distribution: 'opensearch', version: '3.4' } });
    await expect.element(row('price')).toHaveTextContent('Rejected');
    await expect.element(row('part')).not.toHaveTextContent('Rejected');
  });
});
