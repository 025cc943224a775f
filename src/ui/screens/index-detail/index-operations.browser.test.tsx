import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { testServer } from '../../testing/test-http.ts';
import { testServices } from '../../testing/test-services.ts';

async function openIndex(options: Parameters<typeof testServer>[0] = {}) {
  const server = testServer(options);
  await server.ask('PUT', ['logs'], { settings: { number_of_shards: 4 } });
  for (const id of ['1', '2', '3']) await server.ask('PUT', ['logs', '_doc', id], { a: 1 });
  return { server, ...(await openTestConsole('/indices/logs', await testServices(undefined, { http: server.http }))) };
}

const settingsOf = async ({ ask }: ReturnType<typeof testServer>, index: string) =>
  (JSON.parse(await ask('GET', [index, '_settings'])) as Record<string, { settings: { index: object } }>)[index]
    ?.settings.index;
const openMenu = async (item: string) => {
  await userEvent.click(page.getByRole('button', { name: 'Actions for logs' }));
  await userEvent.click(page.getByRole('menuitem', { name: item, exact: true }));
};

describe('blocks of an index', () => {
  it('are shown, added and removed', async () => {
    const { server } = await openIndex();
    const panel = page.getByRole('region', { name: 'Blocks' });
    await userEvent.click(panel.getByRole('button', { name: 'Add write block' }));
    const dialog = page.getByRole('alertdialog', { name: 'Add write block?' });
    await expect.element(dialog.getByText(/Documents can’t be added/)).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard('{Enter}');
    await expect.element(panel.getByText('Blocked', { exact: true })).toBeVisible();
    expect(await settingsOf(server, 'logs')).toMatchObject({ blocks: { write: 'true' } });
    await userEvent.click(panel.getByRole('button', { name: 'Remove write block' }));
    await userEvent.click(page.getByRole('button', { name: 'Remove block' }));
    await expect.element(panel.getByText('Blocked', { exact: true })).not.toBeInTheDocument();
    expect(await settingsOf(server, 'logs')).not.toHaveProperty('blocks');
  });

  it('offers to lift the metadata block, with which nothing else of the index can be read', async () => {
    const { server } = await openIndex();
    await server.ask('PUT', ['logs', '_block', 'metadata']);
    await userEvent.click(page.getByRole('button', { name: 'Refresh' }));
    await userEvent.click(page.getByRole('button', { name: 'Remove metadata block' }));
    await userEvent.click(page.getByRole('button', { name: 'Remove block' }));
    await expect.element(page.getByRole('region', { name: 'Shards' })).toBeVisible();
    await server.ask('GET', ['logs']);
  });
});

describe('clone, shrink and split', () => {
  it('are proposed as a plan, which blocks writes, creates the index, and lets the source be written again', async () => {
    const { server, router } = await openIndex();
    await openMenu('Shrink');
    const dialog = page.getByRole('dialog', { name: 'Shrink index “logs”' });
    await expect.element(dialog.getByRole('textbox', { name: 'New index' })).toHaveFocus();
    await expectAccessible();
    await userEvent.keyboard('UPPER{Enter}');
    await expect.element(dialog.getByText('The name must be in lower case.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'New index' }).fill('logs-small');
    const replicas = dialog.getByRole('textbox', { name: 'Replicas' });
    await replicas.fill('101');
    await userEvent.click(dialog.getByRole('button', { name: 'Create plan' }));
    await expect.element(replicas).toHaveFocus();
    await expect.element(replicas).toHaveAccessibleDescription('Enter a whole number from 0 to 100.');
    expect(router.state.location.pathname).not.toContain('/plans/');
    await replicas.fill('1');
    await userEvent.click(dialog.getByRole('button', { name: 'Create plan' }));
    await expect.poll(() => router.state.location.pathname).toContain('/plans/');
    expect(await settingsOf(server, 'logs')).not.toHaveProperty('blocks');
    await userEvent.click(page.getByRole('button', { name: 'Approve and run' }));
    await expect
      .poll(async () => (await settingsOf(server, 'logs-small').catch(() => undefined)) as object)
      .toMatchObject({ number_of_shards: '2' });
    await expect.poll(() => settingsOf(server, 'logs')).not.toHaveProperty('blocks.write');
    expect(JSON.parse(await server.ask('GET', ['logs-small', '_count']))).toMatchObject({ count: 3 });
  });

  it('says why nothing can be split or shrunk', async () => {
    const server = testServer();
    await server.ask('PUT', ['logs'], { settings: { number_of_shards: 1 } });
    await openTestConsole('/indices/logs', await testServices(undefined, { http: server.http }));
    await openMenu('Shrink');
    await expect.element(page.getByText('It has one primary shard, and can’t have fewer.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Create plan' })).toBeDisabled();
  });
});

describe('the lifecycle of an index', () => {
  it('is explained; a failed step is run again, the policy attached and detached', async () => {
    const { server } = await openIndex();
    const panel = page.getByRole('region', { name: 'Lifecycle' });
    await expect.element(panel.getByText('No policy: it will not roll over or expire automatically.')).toBeVisible();
    await userEvent.click(panel.getByRole('button', { name: 'Attach policy' }));
    const dialog = page.getByRole('dialog', { name: 'Attach lifecycle policy to “logs”' });
    await userEvent.click(dialog.getByRole('button', { name: /Policy/ }).first());
    await userEvent.click(page.getByRole('option', { name: 'sandbox-30-days' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Attach policy' }));
    await expect.element(panel.getByText('Why the step failed')).toBeVisible();
    await expect.element(panel.getByText(/rollover_alias/)).toBeVisible();
    await expectAccessible();
    await userEvent.click(panel.getByRole('button', { name: 'Retry step' }));
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Retry step' }));
    await userEvent.click(panel.getByRole('button', { name: 'Detach policy' }));
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Detach policy' }));
    await expect.element(panel.getByText('No policy: it will not roll over or expire automatically.')).toBeVisible();
    expect(await settingsOf(server, 'logs')).not.toHaveProperty('lifecycle');
  });

  it('tells that the rollover alias goes with the policy, and keeps its other settings', async () => {
    const server = testServer();
    const lifecycle = { name: 'sandbox-keep', rollover_alias: 'all', prefer_ilm: 'false' };
    await server.ask('PUT', ['logs'], { settings: { lifecycle } });
    await openTestConsole('/indices/logs', await testServices(undefined, { http: server.http }));
    await userEvent.click(page.getByRole('button', { name: 'Detach policy' }));
    const dialog = page.getByRole('alertdialog', { name: 'Detach policy “sandbox-keep”?' });
    await expect.element(dialog.getByText(/^index\.lifecycle\.rollover_alias \(all\) is removed too/)).toBeVisible();
    await expectAccessible();
    await userEvent.click(dialog.getByRole('button', { name: 'Detach policy' }));
    await expect.element(dialog).not.toBeInTheDocument();
    expect(await settingsOf(server, 'logs')).toMatchObject({ lifecycle: { prefer_ilm: 'false' } });
    expect(await settingsOf(server, 'logs')).not.toHaveProperty('lifecycle.rollover_alias');
  });
});
