import type { SealedRecord } from '#domain/events';
import { formatLog, LogFaultError, parseLog } from '#domain/log';
import type { ColdPage } from './database-schema.ts';
import { isObjectWith } from './is-object-with.ts';

/** Puts consecutive records into a page, of which the first has the version `firstVersion`. */
export async function packPage(firstVersion: number, records: readonly SealedRecord[]): Promise<ColdPage> {
  const text = new TextEncoder().encode(formatLog(records));
  const bytes = await passThrough(new CompressionStream('deflate-raw'), text);
  return { firstVersion, lastVersion: firstVersion + records.length - 1, hash: records.at(-1)?.hash ?? '', bytes };
}

/**
 * The records of a page, as many as it says and ending as it says; their chain is not verified.
 * @throws LogFaultError with the first version that can't be had, the page's first one where it can't be decompressed.
 */
export async function unpackPage(page: ColdPage): Promise<readonly SealedRecord[]> {
  const { firstVersion, lastVersion } = page;
  const records = parsePage(await inflate(page), firstVersion);
  const last = firstVersion + records.length - 1;
  if (last < lastVersion)
    throw new LogFaultError(last + 1, `it is missing: its page ends before it, not at version ${lastVersion}`);
  if (last > lastVersion) throw new LogFaultError(lastVersion + 1, `its page goes on beyond version ${lastVersion}`);
  if (records.at(-1)?.hash !== page.hash)
    throw new LogFaultError(lastVersion, 'its hash is not the one that its page ends with');
  return records;
}

export function isColdPage(value: unknown): value is ColdPage {
  return (
    isObjectWith(value, 'firstVersion', 'lastVersion', 'hash', 'bytes') &&
    Number.isSafeInteger(value.firstVersion) &&
    Number.isSafeInteger(value.lastVersion) &&
    typeof value.hash === 'string' &&
    value.bytes instanceof Uint8Array
  );
}

async function inflate({ firstVersion, lastVersion, bytes }: ColdPage): Promise<string> {
  try {
    const text = await passThrough(new DecompressionStream('deflate-raw'), bytes);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text);
  } catch (error) {
    // Errors that the stream or the decoder throws for damaged bytes.
    if (!(error instanceof TypeError)) throw error;
    throw new LogFaultError(
      firstVersion,
      `the page of versions ${firstVersion} to ${lastVersion} can't be decompressed (${error.message})`,
    );
  }
}

function parsePage(text: string, firstVersion: number): readonly SealedRecord[] {
  try {
    // Else a page of nothing would be a line of nothing.
    return text === '' ? [] : parseLog(text);
  } catch (error) {
    if (error instanceof LogFaultError) throw new LogFaultError(firstVersion + error.position - 1, error.reason);
    throw error;
  }
}

async function passThrough(
  { readable, writable }: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = writable.getWriter();
  // Together: a writer waits for a reader, and each of them rejects where the bytes are wrong.
  const [result] = await Promise.all([new Response(readable).arrayBuffer(), writer.write(bytes), writer.close()]);
  return new Uint8Array(result);
}
