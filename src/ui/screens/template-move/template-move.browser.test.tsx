import { describe, expect, it } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import type { JsonObject } from '#domain/json';
import { ClusterError } from '#domain/ports';
import { catchDownload } from '../../testing/catch-download.ts';
import { datedTemplates } from '../../testing/dated-templates.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { ulidSource } from '../../../infra/platform.ts';
import { embeddedEngine } from '../../../server/embedded/embedded-engine.ts';
import { memoryEngineStorage } from '../../../server/embedded/storage.ts';
import { readShownRequests, recordWrites } from '../../testing/record-writes.ts';
import { testServer } from '../../testing/test-http.ts';
import { testServices } from '../../testing/test-services.ts';

const HEADER = '{"type":"mapledger.templates","format":1}';
const line = (kind: string, name: string, body: object) => JSON.stringify({ kind, name, body });

const LOGS: JsonObject = { index_patterns: ['logs-*'], composed_of: ['fields'] };

const LONG: JsonObject = {
  index_patterns: ['logs-*'],
  version: 9_007_199_254_740_993n,
  template: { aliases: { one: { filter: { term: { id: 12_345_678_901_234_567_891n } } } } },
};

async function openTemplates(options: Parameters<typeof testServer>[0] = {}, logs = LOGS) {
  const server = testServer(options);
  await server.ask('PUT', ['_component_template', 'fields'], { template: { mappings: { properties: {} } } });
  await server.ask('PUT', ['_index_template', 'logs'], logs);
  await openTestConsole('/templates', await testServices(undefined, { http: server.http }));
  await expect.element(page.getByRole('link', { name: 'logs', exact: true })).toBeVisible();
  return server;
}

async function selectLogs() {
  await userEvent.click(
    page.getByRole('checkbox', { name: 'Select logs' }).element().closest('label') ?? document.body,
  );
}

