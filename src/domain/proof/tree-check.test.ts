import { describe, expect, it } from 'vitest';
import { given } from '../../../tests/builders/given.ts';
import { sealAll } from '../../fuzz/generate/histories.ts';
import { checkpointText, keyIdOf, type SignedText } from './checkpoint.ts';
import { consistencyPath, inclusionPath, MerkleTree, recordLeaf } from './merkle-tree.ts';
import type { ConsistencyProof, InclusionProof, TrailEntry, TrailLine } from './trail-file.ts';
import { verifyTrail } from './verify.ts';

const { events } = given(undefined)
  .after('document.create', { body: { properties: { a: { type: 'keyword' }, b: { type: 'long' } } } })
  .after('field.edit', { field: '/properties/a', name: 'c' })
  .after('field.remove', { field: '/properties/c' });
const placesOf = (stream: string) =>
  sealAll(events, stream).map((record, index) => ({ stream, version: index + 1, record }));
type Place = ReturnType<typeof placesOf>[number];
const [one, two] = [placesOf('draft/one'), placesOf('draft/two')];
/** In the server's order: the streams in turns. */
const places = one.flatMap((place, index) => [place, ...two.slice(index, index + 1)]);

const tree = new MerkleTree();
for (const { stream, version, record } of places) tree.add(recordLeaf(stream, version, record.hash));

const KEY = `${'A'.repeat(43)}=`;
const STRANGER = `${'B'.repeat(42)}A=`;
const HOLDS = 'AAAA';
const keyId = keyIdOf(KEY) ?? '';
const isSigned = ({ signature }: SignedText) => signature === HOLDS;
const AT = '2026-01-01T00:00:00.000Z';

function checkpoint(size: number, { root = tree.root(size), at = AT, key = keyId } = {}) {
  return { text: checkpointText({ key, size, root, at }), signature: HOLDS, publicKey: KEY };
}

const entryOf = (signed: ReturnType<typeof checkpoint>): TrailEntry => ({ kind: 'checkpoint', checkpoint: signed });
const recordEntries = (of: readonly Place[]): readonly TrailEntry[] =>
  of.map(({ record }) => ({ kind: 'record', record }));

function inclusion(at: number, size: number, changes: Partial<InclusionProof> = {}): TrailEntry {
  const { stream, version } = places[at] as Place;
  const path = [...inclusionPath(at, size, tree.nodeAt)];
  return { kind: 'proof', proof: { kind: 'inclusion', stream, version, position: at, size, path, ...changes } };
}

function consistency(from: number, to: number, changes: Partial<ConsistencyProof> = {}): TrailEntry {
  const path = [...consistencyPath(from, to, tree.nodeAt)];
  return { kind: 'proof', proof: { kind: 'consistency', from, to, path, ...changes } };
}

const numbered = (entries: readonly TrailEntry[]) =>
  entries.map((entry, index): TrailLine => ({ ...entry, line: index + 1 }));

/** A file with these lines, verified by somebody who knows the key. */
function verify(entries: readonly TrailEntry[], ...kept: readonly ReturnType<typeof checkpoint>[]) {
  const result = verifyTrail(numbered(entries), { isSigned, checkpoints: kept, knownKeys: [keyId] });
  return result.ok ? result.notes.filter(({ code }) => code !== 'not_recorded') : result.fault;
}

const all = recordEntries(places);
const { length } = places;

describe('a whole trail', () => {
  it('is the one that was signed, up to the checkpoint', () => {
    expect(verify([entryOf(checkpoint(length)), ...all])).toEqual([]);
    expect(verify(all, checkpoint(length))).toEqual([]);
    expect(verify([entryOf(checkpoint(2)), entryOf(checkpoint(4)), ...all])).toEqual([
      {
        code: 'behind_checkpoint',
        count: 2,
        text: 'Not covered by a checkpoint, so a cut or new seals would not show: 2 of 6 events.',
      },
    ]);
  });

  it('without a checkpoint says what does not show', () => {
    expect(verify(all)).toMatchObject([
      { code: 'no_checkpoint', text: expect.stringContaining('truncation') as string },
    ]);
  });

  it('whose end was cut off is shorter than what was signed', () => {
    expect(verify([entryOf(checkpoint(length)), ...all.slice(0, -1)])).toEqual({
      line: 1,
      stream: null,
      version: null,
      kind: 'checkpoint',
      reason: `it ends after 5 events, and the checkpoint of ${AT} was signed over 6: its end was cut off, or it is not the whole trail`,
    });
  });

  it('in another order is not what was signed, though each stream is in order', () => {
    expect(verify([...recordEntries(one), ...recordEntries(two)], checkpoint(4))).toEqual({
      stream: null,
      version: null,
      kind: 'checkpoint',
      reason: `its first 4 events are not those that were signed at ${AT}: some were changed and resealed, or are in another order`,
    });
  });
});

