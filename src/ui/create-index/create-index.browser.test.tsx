import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { parseJson, valueAt } from '../../domain/index.ts';
import { memoryEventStore } from '../../infra/memory-event-store.ts';
import { testServices } from '../composition/test-services.ts';
import { createDraft } from '../drafts/import-draft.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { openTestConsole } from '../testing/open-test-console.tsx';
import { testServer } from '../testing/test-http.ts';

const target = { distribution: 'elasticsearch', version: '8.17' } as const;

describe('create index', () => {
  it('checks the name, shows the request, creates the index with the mappings of a draft, and goes there', async () => {
    const server = testServer();
    const services = await testServices(memoryEventStore(), { http: server.http });
    const draft = await createDraft(services, { properties: { ['__proto__']: { type: 'ip' }, 'a.b': { type: 'keyword' } } }, { name: 'orders', target });
    await openTestConsole(`/create_index?draft=${draft}`, services);
    await expect.element(page.getByRole('textbox', { name: 'Mappings' })).toHaveTextContent('__proto__');
    const name = page.getByRole('textbox', { name: 'Name' });
    await userEvent.type(name, 'Orders{Enter}');
    await expect.element(page.getByText('The name must be in lower case.')).toBeVisible();
    await expectAccessible();
    await userEvent.fill(name, 'orders-1');
    await userEvent.fill(page.getByRole('textbox', { name: 'Primary shards' }), '2');
    await userEvent.keyboard('{Tab}');
    await userEvent.click(page.getByRole('button', { name: 'Review' }));
    const review = page.getByRole('dialog', { name: 'Create orders-1?' });
    await expect.element(review.getByLabelText('Request')).toHaveTextContent('PUT /orders-1 { "settings": { "index.number_of_shards": 2 }, "mappings"');
    await expectAccessible();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: 'orders-1', level: 1 })).toBeVisible();
    const made = parseJson(await server.ask('GET', ['orders-1']));
    expect(valueAt(made, '/orders-1/mappings/properties/__proto__/type')).toBe('ip');
  });

  it('shows the engine’s refusal, and keeps what was typed', async () => {
    const server = testServer();
    await server.ask('PUT', ['taken'], {});
    const { router } = await openTestConsole('/create_index', await testServices(memoryEventStore(), { http: server.http }));
    await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'taken');
    await userEvent.click(page.getByRole('button', { name: 'Review' }));
    await userEvent.click(page.getByRole('button', { name: 'Create index' }));
    await expect.element(page.getByRole('alert')).toHaveTextContent('taken was not created');
    await router.navigate({ to: '/management/data/index_management/drafts' });
    await router.navigate({ to: '/management/data/index_management/create_index' });
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('taken');
  });
});
