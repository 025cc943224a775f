import { describe, expect, it } from 'vitest';
import { given } from '../../../tests/builders/given.ts';
import { sealAll } from '../../fuzz/generate/histories.ts';
import { BOB } from '../../fuzz/generate/stamps.ts';
import { sha256Hex } from '../events/sha256.ts';
import { openState } from '../document/model.ts';
import type { DocumentEvent } from '../events/event.ts';
import { eventIdOf, formatLog, LogFaultError, looksLikeLog, openLog, parseLog } from './log.ts';
import { commitmentTo, FIRST_HASH, seal, type SealedRecord, sealRecorded } from '../events/seal.ts';

const document = given(undefined)
  .after('document.create', { body: { properties: { a: { type: 'keyword' } } } })
  .after('field.add', { parent: null, name: 'b', definition: { type: 'long', null_value: 9_007_199_254_740_993n } })
  .after('field.edit', { field: '/properties/a', name: '\u2028","hash":"' }, BOB);
const records = sealAll(document.events) as readonly [SealedRecord, SealedRecord, SealedRecord];
const [one, two, three] = records;
const file = formatLog(records);

/** Position and reason of the fault of a file. */
function faultOf(text: string): readonly [number, string] | undefined {
  try {
    openLog(parseLog(text));
    return undefined;
  } catch (error) {
    if (error instanceof LogFaultError) return [error.position, error.reason];
    throw error;
  }
}

const [created, added] = document.events as [DocumentEvent, DocumentEvent];

/** An event as another writer may have sealed it. */
function sealedWith(change: object): readonly SealedRecord[] {
  return [seal({ ...created, ...change }, { stream: 'draft/a', version: 1, prevHash: FIRST_HASH })];
}

function sealedText(text: string): readonly SealedRecord[] {
  return [{ text, hash: sha256Hex(text) }];
}

const NOT_A_LINE = 'it is not a line {"event":…,"hash":"…"}';
const NOT_IN_CHAIN = 'its hash does not match its text and the previous record';

describe('a log as a file', () => {
  it('has one line for each record, the text letter by letter', () => {
    expect(file.split('\n')).toEqual([...records.map(({ text, hash }) => `{"event":${text},"hash":"${hash}"}`), '']);
    expect(
      file
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { readonly hash: string }).hash),
    ).toEqual(records.map(({ hash }) => hash));
  });

  it('opens to the same events and the same state', () => {
    expect(parseLog(file)).toEqual(records);
    const log = openLog(parseLog(file));
    expect(log).toMatchObject({ stream: 'draft/test', lastHash: three.hash });
    expect(log.events).toEqual(
      document.events.map((event, index) => ({ ...event, stream: 'draft/test', version: index + 1 })),
    );
    expect(openState({ body: undefined }, log.events).body).toEqual(document.state.body);
  });

  it('is an empty log where it is empty', () => {
    expect(formatLog([])).toBe('');
    expect(openLog(parseLog(''))).toEqual({ stream: '', events: [], lastHash: FIRST_HASH });
  });

  it('is read though a tool has written its lines with CR LF, and though its last line has no end', () => {
    expect(parseLog(file.replaceAll('\n', '\r\n'))).toEqual(records);
    expect(parseLog(file.slice(0, -1))).toEqual(records);
  });

  it('looks like one by how it starts, or by how its first line ends', () => {
    expect(looksLikeLog(file)).toBe(true);
    expect(looksLikeLog(file.replace('event', 'evert'))).toBe(true);
    expect(looksLikeLog(file.replace('event', 'evert').replaceAll('\n', '\r\n'))).toBe(true);
    expect(looksLikeLog(file.slice(30))).toBe(true);
    const mapping = `{"properties":{},"_meta":{"hash":"${'a'.repeat(64)}"}}`;
    expect(['{"properties":{}}', '{ "event": {} }', '[]', '', mapping].some(looksLikeLog)).toBe(false);
  });
});

