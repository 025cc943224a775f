import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ClusterError, requestOf, type ClusterGateway, type HttpService } from '#domain/ports';
import { ROUTES } from '#domain/wire';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { openTestConsole } from '../testing/open-test-console.tsx';
import { testServer, type TestServer } from '../testing/test-http.ts';
import { testServices } from '../testing/test-services.ts';

interface Deletion {
  readonly route: string;
  /** Where the items `gone-1` and `gone-2` are listed. */
  readonly path: string;
  readonly seed: (server: TestServer, name: string) => Promise<unknown>;
  readonly noun: string;
  readonly many: string;
  /** Opens the question for all selected items, where that is not a button. */
  readonly lead?: () => Promise<unknown>;
  /** Said once both are gone. */
  readonly done: string;
  /** Said where the cluster was asked to delete both in order, and the response to the first request was lost. */
  readonly made: string;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const NAMES = ['gone-1', 'gone-2'];

const DELETIONS: readonly Deletion[] = [
  {
    route: 'indices.delete',
    path: '/indices',
    seed: (server, name) => server.ask('PUT', [name], {}),
    noun: 'index',
    many: 'indices',
    async lead() {
      await userEvent.click(button('Manage 2 indices'));
      await userEvent.click(page.getByRole('menuitem', { name: 'Delete 2 indices' }));
    },
    done: '2 indices were deleted',
    made: '2 indices were deleted',
  },
  {
    route: 'data_streams.delete',
    path: '/data_streams',
    async seed(server, name) {
      await server.ask('PUT', ['_index_template', 'streams'], { index_patterns: ['gone*'], data_stream: {} });
      await server.ask('PUT', ['_data_stream', name]);
    },
    noun: 'data stream',
    many: 'data streams',
    done: 'Deleted 2 data streams',
    made: 'Deleted 2 data streams',
  },
  {
    route: 'index_templates.delete',
    path: '/templates',
    seed: (server, name) => server.ask('PUT', ['_index_template', name], { index_patterns: [`${name}-*`] }),
    noun: 'template',
    many: 'index templates',
    done: 'Deleted 2 index templates',
    made: 'Deleted index template “gone-1”',
  },
  {
    route: 'index_templates.delete',
    path: '/templates?kind=legacy',
    seed: (server, name) => server.ask('PUT', ['_template', name], { index_patterns: [`${name}-*`] }),
    noun: 'template',
    many: 'index templates',
    done: 'Deleted 2 index templates',
    made: 'Deleted index template “gone-1 (legacy)”',
  },
  {
    route: 'component_templates.delete',
    path: '/component_templates',
    seed: (server, name) => server.ask('PUT', ['_component_template', name], { template: {} }),
    noun: 'component template',
    many: 'component templates',
    done: 'Deleted 2 component templates',
    made: 'Deleted component template “gone-1”',
  },
];

/** The connection breaks after the cluster has deleted, before it, or between the browser and the server. */
type Fate = 'made' | 'lost' | 'unanswered';

/** Selects both items and confirms their deletion, whose response is lost. */
async function deleteBoth({ path, seed, many, lead }: Deletion, fate: Fate) {
  let isCut = false;
  const between = (engine: ClusterGateway): ClusterGateway => ({
    async send(call) {
      if (!isCut || call.method !== 'DELETE' || fate === 'unanswered') return engine.send(call);
      if (fate === 'made') await engine.send(call);
      throw new ClusterError('cut', 'The connection was cut.', { request: requestOf(call) });
    },
  });
  const server = testServer({ between });
  for (const name of NAMES) await seed(server, name);
  const http: HttpService = {
    async send(request) {
      const isDeletion = /delete|component_templates\/gone/.test(request.path) && request.method !== 'GET';
      const answer = await server.http.send(request);
      if (isCut && fate === 'unanswered' && isDeletion) throw new TypeError('Failed to fetch');
      return answer;
    },
  };
  await openTestConsole(path, await testServices(undefined, { http }));
  for (const name of NAMES) {
    const box = page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
    await expect.element(box).toBeInTheDocument();
    await userEvent.click(box.element().closest('label') ?? document.body);
  }
  if (lead === undefined) await userEvent.click(button(`Delete 2 ${many}`));
  else await lead();
  isCut = true;
  await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: `Delete 2 ${many}` }));
}

const rowOf = (name: string) => page.getByRole('table').getByText(name, { exact: true });

describe('a deletion whose response was lost', () => {
  it('is in this sweep, whatever is deleted on a cluster', () => {
    const routes = Object.keys(ROUTES).filter((id) => id.endsWith('.delete'));
    expect([...new Set(DELETIONS.map(({ route }) => route))].toSorted()).toEqual(routes.toSorted());
  });

  it.each(DELETIONS)('is said to be done where all is gone: $path', async (each) => {
    await deleteBoth(each, 'unanswered');
    await expect.element(page.getByText(each.done)).toBeVisible();
    for (const name of NAMES) await expect.element(rowOf(name)).not.toBeInTheDocument();
  });

  it.each(DELETIONS)('leaves none for failed that is gone: $path', async (each) => {
    await deleteBoth(each, 'made');
    await expect.element(rowOf('gone-1')).not.toBeInTheDocument();
    await expect.element(page.getByText(each.made)).toBeVisible();
    await expect.element(page.getByText('The result is unknown')).not.toBeInTheDocument();
    await expectAccessible();
  });

  it.each(DELETIONS)('is unknown where it still exists: $path', async (each) => {
    await deleteBoth(each, 'lost');
    await expect
      .element(page.getByText(/The response was lost. (?:It|The index) still existed afterwards/).first())
      .toBeVisible();
    await expect.element(rowOf('gone-1')).toBeVisible();
    await expectAccessible();
  });
});
