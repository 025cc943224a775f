import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { formatJson, type JsonValue } from '#domain/json';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { openTestDraft } from '../../testing/open-test-draft.ts';
import { addingSettings, openMapping, openTestIndex, refusing } from '../../testing/open-test-index.ts';
import { testServices } from '../../testing/test-services.ts';
import { testServer, type TestServer } from '../../testing/test-http.ts';
import { forgetDocuments } from '../../platform/document-input.ts';

const MAPPINGS = {
  properties: { code: { type: 'keyword', ignore_above: 5 }, n: { type: 'long' }, title: { type: 'text' } },
};
const pane = page.getByRole('region', { name: 'Try a document' });
const input = pane.getByRole('textbox', { name: 'Document', exact: true });
const values = pane.getByRole('list', { name: 'Values' });
const result = (title = 'Result') => pane.getByRole('region', { name: title, exact: true });
const rowOf = (pointer: string) => values.getByRole('listitem').filter({ hasText: pointer });
const type = (document: JsonValue) => userEvent.fill(input, formatJson(document));
const openDraft = () => openTestDraft(MAPPINGS, { search: '?tab=documents' });

/** A cluster with the component templates `base` and `later`. */
async function withComponents(server: TestServer): Promise<TestServer> {
  const host = (type: string) => ({ properties: { host: { properties: { name: { type } } } } });
  await server.ask('PUT', ['_component_template', 'base'], {
    template: { mappings: { dynamic: 'strict', ...host('text') } },
  });
  await server.ask('PUT', ['_component_template', 'later'], { template: { mappings: host('keyword') } });
  return server;
}

async function openTemplate(server: TestServer, composed_of: readonly string[]) {
  const body = {
    index_patterns: ['a-*'],
    composed_of,
    template: { mappings: { properties: { n: { type: 'long' } } } },
  };
  const services = await testServices(undefined, { http: server.http });
  return openTestDraft(body, { services, search: '?step=mappings&tab=documents' });
}

beforeEach(forgetDocuments);

