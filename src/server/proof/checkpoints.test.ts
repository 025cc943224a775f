import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SealedRecord } from '#domain/events';
import { formatTrailFile, parseTrailFile, verifyTrail, type SignedCheckpoint, type TrailEntry } from '#domain/proof';
import { quickFolder } from '../../../tests/builders/quick-folder.ts';
import { given } from '../../../tests/builders/given.ts';
import { openDatabase } from '../sqlite/database.ts';
import { sqliteEventStore } from '../sqlite/sqlite-event-store.ts';
import { sqliteTree } from '../sqlite/sqlite-tree.ts';
import { checkpoints } from './checkpoints.ts';
import { checkpointPublisher } from './publish.ts';
import { isSignedByKey, openSigningKey } from './signing-key.ts';

const { events } = given(undefined)
  .after('document.create', { body: { properties: { a: { type: 'keyword' } } } })
  .after('field.edit', { field: '/properties/a', name: 'ä😀' })
  .after('field.remove', { field: '/properties/ä😀' });
const unexpected = (error: unknown) => {
  throw error;
};
const NOW = '2026-11-22T10:00:00.000Z';

function openServer(publish: (checkpoint: SignedCheckpoint) => Promise<void> = async () => undefined) {
  const folder = quickFolder();
  const database = openDatabase(join(folder, 'server.db'));
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  const keyFile = join(folder, 'signing-key.pem');
  const store = sqliteEventStore(database, { now: () => NOW, newSalt: () => '0'.repeat(32) });
  const tree = sqliteTree(database);
  const key = openSigningKey(keyFile);
  const proofs = checkpoints({ tree, key, now: () => NOW, publish, onFailure: unexpected });
  return { folder, database, keyFile, store, tree, key, proofs };
}

/** Records of both streams in the order in which they were appended. */
async function appended({ store }: ReturnType<typeof openServer>): Promise<readonly SealedRecord[]> {
  await store.append('draft/one', 0, events.slice(0, 2));
  await store.append('draft/"two"\u0000', 0, events);
  await store.append('draft/one', 2, events.slice(2));
  const [one, two] = [await store.read('draft/one'), await store.read('draft/"two"\u0000')];
  return [...one.slice(0, 2), ...two, ...one.slice(2)];
}

const asFile = (checkpoint: SignedCheckpoint, records: readonly SealedRecord[], more: readonly TrailEntry[] = []) =>
  parseTrailFile(
    formatTrailFile([
      { kind: 'checkpoint', checkpoint },
      ...more,
      ...records.map((record) => ({ kind: 'record', record }) as const),
    ]),
  );

