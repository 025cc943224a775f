import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { formatJson, type JsonObject, type JsonValue } from '#domain/json';
import '../kit/theme/tokens.css';
import '../kit/theme/base.css';
import { ApiContext, apiQueryClient } from '../platform/api-provider.tsx';
import { consoleApi } from '../platform/console-api.ts';
import { lastReason } from '../platform/work-reason.ts';
import { catchDownload } from '../testing/catch-download.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { refusing } from '../testing/open-test-index.ts';
import { testServer, type TestServer } from '../testing/test-http.ts';
import { TemplateReview, type TemplateReviewProps } from './template-review.tsx';
import { clusterWords, ThreeWayReview } from '../editor/merging/three-way-review.tsx';

afterEach(() => void lastReason.set(''));

const fields = (properties: JsonObject): JsonObject => ({ mappings: { properties } });
const keyword = { type: 'keyword' };

async function cluster(
  given: Readonly<Record<string, JsonValue>>,
  server: TestServer = testServer(),
): Promise<TestServer> {
  for (const [path, body] of Object.entries(given)) await server.ask('PUT', path.split('/'), body);
  return server;
}

async function show(server: TestServer, content: ReactNode): Promise<void> {
  document.body.classList.add('mapledger');
  await render(
    <QueryClientProvider client={apiQueryClient()}>
      <ApiContext value={{ api: consoleApi(server.http, null), clusterId: null }}>{content}</ApiContext>
    </QueryClientProvider>,
  );
}

async function review(server: TestServer, props: Partial<TemplateReviewProps> & { readonly wanted: JsonObject }) {
  const onSend = vi.fn();
  const onClose = vi.fn();
  const all = { kind: 'index_template', name: 'logs', cluster: null, isPending: false, failure: null } as const;
  await show(server, <TemplateReview {...all} renames={new Map()} {...props} onSend={onSend} onClose={onClose} />);
  return { onSend, onClose };
}

const dialog = page.getByRole('dialog');
const tab = (name: string) => dialog.getByRole('tab', { name });

const LOGS: JsonObject = { index_patterns: ['logs-*'], priority: 5, composed_of: ['base'], data_stream: {} };
const SAMPLE = {
  '_component_template/base': { template: fields({ host: keyword }) },
  '_index_template/logs': LOGS,
  '_index_template/app': { index_patterns: ['app-*'], priority: 5, template: fields({ old: keyword }) },
  '_data_stream/logs-a': {},
  'app-1': {},
};

