import { countOf } from '#domain/console';
import { openState, type DocumentState } from '#domain/document';
import { timeOf } from '#domain/events';
import { Scrubber, versionDifference, whoOf } from '#domain/history';
import { asJson, formatJson, type JsonValue } from '#domain/json';
import { describePatch } from '../describe-patch.ts';
import { defineCommand, readCount } from '../command.ts';
import { UsageError } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';
import { assertVersion, bodyAfter, openStream, type OpenedStream } from '../records.ts';
import { printable } from '../terminal.ts';

export const diffCommand = defineCommand({
  usage: 'FILE --from A --to B [--patch | --json]',
  details: [
    'Prints the changes in words: the events between the two versions, what was renamed, and what is different afterwards.',
    'A may be 0, the time before the first event, and may be larger than B: then the changes go backwards.',
  ],
  options: {
    from: { type: 'string', value: 'A', help: 'The version to start from.' },
    to: { type: 'string', value: 'B', help: 'The version to compare it with (default: the last one).' },
    stream: { type: 'string', value: 'NAME', help: 'The stream to look at, where the file has several.' },
    patch: { type: 'boolean', help: 'Print a JSON Patch (RFC 6902) that leads from A to B.' },
    json: { type: 'boolean', help: 'Print one line of JSON: the events, the changes in words and the patch.' },
    'exit-code': { type: 'boolean', help: 'Exit with 1 where the versions differ.' },
  },
  examples: [
    { line: 'mapledger diff orders.ndjson --from 3 --to 7', does: 'What changed between two versions, in words' },
    { line: 'mapledger diff orders.ndjson --from 0 --patch', does: 'One patch that makes the whole document' },
  ],
  takes: { min: 1, max: 1 },
  async run({ terminal, positionals: [file = ''], values }) {
    if (values.patch === true && values.json === true) throw new UsageError('Choose one of --patch and --json.');
    if (values.from === undefined) throw new UsageError('--from is missing: the version to start from.');
    const from = readCount(values.from, 'from', 0);
    const opened = await openStream(terminal, file, values.stream);
    const to = values.to === undefined ? opened.events.length : readCount(values.to, 'to', 0);
    for (const version of [from, to]) assertVersion(opened, version);
    const { before, after, patch } = versionDifference(new Scrubber(stateOf(opened, file)), from, to);
    const changes = describePatch(patch, before, after);
    const events = opened.events.slice(Math.min(from, to), Math.max(from, to));
    if (values.patch === true) terminal.out(`${formatJson(patch, 2)}\n`);
    else if (values.json === true) {
      const result: JsonValue = {
        stream: opened.stream,
        from,
        to,
        events: events.map((event) => {
          const { version, id, at, recordedAt, summary } = event;
          const times = { at, ...(recordedAt !== undefined && { recordedAt }) };
          return { version, id, ...times, author: whoOf(event, event), summary };
        }),
        changes: changes.map(({ kind, at, words }) => ({ kind, at, words })),
        patch: asJson(patch),
      };
      terminal.out(`${formatJson(result)}\n`);
    } else terminal.out(inWords(opened, { from, to }, events, changes));
    return values['exit-code'] === true && patch.length > 0 ? EXIT.wrong : EXIT.fine;
  },
});

/** The document of all events. @throws InputError where one does not fit */
function stateOf(opened: OpenedStream, file: string): DocumentState {
  bodyAfter(opened, opened.events.length, file);
  return openState({ body: undefined }, opened.events);
}

function inWords(
  { stream }: OpenedStream,
  { from, to }: { readonly from: number; readonly to: number },
  events: OpenedStream['events'],
  changes: ReturnType<typeof describePatch>,
): string {
  const width = String(Math.max(from, to)).length;
  const heading = `${printable(stream)}, version ${from} to ${to}: ${countOf(events.length, 'event')}, ${countOf(changes.length, 'difference')}`;
  const direction = from > to ? ' (taken back)' : '';
  return [
    heading,
    ...(events.length === 0 ? [] : ['', `Events${direction}:`]),
    ...events.map(
      (event) =>
        `  ${String(event.version).padStart(width)}  ${printable(timeOf(event))}  ${printable(whoOf(event, event))}  ${printable(event.summary)}`,
    ),
    ...(changes.length === 0 ? [] : ['', 'Differences:']),
    ...changes.map(({ words }) => `  ${words}`),
    '',
  ].join('\n');
}
