import { documentCutter, type CutListener, type DocumentForm } from '#domain/infer';
import { UsageError } from '../errors.ts';
import { bytesOf, nameOf, refuseOtherEncodings } from '../input.ts';
import { progressOf, type Terminal } from '../terminal.ts';
import { readCsv } from './csv-documents.ts';

/** What `--format` takes, and how the documents follow each other. */
const FORMATS = { ndjson: 'lines', array: 'array', json: 'values', csv: 'csv' } as const satisfies Readonly<
  Record<string, DocumentForm | 'csv'>
>;
type Form = DocumentForm | 'csv';

export const FORMAT_NAMES = Object.keys(FORMATS);

/** @throws UsageError */
export function readFormat(name: string | undefined): Form | undefined {
  if (name === undefined) return undefined;
  if (Object.hasOwn(FORMATS, name)) return FORMATS[name as keyof typeof FORMATS];
  throw new UsageError(`--format takes ${FORMAT_NAMES.join(', ')}, not "${name}".`);
}

const EXTENSIONS: readonly (readonly [RegExp, Form])[] = [
  [/\.(?:csv|tsv)$/i, 'csv'],
  [/\.(?:ndjson|jsonl)$/i, 'lines'],
];
/** Of the beginning of a file, in characters: enough for most first lines. */
const LOOKED_AT = 64 * 1024;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** How documents follow each other, by the name of the file and its first bytes. */
function formOf(file: string, first: Buffer): Form {
  const byName = EXTENSIONS.find(([pattern]) => pattern.test(file));
  if (byName !== undefined) return byName[1];
  const text = first.toString('latin1', 0, LOOKED_AT).trimStart();
  if (text.startsWith('[')) return 'array';
  if (!text.startsWith('{')) return /^[^\n{}[\]]+[,;\t|]/.test(text) ? 'csv' : 'lines';
  const end = text.indexOf('\n');
  return end === -1 || isJson(text.slice(0, end)) ? 'lines' : isOpening(text.slice(0, end)) ? 'values' : 'lines';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether a line looks like the first one of an object that is written over several. */
function isOpening(line: string): boolean {
  return /[{[,]\s*$/.test(line);
}

/**
 * Gives every document of a file or of standard input to a listener, without holding more than one.
 * @throws InputError where nothing of it can be read
 */
export async function readDocuments(
  terminal: Terminal,
  file: string,
  {
    form,
    label,
    onChunk,
  }: { readonly form: Form | undefined; readonly label: string; readonly onChunk?: () => boolean },
  listener: CutListener,
): Promise<void> {
  const progress = progressOf(terminal, `${label} ${nameOf(file)}`, 'MB');
  let bytes = 0;
  const chunks = async function* (): AsyncGenerator<Buffer, void> {
    let isFirst = true;
    for await (const chunk of bytesOf(terminal, file)) {
      if (isFirst) refuseOtherEncodings(chunk, nameOf(file));
      bytes += chunk.length;
      const hasMark = isFirst && chunk.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
      isFirst = false;
      yield hasMark ? chunk.subarray(BYTE_ORDER_MARK.length) : chunk;
      progress.at(Math.floor(bytes / 1_000_000));
      if (onChunk?.() === false) return;
    }
  };
  try {
    const all = chunks();
    const begun = await all.next();
    if (begun.done === true) return;
    const first = begun.value;
    const way = form ?? formOf(file, first);
    const again = (async function* () {
      yield first;
      yield* all;
    })();
    if (way === 'csv') {
      await readCsv(again, nameOf(file), listener);
      return;
    }
    const cutter = documentCutter(way, listener);
    for await (const chunk of again) cutter.push(chunk);
    cutter.end();
  } finally {
    progress.done();
  }
}
