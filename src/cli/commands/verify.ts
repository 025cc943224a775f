import type { SealedRecord } from '#domain/events';
import { asJson, formatJson } from '#domain/json';
import {
  faultText,
  verifyTrail,
  type FaultyTrail,
  type SignedCheckpoint,
  type TrailFault,
  type TrailLine,
  type Verification,
  type VerifiedTrail,
} from '#domain/proof';
import { countOf } from '#domain/console';
import { defineCommand } from '../command.ts';
import { isSignedByKey } from '../../server/proof/signing-key.ts';
import { DamagedLineError, InputError, UsageError } from '../errors.ts';
import { nameOf } from '../input.ts';
import { printable, progressOf, type Terminal } from '../terminal.ts';
import { streamOf } from '../records.ts';
import { readTrail } from '../trail-lines.ts';
import { exitCodeOf } from '../trail-exit.ts';

/** As `keyIdOf` gives it. */
const KEY_ID = /^[0-9a-f]{16}$/;

export const verifyCommand = defineCommand({
  usage: 'FILE [--checkpoint FILE]… [--key ID]… [--independent]',
  details: [
    'FILE is an exported log, a trail or a backup; - is standard input. Checks every hash, the order, form, times and ids of all events, and decides each command again. Names the first event of each stream that is wrong, and what this version does not know.',
    'Without an external checkpoint, truncation of the newest events and a fully rewritten log can’t be found.',
  ],
  options: {
    checkpoint: {
      type: 'string',
      multiple: true,
      value: 'FILE',
      help: 'Checkpoints that were kept elsewhere: lines {"checkpoint":…}. May be given several times.',
    },
    key: {
      type: 'string',
      multiple: true,
      value: 'ID',
      help: 'ID of the server’s key: a checkpoint of another key is wrong. May be given several times.',
    },
    independent: {
      type: 'boolean',
      help: 'Also replay every stream by fast-json-patch and by jsonpatch, which are not ours, and compare the documents.',
    },
    json: { type: 'boolean', help: 'Print the result as one line of JSON.' },
  },
  examples: [
    { line: 'mapledger verify orders.ndjson', does: 'Check an exported log' },
    {
      line: 'mapledger verify trail.ndjson --checkpoint published.ndjson',
      does: 'Check a trail against published checkpoints',
    },
    { line: 'mapledger verify trail.ndjson --independent', does: 'Compare with two other JSON Patch libraries too' },
  ],
  takes: { min: 1, max: 1 },
  async run({ terminal, positionals: [file = ''], values }) {
    const malformed = values.key?.find((key) => !KEY_ID.test(key));
    if (malformed !== undefined)
      throw new UsageError(`--key ${malformed} is not the ID of a key: 16 hexadecimal digits, in lower case.`);
    const checkpoints: SignedCheckpoint[] = [];
    for (const each of values.checkpoint ?? []) checkpoints.push(...(await readCheckpoints(terminal, each)));
    const result = await verifyFile(terminal, file, {
      checkpoints,
      knownKeys: values.key ?? [],
      isIndependent: values.independent === true,
    });
    if (values.json === true) terminal.out(`${formatJson(asJson({ file: nameOf(file), ...result }))}\n`);
    else terminal.out(inWords(nameOf(file), result));
    return exitCodeOf(result);
  },
});

async function readCheckpoints(terminal: Terminal, file: string): Promise<readonly SignedCheckpoint[]> {
  const found = (await readTrail(terminal, file, { isAnyForm: true })).flatMap((entry) =>
    entry.kind === 'checkpoint' ? [entry.checkpoint] : [],
  );
  if (found.length === 0) throw new InputError(nameOf(file), 'it holds no checkpoint');
  return found;
}

interface KeptElsewhere {
  readonly checkpoints: readonly SignedCheckpoint[];
  readonly knownKeys: readonly string[];
}

interface VerifyFileOptions extends KeptElsewhere {
  /** Also by libraries that are not ours. */
  readonly isIndependent: boolean;
}

