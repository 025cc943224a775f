import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ClusterError, requestOf, type ClusterCall, type ClusterGateway, type HttpService } from '#domain/ports';
import { testServices } from '../testing/test-services.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { openTestConsole } from '../testing/open-test-console.tsx';
import { testServer } from '../testing/test-http.ts';

async function open(http: HttpService) {
  return openTestConsole('/data_streams', await testServices(undefined, { http }));
}

const bar = () => page.getByRole('group', { name: 'Cluster' });

describe('the bar of the cluster', () => {
  it('says which cluster it is, how it is doing, and that it is made up', async () => {
    await open(testServer().http);
    await expect.element(bar().getByText('Built-in engine', { exact: true })).toBeVisible();
    await expect.element(bar().getByText('Sandbox', { exact: true })).toBeVisible();
    await expect.element(bar()).toHaveTextContent('Green');
    await expect.element(bar()).toHaveTextContent(/Elasticsearch \d+\.\d+/);
  });

  it('says why the cluster is yellow, and leads to the indices', async () => {
    const server = testServer();
    await server.ask('PUT', ['logs'], { settings: { number_of_replicas: 3 } });
    await server.ask('PUT', ['fine']);
    const { router } = await open(server.http);
    await userEvent.click(bar().getByRole('button', { name: 'Yellow, cluster details' }));
    const details = page.getByRole('dialog', { name: 'Built-in engine' });
    await expect.element(details.getByText(/some replica shards are not assigned/)).toBeVisible();
    await expect.element(details.getByText('npm start -- --cluster https://your-cluster:9200')).toBeVisible();
    await userEvent.click(details.getByRole('link', { name: 'Show indices that aren’t green' }));
    await expect.poll(() => router.state.location.pathname).toMatch(/\/indices$/);
    await expect.element(page.getByRole('link', { name: 'logs', exact: true })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'fine', exact: true })).not.toBeInTheDocument();
    await expect.element(details).not.toBeInTheDocument();
  });

  it('stands on screens of a cluster only', async () => {
    await openTestConsole('/drafts', await testServices(undefined, { http: testServer().http }));
    await expect.element(page.getByRole('button', { name: 'New draft' })).toBeVisible();
    await expect.element(bar()).not.toBeInTheDocument();
    await userEvent.click(page.getByRole('link', { name: 'Indices', exact: true }));
    await expect.element(bar()).toBeVisible();
  });

  it('says that a server is read-only', async () => {
    await open(testServer({ isReadOnly: true }).http);
    await expect.element(bar().getByText('Read-only')).toBeVisible();
  });
});

/** The engine, except for its response to GETs of one path. */
function saying(path: string, say: (call: ClusterCall) => string): (engine: ClusterGateway) => ClusterGateway {
  return (engine) => ({
    send: (call) =>
      call.method === 'GET' && call.path[0] === path
        ? Promise.resolve().then(() => ({ status: 200, body: say(call) }))
        : engine.send(call),
  });
}

describe('the gate before a screen of a cluster', () => {
  it.each([
    ['expired', 'gold', 'The gold licence of this cluster has expired'],
    ['active', 'missing', 'This cluster has no licence'],
  ])('says that a licence is not enough that is %s and %s', async (status, type, title) => {
    await open(testServer({ between: saying('_license', () => JSON.stringify({ license: { status, type } })) }).http);
    await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
    await expect.element(page.getByText('You can still edit drafts')).toBeVisible();
    await expectAccessible();
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('explains what the engine lacks, and offers nothing to try', async () => {
    const refuse = (call: ClusterCall): never => {
      const reason = 'no handler found for uri [/_data_stream] and method [GET]';
      throw new ClusterError('refused', reason, {
        request: requestOf(call),
        status: 400,
        type: 'illegal_argument_exception',
        reason,
      });
    };
    await open(testServer({ between: saying('_data_stream', refuse) }).http);
    await expect.element(page.getByRole('heading', { name: 'Not supported by this cluster' })).toBeVisible();
    expect(page.getByRole('main').getByRole('button').elements()).toEqual([]);
    await expectAccessible();
  });
});
