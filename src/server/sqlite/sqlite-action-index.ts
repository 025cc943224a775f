import { actionStream, parseActionStream, type ActionRef } from '#domain/action';
import type { ActionIndex } from '../actions/action-index.ts';
import type { ServerDatabase } from './database.ts';
import { oneRowQuery, rowQuery } from './row-query.ts';
import { streamKey, streamName } from './stream-key.ts';
import { inTransaction } from './transaction.ts';

/**
 * The index of actions on the server's own disk. Names of things on clusters are written as JSON strings, since
 * SQLite's text has no lone surrogates.
 */
export function sqliteActionIndex(database: ServerDatabase): ActionIndex {
  const put = database.prepare(
    `INSERT INTO action_entry (id, cluster, version, route, state) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (id, cluster) DO UPDATE SET version = excluded.version, state = excluded.state`,
  );
  const isErased = database.prepare('SELECT 1 AS found FROM erasure WHERE stream = ?');
  const putName = database.prepare('INSERT OR IGNORE INTO action_name (name, id, cluster) VALUES (?, ?, ?)');
  const putStream = database.prepare('INSERT OR IGNORE INTO action_stream (stream, id, cluster) VALUES (?, ?, ?)');
  const selectVersions = rowQuery<ActionRef & { readonly version: number }>(
    database,
    'SELECT cluster, id, version FROM action_entry',
  );
  const selectEnded = rowQuery<ActionRef>(
    database,
    `SELECT cluster, id FROM action_entry WHERE id < ? AND state <> 'open' ORDER BY id LIMIT ?`,
  );
  const countErased = oneRowQuery<{
    readonly found: number;
    readonly newest: string | null;
  }>(database, 'SELECT count(*) AS found, MAX(stream) AS newest FROM erasure WHERE stream >= ? AND stream < ?');
  const countAll = oneRowQuery<{ readonly found: number }>(
    database,
    'SELECT count(*) AS found FROM action_entry WHERE ? IS NULL OR cluster = ?',
  );
  return {
    put: async ({ id, cluster, version, route, state, names, stream }) =>
      inTransaction(database, 'IMMEDIATE', () => {
        if (isErased.get(streamKey(actionStream({ cluster, id }))) !== undefined) return;
        put.run(id, cluster, version, route, state);
        // The names of an action never change.
        if (version === 1 || state !== 'open') for (const name of names) putName.run(JSON.stringify(name), id, cluster);
        if (stream !== undefined) putStream.run(streamKey(stream), id, cluster);
      }),
    async find({ limit, name, stream, before, from, ...equal }) {
      const conditions: string[] = [];
      const values: (string | number)[] = [];
      const add = (condition: string, value: string | undefined) => {
        if (value === undefined) return;
        conditions.push(condition);
        values.push(value);
      };
      // Names of columns come from here, values never stand in the text.
      add('entry.cluster = ?', equal.cluster);
      add('entry.route = ?', equal.route);
      add('entry.state = ?', equal.state);
      add('entry.id < ?', before);
      add('entry.id >= ?', from);
      add('named.name = ?', name === undefined ? undefined : JSON.stringify(name));
      add('made.stream = ?', stream === undefined ? undefined : streamKey(stream));
      const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
      const join = [
        name === undefined ? '' : ' JOIN action_name AS named ON named.id = entry.id AND named.cluster = entry.cluster',
        stream === undefined
          ? ''
          : ' JOIN action_stream AS made ON made.id = entry.id AND made.cluster = entry.cluster',
      ].join('');
      const statement = rowQuery<ActionRef>(
        database,
        `SELECT entry.cluster AS cluster, entry.id AS id FROM action_entry AS entry${join}${where} ORDER BY entry.id DESC LIMIT ?`,
      );
      return statement.all(...values, limit).map(({ cluster, id }) => ({ cluster, id }));
    },
    versions: async () =>
      new Map(selectVersions.all().map(({ cluster, id, version }) => [actionStream({ cluster, id }), version])),
    endedBefore: async (before, limit) => selectEnded.all(before, limit).map(({ cluster, id }) => ({ cluster, id })),
    async erased(cluster) {
      // All keys that begin with the one of the cluster without its closing quote; what follows it is an id.
      const first = streamKey(actionStream({ cluster, id: '' })).slice(0, -1);
      const { found, newest } = countErased.get(first, `${first}[`);
      const ref = newest === null ? null : parseActionStream(streamName(newest));
      return ref === null ? null : { count: found, newest: ref.id };
    },
    count: async (cluster) => {
      const given = cluster ?? null;
      return countAll.get(given, given).found;
    },
  };
}
