import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { CutListener } from './cut-documents.ts';
import { INPUT_FORMS, type InputForm } from './document-form.ts';
import { DocumentReader } from './document-reader.ts';
import { MAX_DOCUMENT_BYTES } from './limits.ts';
import { decodeUtf8, encodeUtf8 } from './utf8.ts';

interface Read {
  readonly documents: readonly (readonly [line: number, text: string])[];
  readonly faults: readonly (readonly [line: number, reason: string])[];
}

function readIn(chunks: Iterable<Uint8Array>, name = 'orders', form?: InputForm): Read {
  const documents: [number, string][] = [];
  const faults: [number, string][] = [];
  const listener: CutListener = {
    document: (bytes, start, end, line) => documents.push([line, decodeUtf8(bytes, start, end)]),
    tooLong: (line) => faults.push([line, 'too long']),
    fault: (line, reason) => faults.push([line, reason]),
  };
  const reader = new DocumentReader({ name, form, parseCsv: Papa.parse }, listener);
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return { documents, faults };
}

function* pieces(text: string | Uint8Array, size: number): Generator<Uint8Array> {
  const bytes = typeof text === 'string' ? encodeUtf8(text) : text;
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

/** More than is looked at or parsed together, with characters of every length and quoted cells. */
const ROWS = Array.from({ length: 4_000 }, (_, at) => ({ id: at, name: `né “${at}” 𝄞`, note: `two\nlines, "${at}"` }));
const TEXTS: Readonly<Record<keyof typeof INPUT_FORMS, string>> = {
  ndjson: ROWS.map((row) => `${JSON.stringify(row)}\n`).join(''),
  array: `[${ROWS.map((row) => JSON.stringify(row)).join(',\n')}]`,
  json: ROWS.map((row) => `${JSON.stringify(row, null, 1)}\n`).join(''),
  csv: Papa.unparse(ROWS, { newline: '\r\n' }),
};

describe.each(Object.entries(TEXTS))('documents in the form %s', (form, text) => {
  it.each([1_000, 7_919, 65_536, 10_000_000])('are the same in chunks of %d bytes, with or without a mark', (size) => {
    for (const whole of [text, `\ufeff${text}`]) {
      const { documents, faults } = readIn(pieces(whole, size), `orders.${form === 'csv' ? 'csv' : 'txt'}`);
      expect(faults).toEqual([]);
      expect(documents.map(([, document]) => JSON.parse(document) as unknown)).toEqual(ROWS);
      expect(documents.map(([line]) => line)).toEqual(
        readIn([encodeUtf8(text)], '', INPUT_FORMS[form as 'csv']).documents.map(([line]) => line),
      );
    }
  });

  it('are the same byte by byte', () => {
    const few =
      form === 'csv' ? 'a;b\n1;"x\n""ü𝄞"""\n\n2;y' : form === 'array' ? '[{"a":"ü"},{"a":2}]' : '{"a":"ü"}\n{"a":2}\n';
    const all = { name: '', form: INPUT_FORMS[form as 'csv'] };
    expect(readIn(pieces(few, 1), all.name, all.form)).toEqual(readIn([encodeUtf8(few)], all.name, all.form));
  });
});

describe('rows of CSV', () => {
  it.each<[string, string, string]>([
    ['a separator that is guessed', 'a\tb\n1\tx\n', '{"a":1,"b":"x"}'],
    ['old line breaks', 'a,b\r1,x\r', '{"a":1,"b":"x"}'],
    ['a last row without its end', 'a,b\n1,x', '{"a":1,"b":"x"}'],
    ['empty cells', 'a,b,c\n,x,\n', '{"b":"x"}'],
    ['a quote that is never closed, in the last row', 'a,b\n1,"x', '{"a":1,"b":"x"}'],
  ])('have %s', (_, text, document) => {
    expect(readIn(pieces(text, 3), 'a.csv').documents.map(([, each]) => each)).toEqual([document]);
  });

  it('are by their lines, also behind cells of several', () => {
    expect(readIn(pieces('a,b\n1,"x\ny"\n\n2\n3,z\n', 4), 'a.csv')).toEqual({
      documents: [
        [2, '{"a":1,"b":"x\\ny"}'],
        [6, '{"a":3,"b":"z"}'],
      ],
      faults: [[5, 'The row has 1 cells, and the heading 2.']],
    });
  });

  it('are refused where a quote is never closed in a large file', () => {
    const chunk = encodeUtf8('x'.repeat(1024 * 1024));
    const chunks = [
      encodeUtf8('a,b\n1,"'),
      ...Array.from({ length: MAX_DOCUMENT_BYTES / chunk.length + 1 }, () => chunk),
    ];
    expect(() => readIn(chunks, 'a.csv')).toThrow('is a quote not closed?');
  });

  it('are refused where they end in the middle of a character', () => {
    const bytes = encodeUtf8('a,b\n1,ü');
    expect(() => readIn([bytes.subarray(0, -1)], 'a.csv')).toThrow('it is not valid UTF-8');
  });
});

it.each([
  [[0xff, 0xfe, 0x7b, 0], 'it is UTF-16; save it as UTF-8'],
  [[0xfe, 0xff, 0, 0x7b], 'it is UTF-16; save it as UTF-8'],
  [[0x1f, 0x8b, 8], 'it is compressed (gzip); unpack it first'],
])('refuses what is no text in UTF-8: %j', (bytes, reason) => {
  expect(() => readIn(pieces(new Uint8Array(bytes), 1))).toThrow(reason);
});
