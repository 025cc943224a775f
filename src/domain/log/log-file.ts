import { Type } from 'typebox';
import { commitmentTo, type SealedRecord } from '../events/seal.ts';
import type { DocumentEvent, StoredEvent } from '../events/event.ts';
import { fits } from '../json/check.ts';
import { exact } from '../json/schemas.ts';
import { formatJson, JsonTextError, parseJson } from '../json/text.ts';
import { asJson, isObject, member, type JsonValue } from '../json/value.ts';
import type { RecordedName } from '../ports/trail-replica.ts';
import { commitmentIn, formatLog, LogFaultError, parseLog, readEvent } from './log.ts';

/** What the file of a log has: its records, and the names that stand behind their commitments. */
export interface LogFile {
  readonly records: readonly SealedRecord[];
  readonly names: readonly RecordedName[];
}

const NAME_START = '{"name":';
const NameSchema = exact({
  commitment: Type.String(),
  author: Type.String(),
  name: Type.String(),
  salt: Type.String(),
});

/**
 * A log as a file: a line for each record, then one `{"name":…}` for each name that its records need, in their order.
 */
export function formatLogFile({ records, names }: LogFile): string {
  const lines = namesFor(records, names).map((name) => `${formatName(name)}\n`);
  return `${formatLog(records)}${lines.join('')}`;
}

/** Reads what `formatLogFile` has made. @throws LogFaultError with the line that is neither a record nor a name */
export function parseLogFile(file: string): LogFile {
  const at = startOfNames(file);
  const before = file.slice(0, at);
  const records = parseLog(before);
  const lines = file.slice(at).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return { records, names: lines.map((line, index) => nameIn(line, records.length + index + 1)) };
}

/** Whether a line of a file is one of a name. */
export function isNameLine(line: string): boolean {
  return line.startsWith(NAME_START);
}

/**
 * A name that was written by {@link formatLogFile}, whose commitment is proved by its salt.
 * @throws LogFaultError at a position
 */
export function checkedName(value: JsonValue | undefined, position: number): RecordedName {
  if (!fits(NameSchema, value)) throw new LogFaultError(position, 'it is not the name of an author');
  if (commitmentTo(value.name, value.salt) !== value.commitment)
    throw new LogFaultError(position, 'its name does not match its commitment');
  return value;
}

/** The names among these that records have commitments to, in the order of the records. */
export function namesFor(records: readonly SealedRecord[], names: readonly RecordedName[]): readonly RecordedName[] {
  if (names.length === 0) return [];
  const needed = new Set(records.map(commitmentIn));
  const known = new Map(names.map((name) => [name.commitment, name]));
  return [...needed].flatMap((commitment) => {
    const name = commitment === undefined ? undefined : known.get(commitment);
    return name === undefined ? [] : name;
  });
}

/** Whether two events are the same, though one may have been recorded by a server and the other one not. */
export function isSameEvent(one: DocumentEvent | StoredEvent, other: DocumentEvent | StoredEvent): boolean {
  return one.id === other.id && contentOf(one) === contentOf(other);
}

/** Whether a record has this event, as far as it can be read. */
export function isRecordOf(record: SealedRecord, event: DocumentEvent): boolean {
  try {
    return isSameEvent(readEvent(record.text, 1), event);
  } catch (error) {
    // A damaged record, or one of a later version, is nothing to compare with.
    if (error instanceof LogFaultError) return true;
    throw error;
  }
}

function contentOf({ id, at, author, type, command, patch, undoes }: DocumentEvent): string {
  return formatJson(
    asJson({
      id,
      at,
      author: author.id,
      type,
      command,
      patch,
      undoes: undoes ?? null,
    }),
  );
}

function formatName({ commitment, author, name, salt }: RecordedName): string {
  return formatJson({ name: { commitment, author, name, salt } });
}

function startOfNames(file: string): number {
  if (file.startsWith(NAME_START)) return 0;
  const at = file.indexOf(`\n${NAME_START}`);
  return at === -1 ? file.length : at + 1;
}

function nameIn(line: string, position: number): RecordedName {
  try {
    const value = parseJson(line);
    return checkedName(isObject(value) ? member(value, 'name') : undefined, position);
  } catch (error) {
    if (error instanceof JsonTextError) throw new LogFaultError(position, `it is not JSON (${error.message})`);
    throw error;
  }
}
