import { openState, originsOf, type Origin } from '#domain/document';
import { timeOf, type StoredEvent } from '#domain/events';
import { authorOfEvent, BEFORE_RECORD, blame, isBeforeRecord, placeInOrigin, whoOf } from '#domain/history';
import {
  deepEqual,
  errorText,
  formatJson,
  parsePointer,
  valueAt,
  type Body,
  type JsonValue,
  type Pointer,
} from '#domain/json';
import { resolvePath } from '#domain/mapping';
import { columns, defineCommand } from '../command.ts';
import { InputError, UsageError } from '../errors.ts';
import { STDIN } from '../input.ts';
import { EXIT } from '../exit-codes.ts';
import { recordedMappingsAt } from '../recorded-mappings.ts';
import { bodyAfter, openStream, openVersion, VERSION_OPTIONS, type OpenedStream } from '../records.ts';
import { printable, type Terminal } from '../terminal.ts';

export const blameCommand = defineCommand({
  usage: 'FILE POINTER [--to N] [--stream NAME]',
  details: [
    'POINTER is a JSON Pointer (/properties/host/properties/ip) or the dotted name of a field (host.ip).',
    'Lists the newest event first, back to the one that created it, across renames and type changes, and on into the log that an index was made from where FILE has it. Exits with 1 where there is nothing.',
    'Times are those of the server that recorded an event, else of the device. What a cluster had before anyone’s first recorded change is “Older than this history”.',
  ],
  options: {
    ...VERSION_OPTIONS,
    json: { type: 'boolean', help: 'Print one line of JSON for each event.' },
  },
  examples: [
    { line: 'mapledger blame orders.ndjson host.ip', does: 'Who changed the field host.ip' },
    {
      line: 'mapledger blame orders.ndjson /properties/host/properties/ip/ignore_malformed',
      does: 'Who changed one of its parameters',
    },
  ],
  takes: { min: 2, max: 2 },
  async run({ terminal, positionals: [file = '', place = ''], values }) {
    const { stream, events, version, body } = await openVersion(terminal, file, values);
    const pointer = pointerOf(place, body);
    if (pointer === null) {
      terminal.err(`Version ${version} has nothing at ${printable(place)}. For what was removed since, add --to.\n`);
      return EXIT.wrong;
    }
    const isJson = values.json === true;
    let origin: BlamedLog | null = { stream, events, pointer };
    while (origin !== null) {
      const found = blamedIn(origin);
      terminal.out(isJson ? jsonOf(origin.stream, found) : wordsOf(origin, found));
      origin = await originOf(terminal, file, origin, found);
      if (origin !== null && !isJson) terminal.out(`\nMade from ${printable(origin.stream)}:\n`);
    }
    return EXIT.fine;
  },
});

/** A log, up to the version that is asked about, and the place in it. */
interface BlamedLog extends OpenedStream {
  readonly pointer: Pointer;
}

/** An event as it was read, with when a server recorded it, and where the place was then. */
interface FoundEvent {
  readonly version: number;
  readonly event: StoredEvent;
  readonly at: Pointer;
}

function blamedIn({ events, pointer }: BlamedLog): readonly FoundEvent[] {
  const { history } = openState({ body: undefined }, events);
  return Array.from(blame(history, pointer), ({ node: { version }, at }) => ({
    version,
    event: events[version - 1] as StoredEvent,
    at,
  }));
}

/** The log that a document was made from, where its first event made the place and the file has that log. */
async function originOf(
  terminal: Terminal,
  file: string,
  { stream }: BlamedLog,
  found: readonly FoundEvent[],
): Promise<BlamedLog | null> {
  const first = found.find(({ version }) => version === 1);
  const origins = first === undefined ? [] : originsOf(first.event);
  if (first === undefined || origins.length === 0) return null;
  const [made] = first.event.patch;
  const value = made?.op === 'add' ? valueAt(made.value, first.at) : undefined;
  let some: (BlamedLog & { readonly isSame: boolean }) | undefined;
  for (const origin of origins) {
    const opened = await openOrigin(terminal, file, origin);
    if (opened === null || origin.stream === stream) {
      terminal.err(`Made from ${printable(origin.stream)} (version ${origin.version}), which can’t be read here.\n`);
      continue;
    }
    const pointer = placeInOrigin(first.at, value, opened);
    if (pointer === null) continue;
    const isSame = value !== undefined && deepEqual(valueAt(opened.body, pointer), value);
    if (some === undefined || (isSame && !some.isSame)) some = { ...opened, pointer, isSame };
  }
  return some ?? null;
}

/** Null where the file does not have that version of the log. Standard input can’t be read twice. */
async function openOrigin(
  terminal: Terminal,
  file: string,
  { stream, version }: Origin,
): Promise<(OpenedStream & { readonly body: Body }) | null> {
  if (file === STDIN) return null;
  try {
    const opened = await openStream(terminal, file, stream);
    if (opened.events.length < version) return null;
    return { stream, events: opened.events.slice(0, version), body: bodyAfter(opened, version, file) };
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}

function jsonOf(stream: string, found: readonly FoundEvent[]): string {
  return found
    .map(({ event, at, version }) => {
      const { id, type, summary, reason, recordedAt } = event;
      const place = { stream, version };
      const author = authorOfEvent(event, place);
      const line: JsonValue = {
        stream,
        version,
        pointer: at,
        id,
        at: event.at,
        ...(recordedAt !== undefined && { recordedAt }),
        author: { id: author.id, name: whoOf(event, place), verified: author.verified },
        ...(isBeforeRecord(event, place) && { isBeforeRecord: true }),
        type,
        summary,
        ...(reason !== undefined && { reason }),
      };
      return `${formatJson(line)}\n`;
    })
    .join('');
}

function wordsOf({ stream, events, pointer }: BlamedLog, found: readonly FoundEvent[]): string {
  const width = String(events.length).length;
  const rows = found.map(({ event, at, version }) => {
    const { author, reason, summary } = event;
    const place = { stream, version };
    const who = isBeforeRecord(event, place)
      ? BEFORE_RECORD
      : `${printable(whoOf(event, place))}${author.verified ? '' : ' (unverified)'}`;
    const why = reason === undefined ? '' : ` (${printable(reason)})`;
    const then = at === pointer ? '' : `  [then at ${printable(at)}]`;
    return [
      `${String(version).padStart(width)}  ${printable(timeOf(event))}  ${who}`,
      `${printable(summary)}${why}${then}`,
    ] as const;
  });
  return `${columns(rows)}\n`;
}

/**
 * The pointer that a person wrote, as it is or by the name of a field; null where the body has nothing there.
 * @throws UsageError
 */
function pointerOf(place: string, body: Body): Pointer | null {
  if (body === undefined) return null;
  if (place !== '' && !place.startsWith('/')) return resolvePath(body, recordedMappingsAt(body), place);
  try {
    parsePointer(place);
  } catch (error) {
    throw new UsageError(errorText(error));
  }
  return valueAt(body, place) === undefined ? null : place;
}
