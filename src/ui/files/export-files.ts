import { formatJson, type Body } from '#domain/json';
import type { SealedRecord } from '#domain/events';
import { formatLogFile, namesFor } from '#domain/log';
import type { TruncatedTail, EventStore } from '#domain/ports';
import type { DocumentSession } from '../../machines/document-session.ts';
import { formatReplay } from '../../machines/replay/replay-file.ts';
import type { Services } from '../platform/services.ts';
import { fileNameOf, saveFile } from '../kit/save-file.ts';
import { listedNames, wholeLog } from '../platform/whole-log.ts';

export function exportBody(name: string, body: Body): void {
  saveFile(`${fileNameOf(name)}.json`, `${formatJson(body ?? {}, 2)}\n`, 'application/json');
}

/** The unchanged text of the stored log, and the names of its authors. */
export async function exportLog(name: string, store: EventStore, stream: string): Promise<void> {
  await saveLog(name, store, await store.read(stream));
}

/** The log of an open document, with the changes that are only in this tab. */
export async function exportOpenLog(name: string, store: EventStore, session: DocumentSession): Promise<void> {
  await saveLog(name, store, await wholeLog(session, store));
}

async function saveLog(name: string, { keptNames }: EventStore, records: readonly SealedRecord[]): Promise<void> {
  const file = formatLogFile({ records, names: await listedNames(keptNames) });
  saveFile(`${fileNameOf(name)}.ndjson`, file, 'application/x-ndjson');
}

/** A truncated tail as JSON: each text and hash unchanged, as a string, since it may be half of a record. */
export function exportCut(name: string, { stream, at, reason, records }: TruncatedTail): void {
  const found = records.map(({ version, record }) => ({
    version,
    text: record?.text ?? null,
    hash: record?.hash ?? null,
  }));
  saveFile(
    `${fileNameOf(name)}.cut.json`,
    `${formatJson({ stream, at, reason, records: found }, 2)}\n`,
    'application/json',
  );
}

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
