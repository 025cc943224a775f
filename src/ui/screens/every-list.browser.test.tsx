import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draftStream } from '#domain/commands';
import type { JsonValue } from '#domain/json';
import type { ClusterGateway, HttpRequest } from '#domain/ports';
import { API_BASE, ROUTES } from '#domain/wire';
import { createDraft } from '../files/import-draft.ts';
import { APP_BASE } from '../platform/app-base.ts';
import { DEVICE_ROUTES, KEEPING_ROUTES } from '../platform/route-table.ts';
import type { Services } from '../platform/services.ts';
import { applyCode } from '../testing/apply-code.ts';
import { openTestConsole } from '../testing/open-test-console.tsx';
import { testServer, type TestServer } from '../testing/test-http.ts';
import { testServices } from '../testing/test-services.ts';

/** Names that every list has for the filter; none is part of another. */
const KEPT = ['keep-alpha', 'keep-beta'] as const;
const HIDDEN = ['drop-delta', 'drop-gamma'] as const;
const NAMES = [...KEPT, ...HIDDEN];
const FILTER = 'keep';

interface ListCase {
  /** The file that contains the `ResourceList`. */
  readonly file: string;
  readonly path: string;
  readonly between?: (engine: ClusterGateway) => ClusterGateway;
  readonly prepare?: (server: TestServer, services: Services) => Promise<unknown>;
  /** Opens the confirmation dialog for the selected rows. */
  readonly act?: () => Promise<void>;
}

const button = (name: RegExp) => page.getByRole('button', { name });
const press = (name: RegExp) => userEvent.click(button(name));
const putEach = (server: TestServer, path: (name: string) => readonly string[], body: (name: string) => JsonValue) =>
  Promise.all(NAMES.map((name) => server.ask('PUT', path(name), body(name))));
const putIndices = (server: TestServer) =>
  putEach(
    server,
    (name) => [name],
    () => ({}),
  );
const ok = (value: JsonValue) => Promise.resolve({ status: 200, headers: {}, body: JSON.stringify(value) });

/** A reindex of each name, as an engine lists it. */
const TASKS = Object.fromEntries(
  NAMES.map((name, at) => [
    `n:${at}`,
    {
      ...{ node: 'n', id: at, action: 'indices:data/write/reindex', description: `reindex from [${name}] to [other]` },
      ...{ start_time_in_millis: at, running_time_in_nanos: 1, cancellable: true },
    },
  ]),
);

