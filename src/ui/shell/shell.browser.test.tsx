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
import { createDraft } from '../files/import-draft.ts';
import { draftsOf } from '../platform/draft-list.ts';
import { templateEditLink } from '../platform/links.ts';
import { ROUTES } from '../platform/route-table.ts';
import { DEFAULT_ENGINE } from '../platform/target-engines.ts';
import { RAIL } from './nav-items.ts';

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
    await expect.poll(() => document.activeElement?.textContent).toBe('Data streams');
    const shown = [...bar.getByRole('link').elements(), ...page.getByRole('menuitem').elements()].map(
      (element) => element.textContent,
    );
    for (const { railLabel } of RAIL.flatMap(({ items }) => items)) expect(shown).toContain(railLabel);
    await userEvent.keyboard('help{Enter}');
    await expect.poll(() => router.state.location.pathname).toBe(`${APP_BASE}/help`);
  });

  it('marks the place that a screen belongs to, also where its address lies elsewhere', async () => {
    const server = testServer();
    await server.ask('PUT', ['_component_template', 'shop'], { template: {} });
    const services = await testServices(undefined, { http: server.http });
    const marked = () =>
      Array.from(document.querySelectorAll('nav[aria-label="Main"] [data-active]'), ({ textContent }) => textContent);
    for (const [path, place] of [
      ['/component_templates', 'Templates'],
      ['/component_templates/shop', 'Templates'],
      ['/edit_component_template/shop', 'Templates'],
      ['/templates?kind=legacy', 'Templates'],
      ['/lifecycle_policies', 'Lifecycle policies', 'Lint'],
      ['/code', 'Code'],
      ['/storage', 'Settings'],
      ['/api', 'Help'],
      ['/replay', 'Help'],
      ['/create_plan', 'Plans'],
      ['/create_index', 'Indices'],
    ] as const) {
      await openTestConsole(path, services);
      await expect.poll(marked, { message: path }).toEqual([place]);
      await cleanup();
    }
  });

  it('has its places in groups, with settings and help below them', async () => {
    await openTestConsole('/drafts');
    const bar = page.getByRole('navigation', { name: 'Main' });
    await expect.element(bar.getByRole('link', { name: 'Drafts' })).toBeVisible();
    const groups = bar
      .getByRole('list')
      .elements()
      .map((list) => [
        list.getAttribute('aria-label'),
        ...Array.from(list.querySelectorAll('a'), (a) => a.textContent),
      ]);
    expect(groups).toEqual([
      ['Data', 'Indices', 'Data streams', 'Aliases'],
      ['Templates', 'Templates', 'Lifecycle policies', 'Code', 'Lint'],
      ['Work', 'Drafts', 'Plans', 'Tasks'],
      ['Audit', 'History'],
      ['Lab', 'Fuzz lab'],
      [null, 'Settings', 'Help'],
    ]);
    await expectAccessible();
  });

  it.each([
    ['Templates', '/templates', ['Index templates', 'Component templates', 'Legacy templates']],
    ['Settings', '/settings', ['Settings', 'Storage', 'Usage']],
    ['Help', '/help', ['Help', 'Field types', 'API', 'Shortcuts', 'Replay']],
  ])('has the screens of %s as tabs, and says which one is shown', async (name, path, labels) => {
    await openTestConsole(path, await testServices(undefined, { http: testServer().http }));
    const tabs = page.getByRole('navigation', { name });
    await expect.element(tabs).toBeVisible();
    const texts = () =>
      tabs
        .getByRole('link')
        .elements()
        .map(({ textContent }) => textContent);
    await expect.poll(texts).toEqual(labels);
    const marked = () => Array.from(tabs.element().querySelectorAll('[aria-current=page]'), (a) => a.textContent);
    for (const label of labels) {
      await userEvent.click(tabs.getByRole('link', { name: label }));
      await expect.poll(marked, { message: label }).toEqual([label]);
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(texts()).toEqual(labels);
      await expectAccessible();
    }
  });

  it('stands with its labels below its icons on a phone, History among them', async () => {
    await page.viewport(390, 844);
    await openTestConsole('/history', await testServices(undefined, { http: testServer().http }));
    const bar = page.getByRole('navigation', { name: 'Main' });
    await expect.element(bar.getByRole('link', { name: 'History' })).toBeVisible();
    const shown = bar.getByRole('link').elements();
    expect(shown.map(({ textContent }) => textContent)).toEqual(['Indices', 'Templates', 'Drafts', 'History']);
    for (const item of shown) {
      const icon = item.querySelector('svg')?.getBoundingClientRect();
      const words = item.querySelector('span')?.getBoundingClientRect();
      if (icon === undefined || words === undefined) throw new Error('An item has an icon and a label');
      expect(words.top).toBeGreaterThanOrEqual(icon.bottom);
      expect(words.bottom).toBeLessThanOrEqual(844);
      expect(words.height).toBeGreaterThan(10);
      expect(words.left).toBeGreaterThanOrEqual(0);
      expect(words.right).toBeLessThanOrEqual(390);
    }
    const more = bar.getByRole('button', { name: 'More' }).element();
    expect(getComputedStyle(more, '::after').content).toBe('"More"');
    expect(getComputedStyle(more).flexDirection).toBe('column');
    await expectAccessible();
  });

  it('covers no icon of the rail by a scrollbar where the window is too low for all, as with a zoom of 200 %', async () => {
    await page.viewport(720, 400);
    await openTestConsole('/drafts');
    const bar = page.getByRole('navigation', { name: 'Main' });
    await expect.element(bar.getByRole('link', { name: 'Drafts' })).toBeVisible();
    const list = bar.getByRole('link', { name: 'Drafts' }).element().closest('ul')?.parentElement?.parentElement;
    if (!(list instanceof HTMLElement)) throw new Error('The rail has a list');
    expect(list.scrollHeight).toBeGreaterThan(list.clientHeight);
    expect(getComputedStyle(list).scrollbarWidth).toBe('none');
    for (const link of list.querySelectorAll('a')) {
      link.focus();
      const icon = link.querySelector('svg')?.getBoundingClientRect();
      if (icon === undefined) throw new Error('A place has an icon');
      const [x, y] = [icon.x + icon.width / 2, icon.y + icon.height / 2];
      expect(link.contains(document.elementFromPoint(x, y)), link.textContent).toBe(true);
    }
  });

  it('has every place in the palette', async () => {
    await openTestConsole('/drafts');
    await expect.element(page.getByRole('button', { name: 'New draft' })).toBeVisible();
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.keyboard('go to api reference');
    await expect.element(page.getByRole('option', { name: 'Go to API reference' })).toBeVisible();
  });

  it('closes the palette by one Escape, also after typing, and returns the focus', async () => {
    await openTestConsole('/drafts');
    const create = page.getByRole('button', { name: 'New draft' });
    await expect.element(create).toBeVisible();
    for (const typed of ['', 'go to', 'nothing like it']) {
      create.element().focus();
      await userEvent.keyboard('{Control>}k{/Control}');
      const search = page.getByRole('combobox', { name: 'Search commands' });
      await expect.element(search).toHaveFocus();
      if (typed !== '') await userEvent.keyboard(`${typed}{ArrowDown}`);
      await userEvent.keyboard('{Escape}');
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
      await expect.element(create).toHaveFocus();
    }
  });

  it.each(['/drafts', '/storage', '/settings', '/shortcuts'])(
    'has no undo on %s, which has no document, neither by button nor by key',
    async (path) => {
      const services = await testServices(undefined, { http: testServer().http });
      const draftId = await createDraft(services, {}, { name: 'orders', target: DEFAULT_ENGINE });
      services.drafts.dispatch({ type: 'draft.rename', payload: { id: draftId, name: 'sales' } });
      const before = services.drafts.getSnapshot().state;
      await openTestConsole(path, services);
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect.element(page.getByRole('button', { name: 'Open command palette' })).toBeVisible();
      expect(page.getByRole('button', { name: /^(Undo|Redo)/ }).elements()).toEqual([]);
      await userEvent.keyboard('{Control>}z{/Control}{Control>}{Shift>}z{/Shift}{/Control}');
      await userEvent.keyboard('{Control>}k{/Control}');
      await userEvent.keyboard('undo');
      await expect.element(page.getByRole('combobox', { name: 'Search commands' })).toHaveValue('undo');
      expect(page.getByRole('option', { name: /^Undo/ }).elements()).toEqual([]);
      expect(services.drafts.getSnapshot().state).toBe(before);
      expect(draftsOf(before.body).map(({ name }) => name)).toEqual(['sales']);
    },
  );

  it('finds the fields of the open document in the palette, by path and by type', async () => {
    const { router } = await openTestDraft({
      properties: { host: { properties: { ip: { type: 'ip' }, name: { type: 'keyword' } } }, level: { type: 'long' } },
    });
    const fields = page.getByRole('group', { name: 'Fields', exact: true });
    await expect.element(page.getByRole('treegrid', { name: 'Fields' })).toBeVisible();
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.keyboard('keyword name');
    await expect.element(fields.getByRole('option', { name: 'host > name' })).toBeVisible();
    expect(fields.getByRole('option').elements()).toHaveLength(1);
    await userEvent.clear(page.getByRole('combobox', { name: 'Search commands' }));
    await userEvent.keyboard('host.ip');
    await expect.element(fields.getByRole('option', { name: 'host > ip' })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('dialog', { name: /^Edit field / })).toBeVisible();
    expect(router.state.location.search).toMatchObject({ field: '/properties/host/properties/ip' });
    await userEvent.keyboard('{Escape}');
    // Fields are gone with the document.
    await router.navigate({ to: ROUTES.drafts });
    await expect.element(page.getByRole('button', { name: 'New draft' })).toBeVisible();
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.keyboard('host.ip');
    await expect.element(page.getByText('No matching commands.')).toBeVisible();
  });

  it.each([
    ['who changed this', 'Go to history', '/history'],
    ['telemetry', 'Go to usage', '/usage'],
    ['ilm', 'Go to lifecycle policies', '/lifecycle_policies'],
    ['drift', 'Go to code', '/code'],
    ['restore deleted', 'Go to storage and backups', '/storage'],
    ['legacy', 'Go to legacy templates', '/templates'],
    ['running jobs', 'Go to tasks', '/tasks'],
  ])('takes “%s” for “%s” in the palette', async (typed, command, path) => {
    const { router } = await openTestConsole('/drafts', await testServices(undefined, { http: testServer().http }));
    await expect.element(page.getByRole('button', { name: 'New draft' })).toBeVisible();
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.keyboard(typed);
    await expect.element(page.getByRole('option', { name: command })).toBeVisible();
    await userEvent.click(page.getByRole('option', { name: command }));
    await expect.poll(() => router.state.location.pathname).toBe(`${APP_BASE}${path}`);
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

    // Places are listed before the actions on what they show.
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
    'leads links to edit %j to the template, and back to the list where there is none',
    async (name) => {
      const services = await testServices(undefined, { http: testServer().http });
      const { router } = await openTestConsole(templateEditLink(name, true), services);
      const isUnread = name.startsWith('_');
      const told = isUnread
        ? 'Couldn’t load the template'
        : `The legacy template ${name} doesn’t exist on this cluster.`;
      await expect.element(page.getByText(told)).toBeVisible();
      await expectAccessible();
      const back = isUnread ? 'Go back to the template' : 'Go back to legacy templates';
      await userEvent.click(page.getByRole('link', { name: back }));
      const path = isUnread ? `/templates/${encodeURIComponent(name)}` : '/templates';
      await expect.poll(() => router.state.location.pathname).toBe(`${APP_BASE}${path}`);
      expect(router.state.location.search).toMatchObject({ kind: 'legacy' });
    },
  );

  it('reads no invalid and no unknown parameter of an address, on any screen', async () => {
    const server = testServer();
    await server.ask('PUT', ['orders'], {});
    const { router } = await openTestConsole(
      '/indices/orders?tab=nope&view=nope&odd=1',
      await testServices(undefined, { http: server.http }),
    );
    await expect.element(page.getByRole('tab', { name: 'Summary' })).toHaveAttribute('aria-selected', 'true');
    await expect.element(page.getByText('Primaries', { exact: true })).toBeVisible();
    await expect.poll(() => router.state.location.search).toEqual({});
    const odd = { cluster: 'c', tab: 'nope', view: '1', step: 'nope', sort: 'nope', order: '', page: '-1', odd: ['a'] };
    const routes = Object.values(router.routesById).filter(({ options }) => options.validateSearch !== undefined);
    expect(routes.length).toBeGreaterThan(20);
    for (const { id, options } of routes.filter((route) => !route.isRoot)) {
      const read = (options.validateSearch as (search: object) => object)(odd);
      expect([id, Object.keys(odd).filter((name) => !(name in read))]).toEqual([id, ['cluster']]);
      expect([id, Object.entries(read).filter(([, value]) => value !== undefined)]).toEqual([id, []]);
    }
  });

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
