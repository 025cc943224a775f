import { DRAFTS_STREAM, draftsStream } from '#domain/commands';
import { withoutPlace } from '#domain/events';
import { LogFaultError, openLog, type OpenedLog } from '#domain/log';
import type { EventStore } from '#domain/ports';

/**
 * The stream of an author's list of drafts. Where this device has a list from before lists had authors, its events are
 * copied once, with their ids; the old list stays as it is. Safe to do in two tabs at once.
 */
export async function preparedDraftsStream(store: EventStore, authorId: string): Promise<string> {
  const stream = draftsStream(authorId);
  const versions = new Map((await store.streams()).map((each) => [each.stream, each.version]));
  if (versions.has(stream) || !versions.has(DRAFTS_STREAM)) return stream;
  const log = await readList(store);
  // A list that a newer version has written, or that has to be repaired first, is opened as it is.
  if (log === null || log.newerFormat !== undefined) return DRAFTS_STREAM;
  await store.append(stream, 0, log.events.map(withoutPlace));
  return stream;
}

async function readList(store: EventStore): Promise<OpenedLog | null> {
  try {
    return openLog(await store.read(DRAFTS_STREAM));
  } catch (error) {
    if (error instanceof LogFaultError) return null;
    throw error;
  }
}