/** The lists of the console; a list that is missing here fails the first test. */
const CASES: readonly ListCase[] = [
  {
    file: './indices/index-list.tsx',
    path: '/indices',
    prepare: putIndices,
    async act() {
      await press(/^Manage 2 indices/);
      await userEvent.click(page.getByRole('menuitem', { name: 'Delete 2 indices' }));
    },
  },
  {
    file: './data-streams/data-streams-screen.tsx',
    path: '/data_streams',
    async prepare(server) {
      await server.ask('PUT', ['_index_template', 'streams'], { index_patterns: NAMES, data_stream: {} });
      for (const name of NAMES) await server.ask('PUT', ['_data_stream', name]);
    },
    act: () => press(/^Delete /),
  },
  {
    file: './aliases/aliases-screen.tsx',
    path: '/aliases',
    prepare: (server) =>
      server.ask('PUT', ['behind'], { aliases: Object.fromEntries(NAMES.map((name) => [name, {}])) }),
    act: () => press(/^Remove/),
  },
  {
    file: './templates/templates-screen.tsx',
    path: '/templates',
    prepare: (server) =>
      putEach(
        server,
        (name) => ['_index_template', name],
        (name) => ({ index_patterns: [name], priority: 1 }),
      ),
    act: () => press(/^Delete /),
  },
  {
    file: './templates/templates-screen.tsx',
    path: '/templates?kind=legacy',
    prepare: (server) =>
      putEach(
        server,
        (name) => ['_template', name],
        (name) => ({ index_patterns: [name] }),
      ),
    act: () => press(/^Delete /),
  },
  {
    file: './templates/component-templates-screen.tsx',
    path: '/component_templates',
    prepare: (server) =>
      putEach(
        server,
        (name) => ['_component_template', name],
        () => ({ template: {} }),
      ),
    act: () => press(/^Delete /),
  },
  {
    file: './lifecycle-policies/lifecycle-policies-screen.tsx',
    path: '/lifecycle_policies',
    between: (engine) => ({
      send(call) {
        const [first, second] = call.path;
        if (first !== '_ilm') return engine.send(call);
        return second === 'policy'
          ? ok(Object.fromEntries(NAMES.map((name) => [name, { version: 1, policy: { phases: { hot: {} } } }])))
          : ok({ operation_mode: 'RUNNING' });
      },
    }),
  },
  {
    file: './code/code-screen.tsx',
    path: '/code',
    async prepare(server) {
      const body = { template: {} };
      await putEach(
        server,
        (name) => ['_component_template', name],
        () => body,
      );
      await applyCode(server, {
        objects: Object.fromEntries(NAMES.map((name) => [`component_templates/${name}`, body])),
      });
    },
  },
  {
    file: './lint/lint-screen.tsx',
    path: '/lint',
    prepare: (server) =>
      putEach(
        server,
        (name) => ['_component_template', name],
        () => ({ template: { mappings: { properties: { created_at: { type: 'keyword' } } } } }),
      ),
  },
  {
    file: './index-detail/fields/fields-panel.tsx',
    path: '/indices/logs?tab=fields',
    prepare: (server) =>
      server.ask('PUT', ['logs'], {
        mappings: { properties: Object.fromEntries(NAMES.map((name) => [name, { type: 'keyword' }])) },
      }),
  },
  {
    file: './index-fields/index-fields-screen.tsx',
    path: '/index_fields?of=logs-*',
    async prepare(server) {
      const properties = Object.fromEntries(NAMES.map((name) => [name, { type: 'keyword' }]));
      for (const index of ['logs-1', 'logs-2']) await server.ask('PUT', [index], { mappings: { properties } });
    },
  },
  {
    file: './plans/plans-screen.tsx',
    path: '/plans',
    async prepare(server, { http }) {
      await putIndices(server);
      for (const name of NAMES)
        await http.send({
          method: 'POST',
          path: `${API_BASE}${ROUTES['plans.create'].path}`,
          body: JSON.stringify({ name, replaceIndex: { newIndex: `${name}-v2` } }),
        });
    },
  },
  {
    file: './tasks/tasks-screen.tsx',
    path: '/tasks',
    between: (engine) => ({
      send: (call) =>
        call.path[0] === '_tasks' ? ok({ nodes: { n: { name: 'node', tasks: TASKS } } }) : engine.send(call),
    }),
  },
  {
    file: './change-history/change-history-screen.tsx',
    path: '/history',
    async prepare(_, services) {
      const target = { distribution: 'opensearch', version: '3.4' } as const;
      const id = await createDraft(services, { properties: {} }, { name: 'the mapping', target });
      const session = await services.documents.open({ stream: draftStream(id), mappingsAt: '' });
      for (const name of NAMES)
        session.dispatch({ type: 'field.add', payload: { parent: null, name, definition: { type: 'long' } } });
      await session.whenSaved();
    },
  },
  {
    file: './drafts/drafts-screen.tsx',
    path: '/drafts',
    async prepare(_, services) {
      const target = { distribution: 'opensearch', version: '3.4' } as const;
      for (const name of NAMES) await createDraft(services, {}, { name, target });
    },
  },
];

/** Lists with at most one column that they can be sorted by. */
const SORTED_BY_ONE: readonly string[] = ['./change-history/change-history-screen.tsx'];

const SOURCES = import.meta.glob<string>(
  ['./**/*.tsx', '../{document-editor,editor,lists,review,shell,cluster,frame}/**/*.tsx'],
  { query: '?raw', import: 'default', eager: true },
);
/** Files below `ui`, other than tests and the kit, that contain an element with this name. */
const filesWith = (element: string) =>
  Object.entries(SOURCES)
    .filter(([file, text]) => !file.includes('.test.') && new RegExp(`<${element}\\b`).test(text))
    .map(([file]) => file)
    .toSorted();
