import { describe, expect, it } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import type { TargetEngine } from '#domain/catalogue';
import { valueAt, type JsonObject } from '#domain/json';
import type { ClusterGateway } from '#domain/ports';
import { openTestIndex } from '../../testing/open-test-index.ts';
import { testServer } from '../../testing/test-http.ts';
import { testServices } from '../../testing/test-services.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestDraft } from '../../testing/open-test-draft.ts';

const flyout = page.getByRole('dialog', { name: /^Edit (multi-)?field/ });
const input = (label: string) => flyout.getByRole('textbox', { name: label, exact: true });
const section = (title: string) => flyout.getByRole('region', { name: title, exact: true });
const toggle = (title: string) => flyout.getByRole('switch', { name: title, exact: true });
const update = () => userEvent.click(flyout.getByRole('button', { name: 'Update' }));

/** Toggles a switch by keyboard: its input is hidden. */
async function flip(title: string): Promise<void> {
  toggle(title).element().focus();
  await userEvent.keyboard(' ');
}

async function choose(label: string | RegExp, option: string): Promise<void> {
  await userEvent.click(
    flyout.getByRole('button', { name: typeof label === 'string' ? new RegExp(`${label}$`) : label }),
  );
  await userEvent.click(page.getByRole('option', { name: option, exact: true }));
}

/** Opens the form of the field `f`, with all sections shown. */
async function openForm(
  definition: JsonObject,
  body: (properties: JsonObject) => JsonObject = (properties) => ({ properties }),
  at = '',
  target: TargetEngine = { distribution: 'elasticsearch', version: '7.17' },
) {
  const draft = await openTestDraft(body({ f: definition, other: { type: 'keyword' } }), {
    search: `?field=${encodeURIComponent(`${at}/properties/f`)}`,
    target,
  });
  await expect.element(flyout).toBeVisible();
  const advanced = flyout.getByRole('button', { name: 'Show advanced settings' });
  if (advanced.elements().length > 0) await userEvent.click(advanced);
  const field = async () => {
    await expect.element(flyout).not.toBeInTheDocument();
    return ((await draft.body()) as { readonly properties: { readonly f: JsonObject } }).properties.f;
  };
  return { ...draft, field };
}

describe('sections', () => {
  it('are optional, or are themselves the parameter; switched off an optional one is removed', async () => {
    const { field } = await openForm({ type: 'keyword', ignore_above: 256, doc_values: false });
    await expect.element(toggle('Set length limit')).toBeChecked();
    await expectAccessible();
    await flip('Set length limit');
    await expect.element(input('Set length limit')).not.toBeInTheDocument();
    await flip('Use doc values');
    await flip('Use norms');
    await flip('Set similarity');
    await update();
    expect(await field()).toEqual({ type: 'keyword', doc_values: true, norms: true, similarity: 'BM25' });
  });

  it('write nothing when they are switched on and off again', async () => {
    const draft = await openForm({ type: 'text' });
    for (const title of [
      'Set term vector',
      'Set term vector',
      'Index phrases',
      'Index phrases',
      'Copy to group field',
      'Copy to group field',
    ])
      await flip(title);
    await update();
    expect(await draft.field()).toEqual({ type: 'text' });
    expect(await draft.events()).toHaveLength(1);
  });

  it('say what is wrong with a value at once, and what is missing when the form is submitted', async () => {
    const { events } = await openForm({ type: 'long' });
    await flip('Set null value');
    await update();
    await expect.element(section('Set null value').getByText('Null value is required.')).toBeVisible();
    await expect.element(flyout.getByText('Fix errors in form before continuing.')).toBeVisible();
    await expect.element(flyout.getByRole('button', { name: 'Update' })).toBeDisabled();
    await userEvent.fill(input('Set null value'), '9223372036854775808');
    await expect.element(section('Set null value').getByText(/^The value must be between/)).toBeVisible();
    await userEvent.fill(input('Set null value'), '9223372036854775807');
    await expect.element(flyout.getByRole('button', { name: 'Update' })).toBeEnabled();
    await flip('Copy to group field');
    await expect.element(flyout.getByText('Group field name is required.')).toBeVisible();
    expect(await events()).toHaveLength(1);
    await userEvent.fill(input('Group field name'), 'all');
    await update();
    await expect.element(flyout).not.toBeInTheDocument();
  });

  it('keep a number that a double can not hold', async () => {
    const { field } = await openForm({ type: 'long', null_value: 9_223_372_036_854_775_807n });
    await expect.element(input('Set null value')).toHaveValue('9223372036854775807');
    await userEvent.fill(input('Set null value'), '-9223372036854775807');
    await update();
    expect(await field()).toEqual({ type: 'long', null_value: -9_223_372_036_854_775_807n });
  });

  it('show a value that no input fits as JSON, and leave it', async () => {
    const { events } = await openForm({
      type: 'text',
      fielddata_frequency_filter: 'odd',
      copy_to: ['a', 'b'],
      fielddata: true,
      index: 'no',
    });
    await expect.element(input('Fielddata frequency filter')).toHaveTextContent('"odd"');
    await expect
      .element(
        flyout
          .getByRole('grid', { name: 'Group field name' })
          .or(section('Copy to group field').getByText('b', { exact: true })),
      )
      .toBeVisible();
    await expect.element(toggle('Searchable')).not.toBeChecked();
    await update();
    await expect.element(flyout).not.toBeInTheDocument();
    expect(await events()).toHaveLength(1);
  });
});

