import { randomBytes, randomUUID } from 'node:crypto';
import { monotonicFactory } from 'ulid';
import { sha256Hex } from '#domain/events';
import { formatRecoveryCode, recoveryCode, RECOVERY_BYTES } from '#domain/wire';
import { SERVER_AUTHOR } from '../../server/console/caller.ts';
import { storageLog } from '../../server/keeping/storage-log.ts';
import type { ServerDatabase } from '../../server/sqlite/database.ts';
import { sqliteEventStore } from '../../server/sqlite/sqlite-event-store.ts';
import { sqliteTrailCopy } from '../../server/sqlite/sqlite-trail-copy.ts';
import { sqliteTrailRegister } from '../../server/sqlite/sqlite-trail-register.ts';
import { readTrailCopy } from '../../server/sqlite/trail-copy-state.ts';
import { replaceRecovery } from '../../server/trail/author-proofs.ts';
import { defineCommand } from '../command.ts';
import { requireDataFolder } from '../data-folder.ts';
import { UnavailableError, UsageError } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';
import { withOwnFolder } from '../own-folder.ts';

export const authorsCommand = defineCommand({
  usage: 'rebind AUTHOR --data-dir FOLDER',
  details: [
    'Prints a recovery code, once; the folder keeps its digest only. Whoever enters it in the console, below Settings, proves to be AUTHOR on that device, and the code is used up. It takes the place of the code that the author had before.',
    'AUTHOR is the id of the author, as in "author":{"id":…} of an export. An author who signs in is restored by signing in, and gets no code.',
    'Stop the server that uses the folder first. That a code was made is recorded in the stream server/storage; the code is not. With a trail in an index the code is valid on all servers as soon as this one is started again.',
  ],
  options: {
    'data-dir': { type: 'string', value: 'FOLDER', help: 'The data folder of a server that is stopped.' },
  },
  examples: [
    {
      line: 'mapledger authors rebind 01JD3Q7V0F8Q1S2T3V4W5X6Y7Z --data-dir /var/lib/mapledger',
      does: 'Restore an author whose browser storage is lost',
    },
  ],
  takes: { min: 2, max: 2 },
  async run({ terminal, positionals: [verb = '', author = ''], values: { 'data-dir': folder } }) {
    if (verb !== 'rebind') throw new UsageError(`There is no "authors ${verb}". It is "authors rebind".`);
    if (folder === undefined) throw new UsageError('--data-dir is missing: the data folder of the server.');
    requireDataFolder(folder);
    const code = recoveryCode(author, randomBytes(RECOVERY_BYTES));
    await withOwnFolder(folder, (database) => rebind(database, author, sha256Hex(code.secret)));
    terminal.out(`${formatRecoveryCode(code)}\n`);
    return EXIT.fine;
  },
});

/** @throws UnavailableError for an author whom the folder does not know, or who signs in */
async function rebind(database: ServerDatabase, author: string, digest: string): Promise<void> {
  const now = () => new Date().toISOString();
  const newSalt = () => randomBytes(16).toString('hex');
  // What is written has to get into the index, too.
  const copy =
    readTrailCopy(database) === undefined ? null : sqliteTrailCopy(database, { now, newSalt, newServerId: randomUUID });
  const store = sqliteEventStore(database, { now, newSalt, ...copy?.hooks });
  const register = copy?.register ?? sqliteTrailRegister(database);
  const entry = register.authorEntry(author);
  // Somebody may have imported events of an author who has recorded nothing here.
  if (entry === undefined && register.deviceDigests(author).length === 0 && !store.names.isRecorded(author))
    throw new UnavailableError(`The data folder has no author ${author}. Nothing was changed.`);
  if (entry?.user != null)
    throw new UnavailableError(
      `${author} is the author of a user, who is restored by signing in. Nothing was changed.`,
    );
  const nextId = monotonicFactory();
  const log = storageLog({ store, clock: { now }, ids: { next: () => nextId() } });
  await log.record({ type: 'author.restore', payload: { restored: { author, by: 'rebind' } } }, SERVER_AUTHOR, {
    others: () => replaceRecovery(register, author, digest, now()),
  });
}
