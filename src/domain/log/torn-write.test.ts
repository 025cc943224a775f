import { describe, expect, it } from 'vitest';
import { given } from '../../../tests/builders/given.ts';
import { sealAll } from '../../fuzz/generate/histories.ts';
import { formatJson } from '../json/text.ts';
import { MAX_DEPTH, type JsonValue } from '../json/value.ts';
import type { FoundStream } from '../ports/event-store.ts';
import type { DocumentEvent } from '../events/event.ts';
import { sha256Hex } from '../events/sha256.ts';
import type { SealedRecord } from '../events/seal.ts';
import { summaryIn, findTornWrite } from './torn-write.ts';

const history = given(undefined)
  .after('document.create', { body: { properties: {} } })
  .after('field.add', { parent: null, name: 'a', definition: { type: 'keyword' } })
  .after('field.add', { parent: null, name: 'b', definition: { type: 'keyword' } })
  .after('field.add', { parent: null, name: 'c', definition: { type: 'keyword' } });
const records = sealAll(history.events);
const torn = ({ text, hash }: SealedRecord): SealedRecord => ({ text: text.slice(0, -9), hash });

function found(
  standing: readonly (SealedRecord | null)[],
  { inPages = 0, log = records }: { readonly inPages?: number; readonly log?: readonly SealedRecord[] } = {},
): FoundStream {
  return { version: log.length, hash: log.at(-1)?.hash ?? '', records: standing, inPages };
}

const [one, two, three, four] = records as [SealedRecord, SealedRecord, SealedRecord, SealedRecord];

describe('a torn end', () => {
  it('is none where all records are sound and end where the last append left them', () => {
    expect(findTornWrite(found(records))).toBe('sound');
    expect(findTornWrite({ ...found(records), hash: three.hash })).toBeNull();
    expect(findTornWrite(found(records.slice(0, 3)))).toBeNull();
  });

  it('begins where nothing sound follows, and is told with its reason', () => {
    expect(findTornWrite(found([one, two, three, torn(four)]))).toEqual({
      afterVersion: 3,
      reason: 'its text is incomplete',
    });
    expect(findTornWrite(found([one, two, null, null]))).toEqual({ afterVersion: 2, reason: 'it is missing' });
    expect(findTornWrite(found([one, torn(two), null, torn(four)]))).toEqual({
      afterVersion: 1,
      reason: 'its text is incomplete',
    });
    const other = { ...four, text: four.text.replace('Add c', 'Add d') };
    expect(findTornWrite(found([one, two, three, other]))).toEqual({
      afterVersion: 3,
      reason: 'its hash does not match its text and the previous record',
    });
  });

  it('is cut where what stands behind is whole too, and chained to nothing', () => {
    const altered = { ...four, text: four.text.replace('Add c', 'Add d') };
    expect(findTornWrite(found([one, two, { ...three, hash: 'x' }, altered]))).toEqual({
      afterVersion: 2,
      reason: 'its hash does not match its text and the previous record',
    });
  });

  it('is cut at a text that is not well-formed Unicode, though a hash can’t tell it from another', () => {
    const text = four.text.replace('Add c', 'Add \ud83d');
    const forged = { text, hash: sha256Hex(three.hash + text) };
    expect(findTornWrite(found([one, two, three, forged]))).toMatchObject({ afterVersion: 3 });
  });

  it('is told from a text that is JSON and no event', () => {
    const foreign = { ...four, text: '{"summary":"Add c"}' };
    expect(findTornWrite(found([one, two, three, foreign]))).toMatchObject({ reason: 'its text is incomplete' });
  });

  it('is none where a sound record stands behind the damage, whatever is damaged', () => {
    expect(findTornWrite(found([one, two, torn(three), four]))).toBeNull();
    expect(findTornWrite(found([one, two, { ...three, hash: 'x' }, four]))).toBeNull();
    expect(findTornWrite(found([one, two, null, four]))).toBeNull();
    expect(findTornWrite(found([one, torn(two), three, torn(four)]))).toBeNull();
  });

  it('is none in pages or at the first record', () => {
    const standing = [one, two, torn(three), torn(four)];
    expect(findTornWrite(found(standing, { inPages: 2 }))).toEqual({
      afterVersion: 2,
      reason: 'its text is incomplete',
    });
    expect(findTornWrite(found(standing, { inPages: 3 }))).toBeNull();
    expect(findTornWrite(found(records.map(torn)))).toBeNull();
  });

  it('is none where a newer version has written to the log, before it or in it', () => {
    const [created, added] = history.events as [DocumentEvent, DocumentEvent];
    const newer = { ...added, format: 12 };
    const before = sealAll([created, newer, added]) as [SealedRecord, SealedRecord, SealedRecord];
    expect(findTornWrite(found([before[0], before[1], torn(before[2])], { log: before }))).toBeNull();
    const within = sealAll([created, added, newer]) as [SealedRecord, SealedRecord, SealedRecord];
    expect(findTornWrite(found([within[0], within[1], torn(within[2])], { log: within }))).toBeNull();
  });

  it('is cut where nothing but the mapping speaks of a format', () => {
    const log = sealAll([
      ...history.events.slice(0, 2),
      ...given({}).after('configuration.save', { set: { _meta: { format: 12 } } }).events,
    ]) as [SealedRecord, SealedRecord, SealedRecord];
    expect(log[2].text).toContain('{"format":12}');
    const headless = { ...log[2], text: log[2].text.slice(9) };
    for (const damaged of [torn(log[2]), headless])
      expect(findTornWrite(found([log[0], log[1], damaged], { log }))).toMatchObject({ afterVersion: 2 });
  });

  it('is none where what is left can’t be replayed', () => {
    const [created, added] = history.events as [DocumentEvent, DocumentEvent];
    const misfit = { ...added, patch: [{ op: 'remove' as const, path: '/nothing' }] };
    const log = sealAll([created, misfit, added]) as [SealedRecord, SealedRecord, SealedRecord];
    expect(findTornWrite(found([log[0], log[1], torn(log[2])], { log }))).toBeNull();
  });
});

it('a summary is read where the text still can be', () => {
  expect(summaryIn(four.text)).toBe('Add c (keyword)');
  expect(summaryIn(torn(four).text)).toBeNull();
  expect(summaryIn('[]')).toBeNull();
  expect(summaryIn('{"summary":"Add c"}')).toBeNull();
  expect(summaryIn(four.text.replace('"summary":"Add c (keyword)"', '"summary":7'))).toBeNull();
});

it('a summary is read from an event about a document as deep as they get', () => {
  let deep: JsonValue = 1;
  for (let depth = 0; depth < MAX_DEPTH; depth++) deep = [deep];
  const text = formatJson({ format: 1, summary: 'Deep', patch: [{ op: 'add', path: '', value: deep }] });
  expect(summaryIn(text)).toBe('Deep');
});