describe('the checkpoints of a server', () => {
  it('sign all streams in the order in which they were recorded', async () => {
    const server = openServer();
    const records = await appended(server);
    const checkpoint = await server.proofs.make();
    expect(checkpoint.text.split('\n').slice(0, 3)).toEqual(['mapledger checkpoint 1', server.key.id, '6']);
    const result = verifyTrail(asFile(checkpoint, records), { isSigned: isSignedByKey, checkpoints: [checkpoint] });
    expect(result).toMatchObject({ ok: true, streams: 2, events: 6, notes: [{ code: 'erased_names', count: 6 }] });
    expect(verifyTrail(asFile(checkpoint, records.toReversed()), { isSigned: isSignedByKey })).toMatchObject({
      ok: false,
    });
    expect(verifyTrail(asFile(checkpoint, records.slice(0, 5)), { isSigned: isSignedByKey })).toMatchObject({
      ok: false,
      fault: { kind: 'checkpoint' },
    });
  });

  it('are made once for what was recorded, and grow with it', async () => {
    const server = openServer();
    const empty = await server.proofs.make();
    await appended(server);
    const first = await server.proofs.make();
    expect(await server.proofs.make()).toEqual(first);
    await server.store.append('draft/three', 0, events);
    const second = await server.proofs.make();
    expect(server.proofs.list(10)).toEqual([second, first, empty]);
    // 9 leaves have 4 + 2 + 1 whole subtrees above them: each was hashed and kept once.
    const { count } = server.database.prepare('SELECT COUNT(*) AS count FROM tree_node').get() as { count: number };
    expect(count).toBe(9 + 4 + 2 + 1);
  });

  it('have proofs for one stream, and from one checkpoint to the next', async () => {
    const server = openServer();
    const records = await appended(server);
    const older = await server.proofs.make();
    await server.store.append('draft/three', 0, events);
    const newer = await server.proofs.make();
    const one = await server.store.read('draft/one');
    const hash = one[2]?.hash ?? '';
    const proof = server.proofs.inclusion({ stream: 'draft/one', version: 3, hash }, 9);
    if (proof === null) throw new Error('The record has no proof');
    const consistency = server.proofs.consistency(6, 9);
    const lines = asFile(newer, one, [
      { kind: 'proof', proof },
      { kind: 'proof', proof: consistency },
    ]);
    const options = { isSigned: isSignedByKey, checkpoints: [older] };
    expect(verifyTrail(lines, options)).toMatchObject({ ok: true, events: 3, notes: [{ code: 'erased_names' }] });
    expect(verifyTrail(asFile(newer, one, [{ kind: 'proof', proof }]), options)).toMatchObject({ ok: false });
    expect(records).toHaveLength(6);
    expect(server.proofs.inclusion({ stream: 'draft/one', version: 3, hash }, 10)).toBeNull();
    expect(server.proofs.inclusion({ stream: 'draft/one', version: 2, hash }, 9)).toBeNull();
    expect(() => server.proofs.consistency(6, 10)).toThrow('The tree has 9 events, not 10');
  });

  it('are made on a timer', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { tree, key } = openServer();
    const publish = vi.fn(async () => undefined);
    const timed = checkpoints({
      tree,
      key,
      now: () => NOW,
      publish,
      intervalMs: 60_000,
      onFailure: unexpected,
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(publish).toHaveBeenCalledOnce();
    timed.close();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(tree.checkpoints(10)).toHaveLength(1);
  });
});

describe('the signing key', () => {
  it('is made once, for the user of the server alone', () => {
    const { keyFile, key } = openServer();
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    expect(openSigningKey(keyFile).id).toBe(key.id);
  });

  it('is refused where its file is no key', () => {
    const { keyFile } = openServer();
    writeFileSync(keyFile, 'no key');
    expect(() => openSigningKey(keyFile)).toThrow(`${keyFile} is not a private key in PEM`);
  });
});

describe('publishing', () => {
  it('adds a line to the file, posts it, and logs it', async () => {
    const posted: string[] = [];
    const http = createServer((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => posted.push(text));
      request.on('end', () => response.writeHead(posted.length > 1 ? 500 : 204).end());
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void http.close());
    await new Promise((resolve) => http.once('listening', resolve));
    const { folder, proofs, store, tree, key } = openServer();
    const file = join(folder, 'published');
    const log: string[] = [];
    const checkpointUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}/?token=secret`;
    const publish = checkpointPublisher({ checkpointFile: file, checkpointUrl }, (line) => log.push(line));
    const published = checkpoints({ tree, key, now: () => NOW, publish, onFailure: unexpected });
    const first = await published.make();
    await store.append('draft/one', 0, events);
    const second = await published.make();
    const lines = [first, second].map((checkpoint) => ({ kind: 'checkpoint', checkpoint }) as const);
    expect(readFileSync(file, 'utf8')).toBe(formatTrailFile(lines));
    expect(posted.map((text) => `${text}\n`).join('')).toBe(formatTrailFile(lines));
    expect(log).toHaveLength(3);
    expect(log.at(-1)).toBe('The checkpoint was not published to its URL: it answered with status 500');
    expect(proofs.list(1)).toEqual([second]);
  });
});
