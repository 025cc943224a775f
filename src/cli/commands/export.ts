import { createWriteStream, type WriteStream } from 'node:fs';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { ecsOfRecord, formatTrailEntry, type TrailEntry } from '#domain/proof';
import { errorText, formatJson } from '#domain/json';
import { trailOfFolder } from '../data-folder.ts';
import { defineCommand } from '../command.ts';
import { UnavailableError, UsageError } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';
import { DEVICE_VARIABLE, RECOVERY_VARIABLE, trailOfServer } from '../server-trail.ts';
import { progressOf, type Terminal } from '../terminal.ts';

export const exportCommand = defineCommand({
  usage: '(--data-dir FOLDER | --server URL) [--stream NAME] [--ecs] [--output FILE]',
  details: [
    'The file has the names of authors and all records; "mapledger verify" checks it, "mapledger import" restores it.',
    'A checkpoint comes first, and for a part of the streams a proof that each leads there, as far as the server has signed.',
    'With --ecs each event is a line with the field names of the Elastic Common Schema, for a log pipeline: it can’t be verified or restored.',
    'From a data folder the records come in the server’s order, also while the server runs: nothing is written to the folder. From a server come the streams that a caller without sign-in may read.',
    `With --author the drafts of that author come, too. ${RECOVERY_VARIABLE} has a recovery code of the author, from Settings or "mapledger authors rebind", which is used up; or ${DEVICE_VARIABLE} has a secret that proved the author before. With both, the code makes the secret one of the author, for the next exports: choose it by "openssl rand -hex 32".`,
    'An output file that exists is never written over.',
  ],
  options: {
    'data-dir': { type: 'string', value: 'FOLDER', help: 'The data folder of a server.' },
    server: { type: 'string', value: 'URL', help: 'The address of a running server.' },
    prefix: { type: 'string', value: 'TEXT', help: 'Only streams whose names begin like this.' },
    stream: { type: 'string', value: 'NAME', help: 'Only this stream.' },
    ecs: { type: 'boolean', help: 'Write events with ECS field names.' },
    author: {
      type: 'string',
      value: 'ID',
      help: 'With --server: also the drafts of this author, which takes a proof.',
    },
    output: { type: 'string', value: 'FILE', help: 'Where to write (default: standard output).' },
  },
  examples: [
    {
      line: 'mapledger export --data-dir /var/lib/mapledger --output backup.ndjson',
      does: 'Back up the trail of a server',
    },
    {
      line: 'mapledger export --server http://127.0.0.1:7300 | mapledger verify -',
      does: 'Check what a server says that it recorded',
    },
    {
      line: 'mapledger export --data-dir /var/lib/mapledger --ecs | filebeat -e',
      does: 'Feed the trail to a log pipeline',
    },
  ],
  takes: { min: 0, max: 0 },
  async run({ terminal, values }) {
    const { 'data-dir': folder, server, prefix, stream, author, output, ecs = false } = values;
    if ((folder === undefined) === (server === undefined))
      throw new UsageError('Choose one of --data-dir and --server.');
    if (prefix !== undefined && stream !== undefined) throw new UsageError('Choose one of --prefix and --stream.');
    const proof = author === undefined ? {} : proofOf(terminal);
    const entries =
      folder === undefined
        ? trailOfServer(server ?? '', { author, proof, prefix, stream })
        : trailOfFolder(folder, { prefix, stream });
    const format = ecs ? ecsLines() : formatTrailEntry;
    const file = output === undefined ? null : await openNew(output);
    const progress = progressOf(terminal, 'Exporting', 'lines');
    let count = 0;
    try {
      for await (const entry of entries) {
        const text = format(entry);
        if (text === null) continue;
        const line = `${text}\n`;
        if (file === null) terminal.out(line);
        else if (!file.write(line)) await once(file, 'drain');
        progress.at(++count);
      }
    } catch (error) {
      // Half an export is none; the file was made here.
      file?.destroy();
      if (output !== undefined) await rm(output, { force: true });
      throw error;
    }
    progress.done();
    if (file !== null) {
      file.end();
      await once(file, 'close');
      terminal.err(`${output ?? ''}: ${count} lines\n`);
    }
    return EXIT.fine;
  },
});

/** By what an author is proved. @throws UsageError */
function proofOf({ env }: Pick<Terminal, 'env'>): NonNullable<Parameters<typeof trailOfServer>[1]['proof']> {
  const [device, code] = [env[DEVICE_VARIABLE], env[RECOVERY_VARIABLE]];
  if (!device && !code)
    throw new UsageError(
      `--author needs a proof in the environment: ${RECOVERY_VARIABLE} with a recovery code, or ${DEVICE_VARIABLE} with the secret of a device.`,
    );
  return { ...(device && { device }), ...(code && { code }) };
}

/** Writes events with ECS names; null for what is no event. Names come before the records that have them. */
function ecsLines(): (entry: TrailEntry) => string | null {
  const names = new Map<string, string>();
  return (entry) => {
    if (entry.kind === 'name') names.set(entry.name.commitment, entry.name.name);
    return entry.kind === 'record' ? formatJson(ecsOfRecord(entry.record, names)) : null;
  };
}

/** A file that was not there before. @throws UnavailableError */
async function openNew(path: string): Promise<WriteStream> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  try {
    await once(file, 'open');
    return file;
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw new UnavailableError(
      exists ? `${path} exists already. Choose another name.` : `${path} can’t be written: ${errorText(error)}`,
    );
  }
}
