import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { formatTrailFile } from '#domain/proof';
import { CHECKPOINT, ENTRIES, entriesOf, FILE, KEY, PEOPLE, RECORDS, STRANGER } from '../../property-tests/attacks.ts';

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
