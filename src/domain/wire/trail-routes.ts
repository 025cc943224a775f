import { Type } from 'typebox';
import { DraftTargetSchema } from '../commands/draft-list.ts';
import { exact, JsonSchema, PointerSchema } from '../json/schemas.ts';
import type { JsonValue } from '../json/value.ts';
import type { RouteContract } from './contract.ts';
import { TombstoneSchema } from '../proof/trail-file.ts';
import { MAX_DEVICE_SECRET_LENGTH, MAX_EVENTS, MAX_REASON_LENGTH, MAX_RECORDS, MAX_WAIT_SECONDS } from './limits.ts';

/** RFC 3339, UTC, milliseconds. */
const TIME = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z$' });
/**
 * Names of indices and templates have at most some hundred characters, and there are two of them beside the cluster's.
 */
const STREAM = Type.String({ minLength: 1, maxLength: 4_096 });
const AUTHOR_ID = Type.String({ minLength: 1, maxLength: 256 });
const AUTHOR_NAME = Type.String({ minLength: 1, maxLength: 256 });
const VERSION = Type.Integer({ minimum: 0 });
const HASH = Type.String({ pattern: '^[0-9a-f]{64}$' });
/** Printable ASCII without a space. */
const EVENT_ID = Type.String({ pattern: '^[!-~]{1,64}$' });
/** What was parsed as JSON is a value of it. */
const JSON_VALUE = Type.Unsafe<JsonValue>(JsonSchema);
const TYPE = Type.String({ minLength: 1, maxLength: 128 });

/** The member of the same object in front of which the operation puts one. */
const MEMBER = Type.Optional(Type.String());
const PATCH = Type.Array(
  Type.Union([
    exact({ op: Type.Literal('add'), path: PointerSchema, value: JSON_VALUE, before: MEMBER }),
    exact({ op: Type.Literal('replace'), path: PointerSchema, value: JSON_VALUE }),
    exact({ op: Type.Literal('remove'), path: PointerSchema }),
    exact({ op: Type.Literal('move'), from: PointerSchema, path: PointerSchema, before: MEMBER }),
  ]),
);

/**
 * An event as a browser has it. What a server sets itself (`format`, `author.verified`) is read over, and so is what
 * else is there.
 */
const EVENT = Type.Object({
  format: Type.Integer({ minimum: 1 }),
  id: EVENT_ID,
  at: TIME,
  author: Type.Object({ id: AUTHOR_ID, name: AUTHOR_NAME, verified: Type.Boolean() }),
  /** By which rules it was decided; the first ones where absent. */
  rules: Type.Optional(Type.Integer()),
  type: TYPE,
  summary: Type.String({ minLength: 1 }),
  command: Type.Object({ type: TYPE, payload: JSON_VALUE }),
  patch: PATCH,
  inverse: Type.Optional(PATCH),
  undoes: Type.Optional(EVENT_ID),
  reason: Type.Optional(Type.String({ maxLength: 4_096 })),
  /** The version that its author had seen; all that stands before it where absent. */
  base: Type.Optional(Type.Integer({ minimum: 0 })),
});

const RECORDS = Type.Array(exact({ text: Type.String(), hash: HASH }));
/** The names behind the commitments in records, but for those that were erased. */
const NAMES = Type.Array(exact({ commitment: HASH, author: Type.String(), name: Type.String(), salt: Type.String() }));
const PERSON = exact({ id: Type.String(), name: Type.String(), verified: Type.Boolean() });
/** The permanent erasure of a log's texts: time, reason and, if known, author. */
const ERASED = exact({ at: Type.String(), reason: Type.String(), by: Type.Union([PERSON, Type.Null()]) });
const UNLINED = '\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069';
/** One line as `lineFault` has it, which is kept with the hashes for ever. */
const ERASURE_REASON = Type.String({
  minLength: 1,
  maxLength: MAX_REASON_LENGTH,
  pattern: `^[^${UNLINED}]*[^ ${UNLINED}][^${UNLINED}]*$`,
});
/** What others need to know of a draft before they open it. */
const SHARED_DRAFT = exact({
  name: Type.String({ minLength: 1, maxLength: 1_024 }),
  kind: Type.String({ minLength: 1, maxLength: 64 }),
  mappingsAt: PointerSchema,
  target: DraftTargetSchema,
});

