import { draftStream } from '#domain/commands';
import { parseIndexStream, parseTemplateStream } from '#domain/document';
import { errorWords } from '../platform/error-words.ts';
import { LogFaultError, namesFor } from '#domain/log';
import type { EventStore } from '#domain/ports';
import type { OpenDocuments } from '../platform/open-documents.ts';
import { formatBackup, type BackupStream } from './backup-file.ts';
import type { DraftPorts } from './import-draft.ts';
import { saveFile } from '../kit/save-file.ts';
import { listedNames, wholeLog } from '../platform/whole-log.ts';

/** The contents of a saved backup. */
export interface SavedBackup {
  readonly drafts: number;
  /** Mappings of indices. */
  readonly mappings: number;
  /** What is missing from it, and why. */
  readonly missing: readonly string[];
}

/** Saves everything as one file: what is stored, and the changes that are only in this tab. */
export async function exportEverything({
  store,
  clock,
  documents,
}: Pick<DraftPorts, 'store' | 'clock'> & { readonly documents: OpenDocuments }): Promise<SavedBackup> {
  const missing: string[] = [];
  const open = new Map(documents.all().map((session) => [session.stream, session]));
  const names = new Set([...open.keys(), ...(await streamNames(store, missing))]);
  const kept = await listedNames(store.keptNames);
  const streams: BackupStream[] = [];
  for (const stream of [...names].sort()) {
    const session = open.get(stream);
    try {
      const records = session === undefined ? await store.read(stream) : await wholeLog(session, store);
      // A list of tests that nobody has begun yet is open, and has no log.
      if (records.length > 0) streams.push({ stream, records, names: namesFor(records, kept) });
    } catch (error) {
      missing.push(
        `${stream}: ${error instanceof LogFaultError ? `record ${error.position}: ${error.reason}` : errorWords(error)}`,
      );
    }
  }
  const at = clock.now();
  saveFile(`mapledger-backup-${at.slice(0, 10)}.ndjson`, formatBackup(at, streams), 'application/x-ndjson');
  return {
    drafts: streams.filter(({ stream }) => stream.startsWith(draftStream(''))).length,
    mappings: streams.filter(({ stream }) => parseIndexStream(stream) !== null || parseTemplateStream(stream) !== null)
      .length,
    missing,
  };
}

async function streamNames(store: EventStore, missing: string[]): Promise<readonly string[]> {
  try {
    return (await store.streams()).map(({ stream }) => stream);
  } catch (error) {
    missing.push(`Documents that aren’t open in this tab: ${errorWords(error)}`);
    return [];
  }
}
