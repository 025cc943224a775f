import { openState } from '#domain/document';
import { timeOf, type StoredEvent } from '#domain/events';
import { authorOfEvent, BEFORE_RECORD, blame, isBeforeRecord, whoOf } from '#domain/history';
import { errorText, formatJson, parsePointer, valueAt, type Body, type JsonValue, type Pointer } from '#domain/json';
import { resolvePath } from '#domain/mapping';
import { columns, defineCommand } from '../command.ts';
import { UsageError } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';
import { recordedMappingsAt } from '../recorded-mappings.ts';
import { openVersion, VERSION_OPTIONS } from '../records.ts';
import { printable } from '../terminal.ts';

export const blameCommand = defineCommand({
  name: 'blame',
  usage: 'FILE POINTER [--to N] [--stream NAME]',
  summary: 'List who changed a field or a parameter, and when',
  details: [
    'POINTER is a JSON Pointer (/properties/host/properties/ip) or the dotted name of a field (host.ip).',
    'Lists the newest event first, back to the one that created it, across renames and type changes. Exits with 1 where there is nothing.',
    'Times are those of the server that recorded an event, else of the device. What a cluster had before anyone’s first recorded change is “Before the record”.',
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
    const { history } = openState({ body: undefined }, events);
    const found = Array.from(blame(history, pointer), ({ node, at }) => ({
      version: node.version,
      // As it was read, with when a server recorded it.
      event: events[node.version - 1] as StoredEvent,
      at,
    }));
    if (values.json === true) {
      for (const { event, at, version } of found) {
        const { id, type, summary, reason, recordedAt } = event;
        const place = { stream, version };
        const author = authorOfEvent(event, place);
        const line: JsonValue = {
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
        terminal.out(`${formatJson(line)}\n`);
      }
    } else {
      const width = String(version).length;
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
      terminal.out(`${columns(rows)}\n`);
    }
    return EXIT.fine;
  },
});

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