describe('an input that is emptied', () => {
  it.each([
    {
      definition: { type: 'keyword', ignore_above: 256 },
      title: 'Set length limit',
      message: 'Character length limit is required.',
      after: { ignore_above: 7 },
    },
    {
      definition: { type: 'long', null_value: 5 },
      title: 'Set null value',
      message: 'Null value is required.',
      after: { null_value: 7 },
    },
    {
      definition: { type: 'ip', null_value: '::1' },
      title: 'Set null value',
      message: 'Null value is required.',
      after: { null_value: '7' },
    },
    {
      definition: { type: 'keyword', normalizer: 'lower' },
      title: 'Normalizer',
      message: 'Normalizer name is required.',
      after: { normalizer: '7' },
    },
    {
      definition: { type: 'keyword', copy_to: 'all' },
      title: 'Copy to group field',
      label: 'Group field name',
      message: 'Group field name is required.',
      after: { copy_to: '7' },
    },
    {
      definition: { type: 'date', locale: 'en' },
      title: 'Set locale',
      message: 'Specify a locale.',
      after: { locale: 'de' },
    },
    {
      definition: { type: 'completion', max_input_length: 20 },
      title: 'Set max input length',
      message: 'Specify a max input length.',
      after: { max_input_length: 7 },
    },
    {
      definition: { type: 'text', position_increment_gap: 50 },
      title: 'Set position increment gap',
      message: 'Set a position increment gap value',
      after: { position_increment_gap: 7 },
    },
    {
      definition: { type: 'flattened', depth_limit: 5 },
      title: 'Set depth limit',
      message: 'Enter a value.',
      after: { depth_limit: 7 },
    },
  ])('keeps its section on and blocks Update: $title of $definition.type', async (sample) => {
    const { definition, title, label = title, message, after } = sample;
    const { field, events } = await openForm(definition);
    await userEvent.click(input(label));
    await userEvent.keyboard('{Control>}a{/Control}{Backspace}');
    await expect.element(input(label)).toHaveFocus();
    await expect.element(toggle(title)).toBeChecked();
    await update();
    await expect.element(section(title).getByText(message)).toBeVisible();
    await expect.element(flyout.getByRole('button', { name: 'Update' })).toBeDisabled();
    expect(await events()).toHaveLength(1);
    const [entered = ''] = Object.values(after);
    await userEvent.fill(input(label), `${entered}`);
    await update();
    expect(await field()).toEqual({ ...definition, ...after });
  });

  it('keeps the section of the last date format on', async () => {
    const { events } = await openForm({ type: 'date', format: 'yyyy' });
    await userEvent.click(section('Set format').getByRole('button', { name: 'Remove yyyy' }));
    await expect.element(toggle('Set format')).toBeChecked();
    await update();
    await expect.element(section('Set format').getByText('Choose or enter a format.')).toBeVisible();
    expect(await events()).toHaveLength(1);
  });

  it('says which date format the target refuses, and keeps it until it is mended', async () => {
    const { events, field } = await openForm({ type: 'date', format: 'yyyy' });
    const entered = section('Set format').getByRole('combobox', { name: 'Set format' });
    await userEvent.fill(entered, 'yyyy-bb');
    await userEvent.keyboard('{Enter}');
    const message = section('Set format').getByText('Invalid format yyyy-bb: Unknown pattern letter: b.');
    await expect.element(message).toBeVisible();
    await update();
    await expect.element(flyout.getByRole('button', { name: 'Update' })).toBeDisabled();
    expect(await events()).toHaveLength(1);
    await userEvent.click(section('Set format').getByRole('button', { name: 'Remove yyyy-bb' }));
    await expect.element(message).not.toBeInTheDocument();
    await userEvent.fill(entered, 'epoch_millis');
    await userEvent.keyboard('{Enter}');
    await update();
    expect(await field()).toEqual({ type: 'date', format: 'yyyy||epoch_millis' });
  });

  it('is as it was when its value comes back', async () => {
    const { events } = await openForm({ type: 'keyword', ignore_above: 256 });
    await userEvent.clear(input('Set length limit'));
    await userEvent.fill(input('Set length limit'), '256');
    await update();
    await expect.element(flyout).not.toBeInTheDocument();
    expect(await events()).toHaveLength(1);
  });
});

