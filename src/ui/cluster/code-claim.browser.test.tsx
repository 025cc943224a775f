import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { JsonObject } from '#domain/json';
import { API_BASE } from '#domain/wire';
import { memoryEventStore } from '../../infra/memory-event-store.ts';
import { ROUTES } from '../platform/route-table.ts';
import { applyCode } from '../testing/apply-code.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { openTestConsole } from '../testing/open-test-console.tsx';
import { testServer, type TestServer } from '../testing/test-http.ts';
import { testServices } from '../testing/test-services.ts';

const LOGS: JsonObject = { index_patterns: ['logs-*'] };
const BASE: JsonObject = { template: { settings: { number_of_shards: 2 } } };
const SHOP: JsonObject = { mappings: { properties: { name: { type: 'keyword' } } } };

let server: TestServer;
beforeEach(async () => {
  server = testServer();
  await server.ask('PUT', ['_index_template', 'logs'], LOGS);
  await server.ask('PUT', ['_index_template', 'by-hand'], { index_patterns: ['hand-*'] });
  await server.ask('PUT', ['_component_template', 'base'], BASE);
  await server.ask('PUT', ['shop'], SHOP);
});

const OBJECTS = { 'index_templates/logs': LOGS, 'component_templates/base': BASE, 'indices/shop': SHOP };
const open = async (address: string, http = server.http) =>
  openTestConsole(address, await testServices(memoryEventStore(), { http }));
const warning = page.getByRole('alert').filter({ hasText: 'Managed by code' });
const review = page.getByRole('dialog', { name: /^Update/ });

describe.each([
  ['index template', '/templates', 'logs', 'index_templates/logs'],
  ['component template', '/component_templates', 'base', 'component_templates/base'],
])('an %s that a project claims', (_, list, name, object) => {
  it('has a badge in the list, and project, file and commit in its details', async () => {
    await applyCode(server, { objects: OBJECTS });
    await open(list);
    const chip = page.getByRole('row', { name: new RegExp(name) }).getByText('Code', { exact: true });
    await expect.element(chip).toHaveAttribute('title', `Managed by code: ${object}.json of project search`);
    expect(page.getByRole('main').getByText('Code', { exact: true }).elements()).toHaveLength(1);
    await userEvent.click(page.getByRole('link', { name, exact: true }));
    await expect
      .element(page.getByText(`Project search, file ${object}.json, environment staging, commit abcdef0`))
      .toBeVisible();
    await expectAccessible();
  });
});

describe.each([
  ['index template', '/edit_template/logs', 'index_templates/logs'],
  ['component template', '/edit_component_template/base', 'component_templates/base'],
])('the editor of an %s that a project claims', (_, address, object) => {
  it('warns below it and in the review', async () => {
    await applyCode(server, { objects: OBJECTS });
    await open(address);
    await expect.element(warning).toHaveTextContent(`${object}.json of project search`);
    await expect.element(warning).toHaveTextContent('The next apply overwrites what you change here.');
    await userEvent.fill(page.getByRole('textbox', { name: 'Version', exact: true }), '3');
    await userEvent.keyboard('{Enter}');
    await expectAccessible();
    await userEvent.click(page.getByRole('button', { name: 'Review and save' }));
    await expect.element(review.getByRole('alert').filter({ hasText: 'Managed by code' })).toBeVisible();
    await expectAccessible();
  });
});

describe('an index that a project claims', () => {
  it('is marked in its summary', async () => {
    await applyCode(server, { objects: OBJECTS });
    await open('/indices/shop');
    await expect.element(page.getByText('Project search, file indices/shop.json')).toBeVisible();
  });

  it('has the warning below its settings and below its mapping', async () => {
    await applyCode(server, { objects: OBJECTS });
    const { router } = await open('/indices/shop?tab=edit_settings');
    await expect.element(warning).toHaveTextContent('file indices/shop.json');
    await expect.element(warning).toHaveTextContent('overwrites changes to members that the file names');
    await router.navigate({ to: ROUTES.indexMapping, params: { name: 'shop' } });
    await expect.element(page.getByRole('button', { name: 'Add field' })).toBeVisible();
    await expect.element(warning).toHaveTextContent('indices/shop.json of project search');
  });
});

describe('an object that no project claims', () => {
  it('is not marked, also where its file is gone', async () => {
    await applyCode(server, { objects: OBJECTS });
    await applyCode(server, { objects: {} });
    await open('/edit_template/logs');
    await expect.element(page.getByRole('tablist', { name: 'Template steps' })).toBeVisible();
    await userEvent.fill(page.getByRole('textbox', { name: 'Version', exact: true }), '3');
    await userEvent.keyboard('{Enter}');
    await userEvent.click(page.getByRole('button', { name: 'Review and save' }));
    await expect.element(review.getByRole('button', { name: /^Update/ })).toBeEnabled();
    expect(warning.elements()).toEqual([]);
  });
});

describe('where the claims can’t be read', () => {
  it('says so in the review, and lets the template be saved', async () => {
    const http: TestServer['http'] = {
      send: (request) =>
        request.path === `${API_BASE}/code`
          ? Promise.resolve({ status: 503, body: JSON.stringify({ error: 'busy', message: 'The record is busy.' }) })
          : server.http.send(request),
    };
    await open('/edit_template/logs', http);
    await userEvent.fill(page.getByRole('textbox', { name: 'Version', exact: true }), '3');
    await userEvent.keyboard('{Enter}');
    await userEvent.click(page.getByRole('button', { name: 'Review and save' }));
    await expect.element(review.getByText(/^Couldn’t check whether it is managed by code/)).toBeVisible();
    await expect.element(review.getByRole('button', { name: /^Update/ })).toBeEnabled();
  });
});
