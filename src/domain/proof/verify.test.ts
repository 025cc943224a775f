import { describe, expect, it } from 'vitest';
import { given } from '../../../tests/builders/given.ts';
import { sealAll } from '../../fuzz/generate/histories.ts';
import { ADA, BOB } from '../../fuzz/generate/stamps.ts';
import { liveDocument } from '../document/live-document.ts';
import { commitmentTo, FIRST_HASH, sealRecorded, type SealedRecord } from '../events/seal.ts';
import { keyIdOf } from './checkpoint.ts';
import type { VerifiedTrail } from './verification.ts';
import { verifyRecords, verifyTrail } from './verify.ts';

const mappings = { properties: { a: { type: 'keyword' }, b: { type: 'long' } } };
const created = given(undefined).after('document.create', { body: mappings });
const { events } = created
  .after('field.edit', { field: '/properties/a', name: 'c' })
  .after('field.remove', { field: '/properties/c' });
const fork = created.after('field.edit', { field: '/properties/b', name: 'd' }).events;
type Three = readonly [SealedRecord, SealedRecord, SealedRecord];
const one = sealAll(events, 'draft/one') as unknown as Three;
const two = sealAll(events, 'draft/two');
const [first, second, third] = one;

/** The log with one event made another, and all of it sealed anew. */
const changed = (version: number, changes: object) =>
  sealAll(
    events.map((event, index) => (index === version - 1 ? { ...event, ...changes } : event)),
    'draft/one',
  );

const noteCodes = (result: ReturnType<typeof verifyRecords>) => (result as VerifiedTrail).notes.map(({ code }) => code);

