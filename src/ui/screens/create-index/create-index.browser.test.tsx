import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draftStream, lintRulesStream } from '#domain/commands';
import { parseJson, valueAt } from '#domain/json';
import { memoryEventStore } from '../../../infra/memory-event-store.ts';
import { testServices } from '../../testing/test-services.ts';
import { createDraft } from '../../files/import-draft.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { testServer } from '../../testing/test-http.ts';

const target = { distribution: 'elasticsearch', version: '8.17' } as const;

describe('create index', () => {
  it('checks the name, shows the request, creates the index with the mappings of a draft, and goes there', async () => {
    const server = testServer();
    const services = await testServices(memoryEventStore(), { http: server.http });
    const draft = await createDraft(
      services,
      { properties: { ['__proto__']: { type: 'ip' }, 'a.b': { type: 'keyword' } } },
      { name: 'orders', target },
    );
    const rules = await services.documents.open({ stream: lintRulesStream(draftStream(draft)) });
    rules.dispatch({ type: 'document.create', payload: { body: {} } });
    rules.dispatch({ type: 'lintRule.switchOff', payload: { rule: 'dynamic-root', reason: 'Not known yet.' } });
    await openTestConsole(`/create_index?draft=${draft}`, services);
    await expect.element(page.getByRole('textbox', { name: 'Mappings' })).toHaveTextContent('__proto__');
    const name = page.getByRole('textbox', { name: 'Name' });
    await userEvent.type(name, 'Orders{Enter}');
    await expect.element(page.getByText('The name must be in lower case.')).toBeVisible();
    await expectAccessible();
    await userEvent.fill(name, 'orders-1');
    await userEvent.fill(page.getByRole('textbox', { name: 'Primary shards' }), '2');
    await userEvent.keyboard('{Tab}');
    await userEvent.click(page.getByRole('button', { name: 'Review and save' }));
    const review = page.getByRole('dialog', { name: 'Create orders-1?' });
    await expect
      .element(review.getByLabelText('Request'))
      .toHaveTextContent('PUT /orders-1 { "settings": { "index.number_of_shards": 2 }, "mappings"');
    await expectAccessible();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: 'orders-1', level: 1 })).toBeVisible();
    const made = parseJson(await server.ask('GET', ['orders-1']));
    expect(valueAt(made, '/orders-1/mappings/properties/__proto__/type')).toBe('ip');
    // The lint rule that is off for the draft is off for the index, too.
    const uuid = valueAt(made, '/orders-1/settings/index/uuid');
    const found = async () => (await services.store.streams()).map(({ stream }) => stream);
    await expect
      .poll(found)
      .toContainEqual(expect.stringMatching(new RegExp(`^lint_rules/index/.*/orders-1/${String(uuid)}$`)));
  });

  it.each([
    ['Primary shards', '0', '1'],
    ['Replicas', '1.5', '0'],
  ])('says what is wrong with a number instead of sending another one: %s %s', async (label, entered, least) => {
    await openTestConsole('/create_index', await testServices(memoryEventStore(), { http: testServer().http }));
    await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'orders-1');
    const count = page.getByRole('textbox', { name: label });
    await userEvent.fill(count, entered);
    await userEvent.click(page.getByRole('button', { name: 'Review and save' }));
    await expect.element(count).toHaveFocus();
    await expect.element(count).toHaveValue(entered);
    await expect.element(count).toHaveAccessibleDescription(`Enter a whole number of ${least} or more.`);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await userEvent.fill(count, '2');
    await userEvent.click(page.getByRole('button', { name: 'Review and save' }));
    await expect.element(page.getByRole('dialog', { name: 'Create orders-1?' })).toBeVisible();
  });

  it('says that the shards of the new index have not started, and leads to why', async () => {
    const { http } = testServer({
      between: (engine) => ({
        async send(call) {
          const response = await engine.send(call);
          const isCreation = call.method === 'PUT' && call.path.length === 1;
          return isCreation
            ? { ...response, body: '{"acknowledged":true,"shards_acknowledged":false,"index":"orders-1"}' }
            : response;
        },
      }),
    });
    await openTestConsole('/create_index', await testServices(memoryEventStore(), { http }));
    await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'orders-1');
    await userEvent.click(page.getByRole('button', { name: 'Review and save' }));
    await userEvent.click(page.getByRole('button', { name: 'Create index' }));
    await expect
      .element(page.getByText('Created index orders-1, but not all of its primary shards have started'))
      .toBeVisible();
    await userEvent.click(page.getByRole('link', { name: 'Indices' }).first());
    await expect.element(page.getByRole('heading', { name: 'Indices', level: 1 })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'See why' }));
    await expect.element(page.getByRole('heading', { name: 'orders-1', level: 1 })).toBeVisible();
    await expect.element(page.getByRole('region', { name: 'Health' })).toBeVisible();
  });

  it('resolves date math, creates the index by it, and goes to the index that the cluster names', async () => {
    const server = testServer();
    const services = await testServices(memoryEventStore(), { http: server.http });
    const now = Date.now();
    await openTestConsole('/create_index', { ...services, clock: { now: () => new Date(now).toISOString() } });
    const expression = '<logs-{now/d}-000001>';
    const index = `logs-${new Date(now).toISOString().slice(0, 'yyyy-mm-dd'.length).replaceAll('-', '.')}-000001`;
    const name = page.getByRole('textbox', { name: 'Name' });
    await userEvent.fill(name, '<logs-{now/d>');
    await expect
      .element(page.getByText('The date math can’t be resolved: date math placeholder is open ended.'))
      .toBeVisible();
    await userEvent.fill(name, expression);
    await expect.element(page.getByText(`Creates ${index}, by today’s date in UTC.`)).toBeVisible();
    await expectAccessible();
    await userEvent.click(page.getByRole('button', { name: 'Review and save' }));
    const review = page.getByRole('dialog', { name: `Create ${index}?` });
    await expect.element(review.getByLabelText('Request')).toHaveTextContent('PUT /%3Clogs-%7Bnow%2Fd%7D-000001%3E');
    await userEvent.click(page.getByRole('button', { name: 'Create index' }));
    // The clock of the sandbox stands still.
    const made = 'logs-2026.11.21-000001';
    await expect.element(page.getByText(`Created index ${made}`)).toBeVisible();
    await expect.element(page.getByRole('heading', { name: made, level: 1 })).toBeVisible();
    const stored = parseJson(await server.ask('GET', [made]));
    expect(valueAt(stored, `/${made}/settings/index/provided_name`)).toBe(expression);
  });

  it.each([
    ['Name', 'Orders'],
    ['More settings', '['],
    ['Mappings', '{ "properties"'],
    ['Aliases', '{"A b": {}}'],
  ])('leads from Review to what is wrong in %s, and sends nothing', async (label, text) => {
    const server = testServer();
    await openTestConsole('/create_index', await testServices(memoryEventStore(), { http: server.http }));
    await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'orders');
    const input = page.getByRole('textbox', { name: label });
    await userEvent.fill(input, text);
    await userEvent.click(page.getByRole('button', { name: 'Review and save' }));
    await expect.element(input).toHaveFocus();
    await expect.element(input).toHaveAttribute('aria-invalid', 'true');
    expect(page.getByRole('dialog').elements()).toEqual([]);
  });

  it('shows the engine’s refusal at the name, and keeps what was typed', async () => {
    const server = testServer();
    await server.ask('PUT', ['taken'], {});
    const { router } = await openTestConsole(
      '/create_index',
      await testServices(memoryEventStore(), { http: server.http }),
    );
    await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'taken');
    await userEvent.click(page.getByRole('button', { name: 'Review and save' }));
    await userEvent.click(page.getByRole('button', { name: 'Create index' }));
    const name = page.getByRole('textbox', { name: 'Name' });
    await expect.element(page.getByText(/^index \[taken.*already exists$/)).toBeVisible();
    await expect.element(name).toHaveFocus();
    await expect.element(name).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible();
    await router.navigate({ to: '/management/data/index_management/drafts' });
    await router.navigate({ to: '/management/data/index_management/create_index' });
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('taken');
  });

  it('names the field that is refused, leaves it out when told to, and creates the index with the rest', async () => {
    const server = testServer();
    await openTestConsole('/create_index', await testServices(memoryEventStore(), { http: server.http }));
    const mappings = { properties: { user: { type: 'keyword' }, host: { properties: { hash: { type: 'murmur3' } } } } };
    await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'logs');
    await userEvent.fill(page.getByRole('textbox', { name: 'Mappings' }), JSON.stringify(mappings));
    await userEvent.click(page.getByRole('button', { name: 'Review and save' }));
    const review = page.getByRole('dialog', { name: 'Create logs?' });
    const create = review.getByRole('button', { name: 'Create index' });
    await userEvent.click(create);
    await expect.element(review.getByRole('alert')).toHaveTextContent('No handler for type [murmur3]');
    await expect.element(review.getByText('1 field was refused')).toBeVisible();
    await expect.element(review.getByRole('listitem')).toHaveTextContent('host.hash');
    await expect.element(review.getByLabelText('Request')).toHaveTextContent('murmur3');
    await expectAccessible();
    await userEvent.click(review.getByRole('button', { name: 'Leave out this field' }));
    await expect.element(review.getByText('1 field was refused and is left out')).toBeVisible();
    await expect.element(review.getByRole('alert')).not.toBeInTheDocument();
    await expect.element(review.getByLabelText('Request')).not.toHaveTextContent('murmur3');
    await expect.element(create).toHaveFocus();
    await expectAccessible();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: 'logs', level: 1 })).toBeVisible();
    await expect.element(page.getByText('Left out: host.hash.')).toBeVisible();
    const made = parseJson(await server.ask('GET', ['logs']));
    expect(valueAt(made, '/logs/mappings/properties')).toEqual({
      user: { type: 'keyword' },
      host: { properties: {} },
    });
  });

  it('shows a refused field again in the next review', async () => {
    await openTestConsole('/create_index', await testServices(memoryEventStore(), { http: testServer().http }));
    await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'logs');
    await userEvent.fill(page.getByRole('textbox', { name: 'Mappings' }), '{"properties":{"hash":{"type":"murmur3"}}}');
    await userEvent.click(page.getByRole('button', { name: 'Review and save' }));
    const review = page.getByRole('dialog', { name: 'Create logs?' });
    await userEvent.click(review.getByRole('button', { name: 'Create index' }));
    await userEvent.click(review.getByRole('button', { name: 'Leave out this field' }));
    await userEvent.click(review.getByRole('button', { name: 'Cancel' }));
    await expect.element(page.getByRole('textbox', { name: 'Mappings' })).toHaveTextContent('murmur3');
    await userEvent.click(page.getByRole('button', { name: 'Review and save' }));
    await expect.element(review.getByLabelText('Request')).toHaveTextContent('murmur3');
    await expect.element(review.getByText(/was refused/)).not.toBeInTheDocument();
  });

  describe('its mappings', () => {
    const text = page.getByRole('textbox', { name: 'Mappings' });

    async function drop(content: string, fileName = 'template.json'): Promise<void> {
      await expect.element(text).toBeVisible();
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], fileName, { type: 'application/json' }));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }

    async function openForm() {
      await openTestConsole('/create_index', await testServices(memoryEventStore(), { http: testServer().http }));
    }

    it('come from a file that is dropped or chosen', async () => {
      await openForm();
      await drop('{"index_patterns":["a"],"template":{"mappings":{"properties":{"__proto__":{"type":"ip"}}}}}');
      await expect.element(text).toHaveTextContent('{ "properties": { "__proto__": { "type": "ip"');
      const chooser = document.querySelector('input[type=file]');
      await userEvent.upload(
        page.elementLocator(chooser as Element),
        new File(['{"properties":{"b":{"type":"long"}}}'], 'b.json'),
      );
      await expect.element(text).toHaveTextContent('{ "properties": { "b": { "type": "long"');
      await expectAccessible();
    });

    it('stay where a file is no mapping, with the place of what is wrong', async () => {
      await openForm();
      await drop('{"properties":{"b":{"type":"long"}}}');
      await expect.element(text).toHaveTextContent('"b"');
      await drop('{"properties":', 'broken.json');
      await expect
        .element(page.getByRole('alert').filter({ hasText: 'broken.json' }))
        .toHaveTextContent('The mappings were not changed.');
      await expect.element(text).toHaveTextContent('"b"');
      await userEvent.fill(text, '{"properties": }');
      await expect.element(page.getByText(/^Line 1, column 16: /)).toBeVisible();
    });

    it('are warned of where no engine, or not this one, takes them', async () => {
      await openForm();
      await drop('{"properties":{"a":{"type":"keyword","index":"maybe"},"f":{"type":"flat_object"}}}');
      await expect.element(page.getByText('The index parameter on field a is invalid.')).toBeVisible();
      await expect
        .element(
          page.getByText(
            'f: The cluster doesn’t support the type flat_object. Elasticsearch 8.17.0 is expected to reject it.',
          ),
        )
        .toBeVisible();
      await userEvent.fill(page.getByRole('textbox', { name: 'Aliases' }), '{"all":{"later":1}}');
      await expect
        .element(page.getByText(/^alias all: later is not a property of an alias. Elasticsearch 8.17.0 is expected/))
        .toBeVisible();
      await expectAccessible();
    });

    it('are not sent while the cluster will refuse them', async () => {
      await openForm();
      await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'orders');
      await userEvent.fill(text, '{"properties":{"f":{"type":"flat_object"}}}');
      await userEvent.click(page.getByRole('button', { name: 'Review and save' }));
      const review = page.getByRole('dialog', { name: 'Create orders?' });
      const create = review.getByRole('button', { name: 'Create index' });
      await expect.element(create).toBeDisabled();
      await expect.element(review.getByText('The cluster will refuse this index.')).toBeVisible();
      await expect.element(review.getByRole('alert').getByRole('listitem')).toHaveTextContent(/^f: /);
      await expectAccessible();
      await userEvent.click(review.getByRole('button', { name: 'Cancel' }));
      await userEvent.fill(text, '{"properties":{"f":{"type":"flattened"}}}');
      await userEvent.click(page.getByRole('button', { name: 'Review and save' }));
      await expect.element(create).toBeEnabled();
      await expect.element(review.getByText('The cluster will refuse this index.')).not.toBeInTheDocument();
    });
  });
});
