import { generateKeyPairSync, sign, verify, createPublicKey, type KeyObject } from 'node:crypto';
import {
  commitmentTo,
  FIRST_HASH,
  sealRecorded,
  type Author,
  type DocumentEvent,
  type SealedRecord,
  type StoredEvent,
} from '#domain/events';
import { liveDocument } from '#domain/document';
import type { JsonObject } from '#domain/json';
import {
  checkpointText,
  formatTrailFile,
  keyIdOf,
  merkleRootOf,
  parseTrailFile,
  type SignedText,
  tombstoneText,
  TrailFileError,
  type TrailEntry,
  type TrailFault,
  type Verification,
  verifyTrail,
  type VerifyOptions,
} from '#domain/proof';
import { given, type Given } from '../tests/builders/given.ts';
import { ADA, BOB } from '../src/fuzz/generate/stamps.ts';
import { sha256sum } from './sha256sum.ts';

/** A key with which a server, or somebody who is none, signs. */
export interface SigningKey {
  readonly privateKey: KeyObject;
  /** Raw, base64. */
  readonly publicKey: string;
}

const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

function newKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(SPKI_PREFIX.length);
  return { privateKey, publicKey: raw.toString('base64') };
}

const keys = new Map<string, KeyObject>();

function keyOf(publicKey: string): KeyObject {
  const known = keys.get(publicKey);
  if (known !== undefined) return known;
  const der = Buffer.concat([SPKI_PREFIX, Buffer.from(publicKey, 'base64')]);
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  keys.set(publicKey, key);
  return key;
}

const answers = new Map<string, boolean>();

/** Whether a key has signed a text: what was asked before, in the very same words, is answered from memory. */
export function isSigned({ text, signature, publicKey }: SignedText): boolean {
  const question = JSON.stringify([text, signature, publicKey]);
  const known = answers.get(question);
  if (known !== undefined) return known;
  const answer = verify(null, Buffer.from(text, 'utf8'), keyOf(publicKey), Buffer.from(signature, 'base64'));
  answers.set(question, answer);
  return answer;
}

const signed = (text: string, { privateKey }: SigningKey) =>
  sign(null, Buffer.from(text, 'utf8'), privateKey).toString('base64');

/** One event of a trail before it is sealed. */
export interface Happening {
  readonly stream: string;
  readonly event: DocumentEvent;
  readonly recordedAt: string;
}

const salt = (name: string) => sha256sum(`salt of ${name}`).slice(0, 32);
const timeOf = (index: number) => new Date(Date.UTC(2026, 5, 1) + index * 1_000).toISOString();

/** Seals what happened, in the order in which it was recorded. */
export function sealTrail(happenings: readonly Happening[]): readonly SealedRecord[] {
  const heads = new Map<string, { readonly version: number; readonly hash: string }>();
  return happenings.map(({ stream, event, recordedAt }) => {
    const head = heads.get(stream) ?? { version: 0, hash: FIRST_HASH };
    const place = { stream, version: head.version + 1, prevHash: head.hash };
    const { name } = event.author;
    const record = sealRecorded(event, place, { recordedAt, commitment: commitmentTo(name, salt(name)) });
    heads.set(stream, { version: place.version, hash: record.hash });
    return record;
  });
}

/** The entries of a whole trail: its checkpoint, the names of its authors and its records. */
export function entriesOf(
  records: readonly SealedRecord[],
  authors: readonly Author[],
  key: SigningKey | null,
): readonly TrailEntry[] {
  return [
    ...(key === null ? [] : [checkpointOf(records, key)]),
    ...authors.map(({ id, name }) => nameEntry(id, name)),
    ...records.map((record) => ({ kind: 'record', record }) as const),
  ];
}

function nameEntry(author: string, name: string): TrailEntry {
  return { kind: 'name', name: { commitment: commitmentTo(name, salt(name)), author, name, salt: salt(name) } };
}

function checkpointOf(records: readonly SealedRecord[], key: SigningKey): TrailEntry & { readonly kind: 'checkpoint' } {
  const root = merkleRootOf(
    records.map(({ text, hash }) => {
      const { stream, version } = JSON.parse(text) as StoredEvent;
      return { stream, version, hash };
    }),
  );
  const text = checkpointText({
    key: keyIdOf(key.publicKey) ?? '',
    size: records.length,
    root,
    at: '2026-07-01T00:00:00.000Z',
  });
  return { kind: 'checkpoint', checkpoint: { text, signature: signed(text, key), publicKey: key.publicKey } };
}