describe('a checkpoint', () => {
  it.each([
    ['is not one that this version knows', { ...checkpoint(length), text: 'mapledger checkpoint 2\n' }],
    ['is not of the key that it names', checkpoint(length, { key: keyIdOf(STRANGER) ?? '' })],
    ['is not of the key that it names', { ...checkpoint(length), publicKey: STRANGER }],
    ['has a signature that does not hold', { ...checkpoint(length), signature: 'AAAB' }],
  ])('%s', (reason, wrong) => {
    expect(verify([...all, entryOf(wrong)])).toMatchObject({
      line: length + 1,
      kind: 'checkpoint',
      reason: `the checkpoint ${reason}`,
    });
    expect(verify(all, wrong)).toMatchObject({ kind: 'checkpoint', reason: `the checkpoint that was given ${reason}` });
    expect(verify(all, wrong)).not.toHaveProperty('line');
  });

  it('of a key that nobody knows is told, once, and is wrong where the key is known', () => {
    const lines = numbered([entryOf(checkpoint(2)), entryOf(checkpoint(length)), ...all]);
    const unknown = {
      code: 'unknown_key',
      text: `Signed by key ${keyId}. Compare it with the key of your server: anybody can sign with a key of their own.`,
    };
    const notesOf = (...knownKeys: readonly string[]) => {
      const result = verifyTrail(lines, { isSigned, knownKeys });
      return result.ok ? result.notes.filter(({ code }) => code === 'unknown_key') : result;
    };
    expect(notesOf()).toEqual([unknown]);
    expect(notesOf(keyIdOf(STRANGER) ?? '')).toMatchObject({
      fault: { line: 1, kind: 'checkpoint', reason: `the checkpoint is signed by another key, ${keyId}` },
    });
    expect(notesOf(keyId)).toEqual([]);
  });
});

describe('a part of a trail', () => {
  const part = recordEntries(one);

  it('is proved by the last record of each stream, which vouches for those before it', () => {
    expect(verify([entryOf(checkpoint(length)), inclusion(4, length), ...part])).toEqual([]);
    expect(verify([entryOf(checkpoint(length)), inclusion(4, length), inclusion(5, length), ...all])).toEqual([]);
    expect(verify([entryOf(checkpoint(length)), inclusion(4, length), inclusion(0, length), ...part])).toEqual([]);
    expect(verify([entryOf(checkpoint(4)), inclusion(2, 4), ...part])).toMatchObject([
      { code: 'behind_checkpoint', count: 1 },
    ]);
    expect(verify([entryOf(checkpoint(length)), inclusion(4, length), ...all])).toMatchObject([
      { code: 'behind_checkpoint', count: 3 },
    ]);
  });

  it.each([
    ['the event that it is about is not in the trail', inclusion(5, length)],
    ['there is no checkpoint over 5 events', inclusion(4, 5)],
    [`it does not match the checkpoint signed at ${AT}`, inclusion(4, length, { position: 3 })],
    [`it does not match the checkpoint signed at ${AT}`, inclusion(4, length, { path: [] })],
    [`it does not match the checkpoint signed at ${AT}`, inclusion(4, length, { version: 2 })],
  ])('is refused: %s', (reason, proof) => {
    const { stream, version } = (proof as { readonly proof: InclusionProof }).proof;
    expect(verify([entryOf(checkpoint(length)), proof, ...part])).toEqual({
      line: 2,
      stream,
      version,
      kind: 'proof',
      reason: `of a proof: ${reason}`,
    });
  });

  it('leads to every checkpoint over as many events, and to one that was kept by a proof between them', () => {
    const lines = [entryOf(checkpoint(length)), inclusion(4, length), ...part];
    expect(verify(lines, checkpoint(length))).toEqual([]);
    const other = checkpoint(length, { root: 'ab'.repeat(32), at: '2026-01-02T00:00:00.000Z' });
    expect(verify(lines, other)).toMatchObject({
      reason: 'of a proof: it does not match the checkpoint signed at 2026-01-02T00:00:00.000Z',
    });
    expect(verify(lines, checkpoint(3))).toMatchObject({
      kind: 'checkpoint',
      reason: `it has no proof for the checkpoint of ${AT} over 3 events`,
    });
    expect(verify([...lines, consistency(3, length)], checkpoint(3))).toEqual([]);
    const shorter = [entryOf(checkpoint(4)), inclusion(2, 4), consistency(4, length), ...part];
    expect(verify(shorter, checkpoint(length))).toMatchObject([{ code: 'behind_checkpoint', count: 1 }]);
    expect(verify([...lines, consistency(2, 3)], checkpoint(2), checkpoint(3))).toMatchObject({ kind: 'checkpoint' });
  });
});

describe('a proof of consistency', () => {
  const both = [entryOf(checkpoint(3)), entryOf(checkpoint(length))];

  it('says that the trail only grew from one checkpoint to the other', () => {
    expect(verify([...both, consistency(3, length), ...all])).toEqual([]);
    expect(verify([...both, consistency(3, length, { path: [] }), ...all])).toEqual({
      line: 3,
      stream: null,
      version: null,
      kind: 'proof',
      reason: `of a proof: what was signed at ${AT} does not begin as what was signed at ${AT}`,
    });
  });

  it.each([
    [3, 5],
    [2, length],
  ])('needs checkpoints over %d and over %d events', (from, to) => {
    expect(verify([...both, consistency(from, to), ...all])).toMatchObject({
      kind: 'proof',
      reason: `of a proof: there are no checkpoints over ${from} and ${to} events`,
    });
  });

  it.each([
    ['inclusion', inclusion(4, length)],
    ['consistency', consistency(3, length)],
  ])('or of %s proves nothing without a checkpoint', (_, proof) => {
    expect(verify([...all, proof])).toMatchObject({
      line: length + 1,
      kind: 'proof',
      reason: 'of a proof: no checkpoint matches it',
    });
  });
});
