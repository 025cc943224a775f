import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { APP_BASE } from '../../platform/app-base.ts';
import { testServices } from '../../testing/test-services.ts';
import { datedTemplates } from '../../testing/dated-templates.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { testServer } from '../../testing/test-http.ts';

const PROPERTIES = { properties: { constructor: { type: 'keyword' }, message: { type: 'text' } } };

async function openWith(
  path: string,
  prepare?: (server: ReturnType<typeof testServer>) => Promise<unknown>,
  options: Parameters<typeof testServer>[0] = {},
) {
  const server = testServer(options);
  await server.ask('PUT', ['_component_template', 'ecs'], {
    template: { mappings: PROPERTIES },
    version: 4,
    _meta: { managed: true },
  });
  await server.ask('PUT', ['_component_template', 'spare'], { template: { settings: { number_of_replicas: 0 } } });
  await server.ask('PUT', ['_index_template', 'logs'], {
    index_patterns: ['logs-*', 'all-*'],
    composed_of: ['ecs'],
    priority: 7,
    template: { aliases: { everything: {} } },
  });
  await server.ask('PUT', ['_index_template', '.system'], { index_patterns: ['.system-*'], priority: 1 });
  await server.ask('PUT', ['_template', 'old'], { index_patterns: ['old-*'], order: 3, mappings: PROPERTIES });
  await prepare?.(server);
  return { server, ...(await openTestConsole(path, await testServices(undefined, { http: server.http }))) };
}

const tick = (name: string) =>
  userEvent.click(page.getByRole('checkbox', { name, exact: true }).element().closest('label') ?? document.body);

