import { openState } from '#domain/document';
import { blame } from '#domain/history';
import { errorText, formatJson, parsePointer, valueAt, type Body, type JsonValue, type Pointer } from '#domain/json';
import { resolvePath } from '#domain/mapping';
import { locateMappings } from '#domain/template';
import { columns, defineCommand } from '../command.ts';
import { UsageError } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';
import { openVersion, VERSION_OPTIONS } from '../records.ts';
import { printable } from '../terminal.ts';

export const blameCommand = defineCommand({
  name: 'blame',
  usage: 'FILE POINTER [--to N] [--stream NAME]',
  summary: 'List who changed a field or a parameter, and when',
  details: [
    'POINTER is a JSON Pointer (/properties/host/properties/ip) or the dotted name of a field (host.ip).',
    'Lists the newest event first, back to the one that created it, across renames and type changes. Exits with 1 where there is nothing.',
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
    const { events, version, body } = await openVersion(terminal, file, values);
    const pointer = pointerOf(place, body);
    if (pointer === null) {
      terminal.err(`Version ${version} has nothing at ${printable(place)}. For what was removed since, add --to.\n`);
      return EXIT.wrong;
    }
    const { history } = openState({ body: undefined }, events);
    const found = Array.from(blame(history, pointer), ({ node, at }) => ({
      version: node.version,
      event: node.event,
      at,
    }));
    if (values.json === true) {
      for (const { event, at, ...rest } of found) {
        const { id, author, type, summary, reason } = event;
        const line: JsonValue = {
          ...rest,
          pointer: at,
          id,
          at: event.at,
          author: { id: author.id, name: author.name, verified: author.verified },
          type,
          summary,
          ...(reason !== undefined && { reason }),
        };
        terminal.out(`${formatJson(line)}\n`);
      }
    } else {
      const width = String(version).length;
      const rows = found.map(({ event, at, ...rest }) => {
        const { author, reason, summary } = event;
        const who = `${printable(author.name)}${author.verified ? '' : ' (unverified)'}`;
        const why = reason === undefined ? '' : ` (${printable(reason)})`;
        const then = at === pointer ? '' : `  [then at ${printable(at)}]`;
        return [
          `${String(rest.version).padStart(width)}  ${printable(event.at)}  ${who}`,
          `${printable(summary)}${why}${then}`,
        ] as const;
      });
      terminal.out(`${columns(rows)}\n`);
    }
    return EXIT.fine;
  },
});

/** The pointer that a person wrote, as it is or by the name of a field; null where the body has nothing there. @throws UsageError */
function pointerOf(place: string, body: Body): Pointer | null {
  if (body === undefined) return null;
  if (place !== '' && !place.startsWith('/')) return resolvePath(body, locateMappings(body).mappingsAt, place);
  try {
    parsePointer(place);
  } catch (error) {
    throw new UsageError(errorText(error));
  }
  return valueAt(body, place) === undefined ? null : place;
}
