import { indexStream, isSameIndex, parseIndexStream, type LiveIndex } from '#domain/document';
import { withoutPlace } from '#domain/events';
import { LogFaultError, openLog, type OpenedLog } from '#domain/log';
import type { EventStore, UnappliedContentStore } from '#domain/ports';

interface IndexStreamPorts {
  readonly store: EventStore;
  readonly unapplied: UnappliedContentStore;
}

/** The stream of an index on this device, preferably one that names its cluster; null where it has none. */
export async function keptIndexStream(store: EventStore, index: LiveIndex): Promise<string | null> {
  const found = (await store.streams()).flatMap(({ stream }) => {
    const other = parseIndexStream(stream);
    return other !== null && isSameIndex(other, index) ? [{ stream, isNamed: other.cluster !== undefined }] : [];
  });
  return (found.find(({ isNamed }) => isNamed) ?? found[0])?.stream ?? null;
}

/**
 * The stream in which the mapping of an index is edited. Where this device has one from before streams named their
 * cluster, its events are copied once, with their ids, and so is unapplied content; the old stream stays as it is. Safe
 * to do in two tabs at once.
 */
export async function preparedIndexStream({ store, unapplied }: IndexStreamPorts, index: LiveIndex): Promise<string> {
  const kept = await keptIndexStream(store, index);
  const stream = indexStream(index);
  if (kept === null) return stream;
  if (parseIndexStream(kept)?.cluster !== undefined) return kept;
  const log = await readLog(store, kept);
  // A log that a newer version has written, or that has to be repaired first, is opened as it is.
  if (log === null || log.newerFormat !== undefined) return kept;
  await store.append(stream, 0, log.events.map(withoutPlace));
  for (const content of await unapplied.read(kept)) {
    await unapplied.recover({ ...content, stream });
    await unapplied.remove(content);
  }
  return stream;
}

async function readLog(store: EventStore, stream: string): Promise<OpenedLog | null> {
  try {
    const names = await store.authorNames?.();
    return openLog(await store.read(stream), names && { names });
  } catch (error) {
    if (error instanceof LogFaultError) return null;
    throw error;
  }
}