describe('a section', () => {
  it('that is set in the document is shown at once, with the name of its parameter', async () => {
    await openTestDraft(
      { properties: { f: { type: 'keyword', ignore_above: 256, doc_values: false } } },
      { search: `?field=${encodeURIComponent('/properties/f')}` },
    );
    await expect.element(input('Set length limit')).toHaveValue('256');
    await expect.element(section('Set length limit').getByText('ignore_above', { exact: true })).toBeVisible();
    await expect.element(toggle('Use doc values')).not.toBeChecked();
    await expect.element(section('Use norms')).not.toBeInTheDocument();
    await expect.element(flyout.getByRole('button', { name: 'Show advanced settings' })).toBeVisible();
  });

  it('is switched by a press on its title', async () => {
    const { field } = await openForm({ type: 'keyword', ignore_above: 256 });
    await userEvent.click(section('Set length limit').getByText('Set length limit', { exact: true }).first());
    await expect.element(toggle('Set length limit')).not.toBeChecked();
    await update();
    expect(await field()).toEqual({ type: 'keyword' });
  });
});

describe('a parameter with two inputs', () => {
  it('has a fault for each of them', async () => {
    const { field, events } = await openForm({
      type: 'text',
      fielddata: true,
      fielddata_frequency_filter: { min: 0.01, max: 0.5 },
    });
    await userEvent.fill(input('Minimum (percent)'), 'abc');
    await userEvent.fill(input('Maximum (percent)'), '60');
    await expect.element(input('Minimum (percent)')).toHaveValue('abc');
    await expect.element(input('Minimum (percent)')).toHaveAccessibleDescription('Enter a number.');
    await expect.element(input('Maximum (percent)')).not.toHaveAccessibleDescription();
    await update();
    await expect.element(flyout.getByText('Fix errors in form before continuing.')).toBeVisible();
    expect(await events()).toHaveLength(1);
    await userEvent.fill(input('Minimum (percent)'), '2');
    await update();
    expect(await field()).toMatchObject({ fielddata_frequency_filter: { min: 0.02, max: 0.6 } });
  });

  it('keeps the fault of one index prefix while the other is typed', async () => {
    const { events } = await openForm({ type: 'text', index_prefixes: { min_chars: 2, max_chars: 5 } });
    const prefixes = section('Set index prefixes');
    await userEvent.fill(prefixes.getByRole('textbox', { name: 'Minimum' }), 'x');
    await userEvent.fill(prefixes.getByRole('textbox', { name: 'Maximum' }), '6');
    await expect.element(prefixes.getByText('Enter a number.')).toBeVisible();
    await update();
    await expect.element(flyout).toBeVisible();
    expect(await events()).toHaveLength(1);
  });

  it('refuses a segment size below 0 at its input', async () => {
    const { events } = await openForm({
      type: 'text',
      fielddata: true,
      fielddata_frequency_filter: { min: 0.01, max: 0.5, min_segment_size: 50 },
    });
    await userEvent.fill(input('Minimum segment size'), '-5');
    await expect
      .element(input('Minimum segment size'))
      .toHaveAccessibleDescription('The value must be greater or equal to 0.');
    await update();
    await expect.element(flyout).toBeVisible();
    expect(await events()).toHaveLength(1);
  });

  it('judges index prefixes with what engines assume where one is absent', async () => {
    const { events, field } = await openForm({ type: 'text', index_prefixes: { min_chars: 2, max_chars: 5 } });
    const prefixes = section('Set index prefixes');
    await userEvent.clear(prefixes.getByRole('textbox', { name: 'Minimum' }));
    await userEvent.fill(prefixes.getByRole('textbox', { name: 'Maximum' }), '1');
    await expect
      .element(prefixes.getByText('The minimum is 2 unless it is set, and must not be greater than the maximum.'))
      .toBeVisible();
    await update();
    await expect.element(flyout).toBeVisible();
    expect(await events()).toHaveLength(1);
    await userEvent.fill(prefixes.getByRole('textbox', { name: 'Minimum' }), '0');
    await expect.element(prefixes.getByText('Engines refuse a minimum of 0.')).toBeVisible();
    await userEvent.fill(prefixes.getByRole('textbox', { name: 'Minimum' }), '1');
    await update();
    expect(await field()).toMatchObject({ index_prefixes: { min_chars: 1, max_chars: 1 } });
  });

  it('judges a frequency by its mode', async () => {
    await openForm({ type: 'text', fielddata: true, fielddata_frequency_filter: { min: 3, max: 9 } });
    await userEvent.fill(input('Minimum'), '0.5');
    await expect.element(input('Minimum')).toHaveAccessibleDescription('Value must be greater than one.');
    await userEvent.click(flyout.getByRole('radio', { name: 'Percentage' }));
    await userEvent.fill(input('Maximum (percent)'), '150');
    await expect
      .element(input('Maximum (percent)'))
      .toHaveAccessibleDescription('The value must be between 0 and 100.');
  });
});