async function choose(text: string) {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  const files = new DataTransfer();
  files.items.add(new File([text], 'templates.ndjson'));
  if (input === null) throw new Error('There is no input for files');
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Reviews the proposal, of which nothing has been sent, and approves it. */
async function approve(dialog: Locator) {
  await expect.element(dialog.getByText('Nothing has been sent yet')).toBeVisible();
  await expectAccessible();
  await userEvent.click(dialog.getByRole('button', { name: /^(?:Import|Promote) \d templates?$/ }));
}

describe('templates that move', () => {
  it('go into a file with the components that they use', async () => {
    await openTemplates();
    await selectLogs();
    const { name, text } = catchDownload();
    await userEvent.click(page.getByRole('button', { name: 'Export', exact: true }));
    await expect.poll(name).toBe('templates.ndjson');
    expect(
      (await text())
        .trim()
        .split('\n')
        .map((each) => (JSON.parse(each) as { name?: string }).name),
    ).toEqual([undefined, 'fields', 'logs']);
  });

  it('are compared with the cluster, and sent in the order in which they need each other', async () => {
    const server = await openTemplates();
    await choose(
      [
        HEADER,
        line('index_template', 'new', { index_patterns: ['new-*'], composed_of: ['parts', 'nowhere'] }),
        line('component_template', 'parts', { template: { settings: { number_of_replicas: 0 } } }),
        line('component_template', 'fields', { template: { mappings: { properties: {} } } }),
        line('index_template', 'logs', { index_patterns: ['logs-*', 'more-*'], composed_of: ['fields'] }),
      ].join('\n'),
    );
    const dialog = page.getByRole('dialog', { name: 'Import templates' });
    await expect.element(dialog.getByText('Component templates are missing')).toBeVisible();
    await expect.element(dialog.getByText('nowhere (used by new)', { exact: false })).toBeVisible();
    await expect.element(dialog.getByText('Unchanged')).toBeVisible();
    await expect.element(dialog.getByText('Update', { exact: true })).toBeVisible();
    await expectAccessible();
    await userEvent.click(dialog.getByRole('button', { name: 'Review and save' }));
    await approve(dialog);
    // The engine refuses a template whose component does not exist: templates that were sent before are kept, and the
    // rest is not sent.
    await expect.element(dialog.getByText('Stopped: 2 templates of 3 sent')).toBeVisible();
    await server.ask('GET', ['_component_template', 'parts']);
    await expect(server.ask('GET', ['_index_template', 'new'])).rejects.toThrow(ClusterError);
  });

  it('are not sent where the cluster has changed since', async () => {
    const server = await openTemplates();
    await choose([HEADER, line('index_template', 'logs', { index_patterns: ['x-*'] })].join('\n'));
    const dialog = page.getByRole('dialog', { name: 'Import templates' });
    await expect.element(dialog.getByRole('button', { name: 'Review and save' })).toBeEnabled();
    await server.ask('PUT', ['_index_template', 'logs'], { index_patterns: ['y-*'] });
    await userEvent.click(dialog.getByRole('button', { name: 'Review and save' }));
    await expect.element(dialog.getByText(/have changed since they were compared/)).toBeVisible();
    expect(await server.ask('GET', ['_index_template', 'logs'])).toContain('y-*');
    await userEvent.click(dialog.getByRole('button', { name: 'Compare again' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Review and save' }));
    await approve(dialog);
    await expect.element(dialog.getByText('Sent 1 template')).toBeVisible();
    expect(await server.ask('GET', ['_index_template', 'logs'])).toContain('x-*');
  });

  it('says which line of a file can’t be read', async () => {
    await openTemplates();
    await choose(`${HEADER}\n{"kind":"nope"}`);
    await expect.element(page.getByText('Line 2: The kind of template is unknown.')).toBeVisible();
  });

  it('go to another cluster, with the components that they use', async () => {
    const other = embeddedEngine({
      storage: memoryEngineStorage(),
      clock: { now: () => '2026-11-21T03:10:08.123Z' },
      ids: ulidSource(),
    });
    await openTemplates({ other });
    await selectLogs();
    await userEvent.click(page.getByRole('button', { name: 'Promote', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Promote templates' });
    await expect.element(dialog.getByRole('button', { name: 'Review and save' })).toBeEnabled();
    await expectAccessible();
    await userEvent.click(dialog.getByRole('button', { name: 'Review and save' }));
    await approve(dialog);
    await expect.element(dialog.getByText('Sent 2 templates')).toBeVisible();
    const { body } = await other.send({ method: 'GET', path: ['_index_template', 'logs'] });
    expect(body).toContain('"composed_of":["fields"]');
    // The plan belongs to the cluster that the templates were sent to, and shows the same later.
    const link = dialog.getByRole('link', { name: 'Open plan' });
    expect(link.element().getAttribute('href')).toContain('cluster=other');
    await userEvent.click(link);
    await expect.element(page.getByRole('heading', { name: 'Promote 2 templates from Built-in engine' })).toBeVisible();
    await expect.element(page.getByText('Done', { exact: true }).first()).toBeVisible();
    await expect.element(page.getByRole('heading', { name: /Create index template logs/ })).toBeVisible();
  });

  it('keep integers beyond 2^53 on their way to another cluster', async () => {
    const other = embeddedEngine({
      storage: memoryEngineStorage(),
      clock: { now: () => '2026-11-21T03:10:08.123Z' },
      ids: ulidSource(),
    });
    await openTemplates({ other }, LONG);
    await selectLogs();
    await userEvent.click(page.getByRole('button', { name: 'Promote', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Promote templates' });
    await userEvent.click(dialog.getByRole('button', { name: 'Review and save' }));
    await approve(dialog);
    await expect.element(dialog.getByText('Sent 1 template')).toBeVisible();
    const { body } = await other.send({ method: 'GET', path: ['_index_template', 'logs'] });
    expect(body).toContain('12345678901234567891');
    expect(body).toContain('9007199254740993');
  });

  it('keep integers beyond 2^53 in a file that was exported', async () => {
    const server = await openTemplates({}, LONG);
    await selectLogs();
    const { name, text } = catchDownload();
    await userEvent.click(page.getByRole('button', { name: 'Export', exact: true }));
    await expect.poll(name).toBe('templates.ndjson');
    await server.ask('PUT', ['_index_template', 'logs'], { index_patterns: ['other-*'] });
    await choose(await text());
    const dialog = page.getByRole('dialog', { name: 'Import templates' });
    await userEvent.click(dialog.getByRole('button', { name: 'Review and save' }));
    await approve(dialog);
    await expect.element(dialog.getByText('Sent 1 template')).toBeVisible();
    expect(await server.ask('GET', ['_index_template', 'logs'])).toContain('12345678901234567891');
  });

  it('are unchanged when they are imported again, whatever the cluster has added', async () => {
    await openTemplates(datedTemplates());
    await choose(
      [
        HEADER,
        line('component_template', 'fields', { template: { mappings: { properties: {} } } }),
        line('index_template', 'logs', { index_patterns: 'logs-*', composed_of: ['fields'] }),
      ].join('\n'),
    );
    const dialog = page.getByRole('dialog', { name: 'Import templates' });
    await expect.poll(() => dialog.getByText('Unchanged').elements()).toHaveLength(2);
  });

  it('are reviewed as the very requests that are sent', async () => {
    const { sent, between } = recordWrites();
    const server = await openTemplates({ between });
    await choose([HEADER, line('index_template', 'logs', { index_patterns: ['x-*'], version: 7 })].join('\n'));
    const dialog = page.getByRole('dialog', { name: 'Import templates' });
    await userEvent.click(dialog.getByRole('button', { name: 'Review and save' }));
    await expect.element(dialog.getByText('Nothing has been sent yet')).toBeVisible();
    await userEvent.click(dialog.getByText('logs', { exact: true }));
    await expect.element(dialog.getByText('PUT /_index_template/logs', { exact: true })).toBeVisible();
    const shown = await readShownRequests();
    expect(shown).toHaveLength(1);
    expect(sent).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: /^(?:Import|Promote) \d templates?$/ }));
    await expect.element(dialog.getByText('Sent 1 template')).toBeVisible();
    expect(sent).toEqual(shown);
    expect(await server.ask('GET', ['_index_template', 'logs'])).toContain('"version":7');
  });

  it('are not sent over what somebody changes after the review', async () => {
    const server = await openTemplates();
    await choose([HEADER, line('index_template', 'logs', { index_patterns: ['x-*'] })].join('\n'));
    const dialog = page.getByRole('dialog', { name: 'Import templates' });
    await userEvent.click(dialog.getByRole('button', { name: 'Review and save' }));
    await expect.element(dialog.getByText('Nothing has been sent yet')).toBeVisible();
    await server.ask('PUT', ['_index_template', 'logs'], { index_patterns: ['y-*'] });
    await userEvent.click(dialog.getByRole('button', { name: /^(?:Import|Promote) \d templates?$/ }));
    await expect.element(dialog.getByText('Stopped: 0 templates of 1 sent')).toBeVisible();
    await expect.element(dialog.getByText(/Index template "logs" was changed since it was compared/)).toBeVisible();
    expect(await server.ask('GET', ['_index_template', 'logs'])).toContain('y-*');
    await userEvent.click(dialog.getByRole('button', { name: 'Compare again' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Review and save' }));
    await approve(dialog);
    await expect.element(dialog.getByText('Sent 1 template')).toBeVisible();
    expect(await server.ask('GET', ['_index_template', 'logs'])).toContain('x-*');
  });

  it('go on without the dialog, and the list of plans says how far they are', async () => {
    await openTemplates();
    await choose([HEADER, line('index_template', 'later', { index_patterns: ['later-*'] })].join('\n'));
    const dialog = page.getByRole('dialog', { name: 'Import templates' });
    await userEvent.click(dialog.getByRole('button', { name: 'Review and save' }));
    await expect.element(dialog.getByText('Nothing has been sent yet')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Close', exact: true }).last());
    await userEvent.click(page.getByRole('link', { name: 'Plans' }));
    await expect.element(page.getByText('Needs approval')).toBeVisible();
    await expect.element(page.getByText('0 of 1')).toBeVisible();
    await userEvent.click(page.getByRole('link', { name: 'Import later' }));
    await userEvent.click(page.getByRole('button', { name: 'Approve and run' }));
    await expect.element(page.getByText('Done', { exact: true }).first()).toBeVisible();
  });
});
