import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { formatJson, member, parseJson, valueAt, type JsonValue } from '../../domain/index.ts';
import { memoryEventStore } from '../../infra/memory-event-store.ts';
import { testServices } from '../composition/test-services.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { openTestConsole } from '../testing/open-test-console.tsx';
import { testServer, type TestServer } from '../testing/test-http.ts';

const MAPPINGS = { properties: { host: { properties: { ip: { type: 'ip' } } }, message: { type: 'text', norms: false } } };

async function openIndex(path: string, { mappings = MAPPINGS, name = 'logs' }: { readonly mappings?: JsonValue; readonly name?: string } = {}) {
  const server = testServer();
  await server.ask('PUT', [name], { settings: { number_of_replicas: 0, refresh_interval: '5s' }, mappings, aliases: { all: {} } });
  const counted: string[] = [];
  const services = await testServices(memoryEventStore(), { http: server.http, usage: { count: (event) => void counted.push(event) } });
  const console_ = await openTestConsole(`/indices/${encodeURIComponent(name)}${path}`, services);
  return { ...console_, server, counted };
}

async function mappingsOf(server: TestServer, name = 'logs'): Promise<JsonValue | undefined> {
  return valueAt(parseJson(await server.ask('GET', [name, '_mapping'])), `/${name}/mappings`);
}

describe('the detail of an index', () => {
  it('shows what it is, and goes through its tabs by the keyboard', async () => {
    const { router } = await openIndex('');
    await expect.element(page.getByRole('heading', { name: 'logs', level: 1 })).toBeVisible();
    await expect.element(page.getByText('Primary shards')).toBeVisible();
    await expectAccessible();
    page.getByRole('tab', { name: 'Summary' }).element().focus();
    await userEvent.keyboard('{ArrowRight}{Enter}');
    await expect.element(page.getByRole('textbox', { name: 'Settings' })).toHaveTextContent('index.refresh_interval');
    expect(router.state.location.search).toMatchObject({ tab: 'settings' });
    await expectAccessible();
  });

  it.each(['mapping', 'stats', 'edit_settings', 'aliases'])('has nothing that axe finds on %s', async (tab) => {
    await openIndex(`?tab=${tab}`);
    await expect.element(page.getByRole('tabpanel').getByText(/host|Documents and storage|Only what differs|Other names/).first()).toBeVisible();
    await expectAccessible();
  });

  it('offers the actions of the list, and shows what they did', async () => {
    await openIndex('');
    await expect.element(page.getByText('Primary shards')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Actions for logs' }));
    await userEvent.click(page.getByRole('menuitem', { name: /^Close/ }));
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: /^Close/ }));
    await expect.element(page.getByText('close', { exact: true })).toBeVisible();
  });

  it('says that there is no such index', async () => {
    const server = testServer();
    await openTestConsole('/indices/nowhere', await testServices(memoryEventStore(), { http: server.http }));
    await expect.element(page.getByText(/no such index|can’t be read/).first()).toBeVisible();
  });
});

describe('edit settings', () => {
  const editor = page.getByRole('textbox', { name: 'Index settings' });
  const review = page.getByRole('dialog', { name: 'Change the settings of logs' });

  async function write(settings: JsonValue): Promise<void> {
    await userEvent.click(editor);
    await userEvent.keyboard('{Control>}a{/Control}{Delete}');
    await userEvent.fill(editor, formatJson(settings));
  }

  it('sends only what changed, and counts it', async () => {
    const { server, counted } = await openIndex('?tab=edit_settings');
    await expect.element(editor).toHaveTextContent('index.number_of_shards');
    await write({ 'index.number_of_shards': '7', 'index.number_of_replicas': '2', 'index.codec': 'best_compression', 'index.routing.allocation.include._tier_preference': 'data_content' });
    await userEvent.click(page.getByRole('button', { name: 'Review changes' }));
    await expect.element(review.getByText('Some settings can’t be changed any more')).toBeVisible();
    await expect.element(review.getByText('Some settings need a closed index')).toBeVisible();
    await expect.element(review.getByText('Some settings go back to their default')).toBeVisible();
    await expect.element(review.getByLabelText('Request')).toHaveTextContent('PUT /logs/_settings { "index.number_of_replicas": "2", "index.refresh_interval": null }');
    await expectAccessible();
    await userEvent.click(review.getByRole('button', { name: 'Send' }));
    await expect.element(review).not.toBeInTheDocument();
    const settings = valueAt(parseJson(await server.ask('GET', ['logs', '_settings'])), '/logs/settings/index');
    expect(settings).toMatchObject({ number_of_replicas: '2', number_of_shards: '1' });
    expect(counted).toContain('update_settings');
  });

  it('can’t send where the server is read-only', async () => {
    const server = testServer({ isReadOnly: true });
    await server.ask('PUT', ['logs'], {});
    await openTestConsole('/indices/logs?tab=edit_settings', await testServices(memoryEventStore(), { http: server.http }));
    await expect.element(page.getByText('This server is read-only: nothing can be sent.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Review changes' })).toBeDisabled();
  });
});

