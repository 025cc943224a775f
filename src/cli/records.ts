import { replay, ReplayError } from '#domain/document';
import type { SealedRecord, StoredEvent } from '#domain/events';
import { errorText, isObject, JsonTextError, member, parseJson, type Body } from '#domain/json';
import { LogFaultError, openLog, type NamesByCommitment } from '#domain/log';
import { readCount, type Values } from './command.ts';
import { InputError, UsageError } from './errors.ts';
import { nameOf, readLines, type Line } from './input.ts';
import { printable, progressOf, type Terminal } from './terminal.ts';
import { entryOf } from './trail-lines.ts';

/** All texts of one stream together, in characters: a log is opened as a whole. */
const MAX_STREAM_LENGTH = 1024 * 1024 * 1024;
const MAX_SHOWN_STREAMS = 20;

/** The records of one stream of a file, and the lines that they were read from. */
interface FoundStream {
  readonly records: SealedRecord[];
  readonly lines: number[];
  length: number;
}

export interface OpenedStream {
  readonly stream: string;
  readonly events: readonly StoredEvent[];
}

/**
 * The events of one stream of a file: a log, a backup or a trail. Hashes, order and form of all of them are checked.
 * @throws InputError with the line that is wrong, UsageError where the file has several streams and none is named
 */
export async function openStream(terminal: Terminal, file: string, wanted: string | undefined): Promise<OpenedStream> {
  const name = nameOf(file);
  const { streams, names: authors, erased } = await readStreams(terminal, readLines(terminal, file), name, wanted);
  const [gone] = erased.values();
  if (gone !== undefined) {
    const { stream, version, line } = gone;
    const reason = `event ${version} of ${printable(stream)} was erased, so the document can’t be replayed`;
    throw new InputError(name, reason, line);
  }
  const [[stream, found] = [], ...others] = streams;
  if (stream === undefined || found === undefined) {
    throw new InputError(name, wanted === undefined ? 'it holds no events' : `it has no stream "${printable(wanted)}"`);
  }
  if (others.length > 0) {
    const names = [...streams.keys()].map(printable);
    const more = names.length > MAX_SHOWN_STREAMS ? [`and ${names.length - MAX_SHOWN_STREAMS} more`] : [];
    const list = [...names.slice(0, MAX_SHOWN_STREAMS), ...more].map((each) => `\n  ${each}`).join('');
    throw new UsageError(`${name} has ${names.length} streams. Choose one with --stream:${list}`);
  }
  return { stream, events: eventsOf(stream, found, authors, name) };
}

/** What a file has of documents and of everything else that is recorded, by streams. */
export interface OpenedStreams {
  readonly streams: readonly OpenedStream[];
  /** How many more there were, which are erased. */
  readonly erased: number;
}

/**
 * The events of all streams of a log, a backup or a trail; hashes, order and form of all of them are checked.
 * @throws InputError with the line that is wrong
 */
export async function openStreams(
  terminal: Terminal,
  lines: AsyncIterable<Line>,
  name: string,
): Promise<OpenedStreams> {
  const { streams, names, erased } = await readStreams(terminal, lines, name, undefined);
  if (streams.size + erased.size === 0) throw new InputError(name, 'it holds no events');
  const opened = [...streams].filter(([stream]) => !erased.has(stream));
  return {
    streams: opened.map(([stream, found]) => ({ stream, events: eventsOf(stream, found, names, name) })),
    erased: erased.size,
  };
}

function eventsOf(stream: string, found: FoundStream, names: NamesByCommitment, name: string): readonly StoredEvent[] {
  try {
    return openLog(found.records, { names }).events;
  } catch (error) {
    if (!(error instanceof LogFaultError)) throw error;
    throw new InputError(
      name,
      `event ${error.position} of ${printable(stream)}: ${error.reason}`,
      lineOf(found, error),
    );
  }
}

function lineOf({ lines }: FoundStream, { position }: LogFaultError): number | undefined {
  return lines[position - 1];
}

/**
 * The body after the first `version` events.
 * @throws InputError for a patch that does not fit, UsageError for a version that is not there
 */
