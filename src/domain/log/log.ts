import { type Static, Type } from 'typebox';
import { firstFault, fits } from '../json/check.ts';
import { withoutLiterals } from '../json/literals.ts';
import { JsonTextError, parseJson, readJson } from '../json/text.ts';
import {
  ENVELOPE_DEPTH,
  isArray,
  isObject,
  MAX_DEPTH,
  member,
  type JsonObject,
  type JsonValue,
} from '../json/value.ts';
import { ERASED_NAME, EVENT_FORMAT, LOCAL_FORMAT, type StoredEvent } from '../events/event.ts';
import { FIRST_HASH, verifyChain, type KnownHashes, type SealedRecord } from '../events/seal.ts';
import { FIRST_RULES, keepsLiterals } from '../events/rules.ts';
import { upcast, UPCASTERS, type Upcaster } from '../events/upcast.ts';
import type { RecordedName } from '../ports/trail-replica.ts';

const OperationSchema = Type.Union([
  Type.Object({
    op: Type.Union([Type.Literal('add'), Type.Literal('replace')]),
    path: Type.String(),
    value: Type.Unknown(),
    before: Type.Optional(Type.String()),
  }),
  Type.Object({ op: Type.Literal('remove'), path: Type.String() }),
  Type.Object({
    op: Type.Literal('move'),
    from: Type.String(),
    path: Type.String(),
    before: Type.Optional(Type.String()),
  }),
]);
const PatchSchema = Type.Array(OperationSchema);

const LOCAL_AUTHOR = Type.Object({ id: Type.String(), name: Type.String(), verified: Type.Boolean() });
const RECORDED_AUTHOR = Type.Object({ id: Type.String(), verified: Type.Boolean(), commitment: Type.String() });

/** The form of a stored event of format 1 and of a newer format than ours; members that those add are let through. */
const StoredEventSchema = Type.Object({
  format: Type.Integer({ minimum: 1 }),
  id: Type.String({ minLength: 1 }),
  stream: Type.String({ minLength: 1 }),
  version: Type.Integer({ minimum: 1 }),
  at: Type.String(),
  author: LOCAL_AUTHOR,
  type: Type.String(),
  summary: Type.String(),
  command: Type.Object({ type: Type.String(), payload: Type.Unknown() }),
  patch: PatchSchema,
  inverse: Type.Optional(PatchSchema),
  undoes: Type.Optional(Type.String()),
  rules: Type.Optional(Type.Integer()),
  reason: Type.Optional(Type.String()),
  base: Type.Optional(Type.Integer({ minimum: 0 })),
});

/** The form of an event that a server has recorded. */
const RecordedEventSchema = Type.Object({
  ...StoredEventSchema.properties,
  recordedAt: Type.String(),
  author: RECORDED_AUTHOR,
  importedBy: Type.Optional(Type.String()),
  seen: Type.Optional(Type.Literal(true)),
});

/** Names by the commitments to them that are in records. */
export type NamesByCommitment = ReadonlyMap<string, string>;

/** Names, as a log is opened with them. */
export function namesByCommitment(names: readonly RecordedName[]): NamesByCommitment {
  return new Map(names.map(({ commitment, name }) => [commitment, name]));
}

/** A log that can't be trusted as a whole: the first record that is wrong, and why. The records before it are sound. */
export class LogFaultError extends Error {
  override readonly name = 'LogFaultError';
  constructor(
    /** From 1: the version, or the line of an exported file. */
    readonly position: number,
    readonly reason: string,
    /** It is not wrong: a newer version has written it, in a format that this one can't read. */
    readonly isNewer = false,
  ) {
    super(`Record ${position}: ${reason}`);
  }
}

export interface OpenedLog {
  readonly stream: string;
  readonly events: readonly StoredEvent[];
  readonly lastHash: string;
  /** The newest format in the log, where that is newer than ours: the log may be read, but not added to. */
  readonly newerFormat?: number;
}

interface OpenLogOptions {
  readonly upcasters?: readonly Upcaster[];
  readonly currentFormat?: number;
  /** Where the records go on from: the last record that was read before. Absent for a whole log. */
  readonly after?: { readonly version: number; readonly hash: string };
  /** From `hashLongRecords` over the same records. */
  readonly knownHashes?: KnownHashes;
  /** Of authors of events that a server has recorded; one that is missing here reads as erased. */
  readonly names?: NamesByCommitment;
}

const NO_NAMES: NamesByCommitment = new Map();

/**
 * Reads the records of one stream: every hash, the order of versions, one stream throughout, the form of each event.
 * @throws LogFaultError at the first record that does not fit.
 */
