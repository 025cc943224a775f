import { randomInt } from 'node:crypto';
import { isDocumentStream } from '#domain/proof';
import { countOf } from '#domain/console';
import { parseCase } from '../../fuzz/run/replay-file.ts';
import { runValue } from '../../fuzz/run/run-cases.ts';
import { entryNamed } from '../../fuzz/targets/list.ts';
import { replaySession } from '../../fuzz/targets/replay-session.ts';
import { InputError } from '../errors.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { nameOf, readLines, type Line } from '../input.ts';
import { openStreams } from '../records.ts';
import { printable, type Terminal } from '../terminal.ts';
import { beginsLikeTrail } from '../trail-lines.ts';
import { clusterFor, withEngines, type ClusterFlags } from './clusters.ts';

/** Cases are told apart by their seeds; that of a case that is tried again names its indices only. */
const SEEDS = 2 ** 31;

interface Broken {
  readonly law: string;
  readonly message: string;
}

/**
 * Tries again what a file holds: a failed case, or every document of an exported log, trail or backup.
 * @throws InputError for what is neither, with its line where it is damaged
 */
export async function replayInput(terminal: Terminal, file: string, flags: ClusterFlags): Promise<ExitCode> {
  const lines = readLines(terminal, file);
  const first = await lines.next();
  if (first.done !== true && beginsLikeTrail(first.value)) {
    const rest = from(first.value, lines);
    return replayTrail(terminal, rest, file);
  }
  const text: string[] = [];
  if (first.done !== true) for await (const line of from(first.value, lines)) text.push(line.text);
  const found = await replayCase(terminal, nameOf(file), text.join('\n'), flags);
  return say(terminal, nameOf(file), found);
}

async function* from(first: Line, rest: AsyncIterable<Line>): AsyncGenerator<Line> {
  yield first;
  yield* rest;
}

function say(terminal: Terminal, name: string, found: Broken | null): ExitCode {
  terminal.out(
    found === null
      ? `${printable(name)}: everything holds\n`
      : `${printable(name)}: failed: ${found.law}: ${printable(found.message)}\n`,
  );
  return found === null ? EXIT.fine : EXIT.wrong;
}

async function replayTrail(terminal: Terminal, lines: AsyncIterable<Line>, file: string): Promise<ExitCode> {
  const name = nameOf(file);
  const { streams, erased } = await openStreams(terminal, lines, name);
  const documents = streams.filter(({ stream }) => isDocumentStream(stream));
  if (documents.length === 0) throw new InputError(name, 'it holds no document that can be replayed');
  let code: ExitCode = EXIT.fine;
  for (const { stream, events } of documents) {
    const found = await replaySession(events);
    const each = say(terminal, documents.length === 1 ? name : `${name}, ${stream}`, found);
    if (each !== EXIT.fine) code = each;
  }
  const others = streams.length - documents.length;
  if (others > 0) terminal.err(`${countOf(others, 'log')} of no document: "mapledger verify" decides them again\n`);
  if (erased > 0) terminal.err(`${countOf(erased, 'erased document')} can’t be replayed\n`);
  return code;
}

async function replayCase(terminal: Terminal, name: string, text: string, flags: ClusterFlags): Promise<Broken | null> {
  let kept;
  try {
    kept = parseCase(text);
  } catch {
    kept = null;
  }
  const entry = kept === null ? undefined : entryNamed(kept.target);
  if (kept === null || entry === undefined)
    throw new InputError(name, 'it is neither a failed case of "mapledger fuzz" nor an exported log');
  const { value } = kept;
  const cluster = entry.needsCluster ? clusterFor(terminal, entry, flags) : undefined;
  if (cluster === undefined) return runValue(await entry.open(null), value);
  return withEngines(cluster, randomInt(SEEDS), async (engines) => runValue(await entry.open(engines), value));
}
