import { describe, expect, it } from 'vitest';
import { documentCutter, type DocumentForm } from './cut-documents.ts';
import { MAX_DOCUMENT_BYTES } from './limits.ts';
import { decodeUtf8, encodeUtf8 } from './utf8.ts';

type Told = readonly [what: string, line: number, text: string];

function cut(form: DocumentForm, text: string, size: number): readonly Told[] {
  const told: Told[] = [];
  const cutter = documentCutter(form, {
    document: (bytes, start, end, line) => told.push(['document', line, decodeUtf8(bytes, start, end).trim()]),
    tooLong: (line) => told.push(['too long', line, '']),
    fault: (line, reason) => told.push(['fault', line, reason]),
  });
  const bytes = encodeUtf8(text);
  for (let at = 0; at < bytes.length; at += size) cutter.push(bytes.subarray(at, at + size));
  cutter.end();
  return told;
}

describe('a file of documents', () => {
  it.each<[DocumentForm, string, readonly Told[]]>([
    ['lines', '', []],
    [
      'lines',
      '{"a":"é"}\r\n\n  \n{"b":1}',
      [
        ['document', 1, '{"a":"é"}'],
        ['document', 4, '{"b":1}'],
      ],
    ],
    [
      'lines',
      '{"a":1}\n{"b"',
      [
        ['document', 1, '{"a":1}'],
        ['document', 2, '{"b"'],
      ],
    ],
    ['array', '[]', []],
    ['array', ' [ ]\n', []],
    [
      'array',
      '[{"a":[1,2]},\n\n{"b":"],[\\"}"}]',
      [
        ['document', 1, '{"a":[1,2]}'],
        ['document', 3, '{"b":"],[\\"}"}'],
      ],
    ],
    [
      'array',
      '[1,"x\\\\",null]',
      [
        ['document', 1, '1'],
        ['document', 1, '"x\\\\"'],
        ['document', 1, 'null'],
      ],
    ],
    [
      'array',
      '[{},]',
      [
        ['document', 1, '{}'],
        ['document', 1, ''],
      ],
    ],
    [
      'array',
      '[{}] x\ny',
      [
        ['document', 1, '{}'],
        ['fault', 1, 'Unexpected text after the end of the array.'],
      ],
    ],
    [
      'array',
      '[{"a":1},\n{"b"',
      [
        ['document', 1, '{"a":1}'],
        ['document', 2, '{"b"'],
        ['fault', 2, 'The file ends in the middle of the array.'],
      ],
    ],
    [
      'values',
      '{\n "a": {"b": "}"}\n}\n{"c":1}{"d":2}',
      [
        ['document', 1, '{\n "a": {"b": "}"}\n}'],
        ['document', 4, '{"c":1}'],
        ['document', 4, '{"d":2}'],
      ],
    ],
    ['values', '{"a":1', [['document', 1, '{"a":1']]],
  ])('is cut alike however its bytes come: %s %j', (form, text, expected) => {
    for (const size of [1, 2, 3, 7, 1_000]) expect(cut(form, text, size)).toEqual(expected);
  });

  it.each<DocumentForm>(['lines', 'array', 'values'])(
    'does not keep what is longer than a document may be: %s',
    (form) => {
      const long = `{"a":"${'x'.repeat(MAX_DOCUMENT_BYTES)}"}`;
      const text = form === 'array' ? `[${long},\n{"b":1}]` : `${long}\n{"b":1}`;
      expect(cut(form, text, 1024 * 1024)).toEqual([
        ['too long', 1, ''],
        ['document', 2, '{"b":1}'],
      ]);
    },
  );
});