describe('a file that is damaged', () => {
  const lines = file.split('\n').slice(0, -1) as [string, string, string];
  const fileOf = (...some: readonly string[]) => some.map((line) => `${line}\n`).join('');

  it.each<readonly [string, string, number, string]>([
    ['a torn last line', file.slice(0, -20), 3, 'the file ends in the middle of it'],
    [
      'a last line torn before its hash',
      fileOf(lines[0], lines[1]) + lines[2].slice(0, 30),
      3,
      'the file ends in the middle of it',
    ],
    ['a line in the middle that is torn', fileOf(lines[0], lines[1].slice(0, -1), lines[2]), 2, NOT_A_LINE],
    ['an empty line', fileOf(lines[0], '', lines[1]), 2, NOT_A_LINE],
    ['a line of something else', fileOf('{"properties":{}}'), 1, NOT_A_LINE],
    ['a hash of another length', fileOf(lines[0].replace(/..."\}$/, '"}')), 1, NOT_A_LINE],
    ['a changed text', file.replace('"type":"long"', '"type":"byte"'), 2, NOT_IN_CHAIN],
    ['a changed hash', fileOf(lines[0], lines[1].replace(two.hash, one.hash), lines[2]), 2, NOT_IN_CHAIN],
    ['a removed first line', fileOf(lines[1], lines[2]), 1, NOT_IN_CHAIN],
    ['a removed line', fileOf(lines[0], lines[2]), 2, NOT_IN_CHAIN],
    ['a line that comes twice', fileOf(lines[0], lines[0]), 2, NOT_IN_CHAIN],
    ['reordered lines', fileOf(lines[0], lines[2], lines[1]), 2, NOT_IN_CHAIN],
  ])('by %s is refused there', (_, text, position, reason) => {
    expect(faultOf(text)).toEqual([position, reason]);
  });

  it('says so with the number of the line', () => {
    expect(() => parseLog(fileOf(lines[0], 'x'))).toThrow(`Record 2: ${NOT_A_LINE}`);
  });

  it('that has lost its last line is sound as far as it goes', () => {
    expect(openLog(parseLog(fileOf(lines[0], lines[1])))).toMatchObject({
      lastHash: two.hash,
      events: [{ version: 1 }, { version: 2 }],
    });
  });
});

describe('records that are sealed, but no log', () => {
  it.each<readonly [string, readonly SealedRecord[], number, string]>([
    [
      'events of two streams',
      [one, seal(added, { stream: 'draft/b', version: 2, prevHash: one.hash })],
      2,
      'it belongs to the stream "draft/b", not to "draft/test"',
    ],
    [
      'a version that was left out',
      [one, seal(added, { stream: 'draft/test', version: 3, prevHash: one.hash })],
      2,
      'it is version 3, where version 2 is expected',
    ],
    ['an event without a patch', sealedWith({ patch: undefined }), 1, 'it is not an event: '],
    [
      'a patch with an operation that is none of ours',
      sealedWith({ patch: [{ op: 'copy', from: '/a', path: '/b' }] }),
      1,
      'it is not an event: /patch/0',
    ],
    ['an event of format 0', sealedWith({ format: 0 }), 1, 'it is not an event'],
    ['an event of half a format', sealedWith({ format: 1.5 }), 1, 'it is not an event'],
    ['an event whose format is a text', sealedWith({ format: '1' }), 1, 'it is not an event'],
    ['an event of no format', sealedWith({ format: undefined }), 1, 'it is not an event'],
    ['a text that names a key twice', sealedText('{"format":1,"format":1}'), 1, 'it is not JSON (Line 1, column 13: '],
    ['a text that is no object', sealedText('[]'), 1, 'it is not an event'],
  ])('are refused: %s', (_, sealed, position, reason) => {
    expect(() => openLog(sealed)).toThrow(
      expect.objectContaining({
        name: LogFaultError.name,
        position,
        reason: expect.stringContaining(reason) as string,
      }),
    );
  });
});

describe('an event with everything that it can have', () => {
  const whole = {
    ...created,
    format: 1,
    stream: 'draft/a',
    version: 1,
    patch: [
      { op: 'add', path: '', value: {} },
      { op: 'replace', path: '/a', value: 1 },
      { op: 'move', from: '/a', path: '/b' },
      { op: 'remove', path: '/b' },
    ],
    inverse: [{ op: 'remove', path: '' }],
    undoes: '01J',
    reason: 'OPS-1',
  };
  const withoutMember = (value: object, name: string) =>
    Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
  const required = ['format', 'id', 'stream', 'version', 'at', 'author', 'type', 'summary', 'command', 'patch'];
  const operation = { op: 'add', path: '', value: {} };
  const move = { op: 'move', from: '/a', path: '/b' };

  it('is read', () => {
    expect(openLog(sealedText(JSON.stringify(whole))).events).toEqual([whole]);
  });

  it.each<readonly [string, object]>([
    ...required.map((name): [string, object] => [`no ${name}`, withoutMember(whole, name)]),
    ...Object.keys(whole).map((name): [string, object] => [`${name}: null`, { ...whole, [name]: null }]),
    ...['id', 'stream'].map((name): [string, object] => [`an empty ${name}`, { ...whole, [name]: '' }]),
    ...['id', 'stream', 'at', 'type', 'summary', 'undoes', 'reason'].map((name): [string, object] => [
      `${name}: a number`,
      { ...whole, [name]: 1 },
    ]),
    ...[0, 1.5, '1'].flatMap((value) =>
      ['format', 'version'].map((name): [string, object] => [
        `${name}: ${JSON.stringify(value)}`,
        { ...whole, [name]: value },
      ]),
    ),
    ...['id', 'name', 'verified'].flatMap((name): [string, object][] => [
      [`no author.${name}`, { ...whole, author: withoutMember(created.author, name) }],
      [`author.${name}: 1`, { ...whole, author: { ...created.author, [name]: 1 } }],
    ]),
    ['author: a list', { ...whole, author: [] }],
    ['no command.type', { ...whole, command: { payload: {} } }],
    ['command.type: 1', { ...whole, command: { type: 1, payload: {} } }],
    ['no command.payload', { ...whole, command: { type: 'field.add' } }],
    ...['patch', 'inverse'].flatMap((name): [string, object][] => [
      [`${name}: an object`, { ...whole, [name]: {} }],
      [`${name}: a text in it`, { ...whole, [name]: ['add'] }],
      [`${name}: no op`, { ...whole, [name]: [withoutMember(operation, 'op')] }],
      [`${name}: another op`, { ...whole, [name]: [{ ...operation, op: 'test' }] }],
      [`${name}: no path`, { ...whole, [name]: [withoutMember(operation, 'path')] }],
      [`${name}: path: 1`, { ...whole, [name]: [{ ...operation, path: 1 }] }],
      [`${name}: an add without a value`, { ...whole, [name]: [withoutMember(operation, 'value')] }],
      [
        `${name}: a replace without a value`,
        { ...whole, [name]: [withoutMember({ ...operation, op: 'replace' }, 'value')] },
      ],
      [`${name}: a move without from`, { ...whole, [name]: [withoutMember(move, 'from')] }],
      [`${name}: a move from 1`, { ...whole, [name]: [{ ...move, from: 1 }] }],
    ]),
  ])('is refused with %s', (_, event) => {
    expect(() => openLog(sealedText(JSON.stringify(event)))).toThrow(LogFaultError);
  });
});

describe('a part of a log', () => {
  it('is read on from the record before it, and refused where it does not go on from that', () => {
    const after = { version: 1, hash: one.hash };
    expect(openLog([two, three], { after }).events.map(({ version }) => version)).toEqual([2, 3]);
    expect(() => openLog([three], { after })).toThrow('Record 2: its hash does not match');
    expect(() => openLog([two], { after: { version: 4, hash: one.hash } })).toThrow(
      'Record 5: it is version 2, where version 5 is expected',
    );
  });

  it('names the event of a record', () => {
    expect(records.map(eventIdOf)).toEqual(document.events.map(({ id }) => id));
  });
});

describe('a file with a byte order mark', () => {
  it('is the same log', () => {
    expect(looksLikeLog(`\ufeff${file}`)).toBe(true);
    expect(parseLog(`\ufeff${file}`)).toEqual(records);
  });
});

describe('a log that a server has recorded', () => {
  const recording = { recordedAt: '2026-11-22T10:00:00.000Z', commitment: commitmentTo('Ada', '00') };
  const record = sealRecorded(created, { stream: 'draft/a', version: 1, prevHash: FIRST_HASH }, recording);
  const text = record.text;

  it('has the names that are known, and others as erased', () => {
    const names = new Map([[recording.commitment, 'Ada']]);
    const event = { ...created, format: 2, stream: 'draft/a', version: 1, recordedAt: recording.recordedAt };
    expect(openLog([record], { names }).events).toEqual([event]);
    expect(openLog([record]).events).toEqual([
      { ...event, author: { ...created.author, name: 'Erased author', isErased: true } },
    ]);
  });

  it('goes on from records of the format before it', () => {
    const next = { stream: 'draft/test', version: 4, prevHash: three.hash };
    const { events } = openLog([...records, sealRecorded({ ...added, id: '01X' }, next, recording)]);
    expect(events.map(({ format }) => format)).toEqual([1, 1, 1, 2]);
  });

  it.each<readonly [string, string, string]>([
    ['without its time', text.replace(/"recordedAt":"[^"]+",/, ''), 'recordedAt'],
    ['with a time that is no text', text.replace(/"recordedAt":"[^"]+"/, '"recordedAt":1'), '/recordedAt'],
    ['with a name in place of a commitment', text.replace(/"commitment":"[^"]+"/, '"name":"Ada"'), 'commitment'],
    ['with its format alone changed', text.replace('"format":2', '"format":1'), 'name'],
  ])('is refused %s', (_, changed, reason) => {
    expect(() => openLog(sealedText(changed))).toThrow(
      expect.objectContaining({ position: 1, reason: expect.stringContaining(reason) as string }),
    );
  });
});

describe('a log that a newer version has written', () => {
  it('with operations that we do not know is no damaged log, but one of a newer version', () => {
    const newer = { ...added, format: 7, patch: [{ op: 'copy', from: '/a', path: '/b' }] };
    const sealed = sealAll([created, newer as unknown as DocumentEvent]);
    expect(faultOf(formatLog(sealed))).toEqual([
      2,
      "it was written by a newer version of Mapledger (event format 7) and can't be read by this one",
    ]);
  });

  it('opens, with the newest format in it, and keeps what it knows nothing of', () => {
    const newer = { ...added, format: 7, mood: 'cheerful' };
    const log = openLog(sealAll([created, newer, { ...added, format: 3 }]));
    expect(log.newerFormat).toBe(7);
    expect(log.events.map(({ format }) => format)).toEqual([1, 7, 3]);
    expect(log.events[1]).toHaveProperty('mood', 'cheerful');
    expect(openLog(records)).not.toHaveProperty('newerFormat');
  });
});
