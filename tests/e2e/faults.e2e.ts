import { afterEach, describe, expect, it } from 'vitest';
import { refusal, startBadCluster, type Fault } from './bad-cluster.ts';
import { openPage, useConsole } from './harness.ts';
import { screenAddress } from './servers.ts';

const cluster = await startBadCluster();
await cluster.ask('PUT', ['orders']);
await cluster.ask('PUT', ['carts']);

const HTML: Fault = {
  kind: 'answer',
  status: 200,
  body: '<html><img src=x onerror="document.title = 1">Log in</html>',
  headers: { 'content-type': 'text/html' },
};
const UNAUTHORISED = 'action [indices:monitor/stats] is unauthorized for user [ada]';

/** Each answers everything that the cluster is asked. */
const FAULTS: readonly (readonly [string, Fault, string, RegExp])[] = [
  [
    'a page of HTML',
    HTML,
    'shaky is not an Elasticsearch or OpenSearch cluster',
    /HTML page instead of JSON.*Check the URL, and any proxy/,
  ],
  [
    'a redirect',
    { kind: 'answer', status: 302, body: '', headers: { location: 'https://ada:pw@login.example.org/in?secret=1' } },
    'shaky is not an Elasticsearch or OpenSearch cluster',
    /redirects \(302\) to https:\/\/login\.example\.org\/in\. Redirects are not followed/,
  ],
  [
    '503',
    refusal(503, 'cluster_block_exception', 'no master', { 'retry-after': '0' }),
    'shaky is unavailable',
    /no master.*Retry after 0 s/,
  ],
  ['500', refusal(500, 'illegal_state_exception', 'broken'), 'shaky is unavailable', /failed with 500: broken\./],
];

function held(): Fault & { letGo(): void } {
  const ends: (() => void)[] = [];
  const until = new Promise<void>((resolve) => ends.push(resolve));
  return { kind: 'wait', until, letGo: () => ends.forEach((end) => end()) };
}

describe('a cluster', () => {
  const at = useConsole('--cluster', cluster.url, '--cluster-name', 'shaky');
  const go = (path: string) => screenAddress(at.server, path);
  afterEach(() => {
    cluster.faultOf = () => undefined;
  });

  it.each(FAULTS)('that answers with %s is said to', async (_name, fault, title, reason) => {
    const { page, close } = await openPage(at.browser, { isRefused: true });
    cluster.faultOf = () => fault;
    await page.goto(go('/indices'));
    await page.getByRole('heading', { name: title }).waitFor();
    await page.getByRole('main').getByText(reason).waitFor();
    cluster.faultOf = () => undefined;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'carts' }).waitFor();
    await close();
  });

  it('that forbids a part is shown without it, with the request', async () => {
    const { page, close } = await openPage(at.browser, { isRefused: true });
    cluster.faultOf = ({ line }) =>
      line.startsWith('GET /_cat/indices') ? refusal(403, 'security_exception', UNAUTHORISED) : undefined;
    await page.goto(go('/indices'));
    const alert = page.getByRole('alert');
    await alert.getByText('Couldn’t load indices').waitFor();
    await alert.getByText(`${UNAUTHORISED}. Ask a cluster administrator.`).waitFor();
    await alert.getByRole('button', { name: 'Copy as curl' }).waitFor();
    cluster.faultOf = () => undefined;
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'carts' }).waitFor();
    await close();
  });

  it('that blocks one index says so beside it, and the other one is done', async () => {
    const { page, close } = await openPage(at.browser, { isRefused: true });
    cluster.faultOf = ({ line }) =>
      line.startsWith('POST') && line.includes('carts')
        ? refusal(403, 'cluster_block_exception', 'index [carts] blocked by: [FORBIDDEN/5/index read-only (api)];')
        : undefined;
    await page.goto(go('/indices'));
    await page.getByRole('link', { name: 'carts' }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).locator('xpath=ancestor::label').click();
    await page.getByRole('button', { name: 'Manage 2 indices' }).click();
    await page.getByRole('menuitem', { name: /^Close/ }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Close/ })
      .click();
    await page
      .getByText(
        'Index "carts" of cluster "shaky" is read-only (index.blocks.read_only). Nothing was changed. Remove the block first.',
      )
      .waitFor();
    await page.getByText('1 of 2 indices was not closed').waitFor();
    await page
      .getByRole('row', { name: /Select orders / })
      .getByText('close')
      .waitFor();
    await close();
    await cluster.ask('POST', ['orders', '_open']);
  });

  it('that is busy for a moment is asked again, unnoticed', async () => {
    const { page, close } = await openPage(at.browser);
    let lists = 0;
    cluster.faultOf = ({ line }) =>
      line.startsWith('GET /_cat/indices') && (lists += 1) <= 2
        ? refusal(429, 'es_rejected_execution_exception', 'queue full', { 'retry-after': '0' })
        : undefined;
    await page.goto(go('/indices'));
    await page.getByRole('link', { name: 'carts' }).waitFor();
    expect(lists).toBe(3);
    expect(await page.getByRole('alert').count()).toBe(0);
    await close();
  });

  it('that is slow is waited for, and asked for a change once', async () => {
    const { page, close } = await openPage(at.browser);
    const list = held();
    cluster.faultOf = () => list;
    await page.goto(go('/indices'));
    await page.getByRole('status', { name: 'Loading indices...' }).waitFor();
    list.letGo();
    await page.getByRole('link', { name: 'carts' }).waitFor();

    const change = held();
    cluster.faultOf = ({ line }) => (line === 'PUT /invoices' ? change : undefined);
    await page.goto(go('/create_index'));
    await page.getByRole('textbox', { name: 'Name' }).fill('invoices');
    await page.getByRole('button', { name: 'Review and save' }).click();
    const create = page.getByRole('dialog').getByRole('button', { name: 'Create index' });
    await create.click();
    await expect.poll(() => cluster.received.filter(({ line }) => line === 'PUT /invoices').length).toBe(1);
    await create.click({ force: true });
    await page.keyboard.press('Enter');
    change.letGo();
    await page.getByRole('heading', { name: 'invoices', level: 1 }).waitFor();
    expect(cluster.received.filter(({ line }) => line === 'PUT /invoices')).toHaveLength(1);
    await close();
  });
});
