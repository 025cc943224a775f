import { Type, type Static } from 'typebox';
import { Check } from 'typebox/value';
import { sha256Hex } from '#domain/events';
import { TombstoneSchema } from '#domain/proof';
import type { StorageCommand } from '#domain/storage';
import type { SharedDraft } from '../trail/trail-register.ts';

const Sealed = Type.Object({ text: Type.String(), hash: Type.String() });
const Nullable = Type.Union([Type.String(), Type.Null()]);

/**
 * One entry that a server shares with all others. Servers apply entries in the order of the log, so that all have the
 * same state.
 */
const LogEntrySchema = Type.Union([
  /** The first of every log: the id of the trail. */
  Type.Object({ kind: Type.Literal('trail'), trail: Type.String() }),
  /** The server that began the log has put in what it had: now anybody may write. */
  Type.Object({ kind: Type.Literal('open') }),
  Type.Object({
    kind: Type.Literal('records'),
    stream: Type.String(),
    after: Type.Integer({ minimum: 0 }),
    records: Type.Array(Sealed, { minItems: 1 }),
  }),
  Type.Object({
    kind: Type.Literal('begin'),
    stream: Type.String(),
    author: Type.String(),
    user: Nullable,
    /** A backup brought the stream back; earlier versions do not say it. */
    isRestored: Type.Optional(Type.Boolean()),
  }),
  Type.Object({
    kind: Type.Literal('share'),
    stream: Type.String(),
    isShared: Type.Boolean(),
    /** The checks that the sharing server had done. */
    draft: Type.Unsafe<SharedDraft>(Type.Unknown()),
  }),
  Type.Object({ kind: Type.Literal('author'), author: Type.String(), user: Nullable, at: Type.String() }),
  /**
   * An author is proved by another secret, of which this is the digest. `isFirst` where nothing proved the author
   * before: then whoever is first in the log was first.
   */
  Type.Object({
    kind: Type.Literal('device'),
    author: Type.String(),
    digest: Type.String(),
    use: Type.Union([Type.Literal('device'), Type.Literal('recovery')]),
    at: Type.String(),
    isFirst: Type.Boolean(),
  }),
  /** A recovery code is used up, or a device is one of the author no more. */
  Type.Object({ kind: Type.Literal('device_removed'), author: Type.String(), digest: Type.String() }),
  Type.Object({ kind: Type.Literal('erase'), author: Type.String() }),
  /** Logs are erased, each as it is at this place of the log. */
  Type.Object({
    kind: Type.Literal('erasure'),
    streams: Type.Array(Type.Object({ stream: Type.String(), version: Type.Integer({ minimum: 1 }) }), { minItems: 1 }),
    at: Type.String(),
    reason: Type.String(),
    author: Nullable,
    /** The command by which the erasing server records the erasure. */
    command: Type.Unsafe<StorageCommand>(Type.Unknown()),
  }),
  /** Replaces the records of an erased log. */
  Type.Object({
    kind: Type.Literal('tombstones'),
    stream: Type.String(),
    after: Type.Integer({ minimum: 0 }),
    tombstones: Type.Array(TombstoneSchema, { minItems: 1 }),
  }),
  /** Replaces the share entry of the draft of an erased log. */
  Type.Object({ kind: Type.Literal('unshare'), stream: Type.String() }),
]);
export type LogEntry = Static<typeof LogEntrySchema>;
export type RecordsEntry = Extract<LogEntry, { readonly kind: 'records' }>;
export type ErasureEntry = Extract<LogEntry, { readonly kind: 'erasure' }>;
export type TombstonesEntry = Extract<LogEntry, { readonly kind: 'tombstones' }>;

/**
 * An entry whose text was erased: its SHA-256, by which the hash of the document still fits, and what there is instead,
 * as {@link formatEntry} writes it.
 */
export interface ReplacedEntry {
  readonly digest: string;
  readonly entry: string;
}

