import { namesFor } from '#domain/log';
import type { DocumentSession } from '../../machines/document-session.ts';
import { formatReplay } from '../../machines/replay/replay-file.ts';
import { fileNameOf, saveFile } from '../kit/save-file.ts';
import type { Services } from '../platform/services.ts';
import { listedNames, wholeLog } from '../platform/whole-log.ts';

/** The log of an open document with the trace of its sessions, to be played on another screen. */
export async function exportReplay(
  name: string,
  { store, trace, author, clock }: Services,
  session: DocumentSession,
): Promise<void> {
  const [records, entries] = await Promise.all([wholeLog(session, store), trace.read(session.stream)]);
  const names = namesFor(records, await listedNames(store.keptNames));
  const { mappingsAt } = session.getSnapshot().state;
  const text = formatReplay({
    name,
    mappingsAt,
    authorId: author.id,
    exportedAt: clock.now(),
    records,
    names,
    trace: entries,
  });
  saveFile(`${fileNameOf(name)}.replay.ndjson`, text, 'application/x-ndjson');
}
