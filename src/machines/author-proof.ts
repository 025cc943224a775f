import { personBehind, type Author } from '#domain/events';
import { draftsStream } from '#domain/commands';
import { LogFaultError, readEvent } from '#domain/log';
import {
  TrailError,
  type AuthorHold,
  type CancelSignal,
  type EventStore,
  type TrailReplica,
  type TrailService,
} from '#domain/ports';

/** How many streams are searched for an event of the author. */
const MOST_STREAMS = 20;

export interface AuthorProofPorts {
  readonly store: Pick<EventStore, 'read'>;
  readonly replica: Pick<TrailReplica, 'list'>;
  readonly service: Pick<TrailService, 'prove'>;
  readonly authorNow: () => Author;
}

/**
 * Proves to the server that this device is its author. An id of which the server has events and no proof also needs a
 * recorded event of the author, of a log that only the author's devices have. False where another device has proved to
 * be the author, or nothing does. @throws TrailError
 */
export async function proveAuthor(ports: AuthorProofPorts, signal: CancelSignal): Promise<boolean> {
  const { service, authorNow } = ports;
  const author = authorNow().id;
  try {
    const outcome = await service.prove(author, undefined, signal);
    if (outcome !== 'unclaimed') return outcome === 'proved';
    for await (const hold of holdsOf(author, ports)) {
      const held = await service.prove(author, hold, signal);
      if (held !== 'unclaimed') return held === 'proved';
    }
    return false;
  } catch (error) {
    // An older server does not ask for a proof.
    if (error instanceof TrailError && error.fault === 'absent') return true;
    throw error;
  }
}

/**
 * The newest recorded events of the author, one for each stream: first that of the list of drafts, which only the
 * author reads. The server takes only one that others could not read.
 */
async function* holdsOf(author: string, { store, replica }: AuthorProofPorts): AsyncGenerator<AuthorHold> {
  const own = draftsStream(author);
  const recorded = (await replica.list()).filter(({ recordedVersion }) => recordedVersion > 0);
  const first = recorded.filter(({ stream }) => stream === own);
  const others = recorded.filter(({ stream }) => stream !== own);
  for (const { stream, recordedVersion } of [...first, ...others].slice(0, MOST_STREAMS)) {
    const found = await newestOf(author, { stream, recordedVersion }, store);
    if (found !== null) yield found;
  }
}

/** Null where a stream has no event of the author, or is damaged. */
async function newestOf(
  author: string,
  { stream, recordedVersion }: { readonly stream: string; readonly recordedVersion: number },
  store: AuthorProofPorts['store'],
): Promise<AuthorHold | null> {
  try {
    const records = (await store.read(stream)).slice(0, recordedVersion);
    const index = records.findLastIndex(({ text }) => personBehind(readEvent(text, 1).author.id) === author);
    const record = records[index];
    return record === undefined ? null : { stream, version: index + 1, hash: record.hash };
  } catch (error) {
    if (error instanceof LogFaultError) return null;
    throw error;
  }
}
