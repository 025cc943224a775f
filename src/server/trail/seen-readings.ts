import { parseLiveStream, type LiveObject } from '#domain/document';
import { isClusterAuthor, sha256Hex, textInOrder, type DocumentEvent } from '#domain/events';
import { isObject, member, objectMember, type JsonObject, type JsonValue } from '#domain/json';
import type { NotedReading } from '../console/changes.ts';
import { calledObjectOf } from './changes-check.ts';

/** What a server has read last from clusters for somebody, by digests alone. */
export interface SeenReadings {
  /** Notes the server's response about an object of a cluster, by any of its names, in place of the one before. */
  note(object: SeenObject, reading: JsonObject): void;
  /** Whether what an event notes of the cluster is what the server has read from it last. */
  has(stream: string, event: Pick<DocumentEvent, 'author' | 'command'>): boolean;
}

export interface SeenObject extends Pick<LiveObject, 'kind' | 'name'> {
  /** The id of the cluster, and its uuid where it says one. */
  readonly clusters: readonly string[];
}

/** Objects whose last reading is kept. */
const MOST_OBJECTS = 10_000;
/** Readings of more values are not digested: that would hold up everybody else. */
const MOST_VALUES = 50_000;

/** `digest` is SHA-256 in hexadecimal digits, by the platform where there is one. */
export function seenReadings(digest: (text: string) => string = sha256Hex): SeenReadings {
  /** Digests by object; the last that were noted are at the end. */
  const seen = new Map<string, readonly string[]>();

  function keep(key: string, digests: readonly string[]): void {
    seen.delete(key);
    seen.set(key, digests);
    for (const oldest of seen.keys()) {
      if (seen.size <= MOST_OBJECTS) break;
      seen.delete(oldest);
    }
  }

  return {
    note({ kind, name, clusters }, reading) {
      if (hasMoreValues(reading, MOST_VALUES)) {
        for (const cluster of clusters) seen.delete(keyOf({ kind, name, cluster }));
        return;
      }
      const text = textInOrder(reading);
      // A document begins with the reading as what is wanted and as what the cluster has.
      const wanted = kind === 'index' ? `{"cluster":${text},"mappings":${text}}` : `{"body":${text},"cluster":${text}}`;
      const digests = [text, wanted].map((each) => `sha256:${digest(each)}`);
      for (const cluster of clusters) keep(keyOf({ kind, name, cluster }), digests);
    },
    has(stream, { author, command: { payload } }) {
      if (!isClusterAuthor(author.id) || !isObject(payload)) return false;
      const object = parseLiveStream(stream);
      const kept = digestIn(payload);
      if (object?.cluster === undefined || kept === null) return false;
      const digests = seen.get(keyOf({ kind: object.kind, name: object.name, cluster: object.cluster }));
      return digests?.includes(kept) === true;
    },
  };
}

/**
 * Notes what a route has answered of a mapping or a template. Who may read that need not be allowed to ask for the uuid
 * of the cluster.
 */
export async function noteReading(seen: SeenReadings, { id, input, cluster, read }: NotedReading): Promise<void> {
  const object = calledObjectOf({ id, input });
  const reading = objectMember(read as JsonObject, object.kind === 'index' ? 'mappings' : 'body');
  if (reading === undefined) return;
  const uuid = await cluster.capabilities().then(
    (known) => known.uuid,
    () => undefined,
  );
  const clusters = [cluster.entry.id, ...(uuid === undefined ? [] : [uuid])];
  seen.note({ kind: object.kind, name: object.name, clusters }, reading);
}

/** Whether a value has more values in it than so many. Cost: as many at most. */
function hasMoreValues(value: JsonValue, most: number): boolean {
  let left = most;
  const visit = (each: JsonValue): boolean => {
    if (--left < 0) return true;
    return typeof each === 'object' && each !== null && Object.values(each).some(visit);
  };
  return visit(value);
}

function keyOf(object: Readonly<Record<'kind' | 'name' | 'cluster', string>>): string {
  return JSON.stringify([object.kind, object.cluster, object.name]);
}

/** The digest that an event has instead of the cluster state. */
function digestIn(payload: JsonObject): string | null {
  for (const name of ['body', 'mappings']) {
    const kept: JsonValue | undefined = member(payload, name);
    const digest = isObject(kept ?? null) ? member(kept as JsonObject, 'digest') : undefined;
    if (typeof digest === 'string') return digest;
  }
  return null;
}
