import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorText, type JsonObject } from '#domain/json';
import type { RouteAnswer, RouteId } from '#domain/wire';
import { countOf } from '#domain/console';
import { OPERATOR_SECRET_FILE } from '../../server/operator-secret.ts';
import { askRoute, askServer } from '../ask-server.ts';
import { defineCommand, readCount } from '../command.ts';
import { UnavailableError, UsageError } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';
import { printable } from '../terminal.ts';

export const eraseCommand = defineCommand({
  usage: '(author AUTHOR | log STREAM --version N --reason TEXT) --server URL --data-dir FOLDER',
  details: [
    'Asks a running server, and proves with its data folder that you operate it: while it runs, the folder has a file that only its user can read. Nothing else of the folder is used, and the server goes on.',
    'author: every name of the author is erased; the events stay and read "Erased author". AUTHOR is the id of the author, as in "author":{"id":…} of an export.',
    'log: the content of every event of the log is erased; their hashes and your reason are kept for ever. N is how many events the log has: one that has more by now is not erased. The page Storage names STREAM and N.',
    'Exports and backups that were made before are not changed. This can’t be undone.',
  ],
  options: {
    server: { type: 'string', value: 'URL', help: 'The address of the running server.' },
    'data-dir': { type: 'string', value: 'FOLDER', help: 'The data folder of that server.' },
    version: { type: 'string', value: 'N', help: 'How many events the log has.' },
    reason: { type: 'string', value: 'TEXT', help: 'Why the log is erased. Don’t enter names of people.' },
  },
  examples: [
    {
      line: 'mapledger erase author 01JD3Q7V0F8Q1S2T3V4W5X6Y7Z --server http://127.0.0.1:7300 --data-dir /var/lib/mapledger',
      does: 'Erase the names of a person who has left',
    },
    {
      line: 'mapledger erase log draft/01JD3Q7V0F8Q1S2T3V4W5X6Y7Z --version 12 --reason OPS-1234 --server http://127.0.0.1:7300 --data-dir /var/lib/mapledger',
      does: 'Erase a log with a name in one of its reasons',
    },
  ],
  takes: { min: 2, max: 2 },
  async run({ terminal, positionals: [what = '', subject = ''], values }) {
    const { server, 'data-dir': folder, version, reason } = values;
    if (server === undefined) throw new UsageError('--server is missing: the address of the running server.');
    if (folder === undefined) throw new UsageError('--data-dir is missing: the data folder of the server.');
    const post = <Id extends RouteId>(id: Id, body: JsonObject): Promise<RouteAnswer<Id>> =>
      askRoute(askServer(server, { operator: readOperatorSecret(folder) }), id, { method: 'POST', body });
    switch (what) {
      case 'author': {
        if (version !== undefined || reason !== undefined)
          throw new UsageError('--version and --reason are for "erase log" only.');
        const { names } = await post('trail.erase', { author: subject });
        if (names === 0)
          throw new UnavailableError(
            `Nothing was erased: the server has no name of author ${printable(subject)}. Either its names were erased before, or this is not the id of an author: see "author":{"id":…} in the output of mapledger export.`,
          );
        terminal.out(`Erased ${countOf(names, 'name')} of ${printable(subject)}.\n`);
        return EXIT.fine;
      }
      case 'log': {
        if (version === undefined) throw new UsageError('--version is missing: how many events the log has.');
        if (reason === undefined) throw new UsageError('--reason is missing: why the log is erased.');
        const body = { stream: subject, version: readCount(version, 'version', 1), reason };
        const { events } = await post('trail.erase_stream', body);
        terminal.out(`Erased ${countOf(events, 'event')} of ${printable(subject)}. Their hashes are kept.\n`);
        return EXIT.fine;
      }
      default:
        throw new UsageError(`There is no "erase ${printable(what)}". It is "erase author" or "erase log".`);
    }
  },
});

/** @throws UnavailableError where no server runs on the folder, or the folder is another user's */
function readOperatorSecret(folder: string): string {
  const file = join(folder, OPERATOR_SECRET_FILE);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new UnavailableError(`No server is running on the data folder ${folder}: ${file} is missing.`);
    throw new UnavailableError(
      `${file} can’t be read: ${errorText(error)}. Run the command as the user of the server.`,
    );
  }
}