type FileVerification = Verification & { readonly independent?: IndependentReplay };

interface IndependentReplay {
  readonly libraries: readonly string[];
  readonly streams: number;
  /** Streams with erased events, which nobody can replay. */
  readonly erased: number;
}

/**
 * Verifies a file. A line that can’t be read is what is wrong with it.
 * @throws InputError where the file is none, or can’t be read at all
 */
async function verifyFile(
  terminal: Terminal,
  file: string,
  { isIndependent, ...kept }: VerifyFileOptions,
): Promise<FileVerification> {
  let entries: readonly TrailLine[];
  try {
    entries = await readTrail(terminal, file);
  } catch (error) {
    if (!(error instanceof DamagedLineError) || error.line === undefined) throw error;
    const fault: TrailFault = { line: error.line, stream: null, version: null, kind: 'form', reason: error.reason };
    return { ok: false, fault, faults: [fault] };
  }
  if (entries.length === 0) throw new InputError(nameOf(file), 'it holds no events');
  const progress = progressOf(
    terminal,
    `Verifying ${nameOf(file)}`,
    `of ${entries.length.toLocaleString('en-US')} lines`,
  );
  const result = verifyTrail(entries, {
    ...kept,
    isSigned: isSignedByKey,
    onProgress: ({ done }) => progress.at(done),
  });
  progress.done();
  return isIndependent && result.ok ? replayIndependently(terminal, result, entries) : result;
}

/** Replays streams that were found sound by other libraries too. */
async function replayIndependently(
  terminal: Terminal,
  result: VerifiedTrail,
  entries: readonly TrailLine[],
): Promise<FileVerification> {
  const [{ differenceInReplay }, { PATCH_LIBRARIES }] = await Promise.all([
    import('../independent-replay.ts'),
    import('../../fuzz/patch-libraries.ts'),
  ]);
  const records = new Map<string, { readonly record: SealedRecord; readonly line: number }[]>();
  const erased = new Set<string>();
  for (const entry of entries) {
    if (entry.kind === 'tombstone') erased.add(entry.tombstone.stream);
    if (entry.kind !== 'record') continue;
    const stream = streamOf(entry.record);
    const found = records.get(stream);
    if (found === undefined) records.set(stream, [{ record: entry.record, line: entry.line }]);
    else found.push({ record: entry.record, line: entry.line });
  }
  const progress = progressOf(terminal, 'Replaying', `of ${records.size.toLocaleString('en-US')} streams`);
  let done = 0;
  for (const [stream, found] of records) {
    if (!erased.has(stream)) {
      const difference = differenceInReplay(found.map(({ record }) => record));
      if (difference !== null) {
        const { version, reason } = difference;
        const line = found[version - 1]?.line;
        const fault: TrailFault = { ...(line !== undefined && { line }), stream, version, kind: 'replay', reason };
        return { ok: false, fault, faults: [fault] };
      }
    }
    progress.at(++done);
  }
  progress.done();
  const libraries = PATCH_LIBRARIES.map(({ name }) => name);
  return { ...result, independent: { libraries, streams: records.size - erased.size, erased: erased.size } };
}

function inWords(name: string, result: FileVerification): string {
  if (!result.ok) return faultLines(name, result);
  const lines = [
    `${name}: ${countOf(result.events, 'event')} in ${countOf(result.streams, 'stream')}, nothing wrong`,
    ...(result.independent === undefined ? [] : [independentWords(result.independent)]),
    ...result.notes.map(({ text }) => `Note: ${text}`),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

function faultLines(name: string, { faults }: FaultyTrail): string {
  return faults.map((fault) => `${printable(`${name}: ${faultText(fault)}`)}\n`).join('');
}

function independentWords({ libraries, streams, erased }: IndependentReplay): string {
  const left = erased === 0 ? '' : `; ${erased} with erased events can’t be replayed`;
  return `Replayed by ${libraries.join(' and ')}: the same document in ${countOf(streams, 'stream')}${left}`;
}
