import { createReadStream, readFileSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { errorText, JsonTextError, MAX_TEXT_LENGTH, parseJson, type JsonValue, type PastedValue } from '#domain/json';
import { NoMappingsError, pastedBodies, type PastedBody } from '#domain/template';
import { EVENT_LIMIT } from '#domain/events';
import { encodingFault } from '#domain/infer';
import { InputError } from './errors.ts';
import type { Terminal } from './terminal.ts';

/** What stands for standard input. */
export const STDIN = '-';

/**
 * The longest line: an event, its hash, and what is around them. A character has at most three bytes in UTF-8, and four
 * make two.
 */
const MAX_LINE_BYTES = EVENT_LIMIT * 3 + 1_024;
/** The longest text that is read as one. */
const MAX_TEXT_BYTES = MAX_TEXT_LENGTH * 3;

const LINE_FEED = 0x0a;

export interface Line {
  readonly text: string;
  /** Counts from 1. */
  readonly number: number;
  /** Whether the file ends in it, without a line break. */
  readonly isLast: boolean;
  /** What of its bytes is not in the text, and not a line feed: `null` for a line as Mapledger writes it. */
  readonly extra: 'a byte order mark' | 'a carriage return' | null;
}

/** How errors call an input. */
export function nameOf(file: string): string {
  return file === STDIN ? 'standard input' : file;
}

/** The bytes of a file or of standard input. @throws InputError */
export async function* bytesOf(terminal: Terminal, file: string): AsyncGenerator<Buffer> {
  try {
    if (file === STDIN) {
      for await (const chunk of terminal.stdin) yield Buffer.from(chunk);
      return;
    }
    if ((await stat(file)).isDirectory()) throw new InputError(file, 'it is a folder, not a file');
    for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) yield chunk as Buffer;
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(nameOf(file), whyUnreadable(error));
  }
}

function whyUnreadable(error: unknown): string {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'ENOENT':
      return 'there is no such file';
    case 'EACCES':
    case 'EPERM':
      return 'this user may not read it';
    default:
      return `it can’t be read: ${errorText(error)}`;
  }
}

/**
 * The lines of a text file, without their ends; the last one also where no line break ends it. Holds one line at a
 * time.
 * @throws InputError for what is not UTF-8, binary, or one line that is longer than any record can be
 */
export async function* readLines(terminal: Terminal, file: string): AsyncGenerator<Line> {
  const name = nameOf(file);
  let number = 0;
  let parts: Buffer[] = [];
  let length = 0;
  const finish = (end: Buffer, isLast: boolean): Line => {
    parts.push(end);
    const bytes = parts.length === 1 ? end : Buffer.concat(parts);
    parts = [];
    length = 0;
    number++;
    const extra = extraOf(bytes, number);
    return { number, text: decode(bytes, name, number), isLast, extra };
  };
  for await (const chunk of bytesOf(terminal, file)) {
    if (number === 0 && length === 0) refuseOtherEncodings(chunk, name);
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      yield finish(chunk.subarray(start, end), false);
      start = end + 1;
    }
    const rest = chunk.subarray(start);
    length += rest.length;
    if (length > MAX_LINE_BYTES)
      throw new InputError(name, `the line is longer than any record (${MAX_LINE_BYTES} bytes)`, number + 1);
    // Zeros say at once that this is no text: a file without line breaks would be read up to the limit.
    if (rest.includes(0)) throw new InputError(name, BINARY, number + 1);
    if (rest.length > 0) parts.push(rest);
  }
  if (parts.length > 0) yield finish(Buffer.alloc(0), true);
}

/**
 * A whole text of at most `limit` bytes.
 * @throws InputError as {@link readLines}, and for one that is larger
 */
export async function readText(terminal: Terminal, file: string, limit = MAX_TEXT_BYTES): Promise<string> {
  const name = nameOf(file);
  const bytes = (file === STDIN ? null : fileBytes(file, limit)) ?? (await streamBytes(terminal, file, limit));
  refuseOtherEncodings(bytes, name);
  if (bytes.includes(0)) throw new InputError(name, BINARY);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Once more, line by line, to name the line.
    let line = 0;
    for (let start = 0; start <= bytes.length;) {
      const end = bytes.indexOf(LINE_FEED, start);
      decode(bytes.subarray(start, end === -1 ? bytes.length : end), name, ++line);
      start = end === -1 ? bytes.length + 1 : end + 1;
    }
    throw new InputError(name, NOT_UTF_8);
  }
}

/**
 * The bytes of a file, `null` where it is a pipe or a device. Read at once: to wait for many small files, even for all
 * of them side by side, takes ten times as long.
 * @throws InputError
 */
function fileBytes(file: string, limit: number): Buffer | null {
  try {
    const stats = statSync(file);
    if (!stats.isFile()) return null;
    if (stats.size > limit) throw tooLarge(file, limit);
    return readFileSync(file);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(file, whyUnreadable(error));
  }
}

async function streamBytes(terminal: Terminal, file: string, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytesOf(terminal, file)) {
    if (length === 0) refuseOtherEncodings(chunk, nameOf(file));
    if (chunk.includes(0)) throw new InputError(nameOf(file), BINARY);
    length += chunk.length;
    if (length > limit) throw tooLarge(file, limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(file: string, limit: number): InputError {
  return new InputError(nameOf(file), `it is larger than the limit of ${limit.toLocaleString('en')} bytes`);
}

/** The mappings and templates in values, at least one. @throws InputError, with its place for text that is not JSON */
export function pastedIn(
  name: string,
  readValues: () => readonly PastedValue[],
): readonly [PastedBody, ...PastedBody[]] {
  try {
    const [first, ...others] = pastedBodies(readValues());
    if (first !== undefined) return [first, ...others];
  } catch (error) {
    if (error instanceof JsonTextError) throw new InputError(name, error.reason, error.line, error.column);
    if (!(error instanceof NoMappingsError)) throw error;
    throw new InputError(name, error.message);
  }
  throw new InputError(name, 'the text is empty');
}

/** The value of a JSON text. @throws InputError with line and column */
export function jsonIn(name: string, text: string): JsonValue {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonTextError) throw new InputError(name, error.reason, error.line, error.column);
    throw error;
  }
}

const BINARY = 'it is binary, not text';
const NOT_UTF_8 = 'it is not valid UTF-8';

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const CARRIAGE_RETURN = 0x0d;

function extraOf(bytes: Buffer, line: number): Line['extra'] {
  if (line === 1 && bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)) return 'a byte order mark';
  return bytes.at(-1) === CARRIAGE_RETURN ? 'a carriage return' : null;
}

function decode(bytes: Buffer, name: string, line: number): string {
  if (bytes.includes(0)) throw new InputError(name, BINARY, line);
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: line > 1 }).decode(bytes);
    return text.endsWith('\r') ? text.slice(0, -1) : text;
  } catch {
    throw new InputError(name, NOT_UTF_8, line);
  }
}

/** @throws InputError for text that is not UTF-8 by its first bytes */
function refuseOtherEncodings(chunk: Buffer, name: string): void {
  const fault = encodingFault(chunk);
  if (fault !== null) throw new InputError(name, fault, 1);
}