describe('the review of a template', () => {
  it('offers all of a request that is too long to be shown at once', async () => {
    const lines = Array.from({ length: 8_000 }, (_, at) => `Line ${at} of what somebody wrote down`);
    const wanted = { ...LOGS, _meta: { lines } };
    await review(await cluster(SAMPLE), { cluster: LOGS, wanted });
    await userEvent.click(dialog.getByText('Request', { exact: true }));
    const shown = () => dialog.getByLabelText('Request').element().textContent;
    const whole = `PUT /_index_template/logs\n${formatJson(wanted, 2)}`;
    expect(whole.length).toBeGreaterThan(200_000);
    await expect.element(dialog.getByText(/^First 100,000 of [\d,]+ characters$/)).toBeVisible();
    expect(whole.startsWith(shown())).toBe(true);
    expect(shown().length).toBeLessThan(101_000);
    const { name, text } = catchDownload();
    await userEvent.click(dialog.getByRole('button', { name: 'Download request' }));
    await expect.poll(name).toBe('PUT -_index_template-logs.txt');
    expect(await text()).toBe(whole);
    await userEvent.click(dialog.getByRole('button', { name: 'Show all' }));
    await expect.element(dialog.getByText(/^First 100,000/)).not.toBeInTheDocument();
    expect(shown()).toBe(whole);
  });

  it('composes the result of a template with integers beyond 2^53', async () => {
    const filter = { term: { id: 12_345_678_901_234_567_891n } };
    const wanted = { ...LOGS, version: 9_007_199_254_740_993n, template: { aliases: { one: { filter } } } };
    await review(await cluster(SAMPLE), { cluster: LOGS, wanted });
    await userEvent.click(tab('Result'));
    await expect.element(dialog.getByText('Simulated by the cluster. Nothing was saved.')).toBeVisible();
    await expect.element(dialog.getByText('12345678901234567891').first()).toBeVisible();
    await userEvent.click(tab('Affected'));
    await userEvent.click(dialog.getByRole('button', { name: 'Simulate for logs-a' }));
    await expect.element(dialog.getByRole('list', { name: 'Simulated changes of logs-a' })).toBeVisible();
  });

  it('marks and lists what the cluster is expected to reject', async () => {
    const template = fields({ price: { type: 'scaled_float' }, host: keyword });
    await review(await cluster(SAMPLE), { cluster: LOGS, wanted: { ...LOGS, template } });
    const banner = dialog.getByRole('alert').filter({ hasText: 'is expected to reject this' });
    await expect.element(banner).toHaveTextContent('price: scaling_factor is required.');
    const changes = dialog.getByRole('list', { name: 'Changes', exact: true });
    const line = (text: string) => changes.getByRole('listitem').filter({ hasText: text });
    await expect.element(line('Add field price')).toHaveTextContent('Rejected');
    await expect.element(line('field host (keyword)')).toHaveTextContent('Addedfield host (keyword)');
    await expectAccessible();
  });

  it('lists what the cluster is expected to reject of the members and with the component templates', async () => {
    const template = fields({ a: { type: 'text', analyzer: 'names' } });
    await review(await cluster(SAMPLE), {
      cluster: LOGS,
      wanted: { ...LOGS, template, priority: 'high', colour: 'red' },
    });
    const banner = dialog.getByRole('alert').filter({ hasText: 'is expected to reject this' });
    await expect.element(banner).toHaveTextContent('priority: It has to be a whole number of at least 0.');
    await expect.element(banner).toHaveTextContent('colour: Elasticsearch 8.17.0 doesn’t know it.');
  });

  it('says of renamed fields that they are renamed, also where only the events know', async () => {
    const stored = { ...LOGS, template: fields({ a: keyword, b: keyword, c: { type: 'ip' } }) };
    const wanted = { ...LOGS, template: fields({ x: keyword, y: keyword, z: { type: 'ip' } }) };
    const renames = new Map([
      ['a', 'y'],
      ['b', 'x'],
    ]);
    await review(await cluster(SAMPLE), { cluster: stored, wanted, renames });
    const changes = dialog.getByRole('list', { name: 'Changes', exact: true });
    await expect.poll(() => changes.getByRole('listitem').elements()).toHaveLength(3);
    for (const text of ['field a to y', 'field b to x', 'field c to z'])
      await expect.element(changes.getByRole('listitem').filter({ hasText: text })).toHaveTextContent('Renamed');
  });

  it('lists what the cluster is expected to alter', async () => {
    const aliases = { all: { later: 1 } };
    await review(await cluster(SAMPLE), { cluster: LOGS, wanted: { ...LOGS, template: { aliases } } });
    const banner = dialog.getByRole('alert').filter({ hasText: 'is expected to alter this' });
    await expect.element(banner).toHaveTextContent('alias all: later is not a property of an alias.');
    await expectAccessible();
  });

  it('shows the request, the changes in words, the result and what is affected', async () => {
    const server = await cluster(SAMPLE);
    const wanted = { ...LOGS, template: { settings: { number_of_replicas: 2 }, ...fields({ host: { type: 'ip' } }) } };
    const { onSend } = await review(server, { cluster: { ...LOGS, composed_of: ['base'] }, wanted });
    const changes = dialog.getByRole('list', { name: 'Changes', exact: true });
    await expect.element(changes).toHaveTextContent('Set index.number_of_replicas to 2');
    await expect.element(changes).toHaveTextContent('Addedfield host (ip)');
    await userEvent.click(dialog.getByText('Request', { exact: true }));
    await expect.element(dialog.getByLabelText('Request')).toHaveTextContent(/^PUT \/_index_template\/logs \{/);
    await expect.element(dialog.getByRole('button', { name: 'Copy as curl' })).toBeVisible();
    await userEvent.click(tab('Result'));
    await expect.element(dialog.getByText('Simulated by the cluster. Nothing was saved.')).toBeVisible();
    await expect
      .element(dialog.getByRole('list', { name: 'Changes of new indices' }))
      .toHaveTextContent('Change type of host from keyword to ip');
    await expectAccessible();
    await userEvent.click(tab('Affected'));
    await expect.element(dialog.getByText('logs-a', { exact: true })).toBeVisible();
    await expect.element(dialog.getByText('At the next rollover:')).toBeVisible();
    await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
    await userEvent.click(dialog.getByRole('button', { name: 'Simulate for logs-a' }));
    await expect
      .element(dialog.getByRole('list', { name: 'Simulated changes of logs-a' }))
      .toHaveTextContent('Change type of host from keyword to ip');
    await expectAccessible();
    await userEvent.click(dialog.getByRole('button', { name: 'Update index template logs' }));
    expect(onSend).toHaveBeenCalledOnce();
  });

  it('names conflicts before the engine refuses them', async () => {
    const server = await cluster({ ...SAMPLE, '_template/old': { index_patterns: ['app-*'] } });
    const wanted = { index_patterns: ['app-1*'], priority: 5, composed_of: ['gone'] };
    await review(server, { name: 'mine', wanted });
    const refused = dialog.getByRole('alert').filter({ hasText: 'The cluster will refuse this template: 2 conflicts' });
    await expect.element(refused).toHaveTextContent('app (app-*) has the same priority (5)');
    await expect.element(refused).toHaveTextContent('Component template gone doesn’t exist.');
    await expect
      .element(dialog.getByRole('alert').filter({ hasText: 'Overlapping templates' }))
      .toHaveTextContent('Legacy template old (app-*) will be ignored');
    await expect.element(dialog.getByRole('button', { name: /^Create / })).toBeDisabled();
    await expect.element(dialog.getByText('The cluster will refuse this template.', { exact: true })).toBeVisible();
  });

  it('lets a template through that is only shadowed', async () => {
    const server = await cluster({ ...SAMPLE, '_template/old': { index_patterns: ['app-*'] } });
    const { onSend } = await review(server, { name: 'mine', wanted: { index_patterns: ['app-1*'], priority: 99 } });
    await expect.element(dialog.getByRole('alert').filter({ hasText: 'Overlapping templates' })).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: /^Create / }));
    expect(onSend).toHaveBeenCalledOnce();
  });

  it('composes a component template by itself, for each template that uses it', async () => {
    const server = await cluster(SAMPLE);
    await review(server, {
      kind: 'component_template',
      name: 'base',
      cluster: { template: fields({ host: keyword }) },
      wanted: { template: fields({ host: { type: 'ip' } }) },
    });
    await userEvent.click(tab('Result'));
    await expect.element(dialog.getByText(/^Composed by Mapledger/)).toBeVisible();
    await expect
      .element(dialog.getByRole('list', { name: 'Changes of new indices' }))
      .toHaveTextContent('Change type of host from keyword to ip');
  });

  it('sums up thousands of indices', async () => {
    const server = testServer();
    const rows = Array.from({ length: 3_000 }, (_, each) => `app-${each}`);
    for (const name of rows) await server.ask('PUT', [name], {});
    await review(server, { wanted: { index_patterns: ['app-*'], template: fields({ a: keyword }) } });
    await userEvent.click(tab('Affected'));
    await expect.element(dialog.getByText('3,000 index names')).toBeVisible();
    await expect.element(dialog.getByText(/and 2,988 more/)).toBeVisible();
  });

  it('sends nothing for a template that the cluster has', async () => {
    const server = await cluster(SAMPLE);
    await review(server, { cluster: LOGS, wanted: { ...LOGS, template: {} } });
    await expect.element(dialog.getByText(/Nothing will be sent/)).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Update index template logs' })).toBeDisabled();
  });

  it('says what could not be read, and that the cluster refuses to compose', async () => {
    const server = await cluster(
      SAMPLE,
      testServer({ between: refusing(({ path }) => path[1] === '_simulate_index') }),
    );
    await review(server, { cluster: LOGS, wanted: { ...LOGS, priority: 6, template: fields({ a: keyword }) } });
    await userEvent.click(tab('Result'));
    await expect
      .element(dialog.getByRole('alert'))
      .toHaveTextContent('The cluster couldn’t compose the templateThe cluster does not want that.');
    await expect
      .element(dialog.getByRole('list', { name: 'Changes of new indices' }))
      .toHaveTextContent('Addedfield a (keyword)');
  });

  it('asks for a reason where the server requires one, and offers it in the next review, where it is empty', async () => {
    const server = await cluster(SAMPLE, testServer({ reasons: 'required' }));
    const { onSend } = await review(server, { cluster: LOGS, wanted: { ...LOGS, priority: 6 } });
    const reason = dialog.getByRole('textbox', { name: 'Reason or ticket', exact: true });
    await expect.element(reason).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Update index template logs' }));
    await expect.element(reason).toHaveAccessibleDescription(/This server requires a reason for every change/);
    await expect.element(reason).toHaveFocus();
    expect(onSend).not.toHaveBeenCalled();
    await userEvent.keyboard('OPS 1');
    await expectAccessible();
    await userEvent.click(dialog.getByRole('button', { name: 'Update index template logs' }));
    expect(onSend.mock.calls).toEqual([['OPS 1']]);
    await cleanup();
    const next = await review(server, { cluster: LOGS, wanted: { ...LOGS, priority: 7 } });
    await expect.element(reason).toHaveAccessibleDescription(/Last reason: OPS 1$/);
    await expect.element(reason).toHaveValue('');
    await userEvent.click(dialog.getByRole('button', { name: 'Update index template logs' }));
    expect(next.onSend).not.toHaveBeenCalled();
    await userEvent.click(dialog.getByRole('button', { name: 'Use last reason' }));
    await expect.element(reason).toHaveFocus();
    await expect.element(reason).toHaveValue('OPS 1');
    await userEvent.click(dialog.getByRole('button', { name: 'Update index template logs' }));
    expect(next.onSend.mock.calls).toEqual([['OPS 1']]);
  });

  it('sends without a reason where the server only takes one', async () => {
    const { onSend } = await review(await cluster(SAMPLE), { cluster: LOGS, wanted: { ...LOGS, priority: 6 } });
    await expect.element(dialog.getByRole('textbox', { name: 'Reason or ticket (optional)' })).toHaveValue('');
    await userEvent.click(dialog.getByRole('button', { name: 'Update index template logs' }));
    expect(onSend.mock.calls).toEqual([[undefined]]);
  });

  it('can’t be sent in read-only mode', async () => {
    await review(testServer({ isReadOnly: true }), { wanted: { index_patterns: ['a'] } });
    await expect.element(dialog.getByRole('button', { name: 'Create index template logs' })).toBeDisabled();
    await expect.element(dialog.getByText(/Your edits are kept on this device/)).toBeVisible();
  });
});

