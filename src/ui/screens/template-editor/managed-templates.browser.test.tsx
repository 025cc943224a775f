import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { JsonObject } from '#domain/json';
import type { ClusterCall } from '#domain/ports';
import { memoryEventStore } from '../../../infra/memory-event-store.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { testServer } from '../../testing/test-http.ts';
import { testServices } from '../../testing/test-services.ts';

interface Given {
  readonly endpoint: string;
  readonly address: (name: string) => string;
  readonly body: JsonObject;
}

const KINDS: Readonly<Record<string, Given>> = {
  'index template': {
    endpoint: '_index_template',
    address: (name) => `/edit_template/${name}`,
    body: { index_patterns: ['a-*'] },
  },
  'component template': {
    endpoint: '_component_template',
    address: (name) => `/edit_component_template/${name}`,
    body: { template: {} },
  },
  'legacy template': {
    endpoint: '_template',
    address: (name) => `/edit_template/${name}?legacy=true`,
    body: { index_patterns: ['a-*'] },
  },
};
const MANAGED = { _meta: { managed: true } };

async function open({ endpoint, address, body }: Given, name: string, more: JsonObject = {}) {
  const writes: string[] = [];
  const isOfSettings = ({ path }: ClusterCall) => path.join('/') === '_cluster/settings';
  const server = testServer({
    between: (engine) => ({
      send(call) {
        if (call.method === 'PUT') writes.push(call.path.join('/'));
        return isOfSettings(call)
          ? Promise.resolve({
              status: 200,
              headers: {},
              body: JSON.stringify({ persistent: { 'cluster.metadata.managed_index_templates': 'cloud-' } }),
            })
          : engine.send(call);
      },
    }),
  });
  await server.ask('PUT', [endpoint, name], { ...body, ...more });
  writes.length = 0;
  await openTestConsole(address(name), await testServices(memoryEventStore(), { http: server.http }));
  await expect.element(page.getByRole('tablist', { name: 'Template steps' })).toBeVisible();
  return writes;
}

const version = page.getByRole('textbox', { name: 'Version', exact: true });
const save = page.getByRole('button', { name: 'Review and save' });
const review = page.getByRole('dialog', { name: /^Update/ });

describe.each([
  ['index template', '.system', {}, 'System', 'This is a system template'],
  ['index template', 'agent', MANAGED, 'Managed', 'This template is managed'],
  ['component template', '.parts', {}, 'System', 'This is a system component template'],
  ['component template', 'parts', MANAGED, 'Managed', 'This component template is managed'],
  ['legacy template', '.old', {}, 'System', 'This is a system template'],
])('the %s %s', (noun, name, more, chip, title) => {
  it('is named as what it is, and its name is asked for before it is saved', async () => {
    const given = KINDS[noun];
    if (given === undefined) throw new Error(noun);
    const writes = await open(given, name, more);
    await expect.element(page.getByText(chip, { exact: true })).toBeVisible();
    await expect.element(page.getByRole('alert').filter({ hasText: title })).toBeVisible();
    await expectAccessible();
    await userEvent.fill(version, '3');
    await userEvent.keyboard('{Enter}');
    await userEvent.click(save);
    await expect.element(review.getByText(`This ${noun} is managed or used by the system`)).toBeVisible();
    const update = review.getByRole('button', { name: /^Update / });
    await expect.element(update).toBeDisabled();
    expect(writes).toEqual([]);
    await userEvent.fill(review.getByRole('textbox', { name: `Type “${name}” to confirm` }), name);
    await expectAccessible();
    await userEvent.click(update);
    await expect.element(review).not.toBeInTheDocument();
    expect(writes).toEqual([`${given.endpoint}/${name}`]);
  });
});

describe.each(Object.entries(KINDS))('an ordinary %s', (_, given) => {
  it('is saved without a question', async () => {
    const writes = await open(given, 'plain');
    await userEvent.fill(version, '3');
    await userEvent.keyboard('{Enter}');
    expect(
      page
        .getByRole('alert')
        .filter({ hasText: /managed|system/ })
        .elements(),
    ).toEqual([]);
    await userEvent.click(save);
    await userEvent.click(review.getByRole('button', { name: /^Update / }));
    await expect.element(review).not.toBeInTheDocument();
    expect(writes).toEqual([`${given.endpoint}/plain`]);
  });
});

describe.each(['index template', 'legacy template'])('the %s of a cloud provider', (noun) => {
  it('can only be read, and says why', async () => {
    const given = KINDS[noun];
    if (given === undefined) throw new Error(noun);
    const writes = await open(given, 'cloud-logs');
    await expect.element(page.getByText('Cloud-managed', { exact: true })).toBeVisible();
    await expect.element(page.getByText('This template is read-only')).toBeVisible();
    await expect
      .element(page.getByText('It is managed by the cloud provider. Clone it to change a copy.'))
      .toBeVisible();
    await expect.element(version).toHaveAttribute('readonly');
    await expect.element(save).not.toBeInTheDocument();
    await expectAccessible();
    expect(writes).toEqual([]);
  });
});