const hasFilter = ({ file }: ListCase) => SOURCES[file]?.includes('<ListToolbar') === true;

/** Whether the list has what is kept on this device. */
const isOfDevice = ({ path }: ListCase) =>
  [KEEPING_ROUTES, DEVICE_ROUTES].some((routes) => routes.has(APP_BASE + path));

/** The names in the visible rows. */
const shownNames = () =>
  page
    .getByRole('table')
    .getByRole('rowheader')
    .elements()
    .flatMap(({ textContent }) => NAMES.filter((name) => textContent.includes(name)))
    .toSorted();
const tick = (name: string | RegExp) =>
  userEvent.click(page.getByRole('checkbox', { name }).element().closest('label') ?? document.body);
const filter = page.getByRole('searchbox', { name: /^Filter / });

async function openCase({ path, between, prepare }: ListCase, isOpening = false) {
  const server = testServer({ ...(between && { between }) });
  const sent: HttpRequest[] = [];
  const http: Services['http'] = {
    send(request) {
      sent.push(request);
      return server.http.send(request);
    },
  };
  const services = await testServices(undefined, { http });
  await prepare?.(server, services);
  const { router } = await openTestConsole(path, services, undefined, { isOpening });
  await expect.poll(shownNames).toEqual(NAMES.toSorted());
  return { sent, router };
}

beforeEach(() => localStorage.clear());
afterEach(() => void vi.useRealTimers());

