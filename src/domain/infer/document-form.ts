import type { DocumentForm } from './cut-documents.ts';

/** How the documents of an input follow each other. */
export type InputForm = DocumentForm | 'csv';

/** The names of the forms, as a person chooses them. */
export const INPUT_FORMS = { ndjson: 'lines', array: 'array', json: 'values', csv: 'csv' } as const satisfies Readonly<
  Record<string, InputForm>
>;

const EXTENSIONS: readonly (readonly [RegExp, InputForm])[] = [
  [/\.(?:csv|tsv)$/i, 'csv'],
  [/\.(?:ndjson|jsonl)$/i, 'lines'],
];
/** Of the beginning of an input, in bytes: enough for most first lines. */
export const LOOKED_AT = 64 * 1024;

/** How documents follow each other, by the name of the input and its first bytes. */
export function formOf(name: string, first: Uint8Array): InputForm {
  const byName = EXTENSIONS.find(([pattern]) => pattern.test(name));
  if (byName !== undefined) return byName[1];
  const text = [...first.subarray(0, LOOKED_AT)]
    .map((byte) => String.fromCharCode(byte))
    .join('')
    .trimStart();
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

/** Why an input is no text in UTF-8, by its first bytes; null where it may be. */
export function encodingFault(first: Uint8Array): string | null {
  const [one, two] = first;
  if ((one === 0xff && two === 0xfe) || (one === 0xfe && two === 0xff)) return 'it is UTF-16; save it as UTF-8';
  if (one === 0x1f && two === 0x8b) return 'it is compressed (gzip); unpack it first';
  return null;
}
