import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestDraft, shownNames } from '../../testing/open-test-draft.ts';

const form = (noun = 'field') => page.getByRole('form', { name: `Add ${noun}` });
const nameField = page.getByRole('textbox', { name: 'Field name' });
const typeField = page.getByRole('combobox', { name: 'Field type' });

/** Chooses a type by keyboard; the focus is in the type field before and after. */
async function choose(text: string, title: string): Promise<void> {
  await userEvent.keyboard(text);
  await expect.element(page.getByRole('option', { name: title, exact: true })).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(page.getByRole('option')).not.toBeInTheDocument();
}

/** As {@link choose}, for a field that may have text in it. */
async function chooseType(text: string, title: string): Promise<void> {
  await userEvent.fill(typeField, text);
  await userEvent.click(page.getByRole('option', { name: title, exact: true }));
  await expect.element(typeField).toHaveValue(title);
}

/** Puts text into the type field as soon as the field is in the page, as a script or an extension does. */
function putTextWhenThere(text: string): Promise<void> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const input = document.querySelector<HTMLInputElement>('form [role="combobox"]');
      if (input === null) return;
      observer.disconnect();
      input.focus();
      // Bypasses React's own property, which would take the change for its own.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      resolve();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
}

async function nextFrames(count: number): Promise<void> {
  for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame);
}

const submit = (label = 'Add field') => userEvent.click(form().getByRole('button', { name: label }));

