import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { formatJson, isArray, isObject, member, objectMember, type JsonObject, type JsonValue } from '#domain/json';
import {
  ClusterError,
  requestOf,
  type CancelSignal,
  type ClusterCall,
  type ClusterGateway,
  type RecordedName,
} from '#domain/ports';
import { readObject } from '../console/read-object.ts';
import { LAYOUT, TRAIL_INDEX_DEFINITION } from './index-definition.ts';
import { LogDamageError, parseEntry, readLogDocument, type LogDocument } from './log-document.ts';

/**
 * The index of a cluster in which servers share a trail: a log of documents, and names apart from it. Every call
 * @throws ClusterError
 */
export interface TrailIndex {
  /**
   * Looks at the index; makes it where there is none and that is asked for. Waits a few seconds for its primary shard
   * where it may ask for that.
   * @throws TrailIndexError where it is gone or is something else
   */
  open(mayCreate: boolean): Promise<void>;
  /** The existing documents after a position, in order and at most `limit`. @throws LogDamageError */
  after(position: number, limit: number): Promise<readonly LogDocument[]>;
  /** Whether there is a document at a position. */
  has(position: number): Promise<boolean>;
  /** Writes a document if there is none at its position. */
  create(document: LogDocument, writtenAt: string): Promise<'created' | 'taken'>;
  /** Replaces a document by the result of `change`, unless that is the same. */
  rewrite(position: number, change: (document: LogDocument) => LogDocument): Promise<void>;
  /** Stores names; existing ones stay unchanged. */
  putNames(names: readonly RecordedName[]): Promise<void>;
  /** The names for commitments, without those that are erased. */
  namesOf(commitments: readonly string[]): Promise<readonly RecordedName[]>;
  removeNames(commitments: readonly string[]): Promise<void>;
}

/** The trail can't be stored in the index until a person changes settings, privileges or data. */
export class TrailIndexError extends Error {
  override readonly name = 'TrailIndexError';
}

/** One attempt, without what the way to the cluster tries again. */
const CALL_TIMEOUT_MS = 10_000;
/** How long a new index may take until it can be read: another server may have made it a moment ago. */
const READY_WITHIN = '5s';
/** How often a document is read again that others change at the same time. */
const MOST_REWRITES = 10;

/**
 * The index over the API of its cluster. Documents are read by id, which sees every write at once: nothing waits for a
 * refresh.
 */