describe('what the engine does not take', () => {
  const opensearch: TargetEngine = { distribution: 'opensearch', version: '3.4' };

  it('is not offered, but kept and marked where the document has it', async () => {
    const { events } = await openForm({ type: 'text', analyzer: 'serbian' }, undefined, '', opensearch);
    const language = section('Analyzers').getByRole('button', { name: /Language$/ });
    await expect.element(language).toHaveTextContent('Serbian');
    await expect.element(section('Analyzers').getByText('Not known to OpenSearch 3.4.')).toBeVisible();
    await update();
    await expect.element(flyout).not.toBeInTheDocument();
    expect(await events()).toHaveLength(1);
  });

  it('is not in the list of languages', async () => {
    await openForm({ type: 'text', analyzer: 'english' }, undefined, '', opensearch);
    await userEvent.click(section('Analyzers').getByRole('button', { name: /Language$/ }));
    await expect.element(page.getByRole('option', { name: 'Swedish' })).toBeVisible();
    expect(page.getByRole('option', { name: 'Serbian' }).elements()).toEqual([]);
  });
});

describe('analyzers', () => {
  const same = () => userEvent.click(flyout.getByText('Use the same analyzer for searching'));

  it('are chosen from the built-in ones, by language, or by name', async () => {
    const { field } = await openForm({ type: 'text' });
    await choose('Index and search analyzer', 'Language');
    await expect.element(flyout.getByRole('button', { name: /Language$/ }).first()).toHaveTextContent('Arabic');
    await same();
    await expect.element(flyout.getByRole('button', { name: /Index analyzer$/ })).toBeVisible();
    await userEvent.click(section('Search analyzer').getByRole('button', { name: 'Use custom analyzer' }));
    await update();
    await expect
      .element(flyout.getByText('Specify the custom analyzer name or choose a built-in analyzer.'))
      .toBeVisible();
    await userEvent.fill(input('Search analyzer'), 'my analyzer');
    await expect.element(flyout.getByText('Spaces are not allowed.')).toBeVisible();
    await userEvent.fill(input('Search analyzer'), 'mine');
    await update();
    expect(await field()).toEqual({ type: 'text', analyzer: 'arabic', search_analyzer: 'mine' });
  });

  it('of a completion are simple where none is named, and that is not written', async () => {
    const { events } = await openForm({ type: 'completion' });
    const analyzer = flyout.getByRole('button', { name: /Index and search analyzer$/ });
    await expect.element(analyzer).toHaveTextContent('Simple');
    await userEvent.click(analyzer);
    await expect.element(page.getByRole('option', { name: 'Standard', exact: true })).toBeVisible();
    expect(page.getByRole('option', { name: 'Index default' }).elements()).toEqual([]);
    await userEvent.click(page.getByRole('option', { name: 'Standard', exact: true }));
    await choose('Index and search analyzer', 'Simple');
    await update();
    await expect.element(flyout).not.toBeInTheDocument();
    expect(await events()).toHaveLength(1);
  });

  it('stay two when the second is set to the index default', async () => {
    await openForm({ type: 'text', analyzer: 'english', search_analyzer: 'standard' });
    await choose('Search analyzer', 'Index default');
    await expect.element(section('Search analyzer')).toBeVisible();
    await expect
      .element(flyout.getByRole('checkbox', { name: 'Use the same analyzer for searching' }))
      .not.toBeChecked();
  });

  it('are one again when the box is checked, and the index default is never written', async () => {
    const { field } = await openForm({ type: 'text', analyzer: 'english', search_analyzer: 'standard' });
    await expect
      .element(flyout.getByRole('checkbox', { name: 'Use the same analyzer for searching' }))
      .not.toBeChecked();
    await same();
    await expect.element(section('Search analyzer')).not.toBeInTheDocument();
    await choose('Index and search analyzer', 'Index default');
    await update();
    expect(await field()).toEqual({ type: 'text' });
  });

  it('include those of the settings, where the body has some', async () => {
    const body = (properties: JsonObject) => ({
      index_patterns: ['x'],
      template: { settings: { analysis: { analyzer: { names: { type: 'custom' } } } }, mappings: { properties } },
    });
    const draft = await openForm({ type: 'text' }, body, '/template/mappings');
    await choose('Index and search analyzer', 'Custom analyzer');
    await update();
    await expect.element(flyout).not.toBeInTheDocument();
    expect(await draft.body()).toMatchObject({
      template: { mappings: { properties: { f: { type: 'text', analyzer: 'names' } } } },
    });
  });

  it('include those of a live index, whose settings come after its mappings', async () => {
    const custom = { type: 'custom', tokenizer: 'standard' };
    const settings = { analysis: { analyzer: { names: custom, other: custom } } };
    let isAsked: () => void = () => {};
    const asked = new Promise<void>((resolve) => (isAsked = resolve));
    const between = (engine: ClusterGateway): ClusterGateway => ({
      async send(call) {
        if (call.query?.['include_defaults'] === true) await asked;
        return engine.send(call);
      },
    });
    const server = testServer({ between });
    const mappings = { properties: { f: { type: 'text', analyzer: 'names' } } };
    await openTestIndex(`/mapping?field=${encodeURIComponent('/mappings/properties/f')}`, {
      mappings,
      settings,
      server,
    });
    await expect.element(flyout.getByPlaceholder('Custom analyzer name')).toHaveValue('names');
    isAsked();
    await expect.element(flyout.getByRole('button', { name: /^Custom analyzer/ })).toBeVisible();
    await expect.element(flyout.getByRole('button', { name: /^names / })).toBeVisible();
    await choose('Analyzer of the index', 'other');
    await expect.element(flyout.getByRole('button', { name: /^other / })).toBeVisible();
  });

  it('include those of component templates', async () => {
    const server = testServer();
    const settings = { analysis: { analyzer: { names: { type: 'custom', tokenizer: 'standard' } } } };
    await server.ask('PUT', ['_component_template', 'base'], { template: { settings } });
    await openTestDraft(
      {
        index_patterns: ['a-*'],
        composed_of: ['base'],
        template: { mappings: { properties: { f: { type: 'text' } } } },
      },
      {
        services: await testServices(undefined, { http: server.http }),
        search: `?step=mappings&field=${encodeURIComponent('/template/mappings/properties/f')}`,
      },
    );
    await choose('Index and search analyzer', 'Custom analyzer');
    await expect.element(flyout.getByRole('button', { name: /^names / })).toBeVisible();
  });
});