/** Which part of a stream is read. */
const PAGE_OF_STREAM = exact({
  stream: STREAM,
  after: Type.Optional(VERSION),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_RECORDS })),
  /** Who reads, where nobody is signed in. */
  author: Type.Optional(AUTHOR_ID),
});

/** The trail: the streams of events that the server keeps for all. */
export const trailRoutes = {
  'trail.append': {
    method: 'POST',
    path: '/trail/append',
    group: 'Trail',
    summary: 'Record events, each once however often it is sent',
    writes: true,
    usesCluster: false,
    body: exact({
      stream: STREAM,
      /** The version that the events follow. */
      after: VERSION,
      events: Type.Array(EVENT, { minItems: 1, maxItems: MAX_EVENTS }),
      /** Who adds them, where nobody is signed in; the author of the last one where absent. */
      author: Type.Optional(AUTHOR_ID),
    }),
    takesEvents: true,
    answer: Type.Union([
      /** `version` is that of the stream, `records` are those of the events. */
      exact({ outcome: Type.Literal('recorded'), version: VERSION, records: RECORDS, names: NAMES }),
      exact({ outcome: Type.Literal('conflict'), version: VERSION }),
    ]),
  },
  'trail.read': {
    method: 'GET',
    path: '/trail/records',
    group: 'Trail',
    summary: 'Records of a stream after a version',
    writes: false,
    usesCluster: false,
    query: PAGE_OF_STREAM,
    answer: exact({ version: VERSION, records: RECORDS, names: NAMES, hasMore: Type.Boolean() }),
  },
  'trail.streams': {
    method: 'GET',
    path: '/trail/streams',
    group: 'Trail',
    summary: 'Streams that the caller may read',
    writes: false,
    usesCluster: false,
    query: exact({ prefix: Type.Optional(STREAM), author: Type.Optional(AUTHOR_ID) }),
    answer: exact({
      streams: Type.Array(
        exact({
          stream: Type.String(),
          version: VERSION,
          recordedAt: Type.Union([Type.String(), Type.Null()]),
          owner: Type.Union([PERSON, Type.Null()]),
          isShared: Type.Boolean(),
          draft: Type.Optional(SHARED_DRAFT),
          erased: Type.Optional(ERASED),
        }),
      ),
    }),
  },
  'trail.changes': {
    method: 'GET',
    path: '/trail/changes',
    group: 'Trail',
    summary: 'Wait for what is newer than a cursor, on streams that the caller may read',
    writes: false,
    usesCluster: false,
    query: exact({
      /** From the response before; absent to get one at once. */
      cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}[.][0-9]{1,15}$' })),
      author: Type.Optional(AUTHOR_ID),
      /** Seconds to wait at most. */
      wait: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_WAIT_SECONDS })),
      /** Whether to answer with the new records of documents that the caller has open, where they are few. */
      records: Type.Optional(Type.Boolean()),
    }),
    isFollowed: true,
    answer: exact({
      cursor: Type.String(),
      streams: Type.Array(
        exact({
          stream: Type.String(),
          version: VERSION,
          /** The records after a version, up to the newest; absent where they have to be read. */
          tail: Type.Optional(exact({ after: VERSION, records: RECORDS, names: NAMES })),
        }),
      ),
      /**
       * What is new of the others at the documents that the caller has open, as it last said; absent where nothing is.
       */
      others: Type.Optional(
        Type.Array(
          exact({
            stream: Type.String(),
            /** Whether nobody else is there. */
            isWhole: Type.Boolean(),
            here: Type.Array(
              exact({
                author: Type.String(),
                name: Type.String(),
                verified: Type.Boolean(),
                field: Type.Union([Type.String(), Type.Null()]),
              }),
            ),
            /** Authors who are not there any more. */
            left: Type.Array(Type.String()),
          }),
        ),
      ),
    }),
  },
  'trail.present': {
    // Kept in memory for half a minute: a read-only server takes it too.
    method: 'POST',
    path: '/trail/present',
    group: 'Trail',
    summary: 'Say which stream and field somebody has open',
    writes: false,
    usesCluster: false,
    body: exact({
      author: AUTHOR_ID,
      name: AUTHOR_NAME,
      /** Null if none is open: then nobody is notified. */
      stream: Type.Union([STREAM, Type.Null()]),
      field: Type.Union([Type.String({ maxLength: 4_096 }), Type.Null()]),
    }),
    answer: exact({}),
  },
  'trail.share': {
    method: 'POST',
    path: '/trail/share',
    group: 'Trail',
    summary: 'Share a draft with everyone who uses this server, or stop sharing it',
    writes: true,
    usesCluster: false,
    body: exact({
      stream: STREAM,
      isShared: Type.Boolean(),
      draft: SHARED_DRAFT,
      author: Type.Optional(AUTHOR_ID),
    }),
    answer: exact({}),
  },
  'trail.authors': {
    method: 'GET',
    path: '/trail/authors',
    group: 'Trail',
    summary: 'Authors whose drafts the caller may take up',
    writes: false,
    usesCluster: false,
    answer: exact({
      authors: Type.Array(
        exact({
          ...PERSON.properties,
          /** How many drafts they own. */
          drafts: Type.Integer(),
          lastAt: Type.String(),
        }),
      ),
    }),
  },
  'trail.prove': {
    method: 'POST',
    path: '/trail/prove',
    group: 'Trail',
    summary: 'Prove to be an author, by sign-in or by the secret of the device',
    writes: true,
    usesCluster: false,
    body: exact({
      author: AUTHOR_ID,
      /**
       * A recorded event that only the author can have, of its list of drafts or of a draft that never was shared:
       * claims, once, an id of which the server has events and no proof.
       */
      hold: Type.Optional(exact({ stream: STREAM, version: Type.Integer({ minimum: 1 }), hash: HASH })),
      /** The secret part of a recovery code, which is used up. */
      code: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_DEVICE_SECRET_LENGTH })),
    }),
    /**
     * `unclaimed`: the server has events of the author and no proof, and it takes such an event, or a code, to claim
     * the id. `taken`: it is proved by others.
     */
    answer: exact({
      outcome: Type.Union([Type.Literal('proved'), Type.Literal('unclaimed'), Type.Literal('taken')]),
      /** Whom the caller proved to be. */
      person: Type.Union([PERSON, Type.Null()]),
    }),
  },
  'trail.recovery': {
    method: 'POST',
    path: '/trail/recovery',
    group: 'Trail',
    summary: 'Keep the digest of a new recovery code of an author, in place of the one before',
    writes: true,
    usesCluster: false,
    body: exact({ author: AUTHOR_ID, digest: HASH }),
    answer: exact({}),
  },
  'trail.erase': {
    method: 'POST',
    path: '/trail/erase',
    group: 'Trail',
    summary: 'Erase every name of an author for good; the records stay',
    writes: true,
    usesCluster: false,
    body: exact({ author: AUTHOR_ID }),
    /** How many names there were. */
    answer: exact({ names: Type.Integer() }),
  },
  'trail.erase_stream': {
    method: 'POST',
    path: '/trail/erase-stream',
    group: 'Trail',
    summary: 'Erase the content of a log for good; its hashes stay',
    writes: true,
    usesCluster: false,
    body: exact({
      stream: STREAM,
      /** The version that was looked at: a log that was added to meanwhile is not erased. */
      version: Type.Integer({ minimum: 1 }),
      reason: ERASURE_REASON,
    }),
    /** How many events are gone. */
    answer: exact({ events: Type.Integer(), erased: ERASED }),
  },
  'trail.tombstones': {
    method: 'GET',
    path: '/trail/tombstones',
    group: 'Trail',
    summary: 'What is left of an erased log: a signed tombstone for each event',
    writes: false,
    usesCluster: false,
    query: PAGE_OF_STREAM,
    answer: exact({
      version: VERSION,
      erased: ERASED,
      tombstones: Type.Array(TombstoneSchema),
      hasMore: Type.Boolean(),
    }),
  },
  'samples.list': {
    method: 'GET',
    path: '/sample_history',
    group: 'Trail',
    summary: 'The histories that came with the sample data of the sandbox; they are no part of the trail',
    writes: false,
    usesCluster: false,
    answer: exact({ logs: Type.Array(exact({ stream: STREAM, records: RECORDS })) }),
  },
} as const satisfies Record<string, RouteContract>;
