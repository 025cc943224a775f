import { formatJson, type JsonValue } from '#domain/json';
import { defineCommand } from '../command.ts';
import { UsageError } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';
import { openVersion, VERSION_OPTIONS } from '../records.ts';

export const replayCommand = defineCommand({
  usage: 'FILE [--to N] [--stream NAME]',
  details: [
    'FILE is an exported log, a trail or a backup; - is standard input. Every hash is checked before anything is printed.',
  ],
  options: {
    ...VERSION_OPTIONS,
    json: { type: 'boolean', help: 'Print one line with stream, version, time and body.' },
  },
  examples: [
    { line: 'mapledger replay orders.ndjson', does: 'Print the mapping as the log leaves it' },
    {
      line: 'mapledger replay orders.ndjson --to 12 > then.json',
      does: 'Print the mapping as it was after version 12',
    },
  ],
  takes: { min: 1, max: 1 },
  async run({ terminal, positionals: [file = ''], values }) {
    const { stream, events, version, body } = await openVersion(terminal, file, values);
    const { at = '', recordedAt } = events.at(-1) ?? {};
    if (body === undefined) throw new UsageError(`After version ${version} there is no document.`);
    const result: JsonValue = { stream, version, at, ...(recordedAt !== undefined && { recordedAt }), body };
    terminal.out(`${values.json === true ? formatJson(result) : formatJson(body, 2)}\n`);
    return EXIT.fine;
  },
});