function tombstoneOf(record: SealedRecord, key: SigningKey): TrailEntry {
  const { stream, version } = JSON.parse(record.text) as StoredEvent;
  const words = { stream, version, hash: record.hash, erasedAt: '2026-07-02T00:00:00.000Z', reason: 'Asked for' };
  return {
    kind: 'tombstone',
    tombstone: { ...words, signature: signed(tombstoneText(words), key), publicKey: key.publicKey },
  };
}

/** A small trail of two people: a draft, and the mapping of an index that is followed. */
function sampleHappenings(): readonly Happening[] {
  const draft = given(undefined)
    .after('document.create', { body: { properties: { a: { type: 'keyword' } } } })
    .after('field.add', { parent: null, name: 'b', definition: { type: 'long' } }, BOB)
    .after('field.edit', { field: '/properties/a', name: 'c' })
    .after('field.remove', { field: '/properties/b' }, BOB)
    .after('history.undo', {}, BOB);
  const live = given(undefined, '/mappings')
    .after('document.create', { body: liveDocument({ properties: { x: { type: 'ip' } } }) }, ADA, 4)
    .after('field.add', { parent: null, name: 'y', definition: { type: 'date' } }, ADA, 4)
    .after('mapping.follow', { mappings: { properties: { x: { type: 'ip' }, z: { type: 'text' } } } }, BOB, 4);
  const of = (stream: string, { events }: Given) => events.map((event) => ({ stream, event }));
  const all = [...of('draft/one', draft), ...of('index/logs/uuid', live)];
  const order = [0, 5, 1, 2, 6, 3, 7, 4];
  return order.map((index, position) => ({ ...(all[index] as (typeof all)[number]), recordedAt: timeOf(position) }));
}

export const PEOPLE: readonly Author[] = [ADA, BOB];
export const KEY = newKey();
/** Of somebody who has the trail and not the server's key. */
export const STRANGER = newKey();
export const HAPPENINGS = sampleHappenings();
export const RECORDS = sealTrail(HAPPENINGS);
export const ENTRIES = entriesOf(RECORDS, PEOPLE, KEY);
export const FILE = formatTrailFile(ENTRIES);
export const CHECKPOINT = checkpointOf(RECORDS, KEY).checkpoint;

/** A manipulation of the sample trail. */
export interface Attack {
  /** What was done, as the table has it. */
  readonly name: string;
  /** The trail as the attacker hands it over; names and checkpoint as they were, where they can do no better. */
  readonly entries: readonly TrailEntry[];
  /** What was done to the file of them. */
  readonly change?: (file: string) => string;
}

/** The file that an attacker hands over. */
export function fileOf({ entries, change = (file) => file }: Attack): string {
  return change(formatTrailFile(entries));
}

const at = (index: number) => RECORDS[index] as SealedRecord;
const withRecords = (records: readonly SealedRecord[]) => entriesOf(records, PEOPLE, null);
/** The trail with events changed before they were sealed: every hash after them is made anew. */
const resealed = (change: (happening: Happening, index: number) => Happening | readonly Happening[]) =>
  withRecords(sealTrail(HAPPENINGS.flatMap((happening, index) => change(happening, index))));
const withEvent = (index: number, changes: Partial<DocumentEvent>) =>
  resealed((happening, position) =>
    position === index ? { ...happening, event: { ...happening.event, ...changes } } : happening,
  );
const textChanged = (index: number, from: string, to: string) => {
  if (!at(index).text.includes(from)) throw new Error(`Record ${index + 1} has no ${from}`);
  return withRecords(RECORDS.with(index, { ...at(index), text: at(index).text.replace(from, to) }));
};
/** A digest of a text that is as long as the one that an event has the digest of. */
function ofSameLength(index: number): JsonObject {
  const { mappings } = HAPPENINGS[index]?.event.command.payload as { readonly mappings: JsonObject };
  return { ...mappings, digest: `sha256:${'0'.repeat(64)}` };
}
const otherDraft = () => {
  const { events } = given(undefined)
    .after('document.create', { body: { properties: { a: { type: 'keyword' } } } })
    .after('field.add', { parent: null, name: 'b', definition: { type: 'double' } }, BOB)
    .after('field.edit', { field: '/properties/a', name: 'c' })
    .after('field.remove', { field: '/properties/b' }, BOB)
    .after('history.undo', {}, BOB);
  let next = 0;
  return resealed((happening) =>
    happening.stream === 'draft/one' ? { ...happening, event: events[next++] as DocumentEvent } : happening,
  );
};
const withoutVersions = (keep: (event: StoredEvent) => boolean) =>
  withRecords(RECORDS.filter((record) => keep(JSON.parse(record.text) as StoredEvent)));

