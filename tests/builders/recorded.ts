import { commitmentTo, type DocumentEvent, type SealedRecord } from '#domain/events';
import { EMPTY_HEAD, sealRecordedAfter } from '#domain/log';
import type { RecordedName } from '#domain/ports';

/** A log as a server has recorded it, and the names of its authors. */
export interface RecordedLog {
  readonly records: readonly SealedRecord[];
  readonly names: readonly RecordedName[];
}

const SALT = '0'.repeat(32);

/** Events as a server has recorded all of them at one time. */
export function recordedLog(stream: string, events: readonly DocumentEvent[], recordedAt: string): RecordedLog {
  const names = new Map<string, RecordedName>();
  const records = sealRecordedAfter(stream, EMPTY_HEAD, events, ({ author: { id, name } }) => {
    const commitment = commitmentTo(name, SALT);
    names.set(commitment, { commitment, author: id, name, salt: SALT });
    return { recordedAt, commitment };
  });
  return { records, names: [...names.values()] };
}