describe('names that the settings define', () => {
  const SETTINGS = {
    analysis: { normalizer: { folded: { type: 'custom', filter: ['lowercase'] } } },
    similarity: { flat: { type: 'BM25', b: 0 } },
  };
  const openField = async (definition: JsonObject) => {
    const draft = await openTestDraft(
      { settings: SETTINGS, mappings: { properties: { f: definition } } },
      { search: `?field=${encodeURIComponent('/mappings/properties/f')}` },
    );
    return async () => ((await draft.body()) as { mappings: { properties: { f: JsonObject } } }).mappings.properties.f;
  };

  it('are offered for a normalizer, beside any other', async () => {
    const field = await openField({ type: 'keyword', normalizer: 'gone' });
    await expect.element(input('Normalizer')).toHaveValue('gone');
    const topOf = (of: Locator) => of.element().getBoundingClientRect().top;
    expect(topOf(flyout.getByRole('button', { name: /Normalizer of the index$/ }))).toBe(topOf(input('Normalizer')));
    await choose('Normalizer of the index', 'folded');
    await expect.element(input('Normalizer')).toHaveValue('folded');
    await expectAccessible();
    await update();
    await expect.poll(field).toEqual({ type: 'keyword', normalizer: 'folded' });
  });

  it('are options of a similarity', async () => {
    const field = await openField({ type: 'text', similarity: 'boolean' });
    await choose('Set similarity', 'flat');
    await update();
    await expect.poll(field).toEqual({ type: 'text', similarity: 'flat' });
  });
});