describe('the three-way review', () => {
  it('shows what each did at each place, and leaves the choice', async () => {
    const base = { index_patterns: ['a'], priority: 1, template: fields({ __proto: keyword, b: keyword }) };
    const mine = { ...base, priority: 2, template: fields({ __proto: { type: 'ip' }, b: keyword }) };
    const theirs = { ...base, priority: 3, template: fields({ __proto: keyword }) };
    const onRebase = vi.fn();
    const none = () => undefined;
    await show(
      testServer(),
      <ThreeWayReview
        kind="index_template"
        words={clusterWords('logs')}
        {...{ base, mine, theirs, onRebase }}
        onKeepMine={none}
        onTakeTheirs={none}
        onClose={none}
      />,
    );
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('1 place was changed by both');
    await expect.element(dialog.getByText('and undoes 1 change of theirs')).toBeVisible();
    const row = (name: RegExp) => dialog.getByRole('row', { name });
    await expect.element(row(/^priority/)).toHaveTextContent('priorityTemplateConflict1Changed2Changed3');
    await expect.element(row(/^b/)).toHaveTextContent('UnchangedRemoved');
    await userEvent.click(dialog.getByText('Result of rebasing'));
    await expect.element(dialog.getByRole('region', { name: 'On the cluster now and Rebased' })).toBeVisible();
    await expectAccessible();
    const choices = dialog.getByRole('region', { name: 'Conflicts' });
    await userEvent.click(
      choices.getByRole('radiogroup', { name: 'Keep for priority' }).getByRole('radio', { name: 'Theirs' }),
    );
    await userEvent.click(dialog.getByRole('button', { name: 'Rebase my changes' }));
    expect(onRebase.mock.calls).toEqual([[{ ...base, priority: 3, template: fields({ __proto: { type: 'ip' } }) }]]);
  });
});
