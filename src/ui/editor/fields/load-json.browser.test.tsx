import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { formatJson, parseJson, valueAt, type JsonObject } from '#domain/json';
import { validateMappings } from '#domain/mapping';
import { PASTED_TEXTS } from '../../../../tests/builders/pasted-texts.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestDraft, shownNames, type TestDraft } from '../../testing/open-test-draft.ts';

const BODY = { dynamic: false, properties: { host: { type: 'keyword' } } };
const ONE_WRONG = { nonsense: 1, properties: { size: { type: 'long' } } };
const WRONG = {
  nonsense: 1,
  properties: { size: { type: 'long', nonsense: 2 }, junk: null, host: { type: 'keyword' } },
};
const TITLE = '3 invalid option(s) detected in mappings object';
const MANY = 50_000;

const dialog = page.getByRole('dialog', { name: 'Load JSON' });
const text = dialog.getByRole('textbox', { name: 'Mappings object' });
const button = (name: string) => dialog.getByRole('button', { name, exact: true });
const errors = dialog.getByRole('list', { name: 'Errors' });
const toast = (name: string) => page.getByRole('alertdialog', { name });

async function openDialog(body: JsonObject = BODY): Promise<TestDraft> {
  const draft = await openTestDraft(body);
  await expect.element(page.getByRole('treegrid', { name: 'Fields' })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Load JSON' }));
  await expect.element(text).toHaveFocus();
  return draft;
}

async function load(value: string | JsonObject): Promise<void> {
  await userEvent.fill(text, typeof value === 'string' ? value : formatJson(value));
  await userEvent.click(button('Load and overwrite'));
}

function drop(name: string, content: string): void {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([content], name));
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}

const types = async (draft: TestDraft) => (await draft.events()).map(({ type }) => type);

describe('Load JSON', () => {
  it('loads valid mappings by keyboard alone, in one step', async () => {
    const draft = await openDialog();
    await userEvent.keyboard(formatJson({ properties: { size: { type: 'long' } } }).replaceAll('{', '{{'));
    await userEvent.tab();
    await expect.element(button('Cancel')).toHaveFocus();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await expect.element(toast('Loaded 1 field')).toBeVisible();
    await expect.poll(draft.body).toEqual({ properties: { size: { type: 'long' } } });
    expect(await types(draft)).toEqual(['document.created', 'editor.mappingsReplaced']);
  });

  it('asks before an empty text removes all mappings, and takes that back', async () => {
    const draft = await openDialog();
    const question = page.getByRole('alertdialog', { name: 'Remove all mappings?' });
    await userEvent.click(button('Load and overwrite'));
    await expect.element(question.getByRole('button', { name: 'Go back' })).toHaveFocus();
    await expectAccessible();
    await userEvent.keyboard('{Enter}');
    await expect.element(text).toBeVisible();
    expect(await types(draft)).toEqual(['document.created']);
    await userEvent.click(button('Load and overwrite'));
    await userEvent.click(question.getByRole('button', { name: 'Remove all mappings' }));
    await expect.element(toast('Loaded 0 fields')).toHaveTextContent('The text was empty, and so are the mappings.');
    await expect.poll(draft.body).toEqual({});
    await userEvent.click(toast('Loaded 0 fields').getByRole('button', { name: 'Undo' }));
    await expect.poll(draft.body).toEqual(BODY);
  });

  it('says line and column of what is no JSON, at the text too, until that is edited', async () => {
    const draft = await openDialog();
    await load('{\n  "properties": {,}\n}');
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Line 2, column 18');
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Nothing was changed.');
    await expect.poll(() => dialog.element().querySelectorAll('.cm-lintRange-error').length).toBe(1);
    await expectAccessible();
    await userEvent.fill(text, '{}');
    await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
    expect(await types(draft)).toEqual(['document.created']);
  });

  it('says what was taken of something that holds mappings', async () => {
    const draft = await openDialog();
    await load({ orders: { mappings: { tweet: { properties: { size: { type: 'long' } } } } } });
    await expect
      .element(toast('Loaded 1 field'))
      .toHaveTextContent('Only the mappings of the index “orders” were taken, those of its type “tweet”.');
    await expect.poll(draft.body).toEqual({ properties: { size: { type: 'long' } } });
  });

  it('reports what stands beside a type, and loads it too where everything is wanted', async () => {
    const holder = { version: 5, tweet: { properties: { size: { type: 'long' } } } };
    const draft = await openDialog();
    await load(holder);
    await expect.element(errors.getByRole('listitem')).toHaveTextContent('The version configuration is invalid.');
    await userEvent.click(button('Load everything as it is'));
    await expect.poll(draft.body).toEqual(holder);
  });

  it('lets mappings of several types through, with the callout and without tabs, and loses nothing', async () => {
    const several = {
      user: { dynamic: 'nonsense', properties: { a: { type: 'keyword', nonsense: 2 } } },
      tweet: { properties: {} },
    };
    const draft = await openDialog();
    await load({ order: 1, mappings: several });
    await expect
      .element(toast('Loaded the mappings of 2 types'))
      .toHaveTextContent('Only the mappings of this legacy template were taken.');
    await expect
      .element(page.getByText('The mappings for this template uses multiple types, which are not supported.'))
      .toBeVisible();
    await expect.element(page.getByRole('tab')).not.toBeInTheDocument();
    await expect.poll(draft.body).toEqual(several);
    await expectAccessible();
    await userEvent.click(toast('Loaded the mappings of 2 types').getByRole('button', { name: 'Undo' }));
    await expect.poll(shownNames).toEqual(['host']);
    await expect.poll(draft.body).toEqual(BODY);
  });

  it('shows the callout also where the draft has its mappings under the name of a type', async () => {
    const draft = await openDialog({ _doc: BODY });
    await load({ user: { properties: {} }, tweet: { properties: {} } });
    await expect.element(page.getByText('Multiple mapping types detected')).toBeVisible();
    await expect.poll(draft.body).toEqual({ _doc: { user: { properties: {} }, tweet: { properties: {} } } });
  });
});

