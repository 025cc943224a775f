import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { givenFields } from '../../../tests/builders/given.ts';
import { sealAll } from '../../fuzz/generate/histories.ts';
import { BOB } from '../../fuzz/generate/stamps.ts';
import { openLog } from '../log/log.ts';
import { withoutPlace, type DocumentEvent, type StoredEvent } from './event.ts';
import {
  commitmentTo,
  EVENT_LIMIT,
  EventTooLargeError,
  FIRST_HASH,
  INVERSE_LIMIT,
  seal,
  sealRecorded,
  verifyChain,
  type SealedRecord,
} from './seal.ts';

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');
const place = { stream: 'draft/a', version: 1, prevHash: FIRST_HASH };

const document = givenFields({})
  .after('field.add', { parent: null, name: 'a', definition: { type: 'keyword' } })
  .after('field.edit', { field: '/properties/a', name: 'ä😀' });
const [first, second] = document.events as [DocumentEvent, DocumentEvent];

describe('seal', () => {
  it('writes the event with its stream and version as one line of JSON', () => {
    const { text } = seal(first, place);
    expect(text).not.toContain('\n');
    expect(JSON.parse(text)).toEqual({ ...first, stream: 'draft/a', version: 1 });
    expect(text.startsWith(`{"format":1,"id":"${first.id}","stream":"draft/a","version":1,`)).toBe(true);
  });

  it('hashes the hash before and the text, as sha256sum does', () => {
    const [one, two] = sealAll([first, second]) as [SealedRecord, SealedRecord];
    expect(one.hash).toBe(sha256(one.text));
    expect(two.hash).toBe(sha256(one.hash + two.text));
    expect(two.text).toContain('ä😀');
  });

  it('keeps integers beyond 2^53 and halves of surrogate pairs, in text that is well-formed', () => {
    const { text, hash } = seal(
      { ...first, patch: [{ op: 'add', path: '/properties/\ud800', value: 9_007_199_254_740_993n }] },
      place,
    );
    expect(text).toContain(String.raw`"path":"/properties/\ud800","value":9007199254740993`);
    expect(verifyChain([{ text, hash }])).toEqual({ ok: true, lastHash: hash });
  });

  it('leaves out an inverse that is longer than its limit, and no shorter one', () => {
    const inverseOf = (length: number) => [{ op: 'add', path: '/a', value: 'x'.repeat(length) }] as const;
    const around = JSON.stringify(inverseOf(0)).length;
    const kept = JSON.parse(
      seal({ ...first, inverse: inverseOf(INVERSE_LIMIT - around) }, place).text,
    ) as DocumentEvent;
    const dropped = JSON.parse(
      seal({ ...first, inverse: inverseOf(INVERSE_LIMIT - around + 1) }, place).text,
    ) as DocumentEvent;
    expect(kept.inverse).toHaveLength(1);
    expect(dropped).not.toHaveProperty('inverse');
    expect(dropped.patch).toEqual(first.patch);
  });

  it('refuses an event of more characters than the limit', () => {
    const around = seal({ ...first, summary: '' }, place).text.length;
    const summary = 'x'.repeat(EVENT_LIMIT - around + 1);
    expect(() => seal({ ...first, summary }, place)).toThrow(EventTooLargeError);
    expect(() => seal({ ...first, summary }, place)).toThrow(
      `The change is too large to store: ${EVENT_LIMIT + 1} characters; the limit is ${EVENT_LIMIT}`,
    );
    expect(seal({ ...first, summary: summary.slice(1) }, place).text).toHaveLength(EVENT_LIMIT);
  });
});