/** What may be erased of a document: it has words of the stream. */
export type ErasableEntry = Extract<LogEntry, { readonly kind: 'records' | 'share' }>;

/** One write of one server: all of it is in the log, or none. */
export interface LogDocument {
  /** From 1, without gaps: only one server can create each. */
  readonly position: number;
  /** Hash of the document before; empty for the first. */
  readonly previous: string;
  /** Id of the server that wrote it. */
  readonly server: string;
  /** Each as {@link formatEntry} writes it, but for those that were erased. */
  readonly entries: readonly (string | ReplacedEntry)[];
  /** SHA-256, hexadecimal, over all of the above, with the digests of the entries. */
  readonly hash: string;
}

/** Maximum length of the entries of a document, in characters; a longer entry gets a separate document. */
export const MAX_DOCUMENT_LENGTH = 2 * 1024 * 1024;
export const MAX_ENTRIES = 1_000;

/** The log is not in the form that servers write, or not the one that this server has read before. */
export class LogDamageError extends Error {
  override readonly name = 'LogDamageError';
}

export function formatEntry(entry: LogEntry): string {
  return JSON.stringify(entry);
}

/** @throws LogDamageError */
export function parseEntry(stored: string | ReplacedEntry): LogEntry {
  const entry = parsed(typeof stored === 'string' ? stored : stored.entry);
  const isReplacement = ['tombstones', 'unshare'].includes((entry as { readonly kind?: string } | null)?.kind ?? '');
  if (Check(LogEntrySchema, entry) && (typeof stored === 'string' || isReplacement)) return entry;
  throw new LogDamageError('It has an entry that this version of Mapledger can’t read. Upgrade this server.');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new LogDamageError('It has an entry that is not JSON.');
  }
}

/** The document that follows another one. */
export function logDocument(
  after: { readonly position: number; readonly hash: string },
  server: string,
  entries: readonly string[],
): LogDocument {
  const place = { position: after.position + 1, previous: after.hash, server, entries };
  return { ...place, hash: hashOf(place) };
}

function hashOf({ position, previous, server, entries }: Omit<LogDocument, 'hash'>): string {
  return sha256Hex([position, previous, JSON.stringify(server), ...entries.map(digestOf)].join('\n'));
}

function digestOf(entry: string | ReplacedEntry): string {
  return typeof entry === 'string' ? sha256Hex(entry) : entry.digest;
}

/**
 * A document without the words of erased streams; the same one where it has none. `replacementOf` gives nothing for
 * what stays.
 */
export function withoutErased(
  document: LogDocument,
  replacementOf: (entry: ErasableEntry) => LogEntry | undefined,
): LogDocument {
  const entries = document.entries.map((stored) => {
    if (typeof stored !== 'string') return stored;
    const entry = parseEntry(stored);
    const instead = entry.kind === 'records' || entry.kind === 'share' ? replacementOf(entry) : undefined;
    if (instead === undefined) return stored;
    return { digest: digestOf(stored), entry: formatEntry(instead) };
  });
  return entries.some((entry, index) => entry !== document.entries[index]) ? { ...document, entries } : document;
}

const DocumentSchema = Type.Object({
  position: Type.Integer({ minimum: 1 }),
  previous: Type.String(),
  server: Type.String(),
  entries: Type.Array(Type.Union([Type.String(), Type.Object({ digest: Type.String(), entry: Type.String() })])),
  hash: Type.String(),
});

/** Reads a document at a position. @throws LogDamageError where it is none, or was changed */
export function readLogDocument(source: unknown, position: number): LogDocument {
  if (!Check(DocumentSchema, source)) throw new LogDamageError(`Its document ${position} is not one of a trail.`);
  const { previous, server, entries, hash } = source;
  const document = { position: source.position, previous, server, entries, hash };
  if (document.position !== position || hashOf(document) !== hash)
    throw new LogDamageError(`Its document ${position} was changed: the hash does not match.`);
  return document;
}
