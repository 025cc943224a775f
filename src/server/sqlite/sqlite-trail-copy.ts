import type { SealedRecord } from '#domain/events';
import { chainAfter, EMPTY_HEAD, eventIdOf, headAfter, recordedAtOf, type StreamHead } from '#domain/log';
import type { RecordedName, StreamChange } from '#domain/ports';
import { STORAGE_STREAM, type StorageCommand } from '#domain/storage';
import { changedLog, ErasedStreamError } from '../trail/erasure-store.ts';
import { subjectOf } from '../trail/stream-subject.ts';
import type { ProofKind, TrailRegister } from '../trail/trail-register.ts';
import {
  type ErasureEntry,
  formatEntry,
  LogDamageError,
  parseEntry,
  type LogEntry,
  type RecordsEntry,
  type TombstonesEntry,
} from '../trail-index/log-document.ts';
import type { AppendOutcome, DocumentToErase, TrailCopy } from '../trail-index/trail-copy.ts';
import { authorNames, commitmentsIn, type NameHooks } from './author-names.ts';
import type { ServerDatabase } from './database.ts';
import { recordWriter } from './record-writer.ts';
import { oneRowQuery, rowQuery } from './row-query.ts';
import { isSealed, recordedOf, sealing, type Sealed, type Settled } from './sealing.ts';
import type { SqliteEventStoreOptions } from './sqlite-event-store.ts';
import { sqliteErasures } from './sqlite-erasures.ts';
import { sqliteSpool } from './sqlite-spool.ts';
import { sqliteTrailRegister } from './sqlite-trail-register.ts';
import { keptText, streamKey, streamName } from './stream-key.ts';
import { streamsOfOthers } from './trail-copy-state.ts';
import { inTransaction } from './transaction.ts';

/** Names and entries of a document beside records, and leaves that are read at once. */
const ROWS_AT_ONCE = 1_000;
/** Tombstones of an entry where a trail is brought into an index. */
const TOMBSTONES_AT_ONCE = 500;

interface StateRow {
  readonly server: string;
  readonly trail: string | null;
  readonly position: number;
  readonly hash: string;
  readonly isOpen: number;
  readonly hasOwn: number;
}

interface DeviceRow {
  readonly author: string;
  readonly digest: string;
  readonly kind: ProofKind;
  readonly at: string;
}

export interface TrailCopyOptions extends Pick<SqliteEventStoreOptions, 'now' | 'newSalt'> {
  /** An id that no other server has. */
  readonly newServerId: () => string;
}

/** The copy of a trail, with what puts into its spool what the server writes by itself. */
export interface SqliteTrailCopy extends TrailCopy {
  /** For the store to which the server appends without waiting for the index. */
  readonly hooks: Required<NameHooks> & Required<Pick<SqliteEventStoreOptions, 'onAppend'>>;
  /** A register that tells other servers what is written to it. */
  readonly register: TrailRegister;
}