describe('a document that is tried', () => {
  it('has a row for each value, which says what happens to it and leads to its field', async () => {
    await openDraft();
    await expect.element(pane.getByText('No document yet.')).toBeVisible();
    await type({ code: 'abcdefgh', n: '5', extra: true });
    await expect.element(result()).toHaveTextContent('AcceptedAdds 1 field, 1 field ignored');
    await expect.element(rowOf('/code')).toHaveTextContent('Ignored');
    await expect.element(rowOf('/n')).toHaveTextContent('Read as 5.');
    await expect.element(rowOf('/extra')).toHaveTextContent('New field extra (boolean) by dynamic mapping');
    await expect
      .element(result().getByRole('list', { name: 'Added fields: Result' }))
      .toHaveTextContent('extra {"type":"boolean"}');
    await expectAccessible();
    await userEvent.click(rowOf('/n').getByRole('button', { name: 'Show field n' }));
    await expect.element(page.getByRole('tab', { name: 'Mapped fields' })).toHaveAttribute('aria-selected', 'true');
    await expect.element(page.getByRole('complementary', { name: /n$/ }).or(page.getByRole('dialog'))).toBeVisible();
  });

  it('is refused with the reason', async () => {
    await openDraft();
    await type({ n: 'many' });
    await expect.element(result()).toHaveTextContent(/^ResultRefused/);
    await expect.element(rowOf('/n')).toHaveTextContent('Refused');
  });

  it.each([
    ['{ "a": ', /^Line 1, column \d+/],
    ['[1]', 'A document is a JSON object: { … }'],
    ['{ "a": 1, "a": 2 }', /^Line 1, column \d+/],
  ])('says what is wrong with %s', async (text, words) => {
    await openDraft();
    await userEvent.fill(input, text);
    await expect.element(pane.getByRole('alert').filter({ hasText: words })).toBeVisible();
    expect(values.elements()).toEqual([]);
  });

  it.each([
    ['', {}, /^ResultAccepted/],
    [', and not by those of another one that has its name now', { 'index.uuid': 'another' }, /^ResultRefused/],
  ])('goes by the settings of its index%s', async (_of, other, outcome) => {
    const server = testServer({ between: addingSettings({ 'index.mapping.ignore_malformed': 'true', ...other }) });
    await openTestIndex('/mapping?tab=documents', { mappings: MAPPINGS, server });
    await type({ n: 'many' });
    await expect.element(result()).toHaveTextContent(outcome);
  });

  it('is what it was before the edits of this visit, and what differs is marked', async () => {
    const draft = await openDraft();
    await type({ code: 'a', n: 1 });
    await expect.element(result()).toBeVisible();
    const session = draft.services.documents.all().find(({ stream }) => stream === draft.stream);
    session?.dispatch({ type: 'field.edit', payload: { field: '/properties/n', set: { type: 'keyword' } } });
    await expect.element(result('When opened')).toBeVisible();
    await expect.element(result('With your changes')).toBeVisible();
    await expect.element(rowOf('/n')).toHaveTextContent('When opened: Field n (long)');
    expect(rowOf('/code').getByText('Changed').elements()).toEqual([]);
  });

  it('meets the component templates of a template, and says which has a field', async () => {
    const server = await withComponents(testServer());
    const draft = await openTemplate(server, ['base', 'later']);
    await type({ host: { name: 'a' }, n: 5, extra: 1 });
    await expect.element(result()).toHaveTextContent('The mappings are strict and have no field extra.');
    await expect.element(pane.getByText('Tried on what a new index gets, component templates included.')).toBeVisible();
    await expect
      .element(rowOf('/host/name'))
      .toHaveTextContent('Field host.name (keyword): indexed, doc values. In component template later.');
    await expect.element(rowOf('/n5')).not.toHaveTextContent('In component template');
    const session = draft.services.documents.all().find(({ stream }) => stream === draft.stream);
    session?.dispatch({ type: 'template.setComponents', payload: { components: [] } });
    await expect.element(result('When opened')).toHaveTextContent('Refused');
    await expect.element(result('With your changes')).toHaveTextContent('AcceptedAdds 3 fields');
  });

  it('of a component template is tried in an index template that uses it, too', async () => {
    const server = await withComponents(testServer());
    await server.ask('PUT', ['_index_template', 'web'], {
      index_patterns: ['web-*'],
      composed_of: ['base', 'later'],
      template: { mappings: { properties: { n: { type: 'long' } } } },
    });
    await openTestConsole(
      '/edit_component_template/later?step=mappings&tab=documents',
      await testServices(undefined, { http: server.http }),
    );
    await type({ host: { name: 'a' }, n: 5, extra: 1 });
    await expect.element(result()).toHaveTextContent('AcceptedAdds 2 fields');
    const choice = pane.getByRole('button', { name: /Try in/ });
    await expect.element(choice).toHaveTextContent('This component template alone');
    await userEvent.click(choice);
    await userEvent.click(page.getByRole('option', { name: 'Index template web' }));
    await expect.element(result()).toHaveTextContent('The mappings are strict and have no field extra.');
    await expect
      .element(pane.getByText('Tried on what a new index of web gets, component templates included.'))
      .toBeVisible();
    await expect.element(rowOf('/host/name')).not.toHaveTextContent('template');
    await expect.element(rowOf('/n5')).toHaveTextContent('Field n (long): indexed, doc values. In index template web.');
    await expect.element(pane.getByText('The tests of a component template are about it alone.')).toBeVisible();
    expect(pane.getByRole('button', { name: 'Keep as test' }).elements()).toEqual([]);
    await expectAccessible();
  });

  it('of a component template is tried alone where a test of it is opened', async () => {
    const server = await withComponents(testServer());
    await server.ask('PUT', ['_index_template', 'web'], { index_patterns: ['web-*'], composed_of: ['base', 'later'] });
    const services = await testServices(undefined, { http: server.http });
    await openTestConsole('/edit_component_template/later?step=mappings&tab=documents', services);
    await type({ extra: 1 });
    await expect.element(result()).toHaveTextContent('AcceptedAdds 1 field');
    await userEvent.click(pane.getByRole('button', { name: 'Keep as test' }));
    await userEvent.fill(page.getByRole('textbox', { name: 'Name (optional)' }), 'Extra');
    await userEvent.keyboard('{Enter}');
    const choice = pane.getByRole('button', { name: /Try in/ });
    await userEvent.click(choice);
    await userEvent.click(page.getByRole('option', { name: 'Index template web' }));
    await expect.element(result()).toHaveTextContent('The mappings are strict and have no field extra.');
    await userEvent.click(pane.getByRole('button', { name: 'Open Extra' }));
    await expect.element(choice).toHaveTextContent('This component template alone');
    await expect.element(result()).toHaveTextContent('AcceptedAdds 1 field');
  });

  it('of a component template is tried in an index template without the others that can’t be read', async () => {
    const between = refusing(({ method, path }) => method === 'GET' && path.join() === '_component_template');
    const server = await withComponents(testServer({ between }));
    await server.ask('PUT', ['_index_template', 'web'], { index_patterns: ['web-*'], composed_of: ['base', 'later'] });
    const services = await testServices(undefined, { http: server.http });
    await openTestConsole('/edit_component_template/later?step=mappings&tab=documents', services);
    await type({ extra: 1 });
    await userEvent.click(pane.getByRole('button', { name: /Try in/ }));
    await userEvent.click(page.getByRole('option', { name: 'Index template web' }));
    await expect.element(result()).toHaveTextContent('AcceptedAdds 1 field');
    await expect
      .element(pane.getByText('The component templates can’t be read, so they are not included.'))
      .toBeVisible();
  });

  it('is tried without component templates that do not exist, which is said', async () => {
    await openTemplate(await withComponents(testServer()), ['gone', 'base']);
    await type({ n: 1 });
    await expect.element(result()).toHaveTextContent('Accepted');
    await expect
      .element(pane.getByText('The component template gone does not exist, so it is not included.'))
      .toBeVisible();
  });

  it('is tried without component templates that can’t be read, which is said', async () => {
    const between = refusing(({ method, path }) => method === 'GET' && path.join() === '_component_template');
    await openTemplate(await withComponents(testServer({ between })), ['base']);
    await type({ extra: 1 });
    await expect.element(result()).toHaveTextContent('AcceptedAdds 1 field');
    await expect
      .element(pane.getByText('The component templates can’t be read, so they are not included.'))
      .toBeVisible();
  });

  it('stays while other tabs are shown, and is in no store', async () => {
    const draft = await openDraft();
    await type({ code: 'kept-nowhere' });
    await expect.element(rowOf('/code')).toBeVisible();
    await userEvent.click(page.getByRole('tab', { name: 'Dynamic templates' }));
    await userEvent.click(page.getByRole('tab', { name: 'Try a document' }));
    await expect.element(rowOf('/code')).toBeVisible();
    const kept = [
      ...(await draft.events()).map((event) => JSON.stringify(event)),
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
      location.href,
    ];
    expect(kept.join('')).not.toContain('kept-nowhere');
    await userEvent.click(pane.getByRole('button', { name: 'Clear' }));
    await expect.element(pane.getByText('No document yet.')).toBeVisible();
  });

  it('has 10,000 values, of which those in view exist', async () => {
    await openDraft();
    await userEvent.click(input);
    await userEvent.fill(input, formatJson({ list: Array.from({ length: 10_000 }, (_, at) => at) }));
    await expect.element(pane.getByRole('heading', { name: '10,000 values' })).toBeVisible();
    expect(values.getByRole('listitem').elements().length).toBeLessThan(100);
  });
});

