import { describe, expect, it } from 'vitest';
import { PASTED_TEXTS } from '../../../tests/builders/pasted-texts.ts';
import { valueAt } from '../json/patch.ts';
import { readPastedText } from '../json/pasted-text.ts';
import { formatJson, JsonTextError } from '../json/text.ts';
import { describeLeftOut, NoMappingsError, pastedBodies } from './pasted.ts';

const read = (text: string) => pastedBodies(readPastedText(text));

describe('a pasted text', () => {
  it.each(PASTED_TEXTS.filter(({ bodies }) => bodies !== undefined))('holds $what', ({ text, bodies, leftOut }) => {
    const found = read(text);
    expect(
      found.map(({ name, place, body }) => ({
        ...(name !== undefined && { name }),
        kind: place.kind,
        fields: Object.keys(valueAt(body, `${place.mappingsAt}/properties`) ?? {}),
      })),
    ).toEqual(bodies);
    if (found.length === 1) expect(found.map(describeLeftOut)).toEqual([leftOut ?? null]);
  });

  it.each(PASTED_TEXTS.filter(({ refused }) => refused !== undefined))('is refused for $what', ({ text, refused }) => {
    const isPlaced = refused?.line !== undefined;
    const { reason, line, column } = refused ?? {};
    expect(() => read(text)).toThrow(isPlaced ? JsonTextError : NoMappingsError);
    expect(() => read(text)).toThrow(
      expect.objectContaining(isPlaced ? { reason, line, column } : { message: reason }),
    );
  });

  it('keeps numbers as they are written, and strings in triple quotes to the last character', () => {
    const [found] = read(
      'PUT x\n{"mappings": {"_meta": {"n": 9007199254740993, "share": 1.0, "text": """a "b" \\n\n""", "e": ""}}} // c',
    );
    expect(formatJson(found?.body ?? {})).toBe(
      '{"mappings":{"_meta":{"n":9007199254740993,"share":1.0,"text":"a \\"b\\" \\\\n\\n","e":""}}}',
    );
  });

  it('keeps the numbers beside read-only settings as they are written', () => {
    const [found] = read(
      '{"settings": {"index.uuid": "x", "a": 1.0, "index": {"creation_date": 1, "b": 1e1}}, "mappings": {}, "n": 2.0}',
    );
    expect(formatJson(found?.body ?? {})).toBe('{"settings":{"a":1.0,"index":{"b":1e1}},"mappings":{},"n":2.0}');
    expect(found?.readOnly).toEqual(['settings.index.uuid', 'settings.index.creation_date']);
  });

  it('names the data stream of an index and the overlapping templates of a simulation as left out', () => {
    const leftOut = (text: string) => read(text).map(({ readOnly }) => readOnly);
    expect(leftOut('{".ds-a": {"data_stream": "a", "mappings": {"properties": {}}}}')).toEqual([['data_stream']]);
    expect(leftOut('{"template": {"mappings": {}}, "overlapping": []}')).toEqual([['overlapping']]);
    expect(leftOut('{"data_stream": {}, "template": {"mappings": {}}}')).toEqual([[]]);
  });

  it('gives the place in the text of a value and of a notice', () => {
    const text = 'PUT x\n{"_meta": {"a": """1\n2""", "b": 0.12345678901234567890}}';
    const [found] = readPastedText(text);
    expect(found?.notices).toEqual([
      { line: 3, column: 12, literal: '0.12345678901234567890', readAs: '0.12345678901234568' },
    ]);
    expect(found?.placeOf({ line: 2, column: 2 })).toEqual({ line: 2, column: 2 });
  });
});
