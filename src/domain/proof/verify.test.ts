import { describe, expect, it } from 'vitest';
import { given } from '../../../tests/builders/given.ts';
import { sealAll } from '../../fuzz/generate/histories.ts';
import { ADA, BOB, CLUSTER } from '../../fuzz/generate/stamps.ts';
import { reduce } from '../commands/reduce.ts';
import { liveDocument, liveTemplateDocument } from '../document/live-document.ts';
import { createState } from '../document/model.ts';
import { SERVER_READER } from '../events/cluster-author.ts';
import type { DocumentEvent } from '../events/event.ts';
import { RULES } from '../events/rules.ts';
import { commitmentTo, FIRST_HASH, sealRecorded, type SealedRecord } from '../events/seal.ts';
import { formatJson, parseJson } from '../json/text.ts';
import type { JsonValue } from '../json/value.ts';
import { keyIdOf } from './checkpoint.ts';
import { isOnlyUnknown, type VerifiedTrail } from './verification.ts';
import { verifyInSteps, verifyRecords, verifyTrail, type VerifyProgress } from './verify.ts';

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

/** The log with one event made another, and all of it resealed. */
const changed = (version: number, changes: object) =>
  sealAll(
    events.map((event, index) => (index === version - 1 ? { ...event, ...changes } : event)),
    'draft/one',
  );

const noteCodes = (result: ReturnType<typeof verifyRecords>) => (result as VerifiedTrail).notes.map(({ code }) => code);

describe('numbers that are only written otherwise', () => {
  const textWith = (literal: string, boost: string) =>
    parseJson(`{"properties":{"a":{"type":"float","null_value":${literal}},"b":{"type":"text","boost":${boost}}}}`);

  it.each([
    ['-0', '0'],
    ['0', '-0'],
    ['-0.0', '0'],
    ['1', '1.0'],
    ['1e3', '1000'],
  ])('%s typed as %s in a whole text beside another change is in the document, and verifies', (before, after) => {
    const history = given(undefined)
      .after('document.create', { body: textWith(before, '1') })
      .after('editor.replaceMappings', { mappings: textWith(after, '2.50') })
      .after('history.undo', {})
      .after('history.restore', { version: 2 });
    expect(formatJson(history.state.body as JsonValue)).toBe(formatJson(textWith(after, '2.50')));
    expect(verifyRecords(sealAll(history.events, 'draft/one'))).toMatchObject({ ok: true, events: 4 });
  });
});

it('verifies rules of lint that were switched off and on, and finds a reason that was changed', () => {
  const rule = 'date-as-text';
  const history = given(undefined)
    .after('document.create', { body: {} })
    .after('lintRule.switchOff', { rule, reason: 'never compared' })
    .after('lintRule.switchOn', { rule }, BOB)
    .after('history.undo', {}, BOB);
  const stream = 'lint_rules/draft/one';
  expect(verifyRecords(sealAll(history.events, stream))).toMatchObject({ ok: true, events: 4 });
  const forged = history.events.map((event, index) =>
    index === 1 ? { ...event, patch: [{ op: 'add' as const, path: `/${rule}`, value: 'another reason' }] } : event,
  );
  expect(verifyRecords(sealAll(forged, stream))).toMatchObject({ ok: false });
});

describe('what a document was made from', () => {
  const madeFrom = (version: number, hash = one[version - 1]?.hash) =>
    sealAll(
      given(undefined, '/mappings').after(
        'document.create',
        { body: liveDocument(mappings), continues: [{ stream: 'draft/one', version, hash }] },
        SERVER_READER,
      ).events,
      'index/c/made/1',
    );

  it('is the record of that hash, wherever its stream stands', () => {
    for (const records of [
      [...one, ...madeFrom(2)],
      [...madeFrom(3), ...one],
    ]) {
      const result = verifyRecords(records);
      expect(result).toMatchObject({ ok: true, events: 4, streams: 2 });
      expect(noteCodes(result)).not.toContain('origin_elsewhere');
    }
    expect(noteCodes(verifyRecords(madeFrom(2)))).toContain('origin_elsewhere');
  });

  it('is wrong where the stream has another record there, or none', () => {
    const fault = { stream: 'index/c/made/1', version: 1, kind: 'origin' };
    expect(verifyRecords([...one, ...madeFrom(2, 'a'.repeat(64))])).toMatchObject({
      ok: false,
      faults: [{ ...fault, reason: 'it was made from version 2 of draft/one, which has another record there' }],
    });
    expect(verifyRecords([...one.slice(0, 1), ...madeFrom(2)])).toMatchObject({
      ok: false,
      faults: [{ ...fault, reason: 'it was made from version 2 of draft/one, which ends before it' }],
    });
  });
});