describe('verifyRecords', () => {
  it('accepts streams in turns, as a server has recorded them', () => {
    const inTurns = one.flatMap((record, index) => [record, two[index] ?? record]);
    expect(verifyRecords(inTurns)).toMatchObject({ ok: true, streams: 2, events: 6 });
    expect(verifyRecords([])).toMatchObject({ ok: true, streams: 0, events: 0 });
    expect(noteCodes(verifyRecords(one))).toEqual(['no_checkpoint', 'not_recorded']);
  });

  it.each([
    ['a changed text', one.with(1, { ...second, text: second.text.replace('"c"', '"x"') }), 2, 'seal'],
    ['a record that is missing', [first, third], 3, 'order'],
    ['a first record that is missing', one.slice(1), 2, 'order'],
    ['a record that comes twice', [first, second, second], 2, 'duplicate'],
    ['another order', [first, third, second], 3, 'order'],
    ['a fork', [...one, ...sealAll(fork, 'draft/one').slice(1)], 2, 'fork'],
    ['an id that comes twice', changed(2, { id: events[0]?.id }), 2, 'duplicate'],
    ['a day that does not exist', changed(2, { at: '2026-02-30T00:00:00.000Z' }), 2, 'time'],
    ['a time in another form', changed(3, { at: '2026-01-01T00:00:00Z' }), 3, 'time'],
    ['a member that no event has', changed(2, { more: 1 }), 2, 'form'],
    ['another summary', changed(2, { summary: 'Rename a to d' }), 2, 'decision'],
    ['another type', changed(2, { type: 'field.added' }), 2, 'decision'],
    [
      'another command',
      changed(2, { command: { type: 'field.remove', payload: { field: '/properties/a' } } }),
      2,
      'decision',
    ],
    ['a command that nobody has', changed(2, { command: { type: 'field.no', payload: {} } }), 2, 'decision'],
    ['a command of a plan', changed(2, { command: { type: 'plan.approve', payload: {} } }), 2, 'decision'],
    ['another patch', changed(3, { patch: [{ op: 'remove', path: '/properties/b' }] }), 3, 'decision'],
    ['a patch that does not fit', changed(3, { patch: [{ op: 'remove', path: '/no/where' }] }), 3, 'decision'],
    [
      'a patch that does more',
      changed(3, { patch: [...(events[2]?.patch ?? []), { op: 'add', path: '/x', value: 1 }] }),
      3,
      'decision',
    ],
    ['another inverse', changed(3, { inverse: [{ op: 'add', path: '/properties/c', value: {} }] }), 3, 'decision'],
    ['no inverse', changed(3, { inverse: undefined }), 3, 'decision'],
    ['an event that takes nothing back', changed(3, { undoes: events[1]?.id }), 3, 'decision'],
    [
      'another digest',
      changed(1, {
        command: { type: 'document.create', payload: { body: { digest: `sha256:${'0'.repeat(64)}`, length: 1 } } },
      }),
      1,
      'decision',
    ],
    ['no beginning', sealAll(events.slice(1), 'draft/one'), 1, 'decision'],
  ] as const)('refuses %s', (_, records, version, kind) => {
    expect(verifyRecords(records)).toMatchObject({ ok: false, fault: { stream: 'draft/one', version, kind } });
  });

  it('refuses what is no event, and says so', () => {
    expect(verifyRecords([{ text: '{}', hash: first.hash }])).toMatchObject({
      ok: false,
      fault: { stream: null, kind: 'form', reason: 'it is not an event' },
    });
  });

  it.each([
    ['a template below a wrapper', { template: { mappings } }, '/template/mappings', '/template/mappings/properties/a'],
    ['a typed mapping', { mappings: { _doc: mappings } }, '/mappings/_doc', '/mappings/_doc/properties/a'],
  ])('finds where the mappings stand in %s', (_, body, mappingsAt, field) => {
    const history = given(undefined, mappingsAt)
      .after('document.create', { body })
      .after('configuration.save', { set: { dynamic: false } })
      .after('field.edit', { field, name: 'z' });
    expect(verifyRecords(sealAll(history.events))).toMatchObject({ ok: true, events: 3 });
  });

  it('rebuilds whole texts from the document after them, in batches too', () => {
    const history = created
      .after('editor.replaceMappings', { mappings: { properties: { b: { type: 'ip' }, z: { type: 'ip' } } } })
      .after('batch', {
        commands: [
          { type: 'configuration.save', payload: { set: { dynamic: false } } },
          { type: 'editor.replaceMappings', payload: { mappings: { properties: { q: { type: 'ip' } } } } },
          { type: 'field.add', payload: { parent: null, name: 'k', definition: { type: 'keyword' } } },
        ],
      })
      .after('history.undo', {})
      .after('history.redo', {})
      .after('history.restore', { version: 1 });
    expect(noteCodes(verifyRecords(sealAll(history.events)))).toEqual(['no_checkpoint', 'not_recorded']);
  });

  it('says where a text may have had its members in another order', () => {
    const swapped = { properties: { b: { type: 'ip' }, a: { type: 'keyword' } } };
    const records = sealAll(created.after('editor.replaceMappings', { mappings: swapped }).events);
    expect((verifyRecords(records) as VerifiedTrail).notes).toContainEqual({
      code: 'payload_not_kept',
      count: 1,
      text: 'Only a digest of the entered text is kept, and its members may have had another order: 1 event.',
    });
  });

  it.each([
    ['nothing was sent', undefined, { properties: { a: { type: 'keyword' }, b: { type: 'long' }, n: { type: 'ip' } } }],
    ['what was wanted was sent', 'wanted', { properties: { c: { type: 'keyword' }, b: { type: 'long' } } }],
    [
      'something else was sent',
      { properties: { b: { type: 'long' } } },
      { properties: { b: { type: 'long' }, n: { type: 'ip' } } },
    ],
  ])('finds what a cluster had been asked for when %s', (_, sent, now) => {
    const before = given(undefined, '/mappings')
      .after('document.create', { body: liveDocument(mappings) })
      .after('field.edit', { field: '/mappings/properties/a', name: 'c' });
    const wanted = (before.state.body as { readonly mappings: object }).mappings;
    const payload = { mappings: now, ...(sent !== undefined && { sent: sent === 'wanted' ? wanted : sent }) };
    const records = sealAll(before.after('mapping.follow', payload, BOB).events, 'index/logs/uuid');
    expect(verifyRecords(records)).toMatchObject({ ok: true, events: 3 });
  });
});