export function bodyAfter({ stream, events }: OpenedStream, version: number, file: string): Body {
  try {
    return replay(undefined, events.slice(0, version));
  } catch (error) {
    if (!(error instanceof ReplayError)) throw error;
    const reason = `event ${error.position} of ${printable(stream)} does not fit: ${errorText(error.cause)}`;
    throw new InputError(nameOf(file), reason);
  }
}

/** Refuses a version that a stream does not have. @throws UsageError */
export function assertVersion({ events }: OpenedStream, version: number): void {
  if (version <= events.length) return;
  throw new UsageError(`There is no version ${version}: the stream has ${events.length}.`);
}

/** Options of commands that look at one version of one stream of a file. */
export const VERSION_OPTIONS = {
  to: { type: 'string', value: 'N', help: 'As of version N (default: the last one).' },
  stream: { type: 'string', value: 'NAME', help: 'The stream to look at, where the file has several.' },
} as const;

export interface OpenedVersion extends OpenedStream {
  readonly version: number;
  readonly body: Body;
}

/**
 * The version of a stream that the options ask for, with the events up to it.
 * @throws as {@link openStream} and {@link bodyAfter}
 */
export async function openVersion(
  terminal: Terminal,
  file: string,
  { to, stream }: Values<typeof VERSION_OPTIONS>,
): Promise<OpenedVersion> {
  const opened = await openStream(terminal, file, stream);
  const version = to === undefined ? opened.events.length : readCount(to, 'to', 1);
  assertVersion(opened, version);
  const body = bodyAfter(opened, version, file);
  return { stream: opened.stream, events: opened.events.slice(0, version), version, body };
}

/** Where a stream was erased first. */
interface Erased {
  readonly stream: string;
  readonly version: number;
  readonly line: number;
}

interface ReadStreams {
  readonly streams: ReadonlyMap<string, FoundStream>;
  readonly names: NamesByCommitment;
  readonly erased: ReadonlyMap<string, Erased>;
}

/** Of all streams, or of the wanted one. */
async function readStreams(
  terminal: Terminal,
  lines: AsyncIterable<Line>,
  name: string,
  wanted: string | undefined,
): Promise<ReadStreams> {
  const streams = new Map<string, FoundStream>();
  const names = new Map<string, string>();
  const erased = new Map<string, Erased>();
  const isWanted = (stream: string) => wanted === undefined || stream === wanted;
  const progress = progressOf(terminal, `Reading ${name}`, 'events');
  let count = 0;
  for await (const line of lines) {
    const entry = entryOf(line, name);
    if (entry?.kind === 'name') names.set(entry.name.commitment, entry.name.name);
    if (entry?.kind === 'tombstone') {
      const { stream, version } = entry.tombstone;
      if (isWanted(stream) && !erased.has(stream)) erased.set(stream, { stream, version, line: line.number });
    }
    if (entry?.kind !== 'record') continue;
    const { record } = entry;
    const stream = streamIn(record, line, name);
    progress.at(++count);
    if (!isWanted(stream)) continue;
    const found = streams.get(stream) ?? { records: [], lines: [], length: 0 };
    found.length += record.text.length;
    if (found.length > MAX_STREAM_LENGTH)
      throw new InputError(
        name,
        `the stream ${printable(stream)} is longer than ${MAX_STREAM_LENGTH} characters`,
        line.number,
      );
    found.records.push(record);
    found.lines.push(line.number);
    streams.set(stream, found);
  }
  progress.done();
  return { streams, names, erased };
}

/**
 * By how every record begins. Half of the time of reading a record goes into parsing it, which opening the log does
 * anyway.
 */
const RECORD_START = /^\{"format":\d+,"id":"[^"\\]*","stream":("(?:[^"\\]|\\.)*")/;

function streamIn(record: SealedRecord, { number }: Line, name: string): string {
  try {
    const stream = streamNameIn(record);
    if (typeof stream === 'string') return stream;
    throw new InputError(name, 'it names no stream', number);
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    throw new InputError(name, `its event is not JSON (${error.message})`, number);
  }
}

/** The stream of a record that has been verified. */
export function streamOf(record: SealedRecord): string {
  return String(streamNameIn(record));
}

function streamNameIn({ text }: SealedRecord): unknown {
  const written = RECORD_START.exec(text)?.[1];
  if (written !== undefined) return parseJson(written);
  const event = parseJson(text);
  return isObject(event) ? member(event, 'stream') : undefined;
}