describe('a pasted text', () => {
  const choice = page.getByRole('dialog', { name: 'Choose the mappings to load' });

  it.each(PASTED_TEXTS.filter(({ bodies }) => bodies !== undefined))(
    'is loaded: $what',
    async ({ text: pasted, bodies = [], leftOut }) => {
      const draft = await openDialog();
      await load(pasted);
      const last = bodies.at(-1);
      if (bodies.length > 1) {
        await userEvent.click(choice.getByRole('combobox', { name: 'Mapping or template' }));
        await userEvent.fill(choice.getByRole('combobox', { name: 'Mapping or template' }), last?.name ?? '');
        await userEvent.click(page.getByRole('option', { name: last?.name ?? '' }));
        await userEvent.click(choice.getByRole('button', { name: 'Load and overwrite' }));
      }
      await expect.element(toast('Loaded 1 field')).toBeVisible();
      if (bodies.length === 1 && leftOut !== undefined)
        await expect.element(toast('Loaded 1 field')).toHaveTextContent(leftOut);
      await expect
        .poll(async () => Object.keys(valueAt(await draft.body(), '/properties') ?? {}))
        .toEqual(last?.fields);
    },
  );

  it.each(PASTED_TEXTS.filter(({ refused }) => refused !== undefined))(
    'is refused: $what',
    async ({ text: pasted, refused: { reason, line, column } = { reason: '' } }) => {
      const draft = await openDialog();
      await load(pasted);
      const alert = dialog.getByRole('alert');
      await expect.element(alert).toHaveTextContent(reason);
      if (line !== undefined) await expect.element(alert).toHaveTextContent(`Line ${line}, column ${String(column)}:`);
      await expect.element(alert).toHaveTextContent('Nothing was changed.');
      expect(await types(draft)).toEqual(['document.created']);
    },
  );

  it('with several mappings is offered by keyboard, and goes back to the text', async () => {
    const draft = await openDialog();
    await load({ one: { mappings: { properties: { a: { type: 'long' } } } }, two: { mappings: {} } });
    const box = choice.getByRole('combobox', { name: 'Mapping or template' });
    await expect.element(box).toHaveFocus();
    await expect.element(box).toHaveValue('one');
    await expect.element(choice).toHaveTextContent('The text has 2 mappings or templates.');
    await expectAccessible();
    await userEvent.click(choice.getByRole('button', { name: 'Cancel' }));
    await expect.element(text).toHaveTextContent('"one"');
    await userEvent.click(button('Load and overwrite'));
    await userEvent.click(choice.getByRole('button', { name: 'Load and overwrite' }));
    await expect.element(toast('Loaded 1 field')).toHaveTextContent('Only the mappings of the index “one” were taken.');
    await expect.poll(draft.body).toEqual({ properties: { a: { type: 'long' } } });
  });

  it('with empty mappings, or of which nothing is valid, is asked about before it removes what is there', async () => {
    const draft = await openDialog();
    const question = page.getByRole('alertdialog', { name: 'Remove all mappings?' });
    await load({ orders: { mappings: {} } });
    await expect.element(question).toHaveTextContent('There are no valid fields and options in it.');
    await userEvent.click(question.getByRole('button', { name: 'Go back' }));
    await load({ dynamic: 7 });
    await userEvent.click(button('Continue loading'));
    await expect.element(question).toHaveTextContent('There are no valid fields and options in it.');
    await userEvent.click(question.getByRole('button', { name: 'Go back' }));
    await expect.element(text).toBeVisible();
    expect(await types(draft)).toEqual(['document.created']);
  });

  it('that is dropped is asked about in the same way', async () => {
    await openTestDraft(BODY);
    await expect.element(page.getByRole('treegrid', { name: 'Fields' })).toBeVisible();
    drop('empty.json', '{}');
    const question = page.getByRole('alertdialog', { name: 'Remove all mappings?' });
    await userEvent.click(question.getByRole('button', { name: 'Go back' }));
    await userEvent.click(button('Cancel'));
    drop('two.json', '{"one":{"mappings":{"properties":{"a":{"type":"ip"}}}},"two":{"mappings":{}}}');
    await userEvent.click(choice.getByRole('button', { name: 'Load and overwrite' }));
    await expect.element(toast('Loaded 1 field')).toBeVisible();
  });
});

