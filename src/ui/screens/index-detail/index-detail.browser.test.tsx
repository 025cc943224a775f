import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { parseJson, valueAt } from '#domain/json';
import { memoryEventStore } from '../../../infra/memory-event-store.ts';
import { testServices } from '../../testing/test-services.ts';
import { addReplicasExtension } from '../../platform/extensions/example/replicas.ts';
import { extensionsService } from '../../platform/extensions.ts';
import { addFleetExtensions } from '../../platform/extensions/fleet-extensions.tsx';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { openTestIndex } from '../../testing/open-test-index.ts';
import { testServer } from '../../testing/test-http.ts';

describe('the detail of an index', () => {
  it('shows what it is, and goes through its tabs by the keyboard', async () => {
    const { router } = await openTestIndex('');
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
    await openTestIndex(`?tab=${tab}`);
    await expect
      .element(
        page
          .getByRole('tabpanel')
          .getByText(/host|Documents and storage|Only changes|Secondary names/)
          .first(),
      )
      .toBeVisible();
    await expectAccessible();
  });

  it('offers the actions of the list, and shows what they did', async () => {
    await openTestIndex('');
    await expect.element(page.getByText('Primary shards')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Actions for logs' }));
    await userEvent.click(page.getByRole('menuitem', { name: /^Close/ }));
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: /^Close/ }));
    await expect.element(page.getByText('closed', { exact: true })).toBeVisible();
  });

  it('shows what extensions say of it: who manages it, and advice on its shards', async () => {
    const extensions = extensionsService();
    addReplicasExtension(extensions);
    addFleetExtensions(extensions, { managerOf: (name) => ({ title: `Fleet of ${name}`, href: '#fleet' }) });
    await openTestIndex('', { extensions });
    await expect.element(page.getByRole('heading', { name: 'Managed by' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Fleet of logs' })).toBeVisible();
    await expect.element(page.getByText('No replica')).toBeVisible();
    await expect.element(page.getByText('Green').first()).toBeVisible();
    await expectAccessible();
  });

  it('says that there is no such index', async () => {
    const server = testServer();
    await openTestConsole('/indices/nowhere', await testServices(memoryEventStore(), { http: server.http }));
    await expect.element(page.getByText(/no such index|Couldn’t load/).first()).toBeVisible();
  });
});

describe('aliases', () => {
  it('are added with a checked name, and removed after a question', async () => {
    const { server } = await openTestIndex('?tab=aliases');
    await userEvent.click(page.getByRole('button', { name: 'Add alias' }));
    const dialog = page.getByRole('dialog', { name: 'Add alias' });
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'a b{Enter}');
    await expect.element(dialog.getByText("The name can't contain a space.")).toBeVisible();
    await userEvent.fill(dialog.getByRole('textbox', { name: 'Name' }), 'every-log');
    await expectAccessible();
    await userEvent.click(dialog.getByRole('button', { name: 'Add alias' }));
    await expect.element(page.getByRole('region', { name: 'Alias every-log' })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Remove alias all' }));
    await userEvent.click(
      page.getByRole('alertdialog', { name: 'Remove alias all?' }).getByRole('button', { name: 'Remove' }),
    );
    await expect.element(page.getByRole('region', { name: 'Alias all', exact: true })).not.toBeInTheDocument();
    expect(
      Object.keys((valueAt(parseJson(await server.ask('GET', ['logs', '_alias'])), '/logs/aliases') ?? {}) as object),
    ).toEqual(['every-log']);
  });
});
