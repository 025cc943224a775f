import type { AuthorEntry, DeviceDigest, SharedDraft, StreamEntry, TrailRegister } from '../trail/trail-register.ts';
import type { ServerDatabase } from './database.ts';
import { rowQuery } from './row-query.ts';
import { keptText, streamKey, streamName } from './stream-key.ts';

interface StreamRow {
  readonly stream: string;
  readonly author: string;
  readonly user: string | null;
  readonly isShared: number;
  readonly draft: string | null;
  readonly isRestored: number;
}

interface AuthorRow {
  readonly author: string;
  readonly user: string | null;
  readonly lastAt: string;
}

/** The register on the server's own disk. Ids and keys are kept as JSON strings, as names of streams are. */
export function sqliteTrailRegister(database: ServerDatabase): TrailRegister {
  const STREAM_COLUMNS = 'stream, author, user, is_shared AS isShared, draft, is_restored AS isRestored';
  const selectStream = rowQuery<StreamRow>(database, `SELECT ${STREAM_COLUMNS} FROM trail_stream WHERE stream = ?`);
  const selectStreams = rowQuery<StreamRow>(database, `SELECT ${STREAM_COLUMNS} FROM trail_stream`);
  const addStream = database.prepare(
    'INSERT OR IGNORE INTO trail_stream (stream, author, user, is_shared, draft, is_restored) VALUES (?, ?, ?, 0, NULL, ?)',
  );
  const updateStream = database.prepare('UPDATE trail_stream SET is_shared = ?, draft = ? WHERE stream = ?');
  const selectAuthor = rowQuery<AuthorRow>(
    database,
    'SELECT author, user, last_at AS lastAt FROM trail_author WHERE author = ?',
  );
  const selectAuthors = rowQuery<AuthorRow>(database, 'SELECT author, user, last_at AS lastAt FROM trail_author');
  const putAuthor = database.prepare(
    `INSERT INTO trail_author (author, user, last_at) VALUES (?, ?, ?)
     ON CONFLICT (author) DO UPDATE SET user = COALESCE(user, excluded.user), last_at = excluded.last_at`,
  );
  const selectDevices = rowQuery<DeviceDigest>(
    database,
    'SELECT digest, kind FROM author_device WHERE author = ? ORDER BY rowid',
  );
  const selectAuthorsOf = rowQuery<{ readonly author: string }>(
    database,
    "SELECT author FROM author_device WHERE digest = ? AND kind = 'device' ORDER BY rowid",
  );
  const addDevice = database.prepare(
    'INSERT OR IGNORE INTO author_device (author, digest, kind, at) VALUES (?, ?, ?, ?)',
  );
  const removeDevice = database.prepare('DELETE FROM author_device WHERE author = ? AND digest = ?');
  return {
    streamEntry(stream) {
      const row = selectStream.get(streamKey(stream));
      return row && streamEntryOf(row);
    },
    streamEntries: () => selectStreams.all().map(streamEntryOf),
    begin(stream, { author, user, isRestored = false }) {
      addStream.run(streamKey(stream), JSON.stringify(author), keyOf(user), isRestored ? 1 : 0);
    },
    share(stream, isShared, draft) {
      updateStream.run(isShared ? 1 : 0, JSON.stringify(draft), streamKey(stream));
    },
    authorEntry(author) {
      const row = selectAuthor.get(JSON.stringify(author));
      return row && authorEntryOf(row);
    },
    authorEntries: () => selectAuthors.all().map(authorEntryOf),
    noteAuthor(author, user, at) {
      putAuthor.run(JSON.stringify(author), keyOf(user), at);
    },
    deviceDigests: (author) => selectDevices.all(JSON.stringify(author)),
    authorsOfDevice: (digest) => selectAuthorsOf.all(digest).map(({ author }) => keptText(author)),
    addDevice(author, digest, kind, at) {
      addDevice.run(JSON.stringify(author), digest, kind, at);
    },
    removeDevice(author, digest) {
      removeDevice.run(JSON.stringify(author), digest);
    },
  };
}

// Every text in these tables was written here.

function streamEntryOf({ stream, author, user, isShared, draft, isRestored }: StreamRow): StreamEntry {
  return {
    stream: streamName(stream),
    author: keptText(author),
    user: userOf(user),
    isShared: isShared === 1,
    draft: draft === null ? null : (JSON.parse(draft) as SharedDraft),
    ...(isRestored === 1 && { isRestored: true }),
  };
}

function authorEntryOf({ author, user, lastAt }: AuthorRow): AuthorEntry {
  return { author: keptText(author), user: userOf(user), lastAt };
}

function keyOf(user: string | null): string | null {
  return user === null ? null : JSON.stringify(user);
}

function userOf(key: string | null): string | null {
  return key === null ? null : keptText(key);
}
