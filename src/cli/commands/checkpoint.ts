import { join } from 'node:path';
import { formatJson } from '#domain/json';
import { formatTrailEntry, parseCheckpoint, type SignedCheckpoint } from '#domain/proof';
import { checkpoints } from '../../server/proof/checkpoints.ts';
import { checkpointPublisher, type PublishSettings } from '../../server/proof/publish.ts';
import { isSignedByKey, openSigningKey } from '../../server/proof/signing-key.ts';
import { sqliteTree } from '../../server/sqlite/sqlite-tree.ts';
import { askRoute, askServer } from '../ask-server.ts';
import { defineCommand } from '../command.ts';
import { UnavailableError, UsageError } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';
import { requireDataFolder } from '../data-folder.ts';
import { withOwnFolder } from '../own-folder.ts';

export const checkpointCommand = defineCommand({
  usage: '(--server URL | --data-dir FOLDER) [--publish FILE] [--publish-url URL]',
  details: [
    'Prints the checkpoint as a line {"checkpoint":…}. Keep it where the operator of the server can’t change it: with it, "mapledger verify --checkpoint" finds events that were removed or rewritten.',
    'A server that runs is asked for it. From a data folder it is signed with the key there; stop the server first. Where nothing was recorded since, it is the newest checkpoint again.',
  ],
  options: {
    server: { type: 'string', value: 'URL', help: 'The address of a running server.' },
    'data-dir': { type: 'string', value: 'FOLDER', help: 'The data folder of a server that is stopped.' },
    publish: { type: 'string', value: 'FILE', help: 'Also add the line to this file.' },
    'publish-url': { type: 'string', value: 'URL', help: 'Also post the line to this address.' },
    json: { type: 'boolean', help: 'Print one line of JSON: key, size, root, time and the signed checkpoint.' },
  },
  examples: [
    {
      line: 'mapledger checkpoint --server http://127.0.0.1:7300 --publish /mnt/audit/checkpoints.ndjson',
      does: 'Sign the trail of a running server, and keep the checkpoint elsewhere',
    },
    { line: 'mapledger checkpoint --data-dir /var/lib/mapledger --json', does: 'Sign before a backup is made' },
  ],
  takes: { min: 0, max: 0 },
  async run({ terminal, values }) {
    const { server, 'data-dir': folder, publish: file, 'publish-url': url } = values;
    if ((folder === undefined) === (server === undefined))
      throw new UsageError('Choose one of --data-dir and --server.');
    if (url !== undefined && !/^https?:\/\//.test(url))
      throw new UsageError('--publish-url takes an address that begins with http:// or https://.');
    const signed = folder === undefined ? await askForOne(server ?? '') : await signFolder(folder);
    const checkpoint = parseCheckpoint(signed.text);
    if (checkpoint === null || !isSignedByKey(signed))
      throw new UnavailableError('The server’s checkpoint is not one that this version can check.');
    if (values.json === true) terminal.out(`${formatJson({ ...checkpoint, checkpoint: signed })}\n`);
    else terminal.out(`${formatTrailEntry({ kind: 'checkpoint', checkpoint: signed })}\n`);
    await publishTo(
      { ...(file !== undefined && { checkpointFile: file }), ...(url !== undefined && { checkpointUrl: url }) },
      signed,
    );
    return EXIT.fine;
  },
});

async function askForOne(server: string): Promise<SignedCheckpoint> {
  return (await askRoute(askServer(server), 'proof.checkpoint', { method: 'POST' })).checkpoint;
}

/** Signs what a data folder has; the folder is locked meanwhile. @throws UnavailableError */
async function signFolder(folder: string): Promise<SignedCheckpoint> {
  requireDataFolder(folder);
  return withOwnFolder(folder, (database) =>
    checkpoints({
      tree: sqliteTree(database),
      key: openSigningKey(join(folder, 'signing-key.pem')),
      now: () => new Date().toISOString(),
      publish: () => Promise.resolve(),
      onFailure: () => undefined,
    }).make(),
  );
}

/** @throws UnavailableError for a place that does not take it */
async function publishTo(settings: PublishSettings, checkpoint: SignedCheckpoint): Promise<void> {
  const problems: string[] = [];
  const line = formatTrailEntry({ kind: 'checkpoint', checkpoint });
  await checkpointPublisher(settings, (text) => {
    if (text !== line) problems.push(text);
  })(checkpoint);
  const [problem] = problems;
  if (problem !== undefined) throw new UnavailableError(problem);
}
