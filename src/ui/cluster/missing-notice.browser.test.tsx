import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ClusterError, requestOf, type ClusterGateway } from '#domain/ports';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { openTestConsole } from '../testing/open-test-console.tsx';
import { testServer } from '../testing/test-http.ts';
import { testServices } from '../testing/test-services.ts';

/** A cluster with one object of each kind, on which a request is refused whose path has this in it. */
async function openOver(path: string, refused: string, status = 403) {
  const between = (engine: ClusterGateway): ClusterGateway => ({
    async send(call) {
      const request = requestOf(call);
      if (!request.path.includes(refused)) return engine.send(call);
      const reason = `no right to ${refused}`;
      throw new ClusterError(status === 403 ? 'forbidden' : 'refused', reason, { status, reason, request });
    },
  });
  const server = testServer({ between });
  await server.ask('PUT', ['_component_template', 'base'], { template: {} });
  await server.ask('PUT', ['_index_template', 'streams'], {
    index_patterns: ['metrics*'],
    composed_of: ['base'],
    data_stream: {},
  });
  await server.ask('PUT', ['_template', 'old'], { index_patterns: ['old-*'] });
  await server.ask('PUT', ['_data_stream', 'metrics']);
  await server.ask('PUT', ['logs'], { settings: { number_of_shards: 2 }, aliases: { current: {} } });
  await openTestConsole(path, await testServices(undefined, { http: server.http }));
}

const notice = () => page.getByRole('alert').filter({ hasText: 'Some values are missing' });
const factOf = (name: string) => page.getByRole('term').filter({ hasText: name });

describe('what could not be read', () => {
  it('leaves the size of a data stream blank where its statistics are refused, as with a closed backing index', async () => {
    await openOver('/data_streams/metrics', '_stats', 400);
    const flyout = page.getByRole('dialog', { name: 'metrics' });
    await expect.element(flyout.getByText('Couldn’t load statistics: no right to _stats.')).toBeVisible();
    await expect.element(flyout.getByText('Write index')).toBeVisible();
    await expect.element(flyout.getByText('Storage size')).not.toBeInTheDocument();
    await expect.element(flyout.getByText('Last updated')).not.toBeInTheDocument();
    await expectAccessible();
  });

  it('lists index templates where legacy ones are forbidden, and does not say that there are none', async () => {
    await openOver('/templates', '/_template');
    await expect.element(notice()).toHaveTextContent('Couldn’t load legacy templates:');
    await expect.element(notice()).toHaveTextContent('no right to /_template.');
    await expect.element(page.getByRole('link', { name: 'streams', exact: true })).toBeVisible();
  });

  it('does not say that there are no legacy templates where they are forbidden', async () => {
    await openOver('/templates?kind=legacy', '/_template');
    await expect.element(notice()).toHaveTextContent('Couldn’t load legacy templates:');
    await expect.element(page.getByText('No legacy templates')).not.toBeInTheDocument();
  });

  it('deletes no component template of which it is not known whether it is in use', async () => {
    await openOver('/component_templates/base', '/_index_template');
    const flyout = page.getByRole('dialog', { name: 'base' });
    await expect.element(flyout.getByText(/^Couldn’t load usage by index templates: /)).toBeVisible();
    await expect.element(flyout.getByText('No index templates')).not.toBeInTheDocument();
    await expect.element(flyout.getByRole('button', { name: 'Delete template' })).toBeDisabled();
    await expect.element(flyout.getByText(/It isn’t known whether index templates use it/)).toBeVisible();
    await expect.element(page.getByRole('cell', { name: 'Not in use' })).not.toBeInTheDocument();
  });

  it('claims neither aliases nor a data stream of an index where names can’t be resolved', async () => {
    await openOver('/indices/logs', '/_resolve/index/logs');
    await expect
      .element(notice())
      .toHaveTextContent('Couldn’t load aliases, data streams and hidden indices: no right to /_resolve/index/logs.');
    await expect.element(page.getByRole('heading', { name: 'Details' })).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Aliases' })).not.toBeInTheDocument();
    await expect.element(factOf('Hidden')).not.toBeInTheDocument();
    await expect.element(factOf('Matching template')).not.toBeInTheDocument();
  });

  it('plans no shrink of an index whose nodes are not known', async () => {
    await openOver('/indices/logs', '/_cat/shards');
    await userEvent.click(page.getByRole('button', { name: 'Actions for logs' }));
    await userEvent.click(page.getByRole('menuitem', { name: /^Shrink/ }));
    const dialog = page.getByRole('dialog', { name: /Shrink index/ });
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Couldn’t load nodes of the shards: no right to');
    await expect.element(dialog.getByRole('button', { name: 'Create plan' })).toBeDisabled();
  });

  it('says in the status of the cluster what the user may not see', async () => {
    await openOver('/indices', '/_cluster/state');
    await expect.element(page.getByRole('link', { name: 'logs', exact: true })).toBeVisible();
    await userEvent.click(page.getByRole('group', { name: 'Cluster' }).getByRole('button').first());
    await expect
      .element(page.getByRole('dialog', { name: 'Built-in engine' }).getByText(/^Couldn’t load blocks: no right to/))
      .toBeVisible();
  });
});