export function openLog(
  records: readonly SealedRecord[],
  {
    upcasters = UPCASTERS,
    currentFormat = EVENT_FORMAT,
    after = { version: 0, hash: FIRST_HASH },
    knownHashes,
    names = NO_NAMES,
  }: OpenLogOptions = {},
): OpenedLog {
  const check = verifyChain(records, after.hash, knownHashes);
  if (!check.ok) throw new LogFaultError(after.version + check.fault.position, check.fault.reason);
  let newerFormat: number | undefined;
  const events = records.map(({ text }, index) => {
    const event = readEvent(text, after.version + index + 1, { upcasters, currentFormat, names });
    if (event.format > currentFormat) newerFormat = Math.max(newerFormat ?? 0, event.format);
    return event;
  });
  const stream = events[0]?.stream ?? '';
  events.forEach((event, index) => {
    const version = after.version + index + 1;
    if (event.stream !== stream)
      throw new LogFaultError(version, `it belongs to the stream "${event.stream}", not to "${stream}"`);
    if (event.version !== version)
      throw new LogFaultError(version, `it is version ${event.version}, where version ${version} is expected`);
  });
  return { stream, events, lastHash: check.lastHash, ...(newerFormat !== undefined && { newerFormat }) };
}

/**
 * Reads the event of one record and brings it to the present format. The caller checks its place and its hash.
 * @throws LogFaultError
 */
export function readEvent(
  text: string,
  position: number,
  {
    upcasters = UPCASTERS,
    currentFormat = EVENT_FORMAT,
    names = NO_NAMES,
  }: Pick<OpenLogOptions, 'upcasters' | 'currentFormat' | 'names'> = {},
): StoredEvent {
  let read;
  try {
    read = readJson(text, { maxDepth: MAX_DEPTH + ENVELOPE_DEPTH });
  } catch (error) {
    if (error instanceof JsonTextError) throw new LogFaultError(position, `it is not JSON (${error.message})`);
    throw error;
  }
  const raw = read.value;
  const format = isObject(raw) ? member(raw, 'format') : undefined;
  if (!isObject(raw) || !Number.isSafeInteger(format) || Number(format) < 1)
    throw new LogFaultError(position, 'it is not an event');
  const { rules } = raw;
  const hasOthers = read.keepsLiterals && !keepsLiterals(typeof rules === 'number' ? rules : FIRST_RULES);
  const event = upcast(hasOthers ? withoutLiterals(raw) : raw, upcasters, currentFormat);
  const isRecorded = format === RECORDED_FORMAT;
  const schema = isRecorded ? RecordedEventSchema : StoredEventSchema;
  if (isPlainlyAnEvent(event, isRecorded) || fits(schema, event))
    return (isRecorded ? withName(event, names) : event) as unknown as StoredEvent;
  if (Number(format) > currentFormat) {
    throw new LogFaultError(
      position,
      `it was written by a newer version of Mapledger (event format ${Number(format)}) and can't be read by this one`,
      true,
    );
  }
  const { at, message } = firstFault(schema, event) ?? { at: '', message: '' };
  throw new LogFaultError(position, `it is not an event: ${at} ${message}`.trimEnd());
}

/** The event with its author's name where its record has a commitment to it. */
function withName(event: JsonObject, names: NamesByCommitment): JsonObject {
  // The schema has been checked.
  const { id, verified, commitment } = event['author'] as Static<typeof RECORDED_AUTHOR>;
  const name = names.get(commitment);
  return {
    ...event,
    author: name === undefined ? { id, name: ERASED_NAME, verified, isErased: true } : { id, name, verified },
  };
}

/**
 * Whether an event fits its schema without anything unusual about it. Written by hand because the schema's own check
 * takes half of the time in which a log opens; what this does not say yes to is left to that. Format and version are
 * compared with what they have to be, before and after.
 */
function isPlainlyAnEvent(event: JsonObject, isRecorded: boolean): boolean {
  const { author, command, patch, inverse, rules, base } = event;
  return (
    TEXT_MEMBERS.every((name) => typeof event[name] === 'string' && event[name] !== '') &&
    isObject(author) &&
    typeof author['id'] === 'string' &&
    typeof author[isRecorded ? 'commitment' : 'name'] === 'string' &&
    (!isRecorded || typeof event['recordedAt'] === 'string') &&
    typeof author['verified'] === 'boolean' &&
    isObject(command) &&
    typeof command['type'] === 'string' &&
    command['payload'] !== undefined &&
    isPlainlyAPatch(patch) &&
    (inverse === undefined || isPlainlyAPatch(inverse)) &&
    (rules === undefined || Number.isInteger(rules)) &&
    (base === undefined || (Number.isInteger(base) && (base as number) >= 0)) &&
    (event['seen'] === undefined || event['seen'] === true) &&
    OPTIONAL_TEXTS.every((name) => event[name] === undefined || typeof event[name] === 'string')
  );
}

/** The format of records that have a commitment in place of a name. */
const RECORDED_FORMAT = LOCAL_FORMAT + 1;
const TEXT_MEMBERS: readonly string[] = ['id', 'stream', 'at', 'type', 'summary'];
const OPTIONAL_TEXTS: readonly string[] = ['undoes', 'reason', 'importedBy'];