describe('the cluster', () => {
  const ask = pane.getByRole('region', { name: 'Ask the cluster' });
  const scratch = pane.getByRole('region', { name: 'Result on the scratch index' });

  it('says what it made of the document on a scratch index, which is gone', async () => {
    const index = await openTestIndex('/mapping?tab=documents', { mappings: MAPPINGS });
    await type({ code: 'abcdefgh', extra: 1 });
    await userEvent.click(ask.getByRole('button', { name: 'Create and test' }));
    await expect.element(scratch).toHaveTextContent('By the cluster, as Mapledger expected. Adds 1 field');
    await expect.element(scratch).toHaveTextContent('Ignored (_ignored): code');
    expect(await index.server.ask('GET', ['_cat', 'indices', 'mapledger-scratch-*'])).not.toContain(
      'mapledger-scratch',
    );
    const [action] = await index.server.actionLog.recent(1);
    expect(action).toMatchObject({ route: 'documents.try', names: ['logs'] });
    expect(JSON.stringify(action)).not.toContain('abcdefgh');
    await expectAccessible();
    // What was said is about that document.
    await type({ code: 'b' });
    await expect.element(scratch).not.toBeInTheDocument();
  });

  it('tries the time that a new data stream has', async () => {
    const template = { index_patterns: ['logs-*'], data_stream: {}, template: { mappings: MAPPINGS } };
    const target = { distribution: 'elasticsearch', version: '9.5' } as const;
    const services = await testServices(undefined, { http: testServer().http });
    await openTestDraft(template, { search: '?tab=documents', services, target });
    await type({ n: 1 });
    await expect.element(pane).toHaveTextContent('A document has one @timestamp here, not 0');
    await userEvent.click(ask.getByRole('button', { name: 'Create and test' }));
    await expect.element(scratch).toHaveTextContent('RefusedBy the cluster, as Mapledger expected');
  });

  it('is shown beside what was foreseen where it disagrees', async () => {
    const server = testServer({ between: refusing(({ path }) => path.includes('_doc'), 'The shard is full.') });
    await openTestIndex('/mapping?tab=documents', { mappings: MAPPINGS, server });
    await type({ n: 1 });
    await userEvent.click(ask.getByRole('button', { name: 'Create and test' }));
    await expect
      .element(scratch.getByRole('alert'))
      .toHaveTextContent(
        'The cluster and Mapledger disagreeOutcomeMapledger: AcceptedCluster: Refused: The shard is full.',
      );
  });

  it('that can’t check without an index says so, and creates nothing', async () => {
    await openTestIndex('/mapping?tab=documents', { mappings: MAPPINGS });
    await type({ n: 1 });
    await userEvent.click(ask.getByRole('button', { name: 'Ask the cluster' }));
    await expect
      .element(ask.getByText('This cluster can’t check documents against mappings without an index.'))
      .toBeVisible();
  });

  it('is not written to by a read-only server', async () => {
    await openTestIndex('/mapping?tab=documents', { mappings: MAPPINGS, server: testServer({ isReadOnly: true }) });
    await type({ n: 1 });
    await expect.element(ask.getByRole('button', { name: 'Create and test' })).toBeDisabled();
    await expect.element(ask.getByText('This server is read-only. Clusters can’t be changed from here.')).toBeVisible();
  });
});

