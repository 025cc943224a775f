import { expect, it } from 'vitest';
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
    ['used', 'Used bylogs, l'],
  ] as const) {
    await userEvent.click(page.getByRole('link', { name, exact: true }));
    await expect.element(page.getByRole('dialog', { name, exact: true })).toHaveTextContent(text);
    await userEvent.keyboard('{Escape}');
  }
  await expectAccessible();
});
