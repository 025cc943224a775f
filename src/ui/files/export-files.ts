import { formatJson, type Body } from '#domain/json';
import type { SealedRecord } from '#domain/events';
import { formatLogFile } from '#domain/log';
import type { EventStore } from '#domain/ports';
import type { DocumentSession } from '../../machines/document-session.ts';
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