describe('aliases', () => {
  it('are added with a checked name, and removed after a question', async () => {
    const { server } = await openIndex('?tab=aliases');
    await userEvent.click(page.getByRole('button', { name: 'Add alias' }));
    const dialog = page.getByRole('dialog', { name: 'Add alias' });
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'a b{Enter}');
    await expect.element(dialog.getByText("The name can't contain a space.")).toBeVisible();
    await userEvent.fill(dialog.getByRole('textbox', { name: 'Name' }), 'every-log');
    await expectAccessible();
    await userEvent.click(dialog.getByRole('button', { name: 'Add alias' }));
    await expect.element(page.getByRole('region', { name: 'Alias every-log' })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Remove alias all' }));
    await userEvent.click(page.getByRole('alertdialog', { name: 'Remove alias all?' }).getByRole('button', { name: 'Remove' }));
    await expect.element(page.getByRole('region', { name: 'Alias all', exact: true })).not.toBeInTheDocument();
    expect(Object.keys((valueAt(parseJson(await server.ask('GET', ['logs', '_alias'])), '/logs/aliases') ?? {}) as object)).toEqual(['every-log']);
  });
});

describe('the mapping of a live index', () => {
  const bar = page.getByRole('region', { name: 'Unsent changes' });
  const review = page.getByRole('dialog', { name: 'Send to logs' });

  it('is edited, reviewed and sent, and what was sent is not to be sent again', async () => {
    const { server, services } = await openIndex('/mapping');
    await expect.element(page.getByRole('row', { name: /^message/ })).toBeVisible();
    await expect.element(bar).not.toBeInTheDocument();
    const stream = (await services.store.streams()).find(({ stream: name }) => name.startsWith('index/logs/'))?.stream ?? '';
    const session = services.documents.all().find((open) => open.stream === stream);
    session?.dispatch({ type: 'field.add', payload: { parent: null, name: 'user', definition: { type: 'keyword' } } });
    await expect.element(bar).toHaveTextContent('1 unsent change');
    await userEvent.click(bar.getByRole('button', { name: 'Review' }));
    await expect.element(review.getByRole('listitem')).toHaveTextContent('Add user (keyword)');
    await expect.element(review.getByLabelText('Request')).toHaveTextContent('PUT /logs/_mapping { "properties": { "user": { "type": "keyword" } } }');
    await expectAccessible();
    await userEvent.click(review.getByRole('button', { name: 'Send', exact: true }));
    await expect.element(review).not.toBeInTheDocument();
    await expect.element(bar).not.toBeInTheDocument();
    expect(member((valueAt(await mappingsOf(server), '/properties') ?? {}) as never, 'user')).toEqual({ type: 'keyword' });
  });

  it('names what needs a new index, sends the rest, and keeps the others', async () => {
    const { server, services } = await openIndex('/mapping');
    await expect.element(page.getByRole('row', { name: /^message/ })).toBeVisible();
    const session = services.documents.all().find(({ stream }) => stream.startsWith('index/logs/'));
    session?.dispatch({ type: 'field.remove', payload: { field: '/mappings/properties/host' } });
    session?.dispatch({ type: 'field.add', payload: { parent: null, name: '__proto__', definition: { type: 'ip' } } });
    await expect.element(bar).toHaveTextContent('2 unsent changes');
    // Meanwhile documents bring a field of their own.
    await server.ask('PUT', ['logs', '_mapping'], { properties: { theirs: { type: 'long' } } });
    await userEvent.click(bar.getByRole('button', { name: 'Review' }));
    await expect.element(review.getByRole('alert')).toHaveTextContent('host: A field can’t be removed from a live index.');
    await userEvent.click(review.getByRole('button', { name: 'Send the rest' }));
    await expect.element(review).not.toBeInTheDocument();
    await expect.element(bar).toHaveTextContent('1 unsent change');
    await expect.element(page.getByRole('row', { name: /^theirs/ })).toBeVisible();
    expect(Object.keys((valueAt(await mappingsOf(server), '/properties') ?? {}) as object).sort()).toEqual(['__proto__', 'host', 'message', 'theirs']);
  });
});
