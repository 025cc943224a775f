import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FIRST_HASH, sealRecorded, type SealedRecord } from '#domain/events';
import { openLog } from '#domain/log';
import type { HttpService } from '#domain/ports';
import { formatTrailFile, parseTrailFile, verifyTrail } from '#domain/proof';
import { DEVICE_HEADER } from '#domain/wire';
import { deviceSecret } from '../builders/device-secret.ts';
import { sampleHistory } from '../contracts/sample-history.ts';
import { buildApp } from '../../src/server/app.ts';
import { composeApi } from '../../src/server/composition.ts';
import { parseFlags } from '../../src/server/flags.ts';
import { isSignedByKey } from '../../src/server/proof/signing-key.ts';
import { memoryEventStore } from '../../src/infra/memory-event-store.ts';
import { consoleApi } from '../../src/ui/platform/console-api.ts';
import { verifyStreams, type VerifyReport } from '../../src/ui/screens/change-history/verify/verify-trail.ts';

const { events } = sampleHistory();
const author = events[0]?.author.id ?? '';

/** A server with two streams, the app's calls to it, and its database. */
async function openServer() {
  const dataDir = mkdtempSync(join(tmpdir(), 'mapledger-verify-'));
  const outcome = parseFlags(['--data-dir', dataDir], {});
  if (outcome.kind !== 'run') throw new Error('These settings are none.');
  const { api, close } = await composeApi(outcome.settings, { onFailure: () => undefined });
  const app = await buildApp({ host: '127.0.0.1', port: 0, allowedHosts: [], version: '1', clientDir: '/none', api });
  await app.listen({ port: 0 });
  const host = app.listeningOrigin.replace('http://', '');
  onTestFinished(async () => {
    await app.close();
    await close();
    rmSync(dataDir, { recursive: true });
  });
  const asked: string[] = [];
  const http: HttpService = {
    async send({ method, path, query = {}, body }) {
      asked.push(path);
      const { statusCode, headers, payload } = await app.inject({
        method,
        url: `${path}?${new URLSearchParams(query).toString()}`,
        headers: {
          host,
          'x-mapledger': '1',
          [DEVICE_HEADER]: deviceSecret(),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { payload: body }),
      });
      return { status: statusCode, headers: headers as Record<string, string>, body: payload };
    },
  };
  const calls = consoleApi(http, null);
  const append = (stream: string, from: number, to: number) =>
    calls.call('trail.append', { body: { stream, after: from, events: events.slice(from, to) as never, author } });
  await append('draft/a', 0, 4);
  await append('draft/b', 0, 3);
  const store = memoryEventStore();
  const verify = (options: { only?: string; kept?: VerifyReport['proof'][] } = {}) =>
    verifyStreams(
      { api: calls, store, author },
      { stored: [], ...(options.only !== undefined && { only: options.only }) },
      {
        kept: (options.kept ?? []).flatMap((proof) => proof?.checkpoint ?? []),
        signal: new AbortController().signal,
        onProgress: () => undefined,
      },
    );
  /** Changes the database past the server. */
  const tamper = (work: (database: InstanceType<typeof Database>) => void) => {
    const database = new Database(join(dataDir, 'server.db'));
    work(database);
    database.close();
  };
  return { calls, append, store, verify, tamper, asked };
}

