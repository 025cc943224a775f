// Appends without end to the event store in the file that is named, and says each version once it is acknowledged: `node … file stream`.
import { randomBytes } from 'node:crypto';
import { openState } from '#domain/document';
import { openLog } from '#domain/log';
import { reduce } from '#domain/commands';
import { openDatabase } from '../../../src/server/sqlite/database.ts';
import { sqliteEventStore } from '../../../src/server/sqlite/sqlite-event-store.ts';

const now = () => new Date().toISOString();
const [file = '', stream = ''] = process.argv.slice(2);
const store = sqliteEventStore(openDatabase(file), { now, newSalt: () => randomBytes(16).toString('hex') });
const author = { id: 'author', name: 'appender', verified: true };
const log = openLog(await store.read(stream));
let state = openState({ body: undefined }, log.events);

for (;;) {
  const version = state.history.version;
  const stamp = { id: `${stream}-${version + 1}`, at: now(), author };
  const command =
    version === 0
      ? { type: 'document.create', payload: { body: {} } }
      : { type: 'field.add', payload: { parent: null, name: `field-${version}`, definition: { type: 'keyword' } } };
  const reduced = reduce(state, command, stamp);
  if (!('event' in reduced)) throw new Error(JSON.stringify(reduced));
  const appended = await store.append(stream, version, [reduced.event]);
  if (appended.conflict) throw new Error(`Conflict at version ${appended.actualVersion}`);
  state = reduced.after;
  process.stdout.write(`${appended.version}\n`);
}
