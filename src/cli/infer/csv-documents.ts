import { Readable, pipeline } from 'node:stream';
import Papa from 'papaparse';
import { encodeUtf8, MAX_DOCUMENT_BYTES, type CutListener } from '#domain/infer';
import { InputError } from '../errors.ts';

/** Cells that are written as JSON writes numbers and booleans, and no longer than any identifier of digits. */
const NUMBER = /^-?(?:0|[1-9]\d{0,19})(?:\.\d{1,20})?(?:[eE][+-]?\d{1,3})?$/;

/** The JSON of a cell: CSV has no types, so that numbers and booleans are told by how they are written. */
function jsonOf(cell: string): string {
  return cell === 'true' || cell === 'false' || NUMBER.test(cell) ? cell : JSON.stringify(cell);
}

/**
 * Reads CSV with a heading row as documents: each row is one, and empty cells are missing. The separator is guessed.
 * @throws InputError for text that is not UTF-8, a row that is too long, or a heading that no fields can be made of
 */
export async function readCsv(chunks: AsyncIterable<Uint8Array>, name: string, listener: CutListener): Promise<void> {
  let line = 1;
  let unread = 0;
  const text = async function* () {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const decode = (chunk?: Uint8Array) => {
      try {
        return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
      } catch {
        throw new InputError(name, 'it is not valid UTF-8', line);
      }
    };
    for await (const chunk of chunks) {
      unread += chunk.length;
      if (unread > MAX_DOCUMENT_BYTES)
        throw new InputError(name, `the row is longer than ${MAX_DOCUMENT_BYTES} bytes: is a quote not closed?`, line);
      const decoded = decode(chunk);
      if (decoded !== '') yield decoded;
    }
    const rest = decode();
    if (rest !== '') yield rest;
  };
  const rows = Papa.parse(Papa.NODE_STREAM_INPUT, {});
  pipeline(Readable.from(text()), rows, () => {
    // What goes wrong is thrown by the loop over the rows.
  });
  let heading: readonly string[] | null = null;
  for await (const row of rows as AsyncIterable<readonly string[]>) {
    unread = 0;
    const at = line;
    line += 1 + row.reduce((sum, cell) => sum + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0);
    if (row.every((cell) => cell.trim() === '')) continue;
    if (heading === null) heading = headingOf(row, name, at);
    else if (row.length !== heading.length)
      listener.fault(at, `The row has ${row.length} cells, and the heading ${heading.length}.`);
    else {
      const bytes = encodeUtf8(documentOf(heading, row));
      listener.document(bytes, 0, bytes.length, at);
    }
  }
}

function headingOf(row: readonly string[], file: string, line: number): readonly string[] {
  const heading = row.map((cell) => cell.trim());
  const empty = heading.indexOf('');
  if (empty !== -1) throw new InputError(file, `column ${empty + 1} has no name`, line);
  const twice = heading.find((name, at) => heading.indexOf(name) !== at);
  if (twice !== undefined) throw new InputError(file, `two columns are called ${JSON.stringify(twice)}`, line);
  return heading;
}

function documentOf(heading: readonly string[], row: readonly string[]): string {
  const members = heading.flatMap((name, at) => {
    const cell = row[at] ?? '';
    return cell === '' ? [] : [`${JSON.stringify(name)}:${jsonOf(cell)}`];
  });
  return `{${members.join(',')}}`;
}