export function sqliteTrailCopy(
  database: ServerDatabase,
  { now, newSalt, newServerId }: TrailCopyOptions,
): SqliteTrailCopy {
  const spool = sqliteSpool(database);
  const erasures = sqliteErasures(database);
  const writer = recordWriter(database);
  const plainRegister = sqliteTrailRegister(database);
  const onName = (name: RecordedName) => spool.add('name', JSON.stringify(name));
  const onErase = (author: string, names: readonly RecordedName[]) => {
    for (const name of names) {
      spool.remove('name', JSON.stringify(name));
      spool.add('erased', name.commitment);
    }
    spool.add('register', formatEntry({ kind: 'erase', author }));
  };
  const onAppend = (stream: string, after: number, records: readonly SealedRecord[]) => {
    // The log of a server's own storage is not part of the shared trail.
    if (stream === STORAGE_STREAM) return;
    spool.add('records', formatEntry({ kind: 'records', stream, after, records: [...records] }));
  };
  const seals = sealing(database, { writer, names: authorNames(database, newSalt, { onName }), now });

  const selectState = oneRowQuery<StateRow>(
    database,
    'SELECT server, trail, position, hash, is_open AS isOpen, has_own AS hasOwn FROM trail_log WHERE id = 1',
  );
  const addState = database.prepare(
    `INSERT OR IGNORE INTO trail_log (id, server, trail, position, hash, is_open, has_own)
     VALUES (1, ?, NULL, 0, '', 0, EXISTS (SELECT 1 FROM leaf WHERE stream != ?))`,
  );
  const moveOn = database.prepare('UPDATE trail_log SET position = ?, hash = ? WHERE id = 1');
  const setTrail = database.prepare('UPDATE trail_log SET trail = ? WHERE id = 1');
  const setOpen = database.prepare('UPDATE trail_log SET is_open = 1, has_own = 0 WHERE id = 1');
  const selectHash = rowQuery<{ readonly hash: string }>(
    database,
    `SELECT hash FROM record WHERE stream = ?1 AND version = ?2 UNION ALL SELECT hash FROM tombstone WHERE stream = ?1 AND version = ?2`,
  );
  const addPlace = database.prepare('INSERT OR IGNORE INTO trail_place (stream, position) VALUES (?, ?)');
  const removePlace = database.prepare('DELETE FROM trail_place WHERE stream = ? AND position = ?');
  const selectPlaces = rowQuery<{
    readonly position: number;
    readonly stream: string;
  }>(
    database,
    `SELECT trail_place.position AS position, trail_place.stream AS stream FROM erasure
     JOIN trail_place ON trail_place.stream = erasure.stream WHERE erasure.is_pending = 0 ORDER BY trail_place.position LIMIT ?`,
  );
  const isDone = database.prepare('SELECT 1 AS found FROM erasure WHERE stream = ? AND is_pending = 0');
  const addToRecord = database.prepare('INSERT INTO erasure_event (command, author, reason) VALUES (?, ?, ?)');
  const selectToRecord = rowQuery<{
    readonly number: number;
    readonly command: string;
    readonly author: string;
    readonly reason: string;
  }>(database, 'SELECT number, command, author, reason FROM erasure_event ORDER BY number');
  const removeToRecord = database.prepare('DELETE FROM erasure_event WHERE number = ?');
  const selectLeaves = rowQuery<
    SealedRecord & {
      readonly position: number;
      readonly stream: string;
      readonly version: number;
    }
  >(
    database,
    `SELECT leaf.position AS position, leaf.stream AS stream, leaf.version AS version, record.text AS text, record.hash AS hash
     FROM leaf JOIN record ON record.stream = leaf.stream AND record.version = leaf.version AND record.hash = leaf.hash
     WHERE leaf.position > ? ORDER BY leaf.position LIMIT ?`,
  );
  const selectNames = rowQuery<RecordedName>(
    database,
    'SELECT commitment, author, name, salt FROM author_name ORDER BY rowid',
  );
  const knowsName = database.prepare(
    'SELECT 1 AS found FROM author_name WHERE commitment = ?1 UNION ALL SELECT 1 FROM other_name WHERE commitment = ?1',
  );
  const addName = database.prepare(
    'INSERT OR IGNORE INTO other_name (commitment, author, name, salt) VALUES (?, ?, ?, ?)',
  );
  const removeNames = ['author_name', 'other_name'].map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE author = ?`),
  );
  const removeStreamEntry = database.prepare('DELETE FROM trail_stream WHERE stream = ?');
  const removeAuthorEntry = database.prepare('DELETE FROM trail_author WHERE author = ?');
  const addOthers = database.prepare('INSERT OR IGNORE INTO other_stream (stream) VALUES (?)');

  const selectDevices = rowQuery<DeviceRow>(
    database,
    'SELECT author, digest, kind, at FROM author_device ORDER BY rowid',
  );

  // It may be a part of another transaction, as of the event that says it.
  const inWrite = <Result>(run: () => Result) =>
    database.inTransaction ? run() : inTransaction(database, 'IMMEDIATE', run);
  const row = () => selectState.get();
  addState.run(newServerId(), streamKey(STORAGE_STREAM));

  /** What a stream that may be added to comes to. */
  function sealed(stream: string, seal: () => Sealed | Settled): AppendOutcome {
    return inWrite(() => {
      const erasure = erasures.find(stream);
      if (erasure !== undefined) throw new ErasedStreamError(erasure);
      return outcomeOf(seal());
    });
  }

  function outcomeOf(outcome: Sealed | Settled): AppendOutcome {
    if (!isSealed(outcome)) return outcome;
    const { stream, head, records } = outcome;
    const answer = recordedOf(outcome);
    return records.length === 0 ? answer : { stream, after: head.version, records, answer };
  }

  /** Whether an entry of this server waits for the index: in the order of the log it comes after what is there. */
  function isSpooled(is: (entry: LogEntry) => boolean): boolean {
    return spool.list('register', ROWS_AT_ONCE).some((text) => is(parseEntry(text)));
  }

  /** What of it this server does not have yet. @throws LogDamageError where it has something else */
  function newOf<Entry extends { readonly hash: string }>(
    stream: string,
    after: number,
    records: readonly Entry[],
  ): readonly Entry[] {
    const head = writer.headOf(stream);
    if (after > head.version)
      throw new LogDamageError(`It has version ${after + 1} of ${stream}, where this server has ${head.version}.`);
    const known = records.slice(0, head.version - after);
    for (const [index, { hash }] of known.entries()) {
      const version = after + index + 1;
      const there = selectHash.get(streamKey(stream), version);
      if (there?.hash !== hash)
        throw new LogDamageError(
          `It has another record as version ${version} of ${stream} than this server. Was the data folder copied from another server?`,
        );
    }
    return records.slice(known.length);
  }

  function noteOthers(stream: string, after: number, isOwn: boolean): void {
    const kind = subjectOf(stream)?.kind;
    if (!isOwn && after === 0 && (kind === 'action' || kind === 'plan')) addOthers.run(streamKey(stream));
  }

  function applyRecords({ stream, after, records }: RecordsEntry, isOwn: boolean): StreamChange | null {
    const rest = newOf(stream, after, records);
    const last = rest.at(-1);
    if (last === undefined) return null;
    const head = writer.headOf(stream);
    const chained = chainAfter(head, rest);
    writer.write(stream, head, chained, chained.map(eventIdOf), recordedAtOf(last) ?? head.recordedAt);
    noteOthers(stream, after, isOwn);
    const version = after + records.length;
    const erasure = erasures.find(stream);
    if (erasure === undefined) return { stream, version };
    // What the server that began an action found out before it heard of the erasure.
    erasures.markAgain({ ...erasure, version });
    return null;
  }

  function applyTombstones({ stream, after, tombstones }: TombstonesEntry, isOwn: boolean): void {
    const misplaced = tombstones.find((each, index) => each.stream !== stream || each.version !== after + index + 1);
    if (misplaced !== undefined) throw new LogDamageError(`It has tombstones of ${stream} in the wrong place.`);
    erasures.add(newOf(stream, after, tombstones));
    noteOthers(stream, after, isOwn);
  }

  function applyErasure({ streams, at, reason, author, command }: ErasureEntry, isOwn: boolean): void {
    for (const { stream, version } of streams) {
      const head = writer.headOf(stream).version;
      if (head < version)
        throw new LogDamageError(`It erases version ${version} of ${stream}, where this server has ${head}.`);
      const known = erasures.find(stream);
      // Who erased it first did. Where only tombstones were read so far, nobody has said who it was.
      if (known === undefined || known.author === null)
        erasures.markAgain({ stream, version: head, at, reason, author });
    }
    if (isOwn) addToRecord.run(JSON.stringify(command), JSON.stringify(author), JSON.stringify(reason));
  }

  function applyEntry(entry: LogEntry, isOwn: boolean): StreamChange | null {
    switch (entry.kind) {
      case 'records':
        return applyRecords(entry, isOwn);
      case 'tombstones':
        applyTombstones(entry, isOwn);
        return null;
      case 'erasure':
        applyErasure(entry, isOwn);
        return null;
      case 'unshare':
        return null;
      case 'trail':
        if (row().trail !== null) throw new LogDamageError('It begins a second time.');
        setTrail.run(entry.trail);
        return null;
      case 'open':
        setOpen.run();
        return null;
      case 'begin': {
        const { stream } = entry;
        // Whoever is first in the log was first.
        if (!isOwn && isSpooled((own) => own.kind === 'begin' && own.stream === stream))
          removeStreamEntry.run(streamKey(stream));
        plainRegister.begin(stream, entry);
        return null;
      }
      case 'share': {
        const { stream, isShared, draft } = entry;
        if (isSpooled((own) => own.kind === 'share' && own.stream === stream)) return null;
        if (erasures.find(stream) !== undefined) return null;
        plainRegister.share(stream, isShared, draft);
        return null;
      }
      case 'author': {
        const { author, user, at } = entry;
        const known = plainRegister.authorEntry(author);
        if (!isOwn && isSpooled((own) => own.kind === 'author' && own.author === author && own.user !== null))
          removeAuthorEntry.run(JSON.stringify(author));
        plainRegister.noteAuthor(author, user, known !== undefined && known.lastAt > at ? known.lastAt : at);
        return null;
      }
      case 'device': {
        const { author, digest, use, at, isFirst } = entry;
        if (isFirst && !isOwn) dropOwnBinding(author);
        const isRemoved = (own: LogEntry) =>
          own.kind === 'device_removed' && own.author === author && own.digest === digest;
        // A code that was used up meanwhile must not come back.
        if (isSpooled(isRemoved)) return null;
        if (isFirst && plainRegister.deviceDigests(author).some((each) => each.digest !== digest)) return null;
        plainRegister.addDevice(author, digest, use, at);
        return null;
      }
      case 'device_removed':
        plainRegister.removeDevice(entry.author, entry.digest);
        return null;
      case 'erase':
        for (const remove of removeNames) remove.run(JSON.stringify(entry.author));
        return null;
    }
  }

  /**
   * Where another server was the first to bind an author, what this one has bound meanwhile and not said yet is
   * nothing.
   */
  function dropOwnBinding(author: string): void {
    const own = spool.list('register', ROWS_AT_ONCE).filter((text) => {
      const entry = parseEntry(text);
      return (entry.kind === 'device' || entry.kind === 'device_removed') && entry.author === author;
    });
    if (!own.some((text) => isFirstBinding(parseEntry(text)))) return;
    for (const text of own) spool.remove('register', text);
    for (const { digest } of plainRegister.deviceDigests(author)) plainRegister.removeDevice(author, digest);
  }

  /** All records in the order of this server. @throws LogFaultError where a stream is damaged */
  function spoolRecords(): void {
    const heads = new Map<string, StreamHead>();
    for (let position = 0; ;) {
      const rows = selectLeaves.all(position, ROWS_AT_ONCE);
      for (const { stream, version, text, hash } of rows) {
        const head = heads.get(stream) ?? EMPTY_HEAD;
        const records = chainAfter(head, [{ text, hash }]);
        heads.set(stream, headAfter(head, records));
        onAppend(streamName(stream), version - 1, records);
      }
      const last = rows.at(-1);
      if (last === undefined) return;
      ({ position } = last);
    }
  }

  /** What stands for the erased streams of this server. */
  function spoolTombstones(): void {
    for (const { stream, version } of erasures.all())
      for (let after = 0; after < version;) {
        const tombstones = [...erasures.tombstones(stream, after, TOMBSTONES_AT_ONCE)];
        if (tombstones.length === 0) break;
        spool.add('records', formatEntry({ kind: 'tombstones', stream, after, tombstones }));
        after += tombstones.length;
      }
  }

  return {
    hooks: { onName, onErase, onAppend },
    state() {
      const { server, trail, position, hash, isOpen } = row();
      return { server, trail, position, hash, isOpen: isOpen === 1 };
    },
    hasOwnTrail: () => row().hasOwn === 1,
    spoolAll: () =>
      inWrite(() => {
        spool.clear();
        for (const { commitment, author, name, salt } of selectNames.all())
          onName({ commitment, author: keptText(author), name: keptText(name), salt });
        for (const { author, user, lastAt } of plainRegister.authorEntries())
          spool.add('register', formatEntry({ kind: 'author', author, user, at: lastAt }));
        for (const row of selectDevices.all())
          spool.add('register', formatEntry(deviceEntry({ ...row, author: keptText(row.author) }, false)));
        for (const { stream, author, user, isShared, draft, isRestored } of plainRegister.streamEntries()) {
          const marks = isRestored === true ? { isRestored } : {};
          spool.add('register', formatEntry({ kind: 'begin', stream, author, user, ...marks }));
          if (isShared && draft !== null)
            spool.add('register', formatEntry({ kind: 'share', stream, isShared, draft }));
        }
        spoolRecords();
        spoolTombstones();
      }),
    spoolSize: () => spool.size(),
    spooled(maxLength, maxEntries) {
      const names = spool.list('name', ROWS_AT_ONCE).map((text) => JSON.parse(text) as RecordedName);
      const erased = spool.list('erased', ROWS_AT_ONCE);
      const register = spool.oldest('register', maxEntries, maxLength);
      const isWhole = register.length === spool.list('register', maxEntries + 1).length;
      const isComplete = isWhole && names.length < ROWS_AT_ONCE && erased.length < ROWS_AT_ONCE;
      const length = register.reduce((sum, entry) => sum + entry.length, 0);
      const isRoom = isComplete && register.length < maxEntries && length < maxLength;
      const records = isRoom ? spool.oldest('records', maxEntries - register.length, maxLength - length) : [];
      const hasAllRecords = isRoom && records.length === spool.list('records', records.length + 1).length;
      return { names, erased, register, records, isComplete, hasAllRecords };
    },
    forgetNames: (names) => inWrite(() => names.forEach((name) => spool.remove('name', JSON.stringify(name)))),
    forgetErased: (commitments) => inWrite(() => commitments.forEach((each) => spool.remove('erased', each))),
    sealAppend: (...given) => sealed(given[0], () => seals.append(...given)),
    sealSealed: (...given) => sealed(given[0], () => seals.appendSealed(...given)),
    sealRecord: (...given) => sealed(given[0], () => seals.record(...given)),
    unknownCommitments: ({ entries }) => {
      const records = entries.map(parseEntry).flatMap((entry) => (entry.kind === 'records' ? entry.records : []));
      return [...commitmentsIn(records)].filter((commitment) => knowsName.get(commitment) === undefined);
    },
    apply: (document, names) =>
      inWrite(() => {
        const { server, position, hash } = row();
        if (document.position !== position + 1 || document.previous !== hash)
          throw new LogDamageError(
            `Its document ${document.position} does not follow what this server has. The index was restored or replaced.`,
          );
        for (const { commitment, author, name, salt } of names)
          addName.run(commitment, JSON.stringify(author), JSON.stringify(name), salt);
        const isOwn = document.server === server;
        const changes: StreamChange[] = [];
        for (const text of document.entries) {
          const entry = parseEntry(text);
          if (isOwn && typeof text === 'string') spool.remove(isRecords(entry) ? 'records' : 'register', text);
          if ((entry.kind === 'records' || entry.kind === 'share') && entry.stream !== STORAGE_STREAM)
            addPlace.run(streamKey(entry.stream), document.position);
          const change = applyEntry(entry, isOwn);
          if (change !== null) changes.push(change);
        }
        moveOn.run(document.position, document.hash);
        return { changes, hasErased: erasures.isPending() };
      }),
    sealErasure: ({ streams, at, reason, author, command }) =>
      inWrite(() => {
        for (const { stream, version } of streams) {
          const erasure = erasures.find(stream);
          if (erasure !== undefined) throw new ErasedStreamError(erasure);
          if (writer.headOf(stream).version !== version) throw changedLog();
        }
        return formatEntry({ kind: 'erasure', streams: [...streams], at, reason, author, command });
      }),
    documentsToErase(limit) {
      const places = new Map<number, string[]>();
      for (const { position, stream } of selectPlaces.all(limit))
        places.set(position, [...(places.get(position) ?? []), streamName(stream)]);
      return [...places].map(([position, streams]): DocumentToErase => ({ position, streams }));
    },
    replacementOf(entry) {
      const { stream } = entry;
      if (isDone.get(streamKey(stream)) === undefined) return undefined;
      if (entry.kind === 'share') return { kind: 'unshare', stream };
      const { after, records } = entry;
      const tombstones = [...erasures.tombstones(stream, after, records.length)];
      if (records.some(({ hash }, index) => tombstones[index]?.hash !== hash))
        throw new LogDamageError(`It has other records of ${stream} than those that were erased.`);
      return { kind: 'tombstones', stream, after, tombstones };
    },
    forgetErasedIn: ({ position, streams }) =>
      inWrite(() => streams.forEach((stream) => removePlace.run(streamKey(stream), position))),
    erasuresToRecord: () =>
      selectToRecord.all().map(({ number, command, author, reason }) => ({
        number,
        command: JSON.parse(command) as StorageCommand,
        author: keptText(author),
        reason: keptText(reason),
      })),
    forgetErasureToRecord: (number) => void removeToRecord.run(number),
    isOthers: streamsOfOthers(database),
    register: {
      ...plainRegister,
      begin: (stream, owner) =>
        inWrite(() => {
          if (plainRegister.streamEntry(stream) !== undefined) return;
          plainRegister.begin(stream, owner);
          const { author, user, isRestored } = owner;
          const marks = isRestored === true ? { isRestored } : {};
          spool.add('register', formatEntry({ kind: 'begin', stream, author, user, ...marks }));
        }),
      share: (stream, isShared, draft) =>
        inWrite(() => {
          plainRegister.share(stream, isShared, draft);
          spool.add('register', formatEntry({ kind: 'share', stream, isShared, draft }));
        }),
      noteAuthor: (author, user, at) =>
        inWrite(() => {
          const before = plainRegister.authorEntry(author);
          plainRegister.noteAuthor(author, user, at);
          // Other servers need not know when an author was last active.
          if (before !== undefined && (user === null || before.user !== null)) return;
          spool.add('register', formatEntry({ kind: 'author', author, user, at }));
        }),
      addDevice: (author, digest, kind, at) =>
        inWrite(() => {
          const known = plainRegister.deviceDigests(author);
          if (known.some((each) => each.digest === digest)) return;
          plainRegister.addDevice(author, digest, kind, at);
          spool.add('register', formatEntry(deviceEntry({ author, digest, kind, at }, known.length === 0)));
        }),
      removeDevice: (author, digest) =>
        inWrite(() => {
          plainRegister.removeDevice(author, digest);
          spool.add('register', formatEntry({ kind: 'device_removed', author, digest }));
        }),
    },
  };
}

function isRecords({ kind }: LogEntry): boolean {
  return kind === 'records' || kind === 'tombstones';
}

function deviceEntry({ author, digest, kind, at }: DeviceRow, isFirst: boolean): LogEntry {
  return { kind: 'device', author, digest, use: kind, at, isFirst };
}

function isFirstBinding(entry: LogEntry): boolean {
  return entry.kind === 'device' && entry.isFirst;
}