describe('index templates', () => {
  it('lists composable and legacy ones apart, with what they are', async () => {
    const { router } = await openWith('/templates');
    await expect.element(page.getByRole('row', { name: /logs/ }).getByText('all-*, logs-*')).toBeVisible();
    await expect.element(page.getByRole('row', { name: /.system/ }).getByText('System', { exact: true })).toBeVisible();
    await userEvent.click(page.getByRole('link', { name: 'Legacy templates' }));
    await expect.poll(() => router.state.location.search).toEqual({ kind: 'legacy' });
    await userEvent.click(page.getByRole('link', { name: 'old', exact: true }));
    await expect.poll(() => router.state.location.href).toContain(`${APP_BASE}/templates/old?kind=legacy&legacy=true`);
    const flyout = page.getByRole('dialog', { name: 'old' });
    await expect.element(flyout.getByText('Legacy template')).toBeVisible();
    await expect.element(flyout.getByRole('tab', { name: 'Preview' })).not.toBeInTheDocument();
  });

  it('shows the parts of one, its tab in the address, and what it comes to', async () => {
    const { router } = await openWith('/templates/logs');
    const flyout = page.getByRole('dialog', { name: 'logs' });
    await expect.element(flyout.getByRole('link', { name: 'ecs' })).toBeVisible();
    await userEvent.click(flyout.getByRole('tab', { name: 'Settings' }));
    await expect.element(flyout.getByText('This template has no settings.')).toBeVisible();
    await userEvent.click(flyout.getByRole('tab', { name: 'Preview' }));
    await expect.poll(() => router.state.location.search).toEqual({ tab: 'preview' });
    await expect.element(flyout.getByText('"constructor"')).toBeVisible();
  });

  it('previews one that the cluster has dated', async () => {
    await openWith('/templates/logs?tab=preview', undefined, datedTemplates());
    await expect.element(page.getByRole('dialog', { name: 'logs' }).getByText('"constructor"')).toBeVisible();
  });

  it('previews one with integers beyond 2^53', async () => {
    const filter = { term: { id: 12_345_678_901_234_567_891n } };
    await openWith('/templates/long?tab=preview', (server) =>
      server.ask('PUT', ['_index_template', 'long'], {
        index_patterns: ['long-*'],
        version: 9_007_199_254_740_993n,
        template: { aliases: { one: { filter } } },
      }),
    );
    await expect.element(page.getByRole('dialog', { name: 'long' }).getByText('12345678901234567891')).toBeVisible();
  });

  it('opens the body, verbatim, as a draft', async () => {
    const { services, router } = await openWith('/templates/old?legacy=true');
    await userEvent.click(page.getByRole('button', { name: 'Open as draft' }));
    await expect.poll(() => router.state.location.pathname).toMatch(/\/drafts\/.+/);
    const [draft] = Object.values(services.drafts.getSnapshot().state.body ?? {});
    expect(draft).toMatchObject({ name: 'old', kind: 'legacy template', mappingsAt: '/mappings' });
    await expect.element(page.getByRole('heading', { name: 'old', exact: true, level: 1 })).toBeVisible();
  });

  it('asks for the name of a system template before it is deleted', async () => {
    const { server } = await openWith('/templates');
    await expect.element(page.getByRole('link', { name: '.system', exact: true })).toBeVisible();
    await tick('Select .system');
    await userEvent.click(page.getByRole('button', { name: 'Delete index template' }));
    const dialog = page.getByRole('alertdialog', { name: 'Delete index template “.system”?' });
    await expect.element(dialog.getByRole('button', { name: 'Delete index template' })).toBeDisabled();
    await expect.element(dialog.getByRole('textbox', { name: 'Type “.system” to confirm' })).toHaveFocus();
    await userEvent.keyboard('.system');
    await expectAccessible();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete index template' }));
    await expect.element(page.getByRole('link', { name: '.system', exact: true })).not.toBeInTheDocument();
    expect(await server.ask('GET', ['_index_template'])).not.toContain('.system');
  });

  it('has a menu in each row that opens the editor, its mappings, a clone, the history and deletion, by keyboard', async () => {
    const { router } = await openWith('/templates?filter=logs');
    const menu = page.getByRole('button', { name: 'Actions for logs', exact: true });
    await expect.element(menu).toBeVisible();
    await expectAccessible();
    menu.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() =>
        page
          .getByRole('menuitem')
          .elements()
          .map(({ textContent }) => textContent),
      )
      .toEqual(['Edit', 'Edit mapping', 'Clone', 'History', 'Delete index template']);
    await expectAccessible();
    await userEvent.keyboard('h{Enter}');
    await expect.poll(() => router.state.location.href).toBe(`${APP_BASE}/templates/logs?filter=logs&tab=history`);
    await expect
      .element(page.getByRole('dialog', { name: 'logs' }).getByRole('heading', { name: 'No changes recorded yet' }))
      .toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => router.state.location.href).toBe(`${APP_BASE}/templates?filter=logs`);
    await userEvent.click(menu);
    await userEvent.click(page.getByRole('menuitem', { name: 'Delete index template' }));
    await expect.element(page.getByRole('alertdialog', { name: 'Delete index template “logs”?' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(menu);
    await userEvent.click(page.getByRole('menuitem', { name: 'Edit', exact: true }));
    await expect.poll(() => router.state.location.href).toBe(`${APP_BASE}/edit_template/logs`);
    router.history.back();
    await userEvent.click(menu);
    await userEvent.click(page.getByRole('menuitem', { name: 'Edit mapping' }));
    await expect.poll(() => router.state.location.href).toBe(`${APP_BASE}/edit_template/logs?step=mappings`);
    await expect.element(page.getByRole('tab', { name: 'Mapped fields' })).toBeVisible();
  });

  it('has the same menu on legacy templates', async () => {
    const { router } = await openWith('/templates?kind=legacy');
    await userEvent.click(page.getByRole('button', { name: 'Actions for old', exact: true }));
    await userEvent.click(page.getByRole('menuitem', { name: 'History' }));
    await expect
      .poll(() => router.state.location.href)
      .toBe(`${APP_BASE}/templates/old?kind=legacy&legacy=true&tab=history`);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(page.getByRole('button', { name: 'Actions for old', exact: true }));
    await userEvent.click(page.getByRole('menuitem', { name: 'Edit', exact: true }));
    await expect.poll(() => router.state.location.href).toBe(`${APP_BASE}/edit_template/old?legacy=true`);
    router.history.back();
    await userEvent.click(page.getByRole('button', { name: 'Actions for old', exact: true }));
    await userEvent.click(page.getByRole('menuitem', { name: 'Edit mapping' }));
    await expect.poll(() => router.state.location.href).toBe(`${APP_BASE}/edit_template/old?step=mappings&legacy=true`);
  });

  it('shows a template that is not there as what it is', async () => {
    await openWith('/templates/%3Cscript%3E');
    await expect.element(page.getByRole('alert')).toHaveTextContent('Couldn’t load the template');
  });
});

describe('component templates', () => {
  it('says who uses one, and deletes only what is not in use', async () => {
    const { server } = await openWith('/component_templates');
    await expect
      .element(page.getByRole('checkbox', { name: 'Select ecs: Used by logs. Remove it from that template first.' }))
      .toBeDisabled();
    await expectAccessible();
    await tick('Select spare');
    await userEvent.click(page.getByRole('button', { name: 'Delete component template' }));
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Delete component template' }));
    await expect.element(page.getByRole('link', { name: 'spare', exact: true })).not.toBeInTheDocument();
    expect(await server.ask('GET', ['_component_template'])).not.toContain('spare');
  });

  it('have a menu in each row, which says why one can’t be deleted', async () => {
    const { router } = await openWith('/component_templates');
    await userEvent.click(page.getByRole('button', { name: 'Actions for ecs', exact: true }));
    const removal = page.getByRole('menuitem', { name: /^Delete component template/ });
    await expect.element(removal).toHaveAttribute('aria-disabled', 'true');
    await expect.element(removal).toHaveTextContent('Used by logs.');
    await userEvent.click(page.getByRole('menuitem', { name: 'History' }));
    await expect.poll(() => router.state.location.href).toBe(`${APP_BASE}/component_templates/ecs?tab=history`);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(page.getByRole('button', { name: 'Actions for spare', exact: true }));
    await userEvent.click(page.getByRole('menuitem', { name: 'Edit mapping' }));
    await expect.poll(() => router.state.location.href).toBe(`${APP_BASE}/edit_component_template/spare?step=mappings`);
    router.history.back();
    await userEvent.click(page.getByRole('button', { name: 'Actions for spare', exact: true }));
    await userEvent.click(page.getByRole('menuitem', { name: 'Edit', exact: true }));
    await expect.poll(() => router.state.location.href).toBe(`${APP_BASE}/edit_component_template/spare`);
  });

  it('shows one with its users, by keyboard', async () => {
    const { router } = await openWith('/component_templates?usage=used');
    const link = page.getByRole('link', { name: 'ecs', exact: true });
    await expect.element(link).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'spare', exact: true })).not.toBeInTheDocument();
    link.element().focus();
    await userEvent.keyboard('{Enter}');
    const flyout = page.getByRole('dialog', { name: 'ecs' });
    await expect.element(flyout.getByRole('link', { name: 'logs' })).toBeVisible();
    await expect.element(flyout.getByRole('button', { name: 'Delete template' })).toBeDisabled();
    await userEvent.click(flyout.getByRole('tab', { name: 'Mappings' }));
    await expect.poll(() => router.state.location.search).toEqual({ usage: 'used', tab: 'mappings' });
    await expect.element(flyout.getByText('"constructor"')).toBeVisible();
  });
});