describe('verification in the app', () => {
  it('verifies every stream here and on the server, against what the server signs', async () => {
    const { verify } = await openServer();
    const report = await verify();
    expect(report).toMatchObject({ fault: null, streams: 2, events: 7, byServer: 2, proof: { size: 7 } });
    expect(report.notes).toEqual([]);
  });

  it('verifies one stream alone, and takes no other for it', async () => {
    const { verify, append } = await openServer();
    await append('draft/aa', 0, 1);
    const report = await verify({ only: 'draft/a' });
    expect(report).toMatchObject({ fault: null, streams: 1, events: 4, byServer: 1 });
    // Its file is verified by itself, by somebody who knows the key.
    const file = parseTrailFile(formatTrailFile(report.file ?? []));
    const knownKeys = [report.proof?.keyId ?? ''];
    expect(verifyTrail(file, { isSigned: isSignedByKey, knownKeys })).toMatchObject({ ok: true, events: 4, notes: [] });
    expect(verifyTrail(file.slice(0, -1), { isSigned: isSignedByKey, knownKeys })).toMatchObject({ ok: false });
  });

  it('names the first event that was changed', async () => {
    const { verify, tamper } = await openServer();
    tamper((database) =>
      database.exec(
        `UPDATE record SET text = replace(text, '"summary":"', '"summary":"Not ') WHERE version = 2 AND stream = '"draft/b"'`,
      ),
    );
    expect((await verify()).fault).toMatchObject({ by: 'browser', place: 'server', stream: 'draft/b', version: 2 });
  });

  it('finds a stream that was resealed behind a checkpoint, by the tree that was signed', async () => {
    const { verify, calls, tamper } = await openServer();
    await calls.call('proof.checkpoint', {});
    const { records } = await calls.call('trail.read', { query: { stream: 'draft/b', author } });
    const anew = resealed(records);
    tamper((database) => {
      for (const [index, { text, hash }] of anew.entries()) {
        database
          .prepare(`UPDATE record SET text = ?, hash = ? WHERE stream = '"draft/b"' AND version = ?`)
          .run(text, hash, index + 1);
        database.prepare(`UPDATE leaf SET hash = ? WHERE stream = '"draft/b"' AND version = ?`).run(hash, index + 1);
      }
    });
    expect((await verify()).fault).toMatchObject({
      ...{ by: 'server', stream: 'draft/b', version: 3 },
      reason: expect.stringContaining('its hash is not the one that the stream ends with'),
    });
    const last = anew.at(-1)?.hash ?? '';
    tamper((database) => database.prepare(`UPDATE stream SET hash = ? WHERE name = '"draft/b"'`).run(last));
    expect((await verify()).fault).toMatchObject({
      by: 'browser',
      stream: 'draft/b',
      reason: expect.stringContaining('of a proof'),
    });
  });

  it('compares with a checkpoint that was kept', async () => {
    const { verify, append } = await openServer();
    const before = (await verify()).proof;
    await append('draft/a', 4, 5);
    expect(await verify({ kept: [before] })).toMatchObject({ fault: null, notes: [], proof: { size: 8 } });
    const { verify: verifyOther } = await openServer();
    const { fault } = await verifyOther({ kept: [before] });
    expect(fault).toMatchObject({ by: 'browser', reason: expect.stringMatching(/checkpoint|lead to what was signed/) });
  });

  it('verifies what is on this device alone, and says what that can’t show', async () => {
    const { store, calls } = await openServer();
    await store.append('draft/mine', 0, events);
    const report = await verifyStreams(
      { api: calls, store, author },
      { stored: [{ stream: 'draft/mine', version: events.length }], only: 'draft/mine' },
      { kept: [], signal: new AbortController().signal, onProgress: () => undefined },
    );
    expect(report).toMatchObject({ fault: null, streams: 1, byServer: 0, proof: null });
    expect(report.notes.map(({ code }) => code)).toContain('no_checkpoint');
  });

  it('stops when it is cancelled', async () => {
    const { store, calls, asked } = await openServer();
    const controller = new AbortController();
    const verifying = verifyStreams(
      { api: calls, store, author },
      { stored: [] },
      { kept: [], signal: controller.signal, onProgress: () => controller.abort() },
    );
    await expect(verifying).rejects.toThrow();
    expect(asked.filter((path) => path.endsWith('/proof/verify'))).toEqual([]);
  });
});

/** The same events under hashes of their own. */
function resealed(records: readonly SealedRecord[]): readonly SealedRecord[] {
  let prevHash = FIRST_HASH;
  return openLog(records).events.map(({ stream, version, recordedAt, ...event }) => {
    const commitment = /"commitment":"([0-9a-f]{64})"/.exec(records[version - 1]?.text ?? '')?.[1] ?? '';
    const reason = 'made up';
    const sealed = sealRecorded(
      { ...event, reason },
      { stream, version, prevHash },
      { recordedAt: recordedAt ?? '', commitment },
    );
    prevHash = sealed.hash;
    return sealed;
  });
}
