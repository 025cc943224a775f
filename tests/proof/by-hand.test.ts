import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SealedRecord, StoredEvent } from '#domain/events';
import { formatTrailFile, inclusionPath, nodesCompletedBy, recordLeaf } from '#domain/proof';
import {
  CHECKPOINT,
  ENTRIES,
  entriesOf,
  FILE,
  HAPPENINGS,
  KEY,
  PEOPLE,
  RECORDS,
  sealTrail,
  STRANGER,
} from '../../property-tests/attacks.ts';

const document = readFileSync(join(import.meta.dirname, '../../docs/log-format.md'), 'utf8');
/** The shell of the page, block after block. */
const script = [...document.matchAll(/^```bash\n(.*?)^```$/gms)].map(([, block = '']) => block).join('\n');

/** What the shell of docs/log-format.md says of a trail: nothing of ours takes part. */
function byHand(file: string, key?: string): { readonly status: number | null; readonly said: readonly string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'mapledger-by-hand-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'trail.ndjson');
  writeFileSync(path, file);
  const env = { PATH: process.env['PATH'], TMPDIR: folder, FILE: path, ...(key !== undefined && { KEY: key }) };
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  expect(stderr).toBe('');
  return { status, said: stdout.trim().split('\n') };
}

describe('the shell of docs/log-format.md', () => {
  it('accepts a trail and its checkpoint', () => {
    const { status, said } = byHand(FILE, KEY.publicKey);
    expect(said[0]).toBe(`${RECORDS.length} events, every hash matches`);
    expect(said[1]).toMatch(/^The first 8 events are those that key [0-9a-f]{16} signed at 2026-07-01T00:00:00.000Z$/);
    expect(status).toBe(0);
  });

  /** The export of one stream: the checkpoint over all, the proof of its last record, and its records. */
  const part = () => {
    const nodes = new Map<string, string>();
    const nodeAt = (level: number, position: number) => nodes.get(`${level} ${position}`) ?? '';
    const leaves = RECORDS.map(({ text, hash }) => ({ ...(JSON.parse(text) as StoredEvent), hash }));
    for (const [position, { stream, version, hash }] of leaves.entries())
      for (const node of nodesCompletedBy(recordLeaf(stream, version, hash), position, nodeAt))
        nodes.set(`${node.level} ${node.position}`, node.hash);
    const own = RECORDS.filter((_, at) => leaves[at]?.stream === 'draft/one');
    const position = leaves.findLastIndex(({ stream }) => stream === 'draft/one');
    const path = [...inclusionPath(position, RECORDS.length, nodeAt)];
    const proof = { kind: 'inclusion', stream: 'draft/one', version: own.length, position, size: RECORDS.length, path };
    return {
      proof,
      file: (changed: object = {}, records: readonly SealedRecord[] = own) =>
        formatTrailFile([
          { kind: 'checkpoint', checkpoint: CHECKPOINT },
          { kind: 'proof', proof: { ...proof, ...changed } as never },
          ...records.map((record) => ({ kind: 'record', record }) as const),
        ]),
      own,
    };
  };

  it('accepts the export of one stream, by its proof', () => {
    const { status, said } = byHand(part().file(), KEY.publicKey);
    expect(said[0]).toBe('5 events, every hash matches');
    expect(said[1]).toMatch(/^draft\/one is what key [0-9a-f]{16} signed at 2026-07-01T00:00:00.000Z, up to event 5$/);
    expect([status, said]).toEqual([0, [expect.any(String), expect.any(String)]]);
  });

  it('refuses the export of one stream whose proof is of something else', () => {
    const { proof, file, own } = part();
    const refused = (text: string) => byHand(text, KEY.publicKey);
    const other = 'Event 5 of draft/one is not the one that was signed';
    expect(refused(file({ position: proof.position - 1 }))).toMatchObject({
      status: 1,
      said: [expect.any(String), other],
    });
    expect(refused(file({ path: proof.path.slice(0, -1) }))).toMatchObject({
      status: 1,
      said: [expect.any(String), other],
    });
    expect(refused(file({ path: [...proof.path, ...proof.path] }))).toMatchObject({ status: 1 });
    expect(refused(file({ path: proof.path.toReversed() }))).toMatchObject({ status: 1 });
    expect(refused(file({ size: 7 })).said).toContain('There is no checkpoint over 7 events');
    expect(refused(file({}, own.slice(0, -1))).said).toContain('Event 5 of draft/one is missing');
    const resealed = sealTrail(
      HAPPENINGS.filter(({ stream }) => stream === 'draft/one').map((happening, at) =>
        at === 0 ? { ...happening, event: { ...happening.event, reason: 'Another' } } : happening,
      ),
    );
    expect(refused(file({}, resealed))).toMatchObject({ status: 1, said: [expect.any(String), other] });
  });

  it('refuses a file whose last line has no end', () => {
    expect(byHand(FILE.slice(0, -1))).toEqual({ status: 1, said: ['The last line has no end'] });
  });

  it.each([
    ['an edited event', FILE.replace('"long"', '"byte"'), 'Line 6: the hash does not match'],
    ['a deleted event', formatTrailFile(ENTRIES.toSpliced(5, 1)), 'Line 6: version 3 is not the next one'],
    ['a cut end', formatTrailFile(ENTRIES.slice(0, -1)), 'The checkpoint was signed over 8 events'],
    [
      'another order',
      formatTrailFile([...ENTRIES.slice(0, -2), ...ENTRIES.slice(-2).reverse()]),
      'The events are not those that were signed',
    ],
    ['another time of the checkpoint', FILE.replace('2026-07-01', '2026-07-02'), 'The signature does not hold'],
    ['another key', formatTrailFile(entriesOf(RECORDS, PEOPLE, STRANGER)), 'The checkpoint is signed by another key'],
  ])('refuses %s', (_, file, reason) => {
    expect(file).not.toBe(FILE);
    expect(byHand(file, CHECKPOINT.publicKey)).toMatchObject({
      status: 1,
      said: expect.arrayContaining([reason]) as string[],
    });
  });
});
