import { formatJson, formatLog, type Body, type EventStore } from '../../domain/index.ts';

/** Gives a text to the browser as a file to keep. */
function download(fileName: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has begun to read it by then; an address that stays would keep the whole text.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A name that every file system takes. */
function fileNameOf(name: string): string {
  const safe = name.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, '-').replaceAll(/^[.\s]+|[.\s]+$/g, '');
  return safe === '' ? 'draft' : safe.slice(0, 120);
}

export function exportBody(name: string, body: Body): void {
  download(`${fileNameOf(name)}.json`, `${formatJson(body ?? {}, 2)}\n`, 'application/json');
}

/** The log as it is stored, letter by letter. Returns how many records it has. */
export async function exportLog(name: string, store: EventStore, stream: string): Promise<number> {
  const records = await store.read(stream);
  download(`${fileNameOf(name)}.ndjson`, formatLog(records), 'application/x-ndjson');
  return records.length;
}
