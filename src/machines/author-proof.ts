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
 * Proves to the server that this device is its author. An id from before devices had secrets also needs a recorded
 * event of the author, which only devices with the author's logs hold. False where another device has proved to be the
 * author. @throws TrailError
 */
export async function proveAuthor(ports: AuthorProofPorts, signal: CancelSignal): Promise<boolean> {
  const { service, authorNow } = ports;
  const author = authorNow().id;
  try {
    const outcome = await service.prove(author, undefined, signal);
    if (outcome !== 'unclaimed') return outcome === 'proved';
    const hold = await holdOf(author, ports);
    return hold !== null && (await service.prove(author, hold, signal)) === 'proved';
  } catch (error) {
    // An older server does not ask for a proof.
    if (error instanceof TrailError && error.fault === 'absent') return true;
    throw error;
  }
}

/**
 * The newest recorded event of the author: from the list of drafts, which only the author reads, else from another
 * stream.
 */
async function holdOf(author: string, { store, replica }: AuthorProofPorts): Promise<AuthorHold | null> {
  const own = draftsStream(author);
  const recorded = (await replica.list()).filter(({ recordedVersion }) => recordedVersion > 0);
  const first = recorded.filter(({ stream }) => stream === own);
  const others = recorded.filter(({ stream }) => stream !== own);
  for (const { stream, recordedVersion } of [...first, ...others].slice(0, MOST_STREAMS)) {
    const found = await newestOf(author, { stream, recordedVersion }, store);
    if (found !== null) return found;
  }
  return null;
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