describe('the result of the validation', () => {
  it('shows one error as it is', async () => {
    await openDialog();
    await load(ONE_WRONG);
    await expect
      .element(dialog.getByRole('alert'))
      .toHaveTextContent('1 invalid option(s) detected in mappings object');
    await expect
      .element(dialog.getByRole('alert'))
      .toHaveTextContent('If you continue loading the object, only valid options will be accepted.');
    await expect.element(errors.getByRole('listitem')).toHaveTextContent('The nonsense configuration is invalid.');
    await expect.element(dialog.getByRole('button', { name: /more errors/ })).not.toBeInTheDocument();
    await expectAccessible();
  });

  it('shows the first of several errors, the others on request, and hides them again', async () => {
    await openDialog();
    await load(WRONG);
    await expect.element(dialog.getByText(TITLE)).toBeVisible();
    expect(
      errors
        .getByRole('listitem')
        .elements()
        .map((item) => item.textContent),
    ).toEqual(['The nonsense configuration is invalid.']);
    await userEvent.click(button('Show 2 more errors'));
    await expect
      .poll(() =>
        errors
          .getByRole('listitem')
          .elements()
          .map((item) => item.textContent),
      )
      .toEqual([
        'The nonsense configuration is invalid.',
        'The nonsense parameter on field size is invalid.',
        'The junk field is invalid.',
      ]);
    await expectAccessible();
    await userEvent.click(button('Hide errors'));
    await expect.poll(() => errors.getByRole('listitem').elements()).toHaveLength(1);
    await expect.element(button('Show 2 more errors')).toBeVisible();
  });

  it('loads the valid parts where one goes on, by keyboard, and says how much was left out', async () => {
    const draft = await openDialog();
    await load(WRONG);
    await expect.element(button('Continue loading')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(toast('Loaded 2 fields')).toHaveTextContent('3 invalid options were left out.');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.poll(draft.body).toEqual(validateMappings(WRONG).value);
    expect(await types(draft)).toEqual(['document.created', 'editor.mappingsReplaced']);
    await userEvent.click(toast('Loaded 2 fields').getByRole('button', { name: 'Undo' }));
    await expect.poll(draft.body).toEqual(BODY);
  });

  it('loads everything as it is where that is wanted', async () => {
    const draft = await openDialog();
    await load(WRONG);
    await userEvent.click(button('Load everything as it is'));
    await expect.element(toast('Loaded 3 fields')).not.toHaveTextContent('left out');
    await expect.poll(draft.body).toEqual(WRONG);
    expect(await types(draft)).toEqual(['document.created', 'editor.mappingsReplaced']);
  });

  it('goes back to the text by keyboard', async () => {
    const draft = await openDialog();
    await load(WRONG);
    await expect.element(button('Continue loading')).toHaveFocus();
    await userEvent.tab({ shift: true });
    await expect.element(button('Go back')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(text).toHaveFocus();
    await expect.element(text).toHaveTextContent(formatJson(WRONG));
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    expect(await types(draft)).toEqual(['document.created']);
  });

  it('is where a dropped file with errors leads', async () => {
    const draft = await openTestDraft(BODY);
    await expect.poll(shownNames).toEqual(['host']);
    drop('given.json', formatJson({ template: { mappings: WRONG } }));
    await expect.element(dialog.getByText(TITLE)).toBeVisible();
    await expect.element(dialog.getByText('Only the mappings of this component template were taken.')).toBeVisible();
    expect(await types(draft)).toEqual(['document.created']);
    await userEvent.click(button('Go back'));
    await expect.element(text).toHaveTextContent(formatJson({ template: { mappings: WRONG } }));
    await userEvent.click(button('Load and overwrite'));
    await userEvent.click(button('Continue loading'));
    await expect.poll(draft.body).toEqual(validateMappings(WRONG).value);
  });

  it('shows hostile names as they are', async () => {
    const names = ['__proto__', 'constructor', 'a/b~c', 'a.b', '<b>x</b>', '💥', '  two  spaces', 'x'.repeat(400)];
    const properties = names.map((name) => `${JSON.stringify(name)}:{"type":"keyword","constructor":1}`);
    const hostile = parseJson(`{"__proto__":1,"properties":{${properties.join(',')}}}`);
    const draft = await openDialog();
    await load(hostile as JsonObject);
    await userEvent.click(button(`Show ${names.length} more errors`));
    const shown = () =>
      errors
        .getByRole('listitem')
        .elements()
        .map((item) => item.textContent);
    await expect
      .poll(shown)
      .toEqual([
        'The __proto__ configuration is invalid.',
        ...names.map((name) => `The constructor parameter on field ${name} is invalid.`),
      ]);
    expect(errors.element().scrollWidth).toBeLessThanOrEqual(errors.element().clientWidth);
    await expectAccessible();
    await userEvent.click(button('Continue loading'));
    await expect.element(toast(`Loaded ${names.length} fields`)).toHaveTextContent('9 invalid options were left out.');
    expect(formatJson((await draft.body()) as JsonObject)).toBe(formatJson(validateMappings(hostile).value));
  });

  it(`stays usable with ${MANY.toLocaleString('en')} errors, and shows the last of them`, async () => {
    const properties = Object.fromEntries(Array.from({ length: MANY }, (_, index) => [`field-${index}`, null]));
    await openTestDraft(BODY);
    await expect.poll(shownNames).toEqual(['host']);
    drop('given.json', formatJson({ properties }));
    await expect.element(dialog.getByText('50,000 invalid option(s) detected in mappings object')).toBeVisible();
    await userEvent.click(button('Show 49,999 more errors'));
    await expect.element(errors.getByText('The field-0 field is invalid.')).toBeVisible();
    expect(errors.getByRole('listitem').elements().length).toBeLessThan(50);
    await userEvent.tab({ shift: true });
    await expect.element(errors).toHaveFocus();
    await userEvent.keyboard('{End}');
    await expect.element(errors.getByText('The field-49999 field is invalid.')).toBeVisible();
    await userEvent.click(button('Continue loading'));
    await expect.element(toast('Loaded 0 fields')).toHaveTextContent('50,000 invalid options were left out.');
  });
});
