import { formatJson, type Body } from '#domain/json';
import { formatLog } from '#domain/log';
import type { TruncatedTail, EventStore } from '#domain/ports';
import type { DocumentSession } from '../../machines/document-session.ts';
import { formatReplay } from '../../machines/replay/replay-file.ts';
import type { Services } from '../platform/services.ts';
import { fileNameOf, saveFile } from '../kit/save-file.ts';
import { wholeLog } from '../platform/whole-log.ts';

export function exportBody(name: string, body: Body): void {
  saveFile(`${fileNameOf(name)}.json`, `${formatJson(body ?? {}, 2)}\n`, 'application/json');
}

/** The log as it is stored, letter by letter. */
export async function exportLog(name: string, store: EventStore, stream: string): Promise<void> {
  saveFile(`${fileNameOf(name)}.ndjson`, formatLog(await store.read(stream)), 'application/x-ndjson');
}

/** The log of an open document, with the changes that are only in this tab. */
export async function exportOpenLog(name: string, store: EventStore, session: DocumentSession): Promise<void> {
  saveFile(`${fileNameOf(name)}.ndjson`, formatLog(await wholeLog(session, store)), 'application/x-ndjson');
}

/** What was cut off a log as JSON: each text and hash letter by letter, as a string, since it may be half of a record. */
export function exportCut(name: string, { stream, at, reason, records }: TruncatedTail): void {
  const found = records.map(({ version, record }) => ({
    version,
    text: record?.text ?? null,
    hash: record?.hash ?? null,
  }));
  saveFile(
    `${fileNameOf(name)}.cut.json`,
    `${JSON.stringify({ stream, at, reason, records: found }, null, 2)}\n`,
    'application/json',
  );
}

/** The log of an open document with the trace of the sessions that made it, to be played on another screen. */
export async function exportReplay(
  name: string,
  { store, trace, author, clock }: Services,
  session: DocumentSession,
): Promise<void> {
  const [records, entries] = await Promise.all([wholeLog(session, store), trace.read(session.stream)]);
  const { mappingsAt } = session.getSnapshot().state;
  const text = formatReplay({
    name,
    mappingsAt,
    authorId: author.id,
    exportedAt: clock.now(),
    records,
    trace: entries,
  });
  saveFile(`${fileNameOf(name)}.replay.ndjson`, text, 'application/x-ndjson');
}