/** Every manipulation of the list, on the sample trail. The first group needs no key and leaves the seals; the second seals anew. */
export const ATTACKS: readonly Attack[] = [
  { name: 'The text of an event is edited', entries: textChanged(3, '"c"', '"k"') },
  {
    name: 'The hash of an event is edited',
    entries: withRecords(RECORDS.with(3, { ...at(3), hash: 'ab'.repeat(32) })),
  },
  {
    name: 'An event is edited and gets a new hash, those after it do not',
    entries: withRecords(RECORDS.with(2, resealedOne(2))),
  },
  { name: 'An event is deleted', entries: withRecords(RECORDS.toSpliced(2, 1)) },
  { name: 'The first event of a stream is deleted', entries: withRecords(RECORDS.toSpliced(0, 1)) },
  { name: 'Two events of a stream change places', entries: withRecords(RECORDS.with(2, at(3)).with(3, at(2))) },
  {
    name: 'Two events of different streams change places',
    entries: withRecords(RECORDS.with(3, at(4)).with(4, at(3))),
  },
  {
    name: 'An event of another stream is inserted',
    entries: withRecords(RECORDS.toSpliced(3, 0, moved(1, 'draft/one'))),
  },
  { name: 'An event comes twice', entries: withRecords(RECORDS.toSpliced(3, 0, at(2))) },
  { name: 'A stream is forked', entries: withRecords([...RECORDS, resealedOne(2)]) },
  {
    name: 'The last event of a stream is cut off',
    entries: withoutVersions(({ stream, version }) => stream !== 'draft/one' || version < 5),
  },
  { name: 'A whole stream is left out', entries: withoutVersions(({ stream }) => stream !== 'index/logs/uuid') },
  { name: 'All events after a time are cut off', entries: withRecords(RECORDS.slice(0, 4)) },
  { name: 'Another patch, resealed', entries: withEvent(5, { patch: [{ op: 'remove', path: '/properties/c' }] }) },
  {
    name: 'A patch that does more, resealed',
    entries: withEvent(2, {
      patch: [...(HAPPENINGS[2]?.event.patch ?? []), { op: 'add', path: '/dynamic', value: false }],
    }),
  },
  {
    name: 'A patch that does not apply, resealed',
    entries: withEvent(5, { patch: [{ op: 'remove', path: '/properties/nothing' }] }),
  },
  { name: 'Another summary, resealed', entries: withEvent(2, { summary: 'Add c (long)' }) },
  {
    name: 'Another command, resealed',
    entries: withEvent(3, { command: { type: 'field.remove', payload: { field: '/properties/a' } } }),
  },
  { name: 'Another type, resealed', entries: withEvent(3, { type: 'field.added' }) },
  {
    name: 'A forged inverse, resealed',
    entries: withEvent(5, { inverse: [{ op: 'add', path: '/properties/b', value: { type: 'ip' } }] }),
  },
  {
    name: 'Another event is marked as undone, resealed',
    entries: withEvent(7, { undoes: HAPPENINGS[3]?.event.id ?? '' }),
  },
  {
    name: 'Another digest of an entered text, resealed',
    entries: withEvent(0, {
      command: { type: 'document.create', payload: { body: { digest: `sha256:${'0'.repeat(64)}`, length: 40 } } },
    }),
  },
  {
    name: 'Another digest of a text that was read from the cluster, resealed',
    entries: withEvent(6, {
      command: { type: 'mapping.follow', payload: { mappings: { digest: `sha256:${'0'.repeat(64)}`, length: 65 } } },
    }),
  },
  {
    name: 'A command that nobody has, resealed',
    entries: withEvent(3, { command: { type: 'field.split', payload: {} } }),
  },
  { name: 'Rules of a newer version, resealed', entries: withEvent(3, { rules: 99, summary: 'Whatever' }) },
  { name: 'Rules that never were, resealed', entries: withEvent(3, { rules: 0, summary: 'Whatever' }) },
  {
    name: 'Another digest of a text, said to be by the first rules after later ones, resealed',
    entries: withEvent(6, { rules: 1, command: { type: 'mapping.follow', payload: { mappings: ofSameLength(6) } } }),
  },
  {
    name: 'Two streams have an event that nobody decided, resealed',
    entries: resealed((happening, index) =>
      index === 2 || index === 4 ? { ...happening, event: { ...happening.event, summary: 'Whatever' } } : happening,
    ),
  },
  { name: 'An event is deleted, resealed', entries: resealed((happening, index) => (index === 2 ? [] : happening)) },
  {
    name: 'An event is inserted that was not possible, resealed',
    entries: resealed((happening, index) =>
      index === 3
        ? [{ ...happening, event: { ...(HAPPENINGS[5]?.event as DocumentEvent), id: '01X' } }, happening]
        : happening,
    ),
  },
  { name: 'An id comes twice, resealed', entries: withEvent(3, { id: HAPPENINGS[0]?.event.id ?? '' }) },
  { name: 'A time that is no date, resealed', entries: withEvent(3, { at: '2026-02-30T00:00:00.000Z' }) },
  {
    name: 'A time of recording that runs backwards, resealed',
    entries: resealed((happening, index) => (index === 3 ? { ...happening, recordedAt: timeOf(-100) } : happening)),
  },
  { name: 'Another name for an author', entries: [nameChanged(), ...withRecords(RECORDS).slice(1)] },
  {
    name: 'Two authors change names',
    entries: [nameEntry(BOB.id, ADA.name), nameEntry(ADA.id, BOB.name), ...withRecords(RECORDS).slice(2)],
  },
  {
    name: 'An event is erased by somebody without the server’s key',
    entries: withRecords(RECORDS).map((entry) =>
      entry.kind === 'record' && entry.record === at(7) ? tombstoneOf(at(7), STRANGER) : entry,
    ),
  },
  { name: 'Another author, resealed', entries: withEvent(3, { author: BOB }) },
  { name: 'A change of a person is marked as seen by the server, resealed', entries: withEvent(3, { seen: true }) },
  { name: 'An event is marked as imported, resealed', entries: withEvent(3, { importedBy: BOB.id }) },
  { name: 'Another reason, resealed', entries: withEvent(3, { reason: 'TICKET-1' }) },
  { name: 'Another time, resealed', entries: withEvent(3, { at: '2026-01-01T00:00:05.500Z' }) },
  {
    name: 'A later time of recording, resealed',
    entries: resealed((happening, index) => (index === 7 ? { ...happening, recordedAt: timeOf(50) } : happening)),
  },
  { name: 'Another history that was possible, resealed as a whole', entries: otherDraft() },
  {
    name: 'A checkpoint over other events, signed by another key',
    entries: entriesOf(RECORDS.slice(0, 4), PEOPLE, STRANGER),
  },
  {
    name: 'A checkpoint with a signature that was changed',
    entries: [
      { kind: 'checkpoint', checkpoint: { ...CHECKPOINT, text: CHECKPOINT.text.replace('2026-07-01', '2026-07-02') } },
      ...withRecords(RECORDS),
    ],
  },
  { name: 'A byte order mark', entries: ENTRIES, change: (file) => `\ufeff${file}` },
  { name: 'Line ends of another kind', entries: ENTRIES, change: (file) => file.replaceAll('\n', '\r\n') },
  { name: 'The last line end is missing', entries: ENTRIES, change: (file) => file.slice(0, -1) },
];