export function clusterTrailIndex(gateway: ClusterGateway, index: string, signal?: CancelSignal): TrailIndex {
  const rest = { timeoutMs: CALL_TIMEOUT_MS, ...(signal !== undefined && { signal }) };
  const send = (call: ClusterCall) => gateway.send({ ...call, ...rest });
  const read = (call: ClusterCall) => readObject(gateway, { ...call, ...rest });

  async function getMany(ids: readonly string[]): Promise<readonly (JsonObject | null)[]> {
    const call = {
      method: 'POST',
      path: [index, '_mget'],
      body: formatJson({ ids: [...ids] }),
      isReading: true,
    } as const;
    const docs = member(await read(call), 'docs');
    return (isArray(docs) ? docs : []).map((doc) => {
      if (!isObject(doc)) return null;
      const error = objectMember(doc, 'error');
      // As where no copy of the shard is there yet.
      if (error !== undefined) {
        const reason = formatJson(member(error, 'reason') ?? member(error, 'type') ?? null);
        throw new ClusterError('failed', `The index can’t be read: ${reason}.`, { request: requestOf(call), reason });
      }
      return objectMember(doc, '_source') ?? null;
    });
  }

  async function create(id: string, source: JsonObject): Promise<'created' | 'taken'> {
    try {
      await send({ method: 'PUT', path: [index, '_create', id], body: formatJson(source) });
      return 'created';
    } catch (error) {
      if (error instanceof ClusterError && error.status === 409) return 'taken';
      throw error;
    }
  }

  async function definition(): Promise<JsonObject | null> {
    try {
      return await read({ method: 'GET', path: [index, '_mapping'] });
    } catch (error) {
      if (error instanceof ClusterError && error.status === 404) return null;
      throw error;
    }
  }

  async function make(): Promise<void> {
    try {
      await send({ method: 'PUT', path: [index], body: formatJson(TRAIL_INDEX_DEFINITION) });
    } catch (error) {
      // Another server was faster.
      if (error instanceof ClusterError && error.type === 'resource_already_exists_exception') return;
      throw error;
    }
  }

  /** Waits until the primary shard is there, for some seconds. */
  async function waitUntilReady(): Promise<void> {
    try {
      await send({
        method: 'GET',
        path: ['_cluster', 'health', index],
        query: { wait_for_status: 'yellow', timeout: READY_WITHIN },
      });
    } catch (error) {
      // Not everybody may ask for the health, and the shard may take longer: reading the index shows whether it works.
      if (!(error instanceof ClusterError) || error.fault === 'cancelled') throw error;
    }
  }

  return {
    async open(mayCreate) {
      let found = await definition();
      if (found === null && !mayCreate)
        throw new TrailIndexError(
          `The index "${index}" is gone. Restore it from a snapshot, or go on without it with --trail-index none.`,
        );
      if (found === null) {
        await make();
        found = await definition();
      }
      const [named] = Object.entries(found ?? {});
      const meta = isObject(named?.[1]) ? objectMember(objectMember(named[1], 'mappings') ?? {}, '_meta') : undefined;
      if (named?.[0] !== index || member(meta ?? {}, 'mapledger') !== 'trail')
        throw new TrailIndexError(
          `"${index}" is not the index of a trail. Choose another name: the server creates the index itself.`,
        );
      if (member(meta ?? {}, 'layout') !== LAYOUT)
        throw new TrailIndexError(
          `The index "${index}" was made by another version of Mapledger. Upgrade this server.`,
        );
      await waitUntilReady();
    },
    async after(position, limit) {
      const positions = Array.from({ length: limit }, (_, at) => position + at + 1);
      const found = await getMany(positions.map(logId));
      const documents: LogDocument[] = [];
      for (const [at, source] of found.entries()) {
        if (source === null) break;
        documents.push(readLogDocument(source, position + at + 1));
      }
      return documents;
    },
    async has(position) {
      try {
        await send({ method: 'HEAD', path: [index, '_doc', logId(position)] });
        return true;
      } catch (error) {
        if (error instanceof ClusterError && error.status === 404) return false;
        throw error;
      }
    },
    create: ({ position, previous, server, entries, hash }, writtenAt) =>
      create(logId(position), {
        kind: 'log',
        position,
        previous,
        hash,
        server,
        written_at: writtenAt,
        streams: [...streamsIn(entries)],
        entries: storedEntries(entries),
      }),
    async rewrite(position, change) {
      for (let attempt = 1; ; attempt++) {
        const found = await read({ method: 'GET', path: [index, '_doc', logId(position)] });
        const source = objectMember(found, '_source');
        const document = readLogDocument(source, position);
        const changed = change(document);
        if (changed === document || source === undefined) return;
        try {
          await send({
            method: 'PUT',
            path: [index, '_doc', logId(position)],
            query: {
              if_seq_no: Number(member(found, '_seq_no')),
              if_primary_term: Number(member(found, '_primary_term')),
            },
            body: formatJson({ ...source, entries: storedEntries(changed.entries) }),
          });
          return;
        } catch (error) {
          // Another server was faster, or this one whose answer was lost: what stands there now says it.
          if (!(error instanceof ClusterError && error.status === 409) || attempt === MOST_REWRITES) throw error;
        }
      }
    },
    async putNames(names) {
      for (const { commitment, author, name, salt } of names)
        // As JSON strings: a name may hold half a character, which not every engine keeps.
        await create(nameId(commitment), {
          kind: 'name',
          name: { commitment, author: JSON.stringify(author), name: JSON.stringify(name), salt },
        });
    },
    async namesOf(commitments) {
      if (commitments.length === 0) return [];
      return (await getMany(commitments.map(nameId))).flatMap((source) => {
        const name = source === null ? undefined : objectMember(source, 'name');
        return name === undefined ? [] : [readName(name)];
      });
    },
    async removeNames(commitments) {
      for (const commitment of commitments) {
        try {
          await send({ method: 'DELETE', path: [index, '_doc', nameId(commitment)] });
        } catch (error) {
          if (!(error instanceof ClusterError && error.status === 404)) throw error;
        }
      }
    },
  };
}

const logId = (position: number) => `log-${position}`;
const nameId = (commitment: string) => `name-${commitment}`;

/** For people who look into the index; half a character, which no keyword has, is shown as a replacement. */
function streamsIn(entries: LogDocument['entries']): ReadonlySet<string> {
  return new Set(
    entries
      .map(parseEntry)
      .flatMap((entry) => ('stream' in entry ? [entry.stream.replaceAll(/\p{Surrogate}/gu, '\ufffd')] : [])),
  );
}

function storedEntries(entries: LogDocument['entries']): JsonValue {
  return entries.map((entry) => (typeof entry === 'string' ? entry : { ...entry }));
}

const NameSchema = Type.Object({
  commitment: Type.String(),
  author: Type.String(),
  name: Type.String(),
  salt: Type.String(),
});

/** @throws LogDamageError */
function readName(source: JsonObject): RecordedName {
  if (!Check(NameSchema, source)) throw new LogDamageError('A name in it can’t be read.');
  const { commitment, author, name, salt } = source;
  return { commitment, author: readText(author), name: readText(name), salt };
}

/** @throws LogDamageError */
function readText(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'string') return value;
  } catch {
    // It was not written by a server.
  }
  throw new LogDamageError('A name in it can’t be read.');
}
