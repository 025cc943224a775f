import { describe, expect, it } from 'vitest';
import { parseJson, type JsonObject } from '../json/index.ts';
import { documentTestRunner } from './document-test.ts';
import { EXPECTATION_KINDS, expectationOf, kindOfExpectation, proposedKind } from './proposed-expectation.ts';
import { tryDocument } from './try-document.ts';

const index = {
  mappings: {
    properties: {
      n: { type: 'long' },
      b: { type: 'byte' },
      code: { type: 'keyword', ignore_above: 3 },
      vector: { type: 'dense_vector', dims: 3 },
      at: { type: 'date' },
    },
  },
  engine: { distribution: 'elasticsearch', version: '9.0.0' },
} as const;
const tried = (document: JsonObject) => tryDocument(index, document);

describe('the expectation that a trial proposes', () => {
  it.each<[JsonObject, string, unknown]>([
    [{ n: 1 }, 'accepted', 'accepted'],
    [{ code: 'abcd' }, 'ignored', { ignored: ['code'] }],
    [{ n: 'many' }, 'refused', { refused: 'is not a number' }],
    [{ n: 'say "1, 2" or […]' }, 'refused', { refused: 'is not a number' }],
    [{ n: [{ a: 1 }] }, 'refused', expect.objectContaining({ refused: expect.not.stringContaining('{') as string })],
    [{ b: 128 }, 'refused', expect.objectContaining({ refused: expect.not.stringContaining('128') as string })],
  ])('of %j is %s', (document, kind, expected) => {
    const trial = tried(document);
    expect(proposedKind(trial)).toBe(kind);
    expect(expectationOf(proposedKind(trial), trial)).toEqual(expected);
  });

  it('holds for the document that it was made from, whatever its kind, and is of that kind', () => {
    const run = documentTestRunner(index);
    for (const document of [
      { n: 1, x: 'a' },
      { code: 'abcd' },
      { n: 'many' },
      { b: 300 },
      { at: 'soon' },
      { vector: [1] },
    ]) {
      const trial = tried(document);
      const isRefused = trial.outcome === 'refused';
      for (const kind of EXPECTATION_KINDS) {
        const expectation = expectationOf(kind, trial);
        expect(kindOfExpectation(expectation)).toBe(kind);
        expect([document, kind, run({ document, expect: expectation }).outcome]).toEqual([
          ...[document, kind],
          isRefused === (kind === 'refused') ? 'passed' : 'failed',
        ]);
      }
    }
  });

  it('names a field called __proto__ and one called constructor', () => {
    const document = parseJson('{ "__proto__": 1, "constructor": true }') as JsonObject;
    const expected = expectationOf('types', tried(document));
    expect(Object.entries((expected as { types: object }).types)).toEqual([
      ['__proto__', 'long'],
      ['constructor', 'boolean'],
    ]);
    expect(documentTestRunner(index)({ document, expect: expected }).outcome).toBe('passed');
  });

  it('names no more than 200 fields', () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`f${at}`, at]));
    const { types } = expectationOf('types', tried(many)) as { types: object };
    expect(Object.keys(types)).toHaveLength(200);
  });
});
