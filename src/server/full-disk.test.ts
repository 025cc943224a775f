import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { parseJson } from '#domain/json';
import { StorageFullError } from '#domain/ports';
import { API_BASE, DEVICE_HEADER, ROUTES, type RouteId } from '#domain/wire';
import { deviceSecret } from '../../tests/builders/device-secret.ts';
import { listeningServer, type ListeningServer } from '../../tests/builders/listening-server.ts';
import { startEvent } from '../../tests/crash/trail-server/trail-client.ts';
import { sampleInput } from '../../tests/builders/route-samples.ts';
import { isDiskFull } from './console/disk-full.ts';

/** A separate disk. Mounting it needs privileges. */
const disk = mkdtempSync(join(tmpdir(), 'mapledger-disk-'));
const hasDisk = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk]).status === 0;
if (!hasDisk) process.stderr.write('Skipped: a full disk, since this user may mount none.\n');
afterAll(() => {
  if (hasDisk) spawnSync('umount', ['--lazy', disk]);
  rmSync(disk, { recursive: true, force: true });
});

const secret = deviceSecret();
const ADA = { id: 'ada', name: 'Ada', verified: false };

function ask(
  server: ListeningServer,
  id: RouteId,
  { name = '', query = '', body }: { name?: string; query?: string; body?: unknown } = {},
) {
  const { method, path } = ROUTES[id];
  const pieces = body === undefined ? {} : { pieces: [Buffer.from(JSON.stringify(body))] };
  return server.send({
    method,
    path: `${API_BASE}${path.replace(':name', name)}${query}`,
    headers: { [DEVICE_HEADER]: secret },
    ...pieces,
  });
}

function fill(): void {
  for (const size of [65_536, 4_096, 256, 1]) {
    try {
      for (let part = 0; ; part++) writeFileSync(join(disk, `fill-${size}-${part}`), Buffer.alloc(size));
    } catch {
      // There is no room for one more of this size.
    }
  }
}

/** Takes away what {@link fill} has put there. */
function empty(): void {
  for (const name of readdirSync(disk)) if (name.startsWith('fill-')) rmSync(join(disk, name));
}

it.skipIf(!hasDisk)('a full disk is named, everything is still read, and the server starts with it', async () => {
  const folder = join(disk, 'data');
  const first = await listeningServer([], folder);
  const appended = (stream: string) => ({
    body: { stream, after: 0, events: [startEvent(ADA, stream)], author: ADA.id },
  });
  expect((await ask(first, 'trail.append', appended('draft/sample')))?.status).toBe(200);
  fill();
  const expectNamed = async (server: ListeningServer) => {
    const refused = {
      create: await ask(server, 'indices.create', { name: 'new', body: {} }),
      append: await ask(server, 'trail.append', appended('draft/other')),
      share: await ask(server, 'trail.share', { body: { ...sampleInput('trail.share', 'x').body, author: ADA.id } }),
      checkpoint: await ask(server, 'proof.checkpoint'),
    };
    for (const [what, answer] of Object.entries(refused)) {
      expect([what, answer?.status, answer?.text]).toEqual([
        what,
        507,
        expect.stringContaining('disk of the server is full'),
      ]);
      expect(answer?.text).not.toContain(folder);
    }
    const read = await ask(server, 'trail.read', { query: '?stream=draft/sample&author=ada' });
    expect(parseJson(read?.text ?? '')).toMatchObject({ version: 1 });
    expect((await ask(server, 'indices.list'))?.status).toBe(200);
    expect((await ask(server, 'trail.streams', { query: '?author=ada' }))?.text).toContain('draft/sample');
  };
  await expectNamed(first);
  // As after a power cut, with the disk still full.
  const copy = mkdtempSync(join(tmpdir(), 'mapledger-cut-'));
  cpSync(folder, copy, { recursive: true });
  await first.close();
  empty();
  cpSync(copy, folder, { recursive: true });
  fill();
  const second = await listeningServer([], folder);
  await expectNamed(second);
  // The folder stays for the next one.
  cpSync(folder, copy, { recursive: true });
  await second.close();
  empty();
  cpSync(copy, folder, { recursive: true });
  rmSync(copy, { recursive: true });
  const third = await listeningServer([], folder);
  expect((await ask(third, 'indices.create', { name: 'new', body: {} }))?.status).toBe(200);
  expect((await ask(third, 'trail.append', appended('draft/other')))?.status).toBe(200);
  expect((await ask(third, 'proof.checkpoint'))?.status).toBe(200);
  await third.close();
});

it('a full disk is known by what the system, SQLite and the stores call it, however deep', () => {
  const coded = (code: string) => Object.assign(new Error('failed'), { code });
  for (const error of [coded('SQLITE_FULL'), coded('ENOSPC'), coded('EDQUOT'), new StorageFullError(null)])
    for (const wrapped of [error, new Error('not recorded', { cause: error })]) expect(isDiskFull(wrapped)).toBe(true);
  for (const error of [coded('SQLITE_BUSY'), new Error('ENOSPC'), undefined]) expect(isDiskFull(error)).toBe(false);
});