describe('an event that says that other rules decided it', () => {
  it('is compared by what it comes to, and that is said', () => {
    const records = changed(2, { summary: 'Renamed, as it was called then', rules: 2 });
    expect(noteCodes(verifyRecords(records))).toContain('other_rules');
    const forged = changed(3, { patch: [{ op: 'remove', path: '/properties/b' }], rules: 2 });
    expect(verifyRecords(forged)).toMatchObject({ ok: false, fault: { version: 3, kind: 'decision' } });
  });

  it('may have a command that these rules do not know', () => {
    const records = changed(3, { command: { type: 'field.split', payload: {} }, rules: 2 });
    expect(noteCodes(verifyRecords(records))).toContain('unknown_commands');
  });
});

describe('a tombstone', () => {
  const [own, other] = ['A', 'B'].map((letter) => `${letter.repeat(43)}=`) as [string, string];
  const tombstones = one.map(
    ({ hash }, index) =>
      ({
        kind: 'tombstone',
        line: index + 1,
        tombstone: {
          stream: 'draft/one',
          version: index + 1,
          hash,
          erasedAt: '2026-01-01T00:00:00.000Z',
          reason: 'Asked for.',
          signature: 'AAAA',
          publicKey: own,
        },
      }) as const,
  );
  const verify = (isSigned: boolean, ...knownKeys: readonly string[]) =>
    verifyTrail(tombstones, { isSigned: () => isSigned, knownKeys: knownKeys.map((key) => keyIdOf(key) ?? '') });

  it('is signed by the server’s own key, where that is known', () => {
    expect(noteCodes(verify(true, own))).toContain('erased');
    expect(noteCodes(verify(true, other, own))).toContain('erased');
    const refused = { ok: false, fault: { version: 1, kind: 'erasure' } };
    expect(verify(true, other)).toMatchObject(refused);
    expect(verify(false, own)).toMatchObject(refused);
  });
});

describe('a log that a server has recorded', () => {
  const SALT = 'ab'.repeat(16);
  const times = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:01.000Z', '2026-01-01T00:00:01.000Z'];

  function recorded(recordedAt: readonly string[]): readonly SealedRecord[] {
    let prevHash = FIRST_HASH;
    return events.map((event, index) => {
      const place = { stream: 'draft/one', version: index + 1, prevHash };
      const recording = { recordedAt: recordedAt[index] ?? '', commitment: commitmentTo(event.author.name, SALT) };
      const record = sealRecorded(event, place, recording);
      prevHash = record.hash;
      return record;
    });
  }

  const nameLine = (author: string, name: string, line: number, commitment = commitmentTo(name, SALT)) =>
    ({ kind: 'name', name: { commitment, author, name, salt: SALT }, line }) as const;
  const lines = recorded(times).map((record, index) => ({ kind: 'record', record, line: index + 2 }) as const);

  it('has names that fit their commitments', () => {
    const ada = nameLine(ADA.id, ADA.name, 1);
    expect(noteCodes(verifyTrail([ada, ...lines]))).toEqual(['no_checkpoint']);
    expect(noteCodes(verifyTrail(lines))).toEqual(['no_checkpoint', 'erased_names']);
    const faultOf = (...names: readonly (typeof ada)[]) => verifyTrail([...names, ...lines]);
    expect(faultOf(nameLine(ADA.id, 'Eve', 1, ada.name.commitment))).toMatchObject({
      fault: { line: 1, kind: 'name' },
    });
    expect(faultOf(nameLine(BOB.id, ADA.name, 1))).toMatchObject({ fault: { line: 2, version: 1, kind: 'name' } });
    expect(faultOf(ada, ada)).toMatchObject({ fault: { kind: 'name' } });
    expect(faultOf(ada, nameLine(BOB.id, 'Bob', 5))).toMatchObject({ fault: { line: 5, kind: 'name' } });
  });

  it('has times of recording that never run backwards', () => {
    const [a = '', b = ''] = times;
    expect(verifyRecords(recorded([a, b, a]))).toMatchObject({ ok: false, fault: { version: 3, kind: 'time' } });
    expect(verifyRecords(recorded([a, 'yesterday', b]))).toMatchObject({
      ok: false,
      fault: { version: 2, kind: 'time' },
    });
  });
});
