import { Type } from 'typebox';
import { Check, Errors } from 'typebox/value';
import { JsonTextError, parseJson } from '../json/text.ts';
import { ENVELOPE_DEPTH, isObject, MAX_DEPTH, member, type JsonObject, type JsonValue } from '../json/value.ts';
import { EVENT_FORMAT, type StoredEvent } from '../events/event.ts';
import { FIRST_HASH, verifyChain, type KnownHashes, type SealedRecord } from '../events/seal.ts';
import { upcast, UPCASTERS, type Upcaster } from '../events/upcast.ts';

const OperationSchema = Type.Union([
  Type.Object({
    op: Type.Union([Type.Literal('add'), Type.Literal('replace')]),
    path: Type.String(),
    value: Type.Unknown(),
  }),
  Type.Object({ op: Type.Literal('remove'), path: Type.String() }),
  Type.Object({ op: Type.Literal('move'), from: Type.String(), path: Type.String() }),
]);
const PatchSchema = Type.Array(OperationSchema);

/** The form of a stored event; members that a newer format adds are let through. */
const StoredEventSchema = Type.Object({
  format: Type.Integer({ minimum: 1 }),
  id: Type.String({ minLength: 1 }),
  stream: Type.String({ minLength: 1 }),
  version: Type.Integer({ minimum: 1 }),
  at: Type.String(),
  author: Type.Object({ id: Type.String(), name: Type.String(), verified: Type.Boolean() }),
  type: Type.String(),
  summary: Type.String(),
  command: Type.Object({ type: Type.String(), payload: Type.Unknown() }),
  patch: PatchSchema,
  inverse: Type.Optional(PatchSchema),
  undoes: Type.Optional(Type.String()),
  reason: Type.Optional(Type.String()),
});