describe('sealRecorded', () => {
  const recording = { recordedAt: '2026-11-22T10:00:00.000Z', commitment: commitmentTo('Ada', '00ff') };

  it('writes the members of the format of servers in their order, and no others', () => {
    const sent = { reason: 'OPS-1', ...second, format: 1, mood: 'cheerful', version: 7, author: BOB, undoes: '01J' };
    const { text, hash } = sealRecorded(sent, { ...place, version: 2, prevHash: 'ab' }, recording);
    const stored = JSON.parse(text) as Record<string, unknown>;
    expect(Object.keys(stored).join()).toBe(
      'format,id,stream,version,at,recordedAt,author,rules,type,summary,command,patch,undoes,reason,inverse',
    );
    expect(stored).toMatchObject({ format: 2, stream: 'draft/a', version: 2, recordedAt: recording.recordedAt });
    expect(JSON.stringify(stored['author'])).toBe(
      `{"id":"bob@desk","verified":true,"commitment":"${recording.commitment}"}`,
    );
    expect(text).not.toContain('Bob');
    expect(hash).toBe(sha256(`ab${text}`));
  });

  it('says who imported an event, which no device says of its own', () => {
    const imported = { ...first, importedBy: 'ada@laptop' };
    const { text, hash } = sealRecorded(imported, place, recording);
    expect(text).toContain(`"commitment":"${recording.commitment}"},"importedBy":"ada@laptop",`);
    const [read] = openLog([{ text, hash }]).events as [StoredEvent];
    expect(read.importedBy).toBe('ada@laptop');
    expect(seal(imported, place)).toEqual(seal(first, place));
    expect(withoutPlace(read)).not.toHaveProperty('importedBy');
    const wrong = text.replace('"importedBy":"ada@laptop"', '"importedBy":1');
    expect(() => openLog([{ text: wrong, hash: sha256(wrong) }])).toThrow(/not an event/);
  });

  it('commits to a name as sha256sum does', () => {
    expect(recording.commitment).toBe(sha256('00ff:Ada'));
  });

  it('becomes an event of the local format, with its name, where it is sealed on a device again', () => {
    const [read] = openLog([sealRecorded(first, place, recording)], {
      names: new Map([[recording.commitment, 'Ada']]),
    }).events as [StoredEvent];
    expect(seal(read, place)).toEqual(seal(first, place));
    expect(seal({ ...read, author: { ...read.author, isErased: true } }, { ...place, stream: 'draft/b' }).text).toBe(
      seal(first, { ...place, stream: 'draft/b' }).text,
    );
  });
});

describe('verifyChain', () => {
  const [one, two] = sealAll([first, second]) as [SealedRecord, SealedRecord];
  const faultAt = (position: number) => ({
    ok: false,
    fault: { position, reason: 'its hash does not match its text and the previous record' },
  });

  it('accepts records in their order, none at all, and the rest of a log after its known hash', () => {
    expect(verifyChain([one, two])).toEqual({ ok: true, lastHash: two.hash });
    expect(verifyChain([])).toEqual({ ok: true, lastHash: FIRST_HASH });
    expect(verifyChain([], one.hash)).toEqual({ ok: true, lastHash: one.hash });
    expect(verifyChain([two], one.hash)).toEqual({ ok: true, lastHash: two.hash });
  });

  it.each<readonly [string, readonly SealedRecord[], number]>([
    ['a text that was changed', [{ ...one, text: one.text.replace('keyword', 'Keyword') }, two], 1],
    [
      'a hash that was changed',
      [{ ...one, hash: one.hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) }, two],
      1,
    ],
    ['a hash in capitals', [one, { ...two, hash: two.hash.toUpperCase() }], 2],
    ['a record that is missing', [two], 1],
    ['a record that comes twice', [one, one], 2],
    ['records in another order', [two, one], 1],
    ['white space between the members', [{ ...one, text: JSON.stringify(JSON.parse(one.text), null, 1) }], 1],
  ])('refuses %s', (_, records, position) => {
    expect(verifyChain(records)).toEqual(faultAt(position));
  });

  it('refuses a record whose hash was made for its changed text, at the one behind it', () => {
    const text = one.text.replace('keyword', 'Keyword');
    expect(verifyChain([{ text, hash: sha256(text) }, two])).toEqual(faultAt(2));
  });

  it('refuses a text with half a surrogate pair: its hash would be that of another text', () => {
    const text = '{"a":"\ud800"}';
    expect(verifyChain([{ text, hash: sha256(text) }])).toEqual({
      ok: false,
      fault: { position: 1, reason: 'its text is not well-formed Unicode' },
    });
  });
});