describe('a document of an index', () => {
  const take = pane.getByRole('region', { name: 'Documents of an index' });
  const open = async (hasDocuments: boolean) => {
    const server = testServer({ hasDocuments });
    const index = await openTestIndex('/mapping?tab=documents', { mappings: MAPPINGS, server });
    await openMapping(index).catch(() => undefined);
    for (const [id, title] of Object.entries({ one: 'First', two: 'Second' }))
      await server.ask('PUT', ['logs', '_doc', id], { title, n: 1 });
    await userEvent.click(pane.getByRole('button', { name: 'Take from an index' }));
    return index;
  };

  it('is found and taken by keyboard alone', async () => {
    await open(true);
    await expect.element(take.getByRole('textbox', { name: 'Query string' })).toHaveFocus();
    await userEvent.keyboard('title:Second{Enter}');
    await expect.element(take.getByRole('status')).toHaveTextContent('1 document');
    await expectAccessible();
    take.getByRole('button', { name: 'Use document two' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(rowOf('/title')).toHaveTextContent('Second');
    await expect.element(take).not.toBeInTheDocument();
  });

  it('is found by its ID', async () => {
    await open(true);
    await userEvent.fill(take.getByRole('textbox', { name: 'ID' }), 'one');
    await userEvent.click(take.getByRole('button', { name: 'Load documents' }));
    await userEvent.click(take.getByRole('button', { name: 'Use document one' }));
    await expect.element(rowOf('/title')).toHaveTextContent('First');
  });

  it('is not read where nobody signs in, and says how to turn it on', async () => {
    await open(false);
    await userEvent.click(take.getByRole('button', { name: 'Load documents' }));
    await expect.element(take.getByRole('alert')).toHaveTextContent('start the server with --documents');
  });
});