describe('the form for a new field', () => {
  it('is open where there is no field, can not be left, and offers to load JSON', async () => {
    await openTestDraft({});
    await expect
      .element(
        page.getByText('There are no fields yet. Add the first one, or load a mapping: drop a file here, or paste it.'),
      )
      .toBeVisible();
    await expect.element(nameField).toHaveFocus();
    await expect.element(form().getByRole('button', { name: 'Cancel' })).not.toBeInTheDocument();
    await userEvent.click(
      page.getByRole('region', { name: 'Mapped fields' }).getByRole('button', { name: 'Load JSON' }),
    );
    await expect.element(page.getByRole('dialog', { name: 'Load JSON' })).toBeVisible();
  });

  it('adds several in a row by keyboard alone, and stays open', async () => {
    const { body } = await openTestDraft({});
    await expect.element(nameField).toHaveFocus();
    const place = nameField.element().getBoundingClientRect().y;
    await userEvent.keyboard('host{Tab}');
    await choose('keyw', 'Keyword');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Added host')).toBeInTheDocument();
    await expect.element(page.getByRole('row', { name: /^host/ })).toBeVisible();
    expect(nameField.element().getBoundingClientRect().y).toBe(place);
    await expect.element(nameField).toHaveFocus();
    await expect.element(nameField).toHaveValue('');
    await userEvent.keyboard('bytes{Tab}');
    await choose('numeric', 'Numeric');
    await userEvent.tab();
    await choose('long', 'Long');
    await userEvent.keyboard('{Enter}');
    await expect.poll(shownNames).toEqual(['bytes', 'host']);
    await expect.element(nameField).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(form()).not.toBeInTheDocument();
    await expect.element(page.getByRole('treegrid', { name: 'Fields' })).toHaveFocus();
    await expect.poll(body).toEqual({ properties: { host: { type: 'keyword' }, bytes: { type: 'long' } } });
  });

  it('starts with the type text, and takes a second Enter after a field was added for no mistake', async () => {
    const { body } = await openTestDraft({});
    await expect.element(nameField).toHaveFocus();
    await expect.element(typeField).toHaveValue('Text');
    await userEvent.keyboard('message{Enter}{Enter}');
    await expect.poll(body).toEqual({ properties: { message: { type: 'text' } } });
    await expect.element(nameField).toHaveFocus();
    await expect.element(nameField).toHaveValue('');
    await expect.element(nameField).not.toHaveAccessibleDescription();
    await userEvent.keyboard('{Enter}');
    await expect.element(nameField).toHaveAccessibleDescription('Give a name to the field.');
  });

  it('leaves undo and redo to the document while nothing is typed in it', async () => {
    const { events } = await openTestDraft({ properties: { host: { type: 'keyword' } } });
    await userEvent.click(page.getByRole('button', { name: 'Add field' }));
    await expect.element(nameField).toHaveFocus();
    await userEvent.keyboard('size{Enter}');
    await expect.poll(shownNames).toEqual(['host', 'size']);
    await expect.element(page.getByRole('button', { name: 'Undo: Add size' })).toBeEnabled();
    await expect.element(nameField).toHaveFocus();
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(shownNames).toEqual(['host']);
    await expect.element(nameField).toHaveFocus();
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    await expect.poll(shownNames).toEqual(['host', 'size']);
    // What is typed is the browser's to take back, also where it was erased again.
    await userEvent.keyboard('a{Control>}z{/Control}{Control>}{Shift>}z{/Shift}{/Control}{Backspace}');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(events).toHaveLength(4);
    expect(shownNames()).toEqual(['host', 'size']);
  });

  it('opens the list of types for a whole text that is put in as soon as it is there', async () => {
    const fields = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`a${index}`, { type: 'long' }]));
    await openTestDraft({ properties: { ...fields, host: { properties: {} } } });
    const tree = page.getByRole('treegrid', { name: 'Fields' });
    await expect.element(tree).toBeVisible();
    tree.element().focus();
    for (const keys of ['{End}{Insert}', '{Home}{Insert}']) {
      const isPut = putTextWhenThere('keyword');
      await userEvent.keyboard(keys);
      await isPut;
      // By then the form has been measured and scrolled to.
      await nextFrames(5);
      await expect.element(typeField).toHaveValue('keyword');
      await expect.element(page.getByRole('option', { name: 'Keyword', exact: true })).toBeVisible();
      await userEvent.keyboard('{Escape}{Escape}');
      await expect.element(typeField).not.toBeInTheDocument();
    }
  });

  it('keeps the type for the next field, and links its documentation', async () => {
    const { body } = await openTestDraft({});
    await userEvent.keyboard('host{Tab}keyword{Enter}');
    await expect.element(typeField).toHaveValue('Keyword');
    await expect.element(form().getByRole('link', { name: 'Keyword documentation' })).toBeVisible();
    await submit();
    await expect.element(nameField).toHaveFocus();
    await expect.element(typeField).toHaveValue('Keyword');
    await userEvent.keyboard('user{Enter}');
    await expect.poll(body).toEqual({ properties: { host: { type: 'keyword' }, user: { type: 'keyword' } } });
  });

  it('finds sub-types and other words for a type, and takes the first match with Enter', async () => {
    const { body } = await openTestDraft({});
    await userEvent.keyboard('size{Tab}long{Enter}');
    await expect.element(page.getByRole('combobox', { name: 'Numeric type' })).toHaveValue('Long');
    await submit();
    await userEvent.keyboard('place{Tab}geo{Enter}{Enter}');
    await expect.poll(body).toEqual({ properties: { size: { type: 'long' }, place: { type: 'geo_point' } } });
    for (const [word, title] of [
      ['string', 'Keyword'],
      ['json', 'Object'],
      ['knn', 'Dense vector'],
      ['int', 'Integer (numeric)'],
    ] as const) {
      await userEvent.fill(typeField, word);
      await expect.element(page.getByRole('option', { name: title, exact: true })).toBeVisible();
    }
  });

  it('changes a sub-type by the list of types too', async () => {
    await openTestDraft({});
    await userEvent.keyboard('size{Tab}long{Enter}');
    await userEvent.fill(typeField, 'double');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('option')).not.toBeInTheDocument();
    await expect.element(page.getByRole('combobox', { name: 'Numeric type' })).toHaveValue('Double');
    await expect.element(typeField).toHaveValue('Numeric');
  });

  it('keeps what was typed when Escape closes the list of types', async () => {
    await openTestDraft({ properties: { host: { type: 'keyword' } } });
    await userEvent.click(page.getByRole('button', { name: 'Add field' }));
    await userEvent.fill(nameField, 'size');
    await userEvent.fill(typeField, 'lo');
    await expect.element(page.getByRole('option', { name: 'Long (numeric)', exact: true })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('option')).not.toBeInTheDocument();
    await expect.element(nameField).toHaveValue('size');
    await userEvent.keyboard('{Escape}');
    await expect.element(form()).not.toBeInTheDocument();
  });

  it('is not applied by a press outside, and stays with what was typed', async () => {
    const { events } = await openTestDraft({ properties: { host: { type: 'keyword' } } });
    await userEvent.click(page.getByRole('button', { name: 'Add field' }));
    await userEvent.fill(nameField, 'size');
    await userEvent.fill(typeField, 'keyword');
    await userEvent.keyboard('{Enter}');
    await userEvent.click(page.getByRole('heading', { level: 1 }));
    await expect.element(nameField).toHaveValue('size');
    expect(await events()).toHaveLength(1);
  });

  it('refuses a name of blanks', async () => {
    const { events } = await openTestDraft({});
    await userEvent.keyboard('   {Tab}keyword{Enter}');
    await submit();
    await expect.element(nameField).toHaveAccessibleDescription('Give a name to the field.');
    expect(await events()).toHaveLength(1);
  });

  it('warns of a multi-field below a multi-field', async () => {
    await openTestDraft({
      properties: { title: { type: 'text', fields: { raw: { type: 'text' } } } },
    });
    const tree = page.getByRole('treegrid', { name: 'Fields' });
    await expect.element(tree).toBeVisible();
    tree.element().focus();
    await userEvent.keyboard('{Home}{ArrowRight}{ArrowDown}');
    await userEvent.click(page.getByRole('button', { name: 'Add multi-field to raw' }));
    await expect.element(form('multi-field').getByText(/Chained multi-fields were deprecated in 7\.3/)).toBeVisible();
  });

  it('offers the analyzers in the settings beside the mappings', async () => {
    const settings = { analysis: { analyzer: { names: { type: 'custom', tokenizer: 'standard' } } } };
    await openTestDraft({ settings, mappings: { properties: {} } });
    await userEvent.fill(nameField, 'x');
    await chooseType('token_count', 'Token count');
    await userEvent.click(form().getByRole('button', { name: /Index analyzer/ }));
    await userEvent.click(page.getByRole('option', { name: 'Custom analyzer' }));
    await expect.element(form().getByRole('button', { name: /^names / })).toBeVisible();
  });

  it.each([
    {
      target: { distribution: 'opensearch', version: '3.4' },
      type: 'token_count',
      title: 'Token count',
      message: 'Specify the custom analyzer name or choose a built-in analyzer.',
    },
    {
      target: { distribution: 'opensearch', version: '3.4' },
      type: 'constant',
      title: 'Constant keyword',
      message: 'Enter a value.',
    },
    {
      target: { distribution: 'opensearch', version: '3.4' },
      type: 'knn',
      title: 'k-NN vector',
      message: 'Specify a dimension.',
    },
  ] as const)('asks for what the engine requires of $title', async ({ target, type, title, message }) => {
    const { events } = await openTestDraft({}, { target });
    await userEvent.fill(nameField, 'x');
    await chooseType(type, title);
    await submit();
    await expect.element(form().getByText(message)).toBeVisible();
    expect(await events()).toHaveLength(1);
  });

  it('takes a model in place of a dimension', async () => {
    const { body } = await openTestDraft({}, { target: { distribution: 'opensearch', version: '3.4' } });
    await userEvent.fill(nameField, 'x');
    await chooseType('knn', 'k-NN vector');
    await userEvent.fill(form().getByRole('textbox', { name: /^Model/ }), 'my-model');
    await submit();
    await expect.poll(body).toEqual({ properties: { x: { type: 'knn_vector', model_id: 'my-model' } } });
  });

  it('asks Elasticsearch users for no constant value', async () => {
    const { body } = await openTestDraft({});
    await userEvent.fill(nameField, 'x');
    await chooseType('constant', 'Constant keyword');
    await submit();
    await expect.poll(body).toEqual({ properties: { x: { type: 'constant_keyword' } } });
  });

  it('says what is missing, part by part, and adds nothing', async () => {
    const { events } = await openTestDraft({ properties: { host: { type: 'keyword' } } });
    await userEvent.click(page.getByRole('button', { name: 'Add field' }));
    await submit();
    await expect.element(nameField).toHaveAccessibleDescription('Give a name to the field.');
    await expectAccessible();
    await userEvent.fill(nameField, 'host');
    await expect.element(nameField).toHaveAccessibleDescription('There is already a field with this name.');
    await userEvent.fill(nameField, 'size');
    await expect.element(nameField).not.toHaveAccessibleDescription();
    await chooseType('numeric', 'Numeric');
    await expect
      .element(page.getByRole('combobox', { name: 'Numeric type' }))
      .toHaveAccessibleDescription('Specify a field type.');
    expect(await events()).toHaveLength(1);
  });

  it.each([
    {
      main: 'Numeric',
      sub: 'Scaled float',
      field: 'Scaling factor',
      wrong: '0',
      missing: 'A scaling factor is required.',
      low: 'The scaling factor must be greater than 0.',
    },
    { main: 'Dense vector', field: /Dimensions?/, missing: 'Specify a dimension.' },
  ])('asks for what $main can not do without', async ({ main, sub, field, wrong, missing, low }) => {
    await openTestDraft({});
    await userEvent.fill(nameField, 'x');
    await chooseType(main.toLowerCase(), main);
    if (sub !== undefined) {
      await userEvent.fill(page.getByRole('combobox', { name: `${main} type` }), sub.toLowerCase());
      await userEvent.click(page.getByRole('option', { name: sub, exact: true }));
    }
    await submit();
    const input = page.getByRole('textbox', { name: field });
    await expect.element(input).toHaveAccessibleDescription(new RegExp(missing));
    if (wrong === undefined) return;
    await userEvent.fill(input, wrong);
    await userEvent.tab();
    await expect.element(input).toHaveAccessibleDescription(new RegExp(low));
    await userEvent.fill(input, '100');
    await userEvent.tab();
    await submit();
    await expect.poll(shownNames).toEqual(['x']);
  });

  it('says what is wrong with a type by name and its JSON', async () => {
    const { body } = await openTestDraft({});
    await userEvent.fill(nameField, 'x');
    await chooseType('other', 'Other');
    await submit();
    await expect
      .element(page.getByRole('textbox', { name: 'Type Name' }))
      .toHaveAccessibleDescription('The type name is required.');
    const json = page.getByRole('textbox', { name: 'Type Parameters JSON' });
    const typed = async (text: string, message: string) => {
      await userEvent.fill(json, text);
      await expect.element(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
    };
    await typed('{"a"', 'Invalid JSON.');
    await typed('[1]', 'Arrays are not allowed.');
    await typed('{"type": "long"}', 'Cannot override the "type" field.');
    await userEvent.fill(page.getByRole('textbox', { name: 'Type Name' }), 'my_type');
    await submit();
    await typed('{"dims": 3, "name": "y"}', '"name" is not a parameter of my_type. An import leaves it out.');
    await submit();
    await typed('{"dims": null}', '"dims" can’t be null. An import leaves it out.');
    await submit();
    await expect.poll(body).toEqual({});
    await userEvent.fill(json, '{"dims": 3}');
    await submit();
    await expect.poll(body).toEqual({ properties: { x: { type: 'my_type', dims: 3 } } });
  });

  it('judges the JSON of a type that is known by that type', async () => {
    const { body } = await openTestDraft({});
    await userEvent.fill(nameField, 'x');
    await chooseType('other', 'Other');
    const json = page.getByRole('textbox', { name: 'Type Parameters JSON' });
    await userEvent.fill(json, '{"index_prefixes": {"max_chars": 1}}');
    await userEvent.fill(page.getByRole('textbox', { name: 'Type Name' }), 'text');
    const alert = page.getByRole('alert').filter({ hasText: '"index_prefixes"' });
    await expect
      .element(alert)
      .toHaveTextContent('"index_prefixes" can’t be {"max_chars":1}. An import leaves it out.');
    await userEvent.fill(json, '{"fielddata": true, "fielddata_frequency_filter": {"min_segment_size": -5}}');
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'fielddata' }))
      .toHaveTextContent('"fielddata_frequency_filter": The value must be greater or equal to 0.');
    await submit();
    await expect.poll(body).toEqual({});
  });

  it.each([
    ['a..b', 'A name between dots can’t be empty.'],
    ['.', 'A name between dots can’t be empty.'],
    ['_id', 'Every document has a field _id already.'],
  ])('says of the name %j that the engine refuses it, and does not add it', async (name, reason) => {
    const { body } = await openTestDraft({});
    await userEvent.fill(nameField, name);
    await expect.element(nameField).toHaveAccessibleDescription(`Elasticsearch 8.19 refuses this name. ${reason}`);
    await chooseType('keyw', 'Keyword');
    await submit();
    await expect.element(nameField).toHaveAccessibleDescription(reason);
    await expect.element(nameField).toHaveAttribute('aria-invalid', 'true');
    await expect.poll(body).toEqual({});
  });

  it('says what the engine makes of spaces at the ends, and adds the field', async () => {
    const { body } = await openTestDraft({});
    await userEvent.fill(nameField, 'host ');
    await expect
      .element(nameField)
      .toHaveAccessibleDescription(
        'This name ends with a space. Elasticsearch 8.19 keeps it, so searches need it, too.',
      );
    await expectAccessible();
    await chooseType('keyw', 'Keyword');
    await submit();
    await expect.poll(body).toEqual({ properties: { 'host ': { type: 'keyword' } } });
  });

  it('refuses a multi-field with a dot in its name', async () => {
    const { body } = await openTestDraft({ properties: { text: { type: 'text' } } });
    await userEvent.click(page.getByRole('row', { name: /^text/ }).getByRole('gridcell').nth(1));
    await userEvent.click(page.getByRole('button', { name: 'Add multi-field to text' }));
    await userEvent.fill(nameField, 'a.b');
    await chooseType('keyw', 'Keyword');
    await userEvent.click(form('multi-field').getByRole('button', { name: 'Add multi-field' }));
    await expect.element(nameField).toHaveAccessibleDescription('The name of a multi-field can’t contain a dot.');
    await expect.poll(body).toEqual({ properties: { text: { type: 'text' } } });
  });

  it('says that an alias needs a field first, then takes one', async () => {
    const { body } = await openTestDraft({});
    await userEvent.fill(nameField, 'other_name');
    await chooseType('alias', 'Alias');
    await expect.element(page.getByText('You need to add at least one field before creating an alias.')).toBeVisible();
    await submit();
    await userEvent.clear(nameField);
    await userEvent.fill(nameField, 'host');
    await chooseType('keyw', 'Keyword');
    await submit();
    await expect.poll(shownNames).toEqual(['host']);
    await userEvent.fill(nameField, 'other_name');
    await chooseType('alias', 'Alias');
    await submit();
    await expect.element(page.getByText('Select a field to point the alias to.')).toBeVisible();
    await userEvent.fill(page.getByRole('combobox', { name: /Alias target|Path/ }), 'ho');
    await userEvent.click(page.getByRole('option', { name: 'host' }));
    await submit();
    await expect
      .poll(body)
      .toEqual({ properties: { host: { type: 'keyword' }, other_name: { type: 'alias', path: 'host' } } });
  });

  it('adds multi-fields below a text, without the types that can not be one', async () => {
    const { body } = await openTestDraft({ properties: { title: { type: 'text' } } });
    await userEvent.click(
      page
        .getByRole('row', { name: /^title/ })
        .getByRole('gridcell')
        .nth(1),
    );
    await userEvent.click(page.getByRole('button', { name: 'Add multi-field to title' }));
    await expect.element(nameField).toHaveFocus();
    await userEvent.keyboard('raw');
    await userEvent.click(form('multi-field').getByRole('button', { name: /Show suggestions/ }));
    await expect.element(page.getByRole('option', { name: 'Keyword', exact: true })).toBeVisible();
    for (const title of ['Object', 'Nested', 'Join', 'Alias'])
      expect(page.getByRole('option', { name: title, exact: true }).elements()).toEqual([]);
    await userEvent.click(page.getByRole('option', { name: 'Keyword', exact: true }));
    await userEvent.click(form('multi-field').getByRole('button', { name: 'Add multi-field' }));
    await expect.poll(body).toEqual({ properties: { title: { type: 'text', fields: { raw: { type: 'keyword' } } } } });
    await expect.poll(shownNames).toEqual(['title', 'raw']);
  });
});