describe('other inputs', () => {
  it('the frequency filter starts in the mode of its values, and takes the defaults of the other', async () => {
    const { field } = await openForm({ type: 'text', fielddata: true, fielddata_frequency_filter: { min: 3, max: 9 } });
    await expect.element(input('Maximum')).toHaveValue('9');
    await userEvent.click(flyout.getByRole('radio', { name: 'Percentage' }));
    await expect.element(input('Minimum (percent)')).toHaveValue('1');
    await userEvent.fill(input('Minimum (percent)'), '7');
    await update();
    expect(await field()).toMatchObject({ fielddata_frequency_filter: { min: 0.07, max: 1 } });
  });

  it('a position increment gap needs positions', async () => {
    const { field } = await openForm({ type: 'text', index_options: 'docs' });
    await flip('Set position increment gap');
    await expect.element(flyout.getByText('Positions not enabled.')).toBeVisible();
    await update();
    await expect.element(flyout.getByText('Fix errors in form before continuing.')).toBeVisible();
    await choose('Index options', 'Positions');
    await expect.element(flyout.getByText('Positions not enabled.')).not.toBeInTheDocument();
    await update();
    expect(await field()).toEqual({ type: 'text', index_options: 'positions', position_increment_gap: 100 });
  });

  it('a term vector with positions and offsets warns', async () => {
    await openForm({ type: 'text' });
    await flip('Set term vector');
    await choose('Set term vector', 'With positions and offsets');
    await expect.element(section('Set term vector').getByRole('alert')).toBeVisible();
  });

  it('dynamic mapping of an object is on, off or strict, and what only newer engines know stays', async () => {
    const { field } = await openForm({ type: 'object', dynamic: 'runtime' });
    await expect.element(toggle('Dynamic property mapping')).toBeChecked();
    await expect.element(flyout.getByText(/The document has “runtime” here/)).toBeVisible();
    await flip('Dynamic property mapping');
    await userEvent.click(flyout.getByText('Throw an error when a document has a new property'));
    await update();
    expect(await field()).toEqual({ type: 'object', dynamic: 'strict' });
  });

  it('dynamic mapping of an object without one is that of the mapping around it', async () => {
    const { field } = await openForm({ type: 'object' }, (properties) => ({ dynamic: 'strict', properties }));
    await expect
      .element(section('Dynamic property mapping'))
      .toHaveTextContent('Not set here: strict, as the mapping has it.');
    await expect.element(toggle('Dynamic property mapping')).not.toBeChecked();
    await expect.element(flyout.getByRole('checkbox', { name: /^Throw an error when/ })).toBeChecked();
    // On and off again leaves it out as before.
    await flip('Dynamic property mapping');
    await expect.element(toggle('Dynamic property mapping')).toBeChecked();
    await expect.element(flyout.getByText(/Not set here/)).not.toBeInTheDocument();
    await flip('Dynamic property mapping');
    await expect.element(flyout.getByText(/Not set here/)).toBeVisible();
    await flip('Dynamic property mapping');
    await update();
    expect(await field()).toEqual({ type: 'object', dynamic: true });
  });

  it('dynamic mapping of an object without one is that of a component template', async () => {
    const server = testServer();
    await server.ask('PUT', ['_component_template', 'base'], { template: { mappings: { dynamic: 'strict' } } });
    await openTestDraft(
      {
        index_patterns: ['a-*'],
        composed_of: ['base'],
        template: { mappings: { properties: { f: { properties: {} } } } },
      },
      {
        services: await testServices(undefined, { http: server.http }),
        search: `?step=mappings&field=${encodeURIComponent('/template/mappings/properties/f')}`,
      },
    );
    await expect
      .element(section('Dynamic property mapping'))
      .toHaveTextContent('Not set here: strict, by a component template.');
    await expect.element(toggle('Dynamic property mapping')).not.toBeChecked();
  });

  it('what the mapping decides is shown while the settings of the index are awaited', async () => {
    const between = (engine: ClusterGateway): ClusterGateway => ({
      ...engine,
      send: (call) => (call.query?.['include_defaults'] === true ? new Promise(() => {}) : engine.send(call)),
    });
    const server = testServer({ between });
    const mappings = { dynamic: 'strict', properties: { f: { properties: {} } } };
    const field = encodeURIComponent('/mappings/properties/f');
    await openTestIndex(`/mapping?field=${field}`, { mappings, server });
    await expect.element(section('Dynamic property mapping')).toHaveTextContent('Not set here: strict');
    await expect.element(toggle('Dynamic property mapping')).not.toBeChecked();
  });

  it('of a field in an object that is not enabled nothing has an effect', async () => {
    const at = '/properties/o';
    await openForm({ type: 'keyword' }, (properties) => ({ properties: { o: { enabled: 'false', properties } } }), at);
    await expect.element(flyout.getByText('o is not enabled')).toBeVisible();
    await expectAccessible();
  });

  it('what the settings of a template make of a field is shown, and can be set otherwise', async () => {
    const draft = await openForm(
      { type: 'long' },
      (properties) => ({
        index_patterns: ['logs-*'],
        template: { settings: { 'index.mode': 'logsdb', 'index.mapping.coerce': false }, mappings: { properties } },
      }),
      '/template/mappings',
      { distribution: 'elasticsearch', version: '9.5' },
    );
    await expect
      .element(section('Coerce to number'))
      .toHaveTextContent('Not set here: false, as the index has it (index.mapping.coerce).');
    await expect.element(toggle('Coerce to number')).not.toBeChecked();
    await expect
      .element(section('Ignore malformed data'))
      .toHaveTextContent('Not set here: true, by the index mode logsdb.');
    await expect.element(toggle('Ignore malformed data')).toBeChecked();
    await flip('Ignore malformed data');
    await update();
    await expect.element(flyout).not.toBeInTheDocument();
    expect(valueAt((await draft.body()) as JsonObject, '/template/mappings/properties/f')).toEqual({
      type: 'long',
      ignore_malformed: false,
    });
  });

  it('relations are rows, of which several cost', async () => {
    const { field } = await openForm({ type: 'join', relations: { question: ['answer'] } });
    await userEvent.click(flyout.getByRole('button', { name: 'Add relationship' }));
    await update();
    await expect.element(flyout.getByText('Name a parent and at least one child.')).toBeVisible();
    await userEvent.fill(flyout.getByRole('textbox', { name: 'Parent' }).nth(1), 'answer');
    await userEvent.fill(flyout.getByRole('textbox', { name: 'Children' }).nth(1), 'vote');
    await userEvent.keyboard('{Enter}');
    await expect.element(section('Relationships').getByRole('alert')).toBeVisible();
    await update();
    expect(await field()).toEqual({ type: 'join', relations: { question: ['answer'], answer: 'vote' } });
  });

  it('formats are several in one text, metadata an object of texts', async () => {
    const { field } = await openForm({ type: 'date', format: 'yyyy' });
    await userEvent.fill(flyout.getByRole('combobox', { name: 'Set format' }), 'epoch_millis');
    await userEvent.keyboard('{Enter}');
    await userEvent.fill(input('Set metadata'), '{"a":1}');
    await expect.element(flyout.getByText('Values must be a string.')).toBeVisible();
    await userEvent.fill(input('Set metadata'), '[]');
    await expect.element(flyout.getByText('Arrays are not allowed.')).toBeVisible();
    await userEvent.fill(input('Set metadata'), '{"a"');
    await expect.element(flyout.getByText('Invalid JSON.')).toBeVisible();
    await userEvent.fill(input('Set metadata'), '{"unit":"ms"}');
    await update();
    expect(await field()).toEqual({ type: 'date', format: 'yyyy||epoch_millis', meta: { unit: 'ms' } });
  });

  it('boost is a slider, a point JSON or text', async () => {
    const { field } = await openForm({ type: 'geo_point', null_value: 'POINT (1 2)' });
    await expect.element(input('Set null value')).toHaveValue('POINT (1 2)');
    await userEvent.fill(input('Set null value'), '{"lat": 1, "lon": 2}');
    await update();
    expect(await field()).toEqual({ type: 'geo_point', null_value: { lat: 1, lon: 2 } });
  });

  it('a vector says what it costs', async () => {
    await openForm({ type: 'dense_vector', dims: 128 });
    await expect.element(flyout.getByText('Each vector takes 516 bytes (4 * dimensions + 4).')).toBeVisible();
  });
});

describe('a multi-field of a multi-field', () => {
  it('is warned of, as engines do not take it any more', async () => {
    const chained = { type: 'text', fields: { raw: { type: 'keyword', fields: { deep: { type: 'keyword' } } } } };
    await openTestDraft(
      { properties: { f: chained } },
      { search: `?field=${encodeURIComponent('/properties/f/fields/raw/fields/deep')}` },
    );
    await expect
      .element(flyout.getByText(/Chained multi-fields were deprecated in 7\.3 and are no longer supported/))
      .toBeVisible();
  });
});

describe('a change of type', () => {
  it('takes parameters along that the new type does not have, and says so', async () => {
    const { field } = await openForm({ type: 'text', analyzer: 'english', copy_to: 'all', x_vendor: 1 });
    await userEvent.click(flyout.getByRole('combobox', { name: 'Field type' }));
    await userEvent.keyboard('Keyword');
    await userEvent.click(page.getByRole('option', { name: 'Keyword', exact: true }));
    await expect.element(flyout.getByText('analyzer, x_vendor will be removed')).toBeVisible();
    await update();
    expect(await field()).toEqual({ type: 'keyword', copy_to: 'all' });
  });
});
