import { Type } from 'typebox';
import type { SealedRecord } from '#domain/events';
import {
  asJson,
  errorText,
  exact,
  fits,
  formatJson,
  isArray,
  isObject,
  parseJson,
  PointerSchema,
  type JsonObject,
  type JsonValue,
  type Pointer,
} from '#domain/json';
import {
  checkedName,
  formatLog,
  LogFaultError,
  namesByCommitment,
  openLog,
  parseLog,
  type OpenedLog,
} from '#domain/log';
import type { RecordedName, TraceEntry } from '#domain/ports';

const FORMAT = 1;

/** A document's log and the sessions in which it was made, in one file for a bug report. */
export interface ReplaySource {
  readonly name: string;
  readonly mappingsAt: Pointer;
  /** The id of the author whose session it is. */
  readonly authorId: string;
  readonly exportedAt: string;
  readonly records: readonly SealedRecord[];
  /** Names of authors in records that a server has sealed. */
  readonly names: readonly RecordedName[];
  readonly trace: readonly TraceEntry[];
}

export interface ReplayFile extends Omit<ReplaySource, 'records' | 'names'> {
  readonly log: OpenedLog;
}

/** Text that is not a replay file: which line, and why. */
export class ReplayFileError extends Error {
  override readonly name = 'ReplayFileError';
  constructor(
    /** From 1. */
    readonly line: number,
    readonly reason: string,
  ) {
    super(`Line ${line}: ${reason}`);
  }
}

/** One line that describes the file, the log as it is exported, and one line `{"trace":…}` for each entry. */
export function formatReplay({ name, mappingsAt, authorId, exportedAt, records, names, trace }: ReplaySource): string {
  const head = {
    replay: FORMAT,
    name,
    mappingsAt,
    authorId,
    exportedAt,
    records: records.length,
    ...(names.length > 0 && { names: asJson(names) }),
  };
  // Entries from before a trace had visits can't be put in order with the log.
  const placed = trace.filter((entry) => typeof entry.visit === 'string');
  const entries = placed.map((entry) => `${formatJson({ trace: entry as unknown as JsonValue })}\n`);
  return `${formatJson(head)}\n${formatLog(records)}${entries.join('')}`;
}

/** Whether a text looks like a replay file, by how it starts. */
export function looksLikeReplay(file: string): boolean {
  return /^\ufeff?\{"replay":/.test(file);
}

/** Reads a replay file. @throws ReplayFileError with the line, also for a log that can't be trusted. */
export function parseReplay(file: string): ReplayFile {
  const lines = file.replace(/^\ufeff/, '').split('\n');
  if (lines.at(-1) === '') lines.pop();
  const head = objectIn(lines[0], 1);
  if (head['replay'] !== FORMAT) throw new ReplayFileError(1, `not a replay of format ${FORMAT}`);
  const count = head['records'];
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 0 || count > lines.length - 1)
    throw new ReplayFileError(1, 'the record count exceeds the number of lines');
  const [, ...rest] = lines;
  return {
    name: textOf(head, 'name'),
    mappingsAt: textOf(head, 'mappingsAt'),
    authorId: textOf(head, 'authorId'),
    exportedAt: textOf(head, 'exportedAt'),
    log: logIn(rest.slice(0, count), head['names']),
    trace: rest.slice(count).map((line, index) => entryIn(line, count + index + 2)),
  };
}

function logIn(lines: readonly string[], given: JsonValue = []): OpenedLog {
  if (!isArray(given)) throw new ReplayFileError(1, '"names" is not a list');
  try {
    const names = given.map((name) => checkedName(name, 0));
    return openLog(parseLog(lines.map((line) => `${line}\n`).join('')), { names: namesByCommitment(names) });
  } catch (error) {
    if (error instanceof LogFaultError) throw new ReplayFileError(error.position + 1, error.reason);
    throw error;
  }
}

const OperationSchema = Type.Union([
  exact({ op: Type.Union([Type.Literal('add'), Type.Literal('replace')]), path: PointerSchema, value: Type.Unknown() }),
  exact({ op: Type.Literal('remove'), path: PointerSchema }),
  exact({ op: Type.Literal('move'), from: PointerSchema, path: PointerSchema }),
]);

/**
 * An entry of the trace. Whether this version has its command is not checked here: a trace may be of another version,
 * and commands that do not fit are not played.
 */
const EntrySchema = exact({
  at: Type.String(),
  stream: Type.String(),
  visit: Type.String(),
  version: Type.Integer({ minimum: 0 }),
  command: exact({ type: Type.String(), payload: Type.Unknown() }),
  patch: Type.Array(OperationSchema),
});

function entryIn(line: string, at: number): TraceEntry {
  const entry = objectIn(line, at)['trace'];
  if (!fits(EntrySchema, entry)) throw new ReplayFileError(at, 'not a session trace entry');
  return entry;
}

function objectIn(line: string | undefined, at: number): JsonObject {
  let value: JsonValue;
  try {
    value = parseJson(line ?? '');
  } catch (error) {
    throw new ReplayFileError(at, `not valid JSON (${errorText(error)})`);
  }
  if (!isObject(value)) throw new ReplayFileError(at, 'not a JSON object');
  return value;
}

function textOf(head: JsonObject, name: string): string {
  const value = head[name];
  if (typeof value !== 'string') throw new ReplayFileError(1, `"${name}" is not a string`);
  return value;
}