/** Record `index` with another content and its own hash made anew. */
function resealedOne(index: number): SealedRecord {
  const text = at(index).text.replace('"long"', '"ip"');
  const { stream, version } = JSON.parse(text) as StoredEvent;
  const before = RECORDS.slice(0, index).findLast((record) => {
    const event = JSON.parse(record.text) as StoredEvent;
    return event.stream === stream && event.version === version - 1;
  });
  return { text, hash: sha256sum((before?.hash ?? '') + text) };
}

function moved(index: number, stream: string): SealedRecord {
  const text = at(index).text.replace('index/logs/uuid', stream);
  return { text, hash: sha256sum(text) };
}

function nameChanged(): TrailEntry {
  return {
    kind: 'name',
    name: { commitment: commitmentTo(ADA.name, salt(ADA.name)), author: ADA.id, name: 'Eve', salt: salt(ADA.name) },
  };
}

/** What a verification of a file comes to: the fault, or null where it was accepted. */
export function faultOfFile(file: string, options: VerifyOptions = {}): TrailFault | null {
  try {
    return faultOf(verifyTrail(parseTrailFile(file), { isSigned, ...options }));
  } catch (error) {
    if (error instanceof TrailFileError)
      return { line: error.line, stream: null, version: null, kind: 'form', reason: error.reason };
    throw error;
  }
}

export function faultOf(result: Verification): TrailFault | null {
  return result.ok ? null : result.fault;
}
