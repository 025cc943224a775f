import { formatJson } from '#domain/json';
import type { TruncatedTail } from '#domain/ports';
import { fileNameOf, saveFile } from '../kit/save-file.ts';

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
