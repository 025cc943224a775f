import { replay } from '#domain/document';
import type { SealedRecord } from '#domain/events';
import { deepEqual, errorText, type Body } from '#domain/json';
import { openLog } from '#domain/log';
import { fromForeign, PATCH_LIBRARIES, plainPatch, type PatchLibrary } from '../fuzz/patch-libraries.ts';

/** Where another library comes to something else. */
export interface ReplayDifference {
  /** Of the first event after which the documents differ. */
  readonly version: number;
  /** A clause. */
  readonly reason: string;
}

/**
 * Replays the records of one stream, which have been verified, by each of the libraries; null where all come to our
 * body. Cost: that of the libraries, which copy the document for each event.
 */
export function differenceInReplay(
  records: readonly SealedRecord[],
  libraries: readonly PatchLibrary[] = PATCH_LIBRARIES,
): ReplayDifference | null {
  const { events } = openLog(records);
  const body = replay(undefined, events);
  for (const library of libraries) {
    let version = 0;
    let document: unknown = null;
    try {
      for (const { text } of records) {
        version++;
        document = library.apply(document, plainPatch(text));
      }
    } catch (error) {
      return { version, reason: `${library.name} can’t apply its patch: ${firstLine(errorText(error))}` };
    }
    if (deepEqual(fromForeign(document), body ?? null)) continue;
    return {
      version: firstDifference(records, library),
      reason: `${library.name} gives another document than Mapledger`,
    };
  }
  return null;
}

/** Reads every version: only for a replay that came out different. */
function firstDifference(records: readonly SealedRecord[], library: PatchLibrary): number {
  const { events } = openLog(records);
  let document: unknown = null;
  let body: Body;
  for (const [index, event] of events.entries()) {
    body = replay(body, [event]);
    document = library.apply(document, plainPatch(records[index]?.text ?? ''));
    if (!deepEqual(fromForeign(document), body ?? null)) return index + 1;
  }
  return records.length;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