function isPlainlyAPatch(patch: JsonValue | undefined): boolean {
  if (!isArray(patch)) return false;
  return patch.every((operation) => {
    if (!isObject(operation) || typeof operation['path'] !== 'string') return false;
    if (operation['before'] !== undefined && typeof operation['before'] !== 'string') return false;
    switch (operation['op']) {
      case 'add':
      case 'replace':
        return operation['value'] !== undefined;
      case 'move':
        return typeof operation['from'] === 'string';
      default:
        return operation['op'] === 'remove';
    }
  });
}

/** The id of the event in a record that has been read before. */
export function eventIdOf(record: SealedRecord): JsonValue | undefined {
  return memberOf(record, 'id');
}

/** The version that a record says it has, where it has been read before. */
export function versionOf(record: SealedRecord): JsonValue | undefined {
  return memberOf(record, 'version');
}

/** When a server recorded the event in a record that has been read before; undefined where none has. */
export function recordedAtOf(record: SealedRecord): string | undefined {
  const recordedAt = memberOf(record, 'recordedAt');
  return typeof recordedAt === 'string' ? recordedAt : undefined;
}

/** The commitment in place of the author's name, in a record that has been read before; undefined where none is. */
export function commitmentIn(record: SealedRecord): string | undefined {
  const author = memberOf(record, 'author');
  const commitment = isObject(author) ? member(author, 'commitment') : undefined;
  return typeof commitment === 'string' ? commitment : undefined;
}

function memberOf({ text }: SealedRecord, name: string): JsonValue | undefined {
  const event = parseJson(text, { maxDepth: MAX_DEPTH + ENVELOPE_DEPTH });
  return isObject(event) ? member(event, name) : undefined;
}

const LINE_START = '{"event":';
const HASH_START = ',"hash":"';
const LINE_END = '"}';
const HASH_LENGTH = 64;
const LONGEST_END = HASH_START.length + HASH_LENGTH + LINE_END.length + 1;

/**
 * A log as a file: one line `{"event":…,"hash":"…"}` for each record, the event's text letter by letter as it was
 * sealed.
 */
export function formatLog(records: readonly SealedRecord[]): string {
  return records.map((record) => `${formatRecordLine(record)}\n`).join('');
}

/** The line of a record, without a line end. */
export function formatRecordLine({ text, hash }: SealedRecord): string {
  return `${LINE_START}${text}${HASH_START}${hash}${LINE_END}`;
}

/** Message for a line that is not a record. */
export const NO_RECORD = 'it is not a line {"event":…,"hash":"…"}';

/** The records of a log file. @throws LogFaultError with the line that is no record. */
export function parseLog(file: string): readonly SealedRecord[] {
  const lines = withoutMark(file).split('\n');
  const hasTornEnd = lines.at(-1) !== '';
  if (!hasTornEnd) lines.pop();
  return lines.map((line, index) => {
    const record = parseRecordLine(line.endsWith('\r') ? line.slice(0, -1) : line);
    if (record !== null) return record;
    const isLast = index === lines.length - 1;
    throw new LogFaultError(index + 1, isLast && hasTornEnd ? 'the file ends in the middle of it' : NO_RECORD);
  });
}

/**
 * The record of a line without its end; null where it is the line of no record. Its text is as it stands there: verify
 * it.
 */
export function parseRecordLine(line: string): SealedRecord | null {
  const end = line.length - LINE_END.length - HASH_LENGTH - HASH_START.length;
  if (end < LINE_START.length || !line.startsWith(LINE_START) || !line.endsWith(LINE_END)) return null;
  if (line.slice(end, end + HASH_START.length) !== HASH_START) return null;
  const hash = line.slice(end + HASH_START.length, -LINE_END.length);
  return /^[0-9a-f]{64}$/.test(hash) ? { text: line.slice(LINE_START.length, end), hash } : null;
}

/** Whatever the member is called: no mapping ends like that, whose members are objects and small words. */
const RECORD_END = /"[0-9a-f]{64}"\}\r?$/;

/**
 * Whether a text looks like a log rather than a mapping: by how it starts, or by how its first line ends. So one whose
 * first line is damaged at one place is a damaged log, and never a mapping with members that nobody knows.
 */
export function looksLikeLog(file: string): boolean {
  const text = withoutMark(file);
  if (text.startsWith(LINE_START)) return true;
  const end = text.indexOf('\n');
  // A copy of its end alone: the first line of a mapping may be all of it.
  return RECORD_END.test(
    text.slice(Math.max(0, (end === -1 ? text.length : end) - LONGEST_END), end === -1 ? undefined : end),
  );
}

/**
 * Whether a parsed text is a record of a log that something has written anew, with other spaces say: nothing vouches
 * for it.
 */
export function looksLikeRecord(value: JsonObject): boolean {
  return member(value, 'event') !== undefined && member(value, 'hash') !== undefined;
}

/** Without the byte order mark that some editors write. */
function withoutMark(file: string): string {
  return file.charCodeAt(0) === 0xfeff ? file.slice(1) : file;
}
