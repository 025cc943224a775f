import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openTestDraft } from '../../testing/open-test-draft.ts';
import { testServer } from '../../testing/test-http.ts';
import { testServices } from '../../testing/test-services.ts';

const MAPPINGS = { properties: { a: { type: 'keyword' } } };
const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const code = (label: string) => page.getByRole('textbox', { name: label });
const summaries = async (draft: Awaited<ReturnType<typeof openTestDraft>>) => {
  await draft.services.documents
    .all()
    .find(({ stream }) => stream === draft.stream)
    ?.whenSaved();
  return (await draft.events()).map(({ summary }) => summary).slice(1);
};

/** Toggles a switch or checkbox by its label: its input is hidden. */
const flip = (words: string) => userEvent.click(page.getByText(words, { exact: true }));

describe('advanced options', () => {
  const options = page.getByRole('form', { name: 'Advanced options' });

  it('shows what belongs together, and becomes one event when the tab is left, with one undo', async () => {
    const draft = await openTestDraft(MAPPINGS, { search: '?tab=advanced' });
    await flip('Map date strings as dates');
    await expect.element(options.getByLabelText('Date formats')).not.toBeInTheDocument();
    await flip('Enable dynamic mapping');
    await expect
      .element(options.getByRole('switch', { name: 'Map numeric strings as numbers' }))
      .not.toBeInTheDocument();
    await flip('Throw an error when a document has an unmapped field');
    await userEvent.click(options.getByRole('textbox', { name: 'Exclude fields' }));
    await userEvent.keyboard('order.*{Enter}a.b{Enter}');
    await flip('Require _routing for CRUD operations');
    await userEvent.fill(code('_meta field data'), '{ "owner": "ada" }');
    await userEvent.click(tab('Mapped fields'));
    await expect.element(page.getByRole('row', { name: /^a / })).toBeVisible();
    expect(await summaries(draft)).toEqual(['Edit advanced options: dynamic, date_detection, _source and 2 more']);
    expect(await draft.body()).toEqual({
      ...MAPPINGS,
      dynamic: 'strict',
      date_detection: false,
      _source: { excludes: ['order.*', 'a.b'] },
      _meta: { owner: 'ada' },
      _routing: { required: true },
    });
    await userEvent.click(page.getByRole('button', { name: /^Undo: Edit advanced options/ }));
    await userEvent.click(tab('Advanced options'));
    await expect.element(options.getByRole('switch', { name: 'Enable dynamic mapping' })).toBeChecked();
  });

  it('can not be left while the _meta field is not valid', async () => {
    const draft = await openTestDraft(MAPPINGS, { search: '?tab=advanced' });
    await userEvent.fill(code('_meta field data'), '{ "owner"');
    await expect.element(page.getByText('The _meta field JSON is not valid.')).toBeVisible();
    await userEvent.click(tab('Mapped fields'));
    await expect.element(tab('Advanced options')).toHaveAttribute('aria-selected', 'true');
    await expect.element(page.getByText('Fix errors in form before continuing.')).toBeVisible();
    await userEvent.fill(code('_meta field data'), '');
    await userEvent.click(tab('Mapped fields'));
    await expect.element(tab('Mapped fields')).toHaveAttribute('aria-selected', 'true');
    expect(await summaries(draft)).toEqual([]);
  });

  it('warns where _source is off, and takes no date format with spaces or unknown letters', async () => {
    await openTestDraft(MAPPINGS, { search: '?tab=advanced' });
    await flip('Enable _source field');
    await expect.element(options.getByText('Some features require _source')).toBeVisible();
    await expect.element(options.getByRole('textbox', { name: 'Include fields' })).not.toBeInTheDocument();
    await userEvent.click(options.getByRole('textbox', { name: 'Date formats' }));
    await userEvent.keyboard('yyyy MM{Enter}');
    await expect.element(options.getByText('Spaces are not allowed.')).toBeVisible();
    await userEvent.click(options.getByRole('button', { name: 'Remove yyyy MM' }));
    await expect.element(options.getByText('Spaces are not allowed.')).not.toBeInTheDocument();
    await userEvent.click(options.getByRole('textbox', { name: 'Date formats' }));
    await userEvent.keyboard('yyyy-bb{Enter}');
    await expect.element(options.getByText('Invalid format yyyy-bb: Unknown pattern letter: b.')).toBeVisible();
  });

  it('has switches for subobjects and _size, where the engine or the document has them', async () => {
    const draft = await openTestDraft(MAPPINGS, { search: '?tab=advanced' });
    await flip('Expand dots into objects');
    await flip('Index document size');
    await userEvent.click(tab('Mapped fields'));
    await expect.element(page.getByRole('row', { name: /^a / })).toBeVisible();
    expect(await draft.body()).toEqual({ ...MAPPINGS, subobjects: false, _size: { enabled: true } });
  });

  it('has no switch for what the engine lacks', async () => {
    await openTestDraft(MAPPINGS, {
      search: '?tab=advanced',
      target: { distribution: 'opensearch', version: '3.4' },
    });
    await expect.element(options.getByRole('switch', { name: 'Index document size' })).toBeInTheDocument();
    expect(options.getByRole('switch', { name: 'Expand dots into objects' }).elements()).toEqual([]);
  });

  it('shows what component templates set where the template has nothing, and can set it otherwise', async () => {
    const server = testServer();
    await server.ask('PUT', ['_component_template', 'base'], {
      template: {
        mappings: {
          dynamic: 'strict',
          date_detection: false,
          _routing: { required: true },
          _source: { excludes: ['a'] },
        },
      },
    });
    const template = {
      index_patterns: ['a-*'],
      composed_of: ['base'],
      template: { mappings: { date_detection: true, _source: { excludes: ['b'] } } },
    };
    const draft = await openTestDraft(template, {
      services: await testServices(undefined, { http: server.http }),
      search: '?step=mappings&tab=advanced',
    });
    const dynamic = options.getByRole('switch', { name: 'Enable dynamic mapping' });
    await expect.element(dynamic).not.toBeChecked();
    await expect.element(options.getByText('dynamic is not set here: strict, by a component template.')).toBeVisible();
    await expect
      .element(options.getByText('_routing is not set here: {"required":true}, by a component template.'))
      .toBeVisible();
    await expect
      .element(options.getByText('_source of new indices: {"excludes":["b","a"]}, with component templates.'))
      .toBeVisible();
    await expect.element(options.getByText(/^date_detection is not set here/)).not.toBeInTheDocument();
    // There and back is no change.
    await flip('Enable dynamic mapping');
    await expect.element(options.getByText(/^dynamic is not set here/)).not.toBeInTheDocument();
    await flip('Enable dynamic mapping');
    await userEvent.click(tab('Mapped fields'));
    await userEvent.click(tab('Advanced options'));
    await expect.element(dynamic).not.toBeChecked();
    expect(await summaries(draft)).toEqual([]);
    await flip('Enable dynamic mapping');
    await userEvent.click(tab('Mapped fields'));
    await expect.poll(() => summaries(draft)).toEqual(['Edit advanced options: dynamic']);
    expect(await draft.body()).toEqual({
      ...template,
      template: { mappings: { date_detection: true, _source: { excludes: ['b'] }, dynamic: true } },
    });
  });

  it('is saved when the editor is left', async () => {
    const draft = await openTestDraft(MAPPINGS, { search: '?tab=advanced' });
    await flip('Map numeric strings as numbers');
    await userEvent.click(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Drafts' }));
    await expect.element(page.getByRole('heading', { name: 'Drafts', level: 1 })).toBeVisible();
    await expect.poll(() => draft.body()).toEqual({ ...MAPPINGS, numeric_detection: true });
  });
});

describe('dynamic templates', () => {
  it('are told apart by what the target rejects and alters', async () => {
    const keyword = { type: 'keyword' };
    const templates = [
      { kinds: { match_mapping_type: ['long'], mapping: keyword } },
      { lists: { match: ['a', 'b'], mapping: keyword } },
    ];
    const target = { distribution: 'opensearch', version: '3.4' } as const;
    await openTestDraft({ dynamic_templates: templates }, { search: '?tab=templates', target });
    const notice = (verdict: string) => page.getByRole('alert').filter({ hasText: `expected to ${verdict} this` });
    await expect.element(notice('reject')).toHaveTextContent('kinds: match_mapping_type can’t be a list.');
    await expect.element(notice('alter')).toHaveTextContent('lists: match will be stored as "[a, b]", one pattern.');
  });

  it('are edited as JSON, saved when the tab is left, and a single one becomes a list', async () => {
    const draft = await openTestDraft(MAPPINGS, { search: '?tab=templates' });
    await expect.element(code('Dynamic templates data')).toHaveTextContent('[]');
    await userEvent.fill(code('Dynamic templates data'), '{ "all": { "mapping": { "type": "keyword" } } ');
    await expect.element(page.getByText('The dynamic templates JSON is not valid.')).toBeVisible();
    await userEvent.click(tab('Runtime fields'));
    await expect.element(tab('Dynamic templates')).toHaveAttribute('aria-selected', 'true');
    await userEvent.fill(code('Dynamic templates data'), '{ "all": { "mapping": { "type": "keyword" } } }');
    await userEvent.click(tab('Runtime fields'));
    await expect.element(tab('Runtime fields')).toHaveAttribute('aria-selected', 'true');
    expect(await summaries(draft)).toEqual(['Edit dynamic templates (1)']);
    expect(await draft.body()).toEqual({ ...MAPPINGS, dynamic_templates: [{ all: { mapping: { type: 'keyword' } } }] });
    await expect.element(tab('Dynamic templates')).toHaveTextContent('1');
  });

  it('are what another tab or an undo makes of them, where nothing was typed', async () => {
    const draft = await openTestDraft({ ...MAPPINGS, dynamic_templates: [{ x: {} }] }, { search: '?tab=templates' });
    await expect.element(code('Dynamic templates data')).toHaveTextContent('"x": {}');
    await expect.element(page.getByText(/More than one dynamic template/)).not.toBeInTheDocument();
    const session = draft.services.documents.all().find(({ stream }) => stream === draft.stream);
    session?.dispatch({ type: 'templates.save', payload: { templates: [{ x: {} }, { y: {} }, { x: {} }] } });
    await expect.element(page.getByText('More than one dynamic template is named x')).toBeVisible();
    session?.dispatch({ type: 'templates.save', payload: { templates: [] } });
    await expect.element(code('Dynamic templates data')).toHaveTextContent('[]');
  });
});