/** A log that can't be trusted as a whole: the first record that is wrong, and why. The records before it are sound. */
export class LogFaultError extends Error {
  override readonly name = 'LogFaultError';
  constructor(
    /** From 1: the version, or the line of an exported file. */
    readonly position: number,
    readonly reason: string,
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
}

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
  }: OpenLogOptions = {},
): OpenedLog {
  const check = verifyChain(records, after.hash, knownHashes);
  if (!check.ok) throw new LogFaultError(after.version + check.fault.position, check.fault.reason);
  let newerFormat: number | undefined;
  const events = records.map(({ text }, index) => {
    const event = readEvent(text, after.version + index + 1, upcasters, currentFormat);
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

function readEvent(text: string, position: number, upcasters: readonly Upcaster[], currentFormat: number): StoredEvent {
  let raw;
  try {
    raw = parseJson(text, { maxDepth: MAX_DEPTH + ENVELOPE_DEPTH });
  } catch (error) {
    if (error instanceof JsonTextError) throw new LogFaultError(position, `it is not JSON (${error.message})`);
    throw error;
  }
  const format = isObject(raw) ? member(raw, 'format') : undefined;
  if (!isObject(raw) || !Number.isSafeInteger(format) || Number(format) < 1)
    throw new LogFaultError(position, 'it is not an event');
  const event = upcast(raw, upcasters, currentFormat);
  if (isPlainlyAnEvent(event) || Check(StoredEventSchema, event)) return event as unknown as StoredEvent;
  if (Number(format) > currentFormat) {
    throw new LogFaultError(
      position,
      `it was written by a newer version of Mapledger (event format ${Number(format)}) and can't be read by this one`,
    );
  }
  const [first] = Errors(StoredEventSchema, event);
  throw new LogFaultError(
    position,
    `it is not an event: ${first?.instancePath ?? ''} ${first?.message ?? ''}`.trimEnd(),
  );
}

/**
 * Whether an event fits {@link StoredEventSchema} without anything unusual about it. Written by hand because the schema's
 * own check takes half of the time in which a log opens; what this does not say yes to is left to that. Format and version
 * are compared with what they have to be, before and after.
 */
function isPlainlyAnEvent(event: JsonObject): boolean {
  const { author, command, patch, inverse } = event;
  return (
    TEXT_MEMBERS.every((name) => typeof event[name] === 'string' && event[name] !== '') &&
    isObject(author) &&
    typeof author['id'] === 'string' &&
    typeof author['name'] === 'string' &&
    typeof author['verified'] === 'boolean' &&
    isObject(command) &&
    typeof command['type'] === 'string' &&
    command['payload'] !== undefined &&
    isPlainlyAPatch(patch) &&
    (inverse === undefined || isPlainlyAPatch(inverse)) &&
    OPTIONAL_TEXTS.every((name) => event[name] === undefined || typeof event[name] === 'string')
  );
}

const TEXT_MEMBERS: readonly string[] = ['id', 'stream', 'at', 'type', 'summary'];
const OPTIONAL_TEXTS: readonly string[] = ['undoes', 'reason'];

function isPlainlyAPatch(patch: JsonValue | undefined): boolean {
  if (!Array.isArray(patch)) return false;
  return (patch as readonly JsonValue[]).every((operation) => {
    if (!isObject(operation) || typeof operation['path'] !== 'string') return false;
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
export function eventIdOf({ text }: SealedRecord): JsonValue | undefined {
  const event = parseJson(text, { maxDepth: MAX_DEPTH + ENVELOPE_DEPTH });
  return isObject(event) ? member(event, 'id') : undefined;
}

const LINE_START = '{"event":';
const HASH_START = ',"hash":"';
const LINE_END = '"}';
const HASH_LENGTH = 64;
const LONGEST_END = HASH_START.length + HASH_LENGTH + LINE_END.length + 1;

/** A log as a file: one line `{"event":…,"hash":"…"}` for each record, the event's text letter by letter as it was sealed. */
export function formatLog(records: readonly SealedRecord[]): string {
  return records.map(({ text, hash }) => `${LINE_START}${text}${HASH_START}${hash}${LINE_END}\n`).join('');
}

/** What is said of a line that is none. */
export const NO_RECORD = 'it is not a line {"event":…,"hash":"…"}';

/** The records of a log file. @throws LogFaultError with the line that is no record. */
export function parseLog(file: string): readonly SealedRecord[] {
  const lines = withoutMark(file).split('\n');
  const hasTornEnd = lines.at(-1) !== '';
  if (!hasTornEnd) lines.pop();
  return lines.map((line, index) => {
    const record = parseLine(line.endsWith('\r') ? line.slice(0, -1) : line);
    if (record !== null) return record;
    const isLast = index === lines.length - 1;
    throw new LogFaultError(index + 1, isLast && hasTornEnd ? 'the file ends in the middle of it' : NO_RECORD);
  });
}

function parseLine(line: string): SealedRecord | null {
  const end = line.length - LINE_END.length - HASH_LENGTH - HASH_START.length;
  if (end < LINE_START.length || !line.startsWith(LINE_START) || !line.endsWith(LINE_END)) return null;
  if (line.slice(end, end + HASH_START.length) !== HASH_START) return null;
  const hash = line.slice(end + HASH_START.length, -LINE_END.length);
  return /^[0-9a-f]{64}$/.test(hash) ? { text: line.slice(LINE_START.length, end), hash } : null;
}

/** Whatever the member is called: no mapping ends like that, whose members are objects and small words. */
const RECORD_END = /"[0-9a-f]{64}"\}\r?$/;

/**
 * Whether a text looks like a log rather than a mapping: by how it starts, or by how its first line ends. So one whose first
 * line is damaged at one place is a damaged log, and never a mapping with members that nobody knows.
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

/** Whether a parsed text is a record of a log that something has written anew, with other spaces say: nothing vouches for it. */
export function looksLikeRecord(value: JsonObject): boolean {
  return member(value, 'event') !== undefined && member(value, 'hash') !== undefined;
}

/** Without the byte order mark that some editors write. */
function withoutMark(file: string): string {
  return file.charCodeAt(0) === 0xfeff ? file.slice(1) : file;
}