describe('verifyRecords', () => {
  it('accepts streams in turns, as a server has recorded them', () => {
    const inTurns = one.flatMap((record, index) => [record, two[index] ?? record]);
    expect(verifyRecords(inTurns)).toMatchObject({ ok: true, streams: 2, events: 6 });
    expect(verifyRecords([])).toMatchObject({ ok: true, streams: 0, events: 0 });
    expect(noteCodes(verifyRecords(one))).toEqual(['no_checkpoint', 'not_recorded']);
  });

  it.each([
    [
      'a changed text',
      one.with(1, { ...second, text: second.text.replace('"c"', '"x"') }),
      2,
      'seal',
      'its hash does not match its text and the previous record',
    ],
    ['a record that is missing', [first, third], 3, 'order', 'version 2 is missing before it'],
    ['a first record that is missing', one.slice(1), 2, 'order', 'version 1 is missing before it'],
    ['a record that comes twice', [first, second, second], 2, 'duplicate', 'it is there twice'],
    ['another order', [first, third, second], 3, 'order', 'version 2 is missing before it'],
    [
      'a fork',
      [...one, ...sealAll(fork, 'draft/one').slice(1)],
      2,
      'fork',
      'another event is version 2 too: the history went two ways there',
    ],
    [
      'an id that comes twice',
      changed(2, { id: events[0]?.id }),
      2,
      'duplicate',
      'its id 01000000000100000000000001 is already that of event 1',
    ],
    [
      'a day that does not exist',
      changed(2, { at: '2026-02-30T00:00:00.000Z' }),
      2,
      'time',
      'its time "2026-02-30T00:00:00.000Z" is not a date',
    ],
    [
      'a time in another form',
      changed(3, { at: '2026-01-01T00:00:00Z' }),
      3,
      'time',
      'its time "2026-01-01T00:00:00Z" is not a date',
    ],
    [
      'a member that no event has',
      changed(2, { more: 1 }),
      2,
      'form',
      'it has a member "more", which events of its format do not have',
    ],
    [
      'another summary',
      changed(2, { summary: 'Rename a to d' }),
      2,
      'decision',
      'its summary "Rename a to d" is not the one of its command, "Rename a to c"',
    ],
    [
      'another type',
      changed(2, { type: 'field.added' }),
      2,
      'decision',
      'it says that it is field.added, and the result of its command field.edit is field.edited',
    ],
    [
      'another command',
      changed(2, { command: { type: 'field.remove', payload: { field: '/properties/a' } } }),
      2,
      'decision',
      'it says that it is field.edited, and the result of its command field.remove is field.removed',
    ],
    [
      'a command that nobody has',
      changed(2, { command: { type: 'field.no', payload: {} } }),
      2,
      'decision',
      'there is no command field.no in a document of this kind',
    ],
    [
      'a command of a plan',
      changed(2, { command: { type: 'plan.approve', payload: {} } }),
      2,
      'decision',
      'there is no command plan.approve in a document of this kind',
    ],
    [
      'another patch',
      changed(3, { patch: [{ op: 'remove', path: '/properties/b' }] }),
      3,
      'decision',
      'its patch is not the result of its command field.remove',
    ],
    [
      'a patch that does not fit',
      changed(3, { patch: [{ op: 'remove', path: '/no/where' }] }),
      3,
      'decision',
      'its patch is not the result of its command field.remove',
    ],
    [
      'a patch that does more',
      changed(3, { patch: [...(events[2]?.patch ?? []), { op: 'add', path: '/x', value: 1 }] }),
      3,
      'decision',
      'its patch is not the result of its command field.remove',
    ],
    [
      'another inverse',
      changed(3, { inverse: [{ op: 'add', path: '/properties/c', value: {} }] }),
      3,
      'decision',
      'its inverse does not take its patch back',
    ],
    ['no inverse', changed(3, { inverse: undefined }), 3, 'decision', 'its inverse is missing'],
    [
      'an event that takes nothing back',
      changed(3, { undoes: events[1]?.id }),
      3,
      'decision',
      'it says that it takes back another event than it does',
    ],
    [
      'another digest',
      changed(1, {
        command: { type: 'document.create', payload: { body: { digest: `sha256:${'0'.repeat(64)}`, length: 1 } } },
      }),
      1,
      'decision',
      'the digest or the text of its command document.create does not fit the document',
    ],
    [
      'no beginning',
      sealAll(events.slice(1), 'draft/one'),
      1,
      'decision',
      'its command field.edit is not possible there: This document has no content yet.',
    ],
    [
      'a command that is not possible there',
      changed(2, { command: { type: 'field.remove', payload: { field: '/properties/z' } } }),
      2,
      'decision',
      'its command field.remove is not possible there: Field "/properties/z" doesn\'t exist.',
    ],
    [
      'a command that changes nothing there',
      changed(2, { command: { type: 'field.edit', payload: { field: '/properties/a' } } }),
      2,
      'decision',
      'its command field.edit changes nothing there',
    ],
  ] as const)('refuses %s', (_, records, version, kind, reason) => {
    const fault = { stream: 'draft/one', version, kind, reason };
    const result = verifyRecords(records);
    expect(result).toMatchObject({ ok: false, fault });
    // Without a beginning nothing behind it is possible, and each event says so.
    expect(result.ok || result.faults.filter((each) => each.version === version)).toEqual([fault]);
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

  it('finds the text of a replacement whose neighbour in a batch could have made a part of it', () => {
    const runtime = { r: { type: 'keyword' } };
    const history = given(undefined, '')
      .after('document.create', { body: { dynamic: true, runtime } })
      .after('batch', {
        commands: [
          { type: 'editor.replaceMappings', payload: { mappings: { dynamic: false, runtime } } },
          { type: 'runtimeField.edit', payload: { field: '/runtime/r', name: 's', set: { script: 'emit(1)' } } },
        ],
      });
    expect(verifyRecords(sealAll(history.events))).toMatchObject({ ok: true, events: 2 });
  });

  it('decides a discard again, in a batch too', () => {
    const live = { mappings, cluster: mappings };
    const add = { type: 'field.add', payload: { parent: null, name: 'new', definition: { type: 'ip' } } };
    const discard = { type: 'changes.discard', payload: {} };
    const history = given(undefined, '/mappings')
      .after('document.create', { body: live })
      .after(add.type, add.payload)
      .after(discard.type, discard.payload)
      .after('history.undo', {})
      .after('batch', { commands: [discard, add] });
    expect(verifyRecords(sealAll(history.events))).toMatchObject({ ok: true, events: 5 });
    const [created, added, discarded] = history.events;
    const forged = {
      ...(discarded as DocumentEvent),
      patch: [{ op: 'remove' as const, path: '/mappings/properties' }],
    };
    expect(verifyRecords(sealAll([created as DocumentEvent, added as DocumentEvent, forged]))).toMatchObject({
      ok: false,
      fault: { version: 3 },
    });
  });

  it('finds another text by its digest, whatever the order of its members', () => {
    const swapped = { properties: { b: { type: 'ip' }, a: { type: 'keyword' } } };
    const { events: replaced } = created.after('editor.replaceMappings', { mappings: swapped });
    expect(noteCodes(verifyRecords(sealAll(replaced)))).toEqual(['no_checkpoint', 'not_recorded']);
    const other = { properties: { c: { type: 'ip' }, a: { type: 'keyword' } } };
    const [, forged] = created.after('editor.replaceMappings', { mappings: other }).events;
    const forgery = replaced.with(1, { ...(replaced[1] as DocumentEvent), command: (forged as DocumentEvent).command });
    expect(verifyRecords(sealAll(forgery))).toMatchObject({ ok: false, fault: { version: 2, kind: 'decision' } });
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
    const records = sealAll(before.after('mapping.follow', payload, CLUSTER).events, 'index/logs/uuid');
    expect(verifyRecords(records)).toMatchObject({ ok: true, events: 3 });
  });
});

interface FollowedSave {
  readonly sent: object;
  readonly mine: object;
  readonly now: object;
  readonly kept: readonly string[] | undefined;
  /** Without one, the event says nothing of a save. */
  readonly action: string | undefined;
}

describe('what a cluster made of a save, while somebody went on editing', () => {
  const body = { index_patterns: ['a-*'], priority: 1, template: { settings: { x: '1', y: '1', z: '1' } } };
  const settings = (x: string, y: string) => ({ ...body, template: { settings: { x, y, z: '1' } } });
  const began = given(undefined, '/body/template/mappings').after(
    'document.create',
    { body: liveTemplateDocument(body) },
    CLUSTER,
  );

  it.each([
    [
      'kept against the cluster',
      settings('2', '2'),
      { x: '5', y: '2', z: '1' },
      settings('3', '2'),
      ['/template/settings/x'],
    ],
    [
      'kept where the cluster took what was sent',
      settings('2', '2'),
      { x: '5', y: '2', z: '1' },
      settings('2', '2'),
      undefined,
    ],
    [
      'of which one was removed and the cluster has another',
      settings('2', '2'),
      { y: '2', z: '1' },
      settings('3', '2'),
      ['/template/settings/x'],
    ],
    [
      'taken back meanwhile',
      settings('2', '5'),
      { x: '1', y: '5', z: '1' },
      settings('3', '5'),
      ['/template/settings/x'],
    ],
    [
      'several of them',
      settings('2', '2'),
      { x: '5', y: '6', z: '1' },
      settings('3', '4'),
      ['/template/settings/x', '/template/settings/y'],
    ],
  ])('verifies with edits %s, also where no action is named', (_, sent, mine, now, kept) => {
    for (const action of ['A1', undefined]) expectVerified({ sent, mine, now, kept, action });
  });

  function expectVerified({ sent, mine, now, kept, action }: FollowedSave): void {
    const saved = began
      .after('template.setSettings', { settings: mine })
      .after('template.follow', { body: now, sent, ...(action !== undefined && { action }) }, CLUSTER);
    expect(saved.events.at(-1)?.command.payload).toMatchObject({
      ...(action && { sent: true }),
      ...(kept && { kept }),
    });
    expect(verifyRecords(sealAll(saved.events, 'index_template/c/a'))).toMatchObject({ ok: true });
  }
});

describe('an event of rules that this version does not have', () => {
  it.each([RULES + 1, 99, 0, -1])('can’t be verified, and is not called right: rules %s', (rules) => {
    const changes = { summary: 'Whatever', command: { type: 'field.split', payload: {} }, rules };
    const result = verifyRecords(changed(2, changes));
    expect(result).toMatchObject({
      ok: false,
      fault: { version: 2, kind: 'unknown', reason: expect.stringContaining(`rules ${rules}`) },
      faults: [{ version: 2 }],
    });
    expect(result.ok || isOnlyUnknown(result)).toBe(true);
  });

  it('is wrong where its patch does not fit, and so is what follows it', () => {
    const unfit = changed(3, { patch: [{ op: 'remove', path: '/properties/zz' }], rules: 99 });
    expect(verifyRecords(unfit)).toMatchObject({ ok: false, fault: { version: 3, kind: 'decision' } });
    const after = sealAll(
      events.map((event, at) => ({ ...event, ...(at === 1 && { rules: 99 }), ...(at === 2 && { summary: 'x' }) })),
      'draft/one',
    );
    expect(verifyRecords(after)).toMatchObject({
      ok: false,
      fault: { version: 3, kind: 'decision' },
      faults: [
        { version: 2, kind: 'unknown' },
        { version: 3, kind: 'decision' },
      ],
    });
  });
});

describe('an event of the first rules', () => {
  it('is decided by them: a text with its members in another order has another digest', () => {
    const body = { properties: { a: { type: 'keyword' }, b: { type: 'ip' } } };
    const stamp = (id: string) => ({ id, at: '2026-11-21T03:10:08.123Z', author: ADA });
    const first = reduce(
      createState({ body: undefined }),
      { type: 'document.create', payload: { body } },
      stamp('1'),
      1,
    );
    if (!('event' in first)) throw new Error('It came to nothing');
    const mappings = { properties: { b: { type: 'long' }, a: { type: 'keyword' } } };
    const second = reduce(first.after, { type: 'editor.replaceMappings', payload: { mappings } }, stamp('2'), 1);
    if (!('event' in second)) throw new Error('It came to nothing');
    expect([first.event.rules, second.event.rules]).toEqual([undefined, undefined]);
    expect((verifyRecords(sealAll([first.event, second.event])) as VerifiedTrail).notes).toContainEqual({
      code: 'payload_not_kept',
      count: 1,
      text: 'Only a digest of the entered text is kept, and its members may have had another order: 1 event.',
    });
    const unsaid = [first.event, { ...second.event, rules: RULES }];
    expect(verifyRecords(sealAll(unsaid))).toMatchObject({ ok: false, fault: { version: 2, kind: 'decision' } });
  });
});

describe('an event of a newer format', () => {
  it('can’t be verified, nor what follows it', () => {
    const newer = { format: 9, command: { type: 'field.split', payload: {} }, more: 1 };
    expect(verifyRecords(changed(2, newer))).toMatchObject({
      ok: false,
      fault: { version: 2, kind: 'unknown', reason: 'it has format 9, which this version does not know' },
      faults: [{ version: 2 }],
    });
  });
});

describe('several faults', () => {
  it('are named once for each stream, in the order of the trail', () => {
    const lied = (stream: string, version: number) =>
      sealAll(
        events.map((event, at) => (at === version - 1 ? { ...event, summary: 'x' } : event)),
        stream,
      );
    const [a, b] = [lied('draft/a', 2), lied('draft/b', 3)];
    const torn = one.with(2, { ...third, text: third.text.replace('Remove c', 'Remove x') });
    const result = verifyRecords([...a, ...b, ...two, ...torn]);
    expect(result).toMatchObject({
      faults: [
        { stream: 'draft/a', version: 2, kind: 'decision' },
        { stream: 'draft/b', version: 3, kind: 'decision' },
        { stream: 'draft/one', version: 3, kind: 'seal' },
      ],
    });
    expect(result.ok || result.faults).toHaveLength(3);
  });

  it('that an event before has do not hide: each that says what did not happen is named', () => {
    for (const odd of [{ at: '2026-02-30T00:00:00.000Z' }, { summary: 'x' }, { rules: 99 }]) {
      const changes = [{}, odd, { summary: 'Remove everything' }];
      const lied = sealAll(events.map((event, at) => ({ ...event, ...changes[at] })));
      expect(verifyRecords(lied)).toMatchObject({
        faults: [
          { version: 2 },
          { version: 3, kind: 'decision', reason: expect.stringContaining('Remove everything') },
        ],
      });
    }
  });

  it('of time are each named, and a wrong time of a device hides none of the server', () => {
    const times = ['2026-11-22T10:00:02.000Z', '2026-11-22T10:00:03.000Z', '2026-11-22T10:00:01.000Z'];
    const at = '2026-02-30T00:00:00.000Z';
    const records: SealedRecord[] = [];
    for (const [index, event] of events.entries()) {
      const place = { stream: 'draft/one', version: index + 1, prevHash: records.at(-1)?.hash ?? FIRST_HASH };
      const recording = { recordedAt: times[index] ?? '', commitment: commitmentTo(event.author.name, '0') };
      records.push(sealRecorded(index === 0 ? event : { ...event, at }, place, recording));
    }
    expect(verifyRecords(records)).toMatchObject({
      faults: [
        { version: 2, kind: 'time', reason: expect.stringContaining(at) },
        { version: 3, kind: 'time', reason: expect.stringContaining('it was recorded at') },
      ],
    });
  });

  it('of one stream are those about what it says, and the first about the record itself, and the first about the record itself', () => {
    const lied = changed(2, { summary: 'x' });
    const [, , last] = lied as unknown as Three;
    expect(verifyRecords(lied.with(2, { ...last, text: last.text.replace('Remove c', 'Remove x') }))).toMatchObject({
      faults: [
        { version: 2, kind: 'decision' },
        { version: 3, kind: 'seal' },
      ],
    });
  });
});

describe('verification', () => {
  it('gives way every hundred lines, and tells how far it is every thousand', () => {
    const many = Array.from({ length: 1_050 }, (_, at) => ({
      kind: 'name' as const,
      name: { commitment: commitmentTo('Ada', `${at}`), author: 'ada', name: 'Ada', salt: `${at}` },
    }));
    const steps = [...verifyInSteps(many)];
    expect(steps.slice(0, 2)).toEqual([
      { done: 100, total: 1_050 },
      { done: 200, total: 1_050 },
    ]);
    expect(steps).toHaveLength(10);
    const told: VerifyProgress[] = [];
    verifyTrail(
      many.map((entry, index) => ({ ...entry, line: index + 1 })),
      { onProgress: (progress) => told.push(progress) },
    );
    expect(told).toEqual([{ done: 1_000, total: 1_050 }]);
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
    expect(verify(true, other)).toMatchObject({
      fault: { reason: `its text is gone, and the tombstone is signed by another key, ${keyIdOf(own) ?? ''}` },
    });
    expect(verify(false, own)).toMatchObject(refused);
    expect(verify(false, own)).toMatchObject({
      fault: { reason: 'its text is gone, and the signature of the tombstone does not hold' },
    });
  });

  it('stands in its place, at a time, and leaves what follows unproved', () => {
    const gone = tombstones[0] as (typeof tombstones)[number];
    const options = { isSigned: () => true };
    const faultOf = (changes: object) =>
      verifyTrail([{ ...gone, tombstone: { ...gone.tombstone, ...changes } }], options);
    expect(faultOf({ version: 2 })).toMatchObject({
      fault: { version: 2, kind: 'order', reason: 'it is version 2, where version 1 is expected' },
    });
    expect(faultOf({ erasedAt: 'today' })).toMatchObject({
      fault: { version: 1, kind: 'time', reason: 'its time "today" is not a date' },
    });
    expect(faultOf({ publicKey: 'AAAA' })).toMatchObject({ fault: { kind: 'erasure' } });
    const rest = one.slice(1).map((record, index) => ({ kind: 'record', record, line: index + 2 }) as const);
    const result = verifyTrail([gone, ...rest], options);
    expect(result).toMatchObject({ ok: true, streams: 1, events: 3 });
    expect((result as VerifiedTrail).notes.filter(({ code }) => code === 'erased' || code === 'unseen')).toEqual([
      { code: 'erased', count: 1, text: 'Erased, content not provable: 1 event.' },
      {
        code: 'unseen',
        count: 2,
        text: 'After an event with unknown content, so the commands were not checked: 2 events.',
      },
    ]);
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
      fault: { line: 1, kind: 'name', reason: `the name of ${ADA.id} does not fit its commitment` },
    });
    expect(faultOf(nameLine(BOB.id, ADA.name, 1))).toMatchObject({
      fault: { line: 2, version: 1, kind: 'name', reason: `the name "${ADA.name}" is not that of its author` },
    });
    expect(faultOf(ada, ada)).toMatchObject({
      fault: { kind: 'name', reason: `the name of ${ADA.id} is there twice` },
    });
    expect(faultOf(ada, nameLine(BOB.id, 'Bob', 5))).toMatchObject({
      fault: { line: 5, kind: 'name', reason: 'it is the name of nobody who is in the trail' },
    });
  });

  it('has times of recording that never run backwards', () => {
    const [a = '', b = ''] = times;
    expect(verifyRecords(recorded([a, b, a]))).toMatchObject({
      fault: { version: 3, kind: 'time', reason: `it was recorded at ${a}, before the event before it (${b})` },
    });
    expect(verifyRecords(recorded([a, 'yesterday', b]))).toMatchObject({
      fault: { version: 2, kind: 'time', reason: 'its time of recording "yesterday" is not a date' },
    });
  });
});