describe('every list', () => {
  it('is in this sweep', () => {
    expect([...new Set(CASES.map(({ file }) => file))].toSorted()).toEqual(filesWith('ResourceList'));
  });

  it('is made of ResourceList where it has a filter', () => {
    const others = filesWith('DataTable').filter((file) => file !== '../lists/resource-list.tsx');
    expect(others).toEqual(['./fuzz-lab/runs-table.tsx']);
    expect(filesWith('SearchField').filter((file) => others.includes(file))).toEqual([]);
  });

  describe.each(CASES.filter(hasFilter))('$path', (list) => {
    it('shows the rows that match the filter, and all once Escape has cleared it', async () => {
      await openCase(list);
      await userEvent.click(filter);
      await userEvent.keyboard(FILTER);
      await expect.poll(shownNames).toEqual([...KEPT]);
      await userEvent.keyboard('{Escape}');
      await expect.element(filter).toHaveValue('');
      await expect.poll(shownNames).toEqual(NAMES.toSorted());
      await userEvent.keyboard('no row has this');
      await expect.poll(shownNames).toEqual([]);
      await userEvent.click(page.getByRole('button', { name: 'Clear search' }));
      await expect.poll(shownNames).toEqual(NAMES.toSorted());
    });

    // What is of this device is in that storage.
    if (!isOfDevice(list)) {
      it('shows the rows while the storage of the browser does not answer', async () => {
        await openCase(list, true);
      });
    }

    it('sorts by a second column with Shift, and by one again without', async () => {
      const { router } = await openCase(list);
      const headings = page.getByRole('columnheader').getByRole('button');
      const count = headings.elements().length;
      if (count < 2) {
        expect(SORTED_BY_ONE).toContain(list.file);
        return;
      }
      const [first, second] = [headings.nth(0), headings.nth(1)];
      await userEvent.click(second);
      await expect.poll(() => router.state.location.search).toHaveProperty('sort');
      await userEvent.click(first, { modifiers: ['Shift'] });
      await expect.element(second).toHaveAccessibleName(/, 1 of 2$/);
      await expect.element(first).toHaveAccessibleName(/, 2 of 2$/);
      expect(
        page
          .getByRole('columnheader')
          .elements()
          .filter((each) => each.ariaSort !== null),
      ).toHaveLength(1);
      const { thenBy } = router.state.location.search as { readonly thenBy?: string };
      await userEvent.click(first, { modifiers: ['Shift'] });
      await expect.poll(() => router.state.location.search).not.toHaveProperty('thenBy', thenBy);
      await expect.poll(shownNames).toEqual(NAMES.toSorted());
      await userEvent.click(first);
      await expect.poll(() => router.state.location.search).not.toHaveProperty('thenBy');
      await expect.element(first).not.toHaveAccessibleName(/ of 2$/);
    });

    it('is refreshed as often as was chosen', async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      const { sent } = await openCase(list);
      const menu = button(/^Auto-refresh: /);
      const isRefreshed = button(/^Refresh/).elements().length > 0;
      expect(menu.elements()).toHaveLength(isRefreshed ? 1 : 0);
      if (!isRefreshed) return;
      await userEvent.click(menu);
      await userEvent.click(page.getByRole('menuitemradio', { name: '5 s', exact: true }));
      await expect.element(button(/^Auto-refresh: 5 s$/)).toBeVisible();
      sent.length = 0;
      vi.advanceTimersByTime(5_000);
      // Whether our server is there is asked on a timer of the header.
      const ofList = () =>
        sent.map(({ path }) => path).filter((path) => path !== `${API_BASE}${ROUTES['clusters.list'].path}`);
      await expect.poll(() => ofList().length).toBeGreaterThan(0);
      expect(sent.map(({ method }) => method)).not.toContain('PUT');
      const refreshed = new Set(ofList());
      await userEvent.click(button(/^Auto-refresh: /));
      await userEvent.click(page.getByRole('menuitemradio', { name: 'Off', exact: true }));
      await expect.element(button(/^Auto-refresh: Off$/)).toBeVisible();
      sent.length = 0;
      vi.advanceTimersByTime(60_000);
      // The status of the cluster is read on a separate timer, and shows that time has passed.
      await expect.poll(() => sent.map(({ path }) => path)).toContain(`${API_BASE}${ROUTES['cluster.get'].path}`);
      expect(sent.filter(({ path }) => refreshed.has(path))).toEqual([]);
    });

    it('acts on the selected rows that are shown, and on no other', async () => {
      const { sent } = await openCase(list);
      const isSelectable = page.getByRole('checkbox', { name: 'Select all on this page' }).elements().length > 0;
      expect({ isSelectable }).toEqual({ isSelectable: list.act !== undefined });
      if (list.act === undefined) return;
      await tick(new RegExp(`^Select ${HIDDEN[0]}`));
      await userEvent.click(filter);
      await userEvent.keyboard(FILTER);
      await expect.poll(shownNames).toEqual([...KEPT]);
      await tick('Select all on this page');
      await list.act();
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
      for (const name of KEPT) await expect.element(dialog).toHaveTextContent(name);
      for (const name of HIDDEN) expect(dialog.element().textContent).not.toContain(name);
      sent.length = 0;
      await userEvent.click(dialog.getByRole('button', { name: /^(Delete|Remove) / }));
      await expect.poll(shownNames).toEqual([]);
      const changes = sent
        .filter(({ method }) => method !== 'GET')
        .map(({ path, body = '' }) => `${decodeURIComponent(path)} ${body}`)
        .filter((text) => NAMES.some((name) => text.includes(name)));
      expect(changes.length).toBeGreaterThan(0);
      expect(NAMES.filter((name) => changes.some((text) => text.includes(name)))).toEqual([...KEPT]);
      await userEvent.click(filter);
      await userEvent.clear(filter);
      await expect.poll(shownNames).toEqual([...HIDDEN]);
      // A row that was selected and then filtered out is still selected when it reappears.
      await expect.element(page.getByRole('checkbox', { name: new RegExp(`^Select ${HIDDEN[0]}`) })).toBeChecked();
      await expect.element(page.getByRole('checkbox', { name: new RegExp(`^Select ${HIDDEN[1]}`) })).not.toBeChecked();
    });
  });

  it.each(CASES.filter((list) => !hasFilter(list)))('$path has no filter', async (list) => {
    await openCase(list);
    expect(filter.elements()).toEqual([]);
  });
});
