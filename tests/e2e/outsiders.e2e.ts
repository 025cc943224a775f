import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLog } from '#domain/log';
import { fieldEvent, startEvent, trailClient } from '../crash/trail-server/trail-client.ts';
import { openPage, useConsole } from './harness.ts';
import { freshFolder, screenAddress, startServer } from './servers.ts';
import { deviceIn, openNewDraft, recordedEvents, rename, row } from './steps.ts';

const MALLORY = { id: 'mallory', name: 'Mallory', verified: false };
const command = join(import.meta.dirname, '../../bin/mapledger.mjs');

function mapledger(args: readonly string[], input = ''): { readonly code: number | null; readonly out: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { input, encoding: 'utf8' });
  return { code: status, out: stdout || stderr };
}

describe('somebody who sends events without the console', () => {
  it('has nothing recorded that no command decided, and leaves a trail that verifies and can be restored', async () => {
    const [folder, restored] = [await freshFolder(), await freshFolder()];
    const server = await startServer('--data-dir', folder);
    const client = trailClient(Number(new URL(server.origin).port));
    for (const stream of ['draft/mallory', await client.createIndex('outsider')]) {
      const start = startEvent(MALLORY, stream);
      const [first, second] = [fieldEvent(MALLORY, 1, stream), fieldEvent(MALLORY, 2, stream)];
      const append = (after: number, ...events: readonly object[]) =>
        client.append({ stream, after, events: events as (typeof first)[] });
      await expect(append(0, first)).rejects.toMatchObject({ status: 422 });
      await append(0, start);
      for (const [lie, status] of [
        [{ command: { type: 'field.split', payload: {} } }, 422],
        [{ command: fieldEvent(MALLORY, 9, stream).command }, 422],
        [{ patch: [{ op: 'replace', path: '', value: {} }] }, 422],
        [{ summary: 'Nothing to see here' }, 422],
        [{ type: 'field.removed' }, 422],
        [{ inverse: [] }, 422],
        [{ undoes: start.id }, 422],
        [{ rules: 99, command: { type: 'field.split', payload: {} } }, 409],
        [{ rules: 1 }, 409],
        [{ format: 9 }, 409],
      ] as const) {
        await expect(append(1, { ...first, ...lie }), JSON.stringify(lie)).rejects.toMatchObject({ status });
        await expect(append(1, first, { ...second, ...lie }), JSON.stringify(lie)).rejects.toMatchObject({ status });
      }
      expect((await client.read({ stream, author: MALLORY.id })).version).toBe(1);
      await append(1, first, second);
      const { records } = await client.read({ stream, author: MALLORY.id });
      expect(openLog(records).events.map(({ id }) => id)).toEqual([start.id, first.id, second.id]);
    }
    await server.stop();
    const exported = mapledger(['export', '--data-dir', folder]);
    expect(exported.code).toBe(0);
    expect(mapledger(['verify', '-', '--independent'], exported.out)).toMatchObject({
      code: 0,
      out: expect.stringContaining('nothing wrong') as string,
    });
    expect(mapledger(['import', '-', '--data-dir', restored], exported.out).code).toBe(0);
    const again = mapledger(['export', '--data-dir', restored]);
    const linesOf = (text: string) => text.split('\n').filter((line) => !line.startsWith('{"checkpoint"'));
    expect(linesOf(again.out)).toEqual(linesOf(exported.out));
  });
});

describe('somebody who knows the id of an author', () => {
  const at = useConsole();

  it('can’t write, read or be present as that author', async () => {
    const { page, close } = await openPage(at.browser);
    await openNewDraft(page, screenAddress(at.server, '/drafts'), 'private', {
      properties: { host: { type: 'keyword' } },
    });
    await page.getByText('Recorded', { exact: true }).waitFor();
    const { author, secret } = await deviceIn(page);
    const stream = `draft/${new URL(page.url()).pathname.split('/').at(-1) ?? ''}`;
    expect((await recordedEvents(page, stream)).length).toBeGreaterThan(0);
    const port = Number(new URL(at.server.origin).port);
    const forged = {
      stream: 'draft/forged',
      after: 0,
      events: [startEvent({ ...MALLORY, id: author }, 'draft/forged')],
    };
    for (const client of [trailClient(port), trailClient(port, null)]) {
      await expect(client.read({ stream, author })).rejects.toMatchObject({ status: 403 });
      await expect(client.append(forged)).rejects.toMatchObject({ status: 403 });
    }
    expect((await trailClient(port, secret).read({ stream, author })).version).toBeGreaterThan(0);
    await close();
  });
});

describe('a page of another version than the server', () => {
  const at = useConsole();

  it('keeps its changes in order, says what to do, and records them after a reload', async () => {
    const { page, close } = await openPage(at.browser, { isRefused: true });
    await openNewDraft(page, screenAddress(at.server, '/drafts'), 'orders', {
      properties: { host: { type: 'keyword' }, ip: { type: 'ip' } },
    });
    await page.getByText('Recorded', { exact: true }).waitFor();
    await page.route('**/trail/append', (route) =>
      route.fulfill({
        status: 409,
        json: { statusCode: 409, error: 'Conflict', message: 'Other rules.', attributes: { rules: 99, format: 2 } },
      }),
    );
    await rename(page, 'ip', 'address');
    await page.getByText('Reload to record 1 change', { exact: true }).waitFor();
    await rename(page, 'host', 'server');
    await page.getByRole('button', { name: 'Reload to record 2 changes' }).click();
    await page.getByText('The server has another version of Mapledger than this page.').waitFor();
    await page.unroute('**/trail/append');
    await page.getByRole('dialog').getByRole('button', { name: 'Reload' }).click();
    await page.getByText('Recorded', { exact: true }).waitFor();
    await row(page, 'address').waitFor();
    await row(page, 'server').waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' }).click();
    await page.getByRole('link', { name: 'Rename host to server' }).waitFor();
    await page.getByRole('link', { name: 'Rename ip to address' }).waitFor();
    await close();
  });
});
