import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ClusterGateway } from '#domain/ports';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { testServer } from '../../testing/test-http.ts';
import { testServices } from '../../testing/test-services.ts';

const policy = { phases: { hot: {} } };
const POLICIES = {
  unknown: { version: 1, policy },
  unused: { version: 1, policy, in_use_by: { indices: [], data_streams: [], composable_templates: [] } },
  used: { version: 1, policy, in_use_by: { indices: ['logs'], data_streams: [], composable_templates: ['l'] } },
  busy: { policy, in_use_by: { indices: Array.from({ length: 104 }, (_, at) => `logs-${at}`) } },
};

function withPolicies(engine: ClusterGateway): ClusterGateway {
  return {
    send: (call) =>
      call.path.join('/') === '_ilm/policy'
        ? Promise.resolve({ status: 200, headers: {}, body: JSON.stringify(POLICIES) })
        : engine.send(call),
  };
}

it('says what uses a policy, and claims nothing where the engine does not report it', async () => {
  const { http } = testServer({ between: withPolicies });
  await openTestConsole('/lifecycle_policies', await testServices(undefined, { http }));
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect.element(row('unknown')).toHaveTextContent(/–$/);
  await expect.element(row('unused')).toHaveTextContent(/0$/);
  await expect.element(page.getByRole('row', { name: /^used/ })).toHaveTextContent(/2$/);
  for (const [name, text] of [
    ['unknown', 'Used byNot reported by this engine'],
    ['unused', 'Used byNothing'],
    ['used', 'Used by indiceslogsUsed by index templatesl'],
  ] as const) {
    await userEvent.click(page.getByRole('link', { name, exact: true }));
    await expect.element(page.getByRole('dialog', { name, exact: true })).toHaveTextContent(text);
    await userEvent.keyboard('{Escape}');
  }
  await expectAccessible();
});

it('links what uses a policy, a hundred of a kind at most, and copies its name', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { http } = testServer({ between: withPolicies });
  const { router } = await openTestConsole('/lifecycle_policies', await testServices(undefined, { http }));
  await userEvent.click(page.getByRole('button', { name: 'Actions for busy' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Copy name' }));
  expect(copied).toHaveBeenCalledWith('busy');
  await userEvent.click(page.getByRole('link', { name: 'busy', exact: true }));
  const users = page.getByRole('dialog', { name: 'busy' }).getByRole('list', { name: 'Used by indices' });
  await expect.element(users).toHaveTextContent(/logs-99and 4 more$/);
  await userEvent.click(users.getByRole('link', { name: 'logs-7', exact: true }));
  await expect.poll(() => router.state.location.pathname).toMatch(/\/logs-7$/);
});
