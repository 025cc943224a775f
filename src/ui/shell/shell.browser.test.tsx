import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { testServices } from '../testing/test-services.ts';
import { connectNotifications, showToast } from '../kit/toast.tsx';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { openTestConsole } from '../testing/open-test-console.tsx';
import { openTestDraft } from '../testing/open-test-draft.ts';
import { testServer } from '../testing/test-http.ts';
import { APP_BASE } from '../platform/app-base.ts';
import { useConfig } from '../platform/config.tsx';
import { templateEditLink } from '../platform/links.ts';
import { NAV_ITEMS } from './nav-items.ts';

afterEach(() => page.viewport(1440, 900));

describe('shell', () => {
  it('fits a phone, where a menu has what the bar has no room for', async () => {
    await page.viewport(390, 844);
    const { router } = await openTestConsole('/drafts', await testServices(undefined, { http: testServer().http }));
    const bar = page.getByRole('navigation', { name: 'Main' });
    await expect.element(bar.getByRole('link', { name: 'Drafts' })).toBeVisible();
    for (const part of document.querySelectorAll('nav, header, main'))
      expect(part.scrollWidth, part.tagName).toBeLessThanOrEqual(part.clientWidth);
    bar.getByRole('button', { name: 'More' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => document.activeElement?.textContent).toBe('Aliases');
    const shown = [...bar.getByRole('link').elements(), ...page.getByRole('menuitem').elements()].map(
      (element) => element.textContent,
    );
    for (const { label } of NAV_ITEMS) expect(shown).toContain(label);
    await userEvent.keyboard('usa{Enter}');
    await expect.poll(() => router.state.location.pathname).toBe(`${APP_BASE}/usage`);
  });

  it('marks the place that a screen belongs to, also where its address lies elsewhere', async () => {
    const server = testServer();
    await server.ask('PUT', ['_component_template', 'shop'], { template: {} });
    const services = await testServices(undefined, { http: server.http });
    const marked = () =>
      Array.from(document.querySelectorAll('nav[aria-label="Main"] [data-active]'), ({ textContent }) => textContent);
    for (const [path, place] of [
      ['/component_templates', 'Component templates'],
      ['/edit_component_template/shop', 'Component templates'],
      ['/create_plan', 'Plans'],
      ['/create_index', 'Indices'],
    ] as const) {
      await openTestConsole(path, services);
      await expect.poll(marked, { message: path }).toEqual([place]);
      await cleanup();
    }
  });

  it('has every place in the palette', async () => {
    await openTestConsole('/drafts');
    await expect.element(page.getByRole('button', { name: 'New draft' })).toBeVisible();
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.keyboard('go to api reference');
    await expect.element(page.getByRole('option', { name: 'Go to API reference' })).toBeVisible();
  });

  it('finds the indices of the list in the palette, by keyboard', async () => {
    const server = testServer();
    for (const name of ['constructor', 'orders%2f🦜', 'my-orders']) await server.ask('PUT', [name]);
    await openTestConsole('/indices', await testServices(undefined, { http: server.http }));
    await expect.element(page.getByRole('link', { name: 'constructor' })).toBeVisible();
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(page.getByRole('option', { name: 'Go to API reference' })).toBeVisible();
    expect(page.getByRole('option', { name: 'constructor' }).elements()).toEqual([]);
    await userEvent.keyboard('orders');
    const found = page.getByRole('group', { name: 'Open', exact: true });
    await expect.element(found.getByRole('option', { name: 'Index my-orders' })).toBeVisible();
    await userEvent.keyboard('%{Enter}');
    await expect.element(page.getByRole('heading', { name: 'orders%2f🦜', level: 1 })).toBeVisible();
  });

  it('has what can be done with what is open, and with the index that is found, in the palette', async () => {
    const server = testServer();
    await server.ask('PUT', ['logs']);
    await server.ask('PUT', ['_index_template', 'shop'], { index_patterns: ['shop-*'], priority: 7 });
    const services = await testServices(undefined, { http: server.http });
    const group = (name: string) => page.getByRole('group', { name, exact: true });
    const open = async (path: string, anchor: Locator) => {
      await cleanup();
      await openTestConsole(path, services);
      await expect.element(anchor).toBeVisible();
      await userEvent.keyboard('{Control>}k{/Control}');
    };
    await open('/indices/logs', page.getByRole('button', { name: 'Actions for logs' }));
    for (const name of ['Refresh index', 'Close index', 'Delete index'])
      await expect.element(group('Index logs').getByRole('option', { name })).toBeVisible();

    await open('/templates/shop', page.getByRole('button', { name: 'Delete template' }));
    for (const name of ['Open as draft', 'Delete template'])
      await expect.element(group('shop').getByRole('option', { name })).toBeVisible();

    // Places come before what could be done there.
    await open('/indices', page.getByRole('link', { name: 'logs', exact: true }));
    await userEvent.keyboard('logs');
    await expect.element(group('Index logs').getByRole('option', { name: 'Delete index' })).toBeVisible();
    await expect.element(page.getByRole('option').first()).toHaveTextContent('Index logs');
    await userEvent.clear(page.getByRole('combobox', { name: 'Search commands' }));
    await userEvent.keyboard('delete logs');
    await expect
      .poll(() =>
        page
          .getByRole('option')
          .elements()
          .map(({ textContent }) => textContent),
      )
      .toEqual(['Delete index']);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alertdialog', { name: 'Delete index?' })).toBeVisible();
  });

  it.each(['a/b', '100%', '<script>', '__proto__'])(
    'leads links to edit %j to the template, and says where there is none',
    async (name) => {
      const services = await testServices(undefined, { http: testServer().http });
      const { router } = await openTestConsole(templateEditLink(name, true), services);
      const told = name.startsWith('_')
        ? 'Couldn’t load the template'
        : `The legacy template ${name} doesn’t exist on this cluster.`;
      await expect.element(page.getByText(told)).toBeVisible();
      await expectAccessible();
      await userEvent.click(page.getByRole('link', { name: 'Go back to the template' }));
      await expect.poll(() => router.state.location.pathname).toBe(`${APP_BASE}/templates/${encodeURIComponent(name)}`);
      expect(router.state.location.search).toMatchObject({ legacy: 'true' });
    },
  );

  it('gives the depth of a host to the editor', async () => {
    const deep = { properties: { a: { properties: { b: { properties: { c: { type: 'keyword' } } } } } } };
    await openTestDraft(deep, { config: { maxDepth: 1 } });
    await expect.element(page.getByText('Max depth for Mappings Editor exceeded')).toBeVisible();
  });

  it('says where the configuration is missing', async () => {
    const Reader = () => <p>{useConfig().maxDepth}</p>;
    const thrown: unknown[] = [];
    const onUncaughtError = (error: unknown) => void thrown.push(error);
    // React's development build throws it from the render, too.
    await render(<Reader />, { createRootOptions: { onUncaughtError } }).catch(onUncaughtError);
    expect(thrown).toContainEqual(new Error('useConfig must be used within a <ConfigProvider />'));
  });

  it('tells the host, but keeps what has a button', async () => {
    await openTestConsole('/drafts');
    await expect.element(page.getByRole('button', { name: 'New draft' })).toBeVisible();
    const told: unknown[] = [];
    const disconnect = connectNotifications({ notify: (notification) => told.push(notification) });
    for (const kind of ['danger', 'warning', 'success'] as const)
      showToast({ kind, title: `A ${kind}`, text: 'Because' });
    expect(told).toEqual(
      ['danger', 'warning', 'success'].map((kind) => ({ kind, title: `A ${kind}`, text: 'Because' })),
    );
    showToast({ kind: 'success', title: 'With a button', action: { label: 'Show', onAction: () => undefined } });
    await expect.element(page.getByText('With a button')).toBeVisible();
    await expect.element(page.getByText('A danger')).not.toBeInTheDocument();
    disconnect();
    showToast({ kind: 'danger', title: 'Ours again' });
    await expect.element(page.getByText('Ours again')).toBeVisible();
    expect(told).toHaveLength(3);
  });
});
