import type { SealedRecord } from '#domain/events';
import { formatJson, isObject, JsonTextError, parseJson, type JsonObject } from '#domain/json';
import { formatLogFile, isNameLine, LogFaultError, parseLogFile } from '#domain/log';
import type { RecordedName } from '#domain/ports';

/** The format that this version reads. */
const BACKUP_FORMAT = 2;
/** The format of a backup without names, which older versions can read. */
const NAMELESS_FORMAT = 1;
const FILE_START = '{"mapledgerBackup":';

/** A stream of a backup: its name and its log. */
export interface BackupStream {
  readonly stream: string;
  readonly records: readonly SealedRecord[];
  /** Names of authors in records that a server has sealed. */
  readonly names: readonly RecordedName[];
}

/** A part of a backup that can't be read, and why; the others can. */
export interface UnreadableStream {
  readonly stream: string;
  readonly reason: string;
}

export interface Backup {
  /** When the backup was made, RFC 3339. */
  readonly at: string;
  readonly streams: readonly BackupStream[];
  readonly unreadable: readonly UnreadableStream[];
}

/** Text that is not a backup, or not of a version that can be read. */
export class NotABackupError extends Error {
  override readonly name = 'NotABackupError';
}

/** Whether text is a backup rather than a log or a mapping, by how it starts. */
export function looksLikeBackup(text: string): boolean {
  return withoutMark(text).startsWith(FILE_START);
}

/**
 * Everything as one NDJSON file: a line `{"mapledgerBackup":2,"at":…,"streams":…}`, then for each stream a line
 * `{"stream":…,"records":…}` and the unchanged lines of its log as in an export of the log alone.
 */
export function formatBackup(at: string, streams: readonly BackupStream[]): string {
  const format = streams.some(({ names }) => names.length > 0) ? BACKUP_FORMAT : NAMELESS_FORMAT;
  const head = `${FILE_START}${format},"at":${formatJson(at)},"streams":${streams.length}}\n`;
  return (
    head +
    streams
      .map(
        ({ stream, records, names }) =>
          `${formatJson({ stream, records: records.length })}\n${formatLogFile({ records, names })}`,
      )
      .join('')
  );
}

/**
 * Splits a backup into the lines of its streams: whether the logs can be trusted is checked on import.
 * @throws NotABackupError
 */
export function parseBackup(text: string): Backup {
  const lines = withoutMark(text)
    .split('\n')
    .map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  const head = objectIn(lines[0] ?? '');
  const format = head?.['mapledgerBackup'];
  if (head === null || typeof format !== 'number')
    throw new NotABackupError('The first line doesn’t identify it as a Mapledger backup.');
  if (format > BACKUP_FORMAT)
    throw new NotABackupError(
      `It was written by a newer version of Mapledger (backup format ${format}). Reload this page to update, then import it.`,
    );
  const streams: BackupStream[] = [];
  const unreadable: UnreadableStream[] = [];
  let at = 1;
  while (at < lines.length && lines[at] !== '') {
    const part = objectIn(lines[at] ?? '');
    const stream = part?.['stream'];
    const count = part?.['records'];
    if (typeof stream !== 'string' || typeof count !== 'number')
      throw new NotABackupError(`Line ${at + 1} must name a stream and its record count.`);
    const lastRecord = at + count;
    let end = lastRecord + 1;
    while (end < lines.length && isNameLine(lines[end] ?? '')) end++;
    try {
      // The last line counts where it ends in a line break: then another one follows, even if it is empty.
      if (lastRecord + 1 >= lines.length)
        throw new LogFaultError(lines.length - at - 1, 'the file ends before the log is complete');
      const file = lines
        .slice(at + 1, end)
        .map((line) => `${line}\n`)
        .join('');
      streams.push({ stream, ...(end === at + 1 ? { records: [], names: [] } : parseLogFile(file)) });
    } catch (error) {
      if (!(error instanceof LogFaultError)) throw error;
      unreadable.push({ stream, reason: `line ${at + 1 + error.position}: ${error.reason}` });
    }
    at = end;
  }
  const expected = head['streams'];
  const missing = typeof expected === 'number' ? expected - streams.length - unreadable.length : 0;
  if (missing > 0)
    unreadable.push({
      stream: missing === 1 ? 'one more stream' : `${missing} more streams`,
      reason: 'the file ends before it',
    });
  return { at: typeof head['at'] === 'string' ? head['at'] : '', streams, unreadable };
}

function objectIn(line: string): JsonObject | null {
  try {
    const value = parseJson(line);
    return isObject(value) ? value : null;
  } catch (error) {
    if (error instanceof JsonTextError) return null;
    throw error;
  }
}

function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
