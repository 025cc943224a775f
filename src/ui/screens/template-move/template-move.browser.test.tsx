import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ClusterError } from '#domain/ports';
import { catchDownload } from '../../testing/catch-download.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { ulidSource } from '../../../infra/ulid-source.ts';
import { embeddedEngine } from '../../../server/embedded/embedded-engine.ts';
import { memoryEngineStorage } from '../../../server/embedded/storage.ts';
import { testServer } from '../../testing/test-http.ts';
import { testServices } from '../../testing/test-services.ts';

const HEADER = '{"type":"mapledger.templates","format":1}';
const line = (kind: string, name: string, body: object) => JSON.stringify({ kind, name, body });

async function openTemplates(options: Parameters<typeof testServer>[0] = {}) {
  const server = testServer(options);
  await server.ask('PUT', ['_component_template', 'fields'], { template: { mappings: { properties: {} } } });
  await server.ask('PUT', ['_index_template', 'logs'], { index_patterns: ['logs-*'], composed_of: ['fields'] });
  await openTestConsole('/templates', await testServices(undefined, { http: server.http }));
  await expect.element(page.getByRole('link', { name: 'logs', exact: true })).toBeVisible();
  return server;
}

async function choose(text: string) {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  const files = new DataTransfer();
  files.items.add(new File([text], 'templates.ndjson'));
  if (input === null) throw new Error('There is no input for files');
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

describe('templates that move', () => {
  it('go into a file with the components that they use', async () => {
    await openTemplates();
    await userEvent.click(
      page.getByRole('checkbox', { name: 'Select logs' }).element().closest('label') ?? document.body,
    );
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
    await userEvent.click(dialog.getByRole('button', { name: 'Send 3 templates' }));
    // The engine refuses one whose component is nowhere: what was sent before stays, and the rest is not sent.
    await expect.element(dialog.getByText('Stopped: 2 templates of 3 sent')).toBeVisible();
    await server.ask('GET', ['_component_template', 'parts']);
    await expect(server.ask('GET', ['_index_template', 'new'])).rejects.toThrow(ClusterError);
  });

  it('are not sent where the cluster has changed since', async () => {
    const server = await openTemplates();
    await choose([HEADER, line('index_template', 'logs', { index_patterns: ['x-*'] })].join('\n'));
    const dialog = page.getByRole('dialog', { name: 'Import templates' });
    await expect.element(dialog.getByRole('button', { name: 'Send 1 template' })).toBeEnabled();
    await server.ask('PUT', ['_index_template', 'logs'], { index_patterns: ['y-*'] });
    await userEvent.click(dialog.getByRole('button', { name: 'Send 1 template' }));
    await expect.element(dialog.getByText(/have changed since they were compared/)).toBeVisible();
    expect(await server.ask('GET', ['_index_template', 'logs'])).toContain('y-*');
    await userEvent.click(dialog.getByRole('button', { name: 'Compare again' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Send 1 template' }));
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
    await userEvent.click(
      page.getByRole('checkbox', { name: 'Select logs' }).element().closest('label') ?? document.body,
    );
    await userEvent.click(page.getByRole('button', { name: 'Promote', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Promote templates' });
    await expect.element(dialog.getByRole('button', { name: 'Send 2 templates' })).toBeEnabled();
    await expectAccessible();
    await userEvent.click(dialog.getByRole('button', { name: 'Send 2 templates' }));
    await expect.element(dialog.getByText('Sent 2 templates')).toBeVisible();
    const { body } = await other.send({ method: 'GET', path: ['_index_template', 'logs'] });
    expect(body).toContain('"composed_of":["fields"]');
  });
});
