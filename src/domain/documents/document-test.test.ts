import { expect, it } from 'vitest';
import { checkDocumentTest, describeDifference, documentTestRunner } from './document-test.ts';
import { DocumentTestSchema, type DocumentTest } from './document-test-schema.ts';
import { fits } from '../json/check.ts';

const index = {
  mappings: { properties: { n: { type: 'long' }, m: { type: 'long', ignore_malformed: true } } },
  engine: { distribution: 'elasticsearch', version: '9.0.0' },
} as const;
const check = (test: DocumentTest) =>
  checkDocumentTest(index, test).map(({ about, field, expected, actual }) => [about, field, expected, actual]);

it.each<DocumentTest>([
  { document: { n: 1 }, expect: 'accepted' },
  { document: { n: 'x' }, expect: { refused: '' } },
  { document: { n: 'x' }, expect: { refused: 'Not a number' } },
  { document: { m: 'x' }, expect: { ignored: ['m'] } },
  { document: { n: 1, k: 'x' }, expect: { types: { n: 'long', k: 'text', 'k.keyword': 'keyword' } } },
])('passes: %j', (test) => {
  expect(fits(DocumentTestSchema, test)).toBe(true);
  expect(check(test)).toEqual([]);
});

it('says what differs', () => {
  expect(check({ document: { n: 'x' }, expect: 'accepted' })).toEqual([
    ['outcome', 'n', 'accepted', 'refused: "x" is not a number.'],
  ]);
  expect(check({ document: { n: 1 }, expect: { refused: 'x' } })).toEqual([['outcome', null, 'refused', 'accepted']]);
  expect(check({ document: { n: 'x' }, expect: { refused: 'date' } })).toEqual([
    ['reason', 'n', 'date', '"x" is not a number.'],
  ]);
  expect(check({ document: { m: 'x' }, expect: { ignored: ['n'] } })).toEqual([
    ['ignored', 'n', 'ignored', 'not ignored'],
    ['ignored', 'm', 'not ignored', 'ignored'],
  ]);
  expect(check({ document: { n: 1 }, expect: { types: { n: 'integer', k: 'text' } } })).toEqual([
    ['type', 'n', 'integer', 'long'],
    ['type', 'k', 'text', 'no value in a field'],
  ]);
});

it.each([
  {},
  { document: [], expect: 'accepted' },
  { document: {}, expect: 'taken' },
  { document: {}, expect: { refused: 1 } },
])('is no document test: %j', (value) => {
  expect(fits(DocumentTestSchema, value)).toBe(false);
});

it('is neither passed nor failed where the outcome can’t be told', () => {
  const scripted = { ...index, mappings: { properties: { s: { type: 'long', script: 'emit(1)' } } } };
  const unsure = { ...index, mappings: { properties: { p: { type: 'percolator' } } } };
  const runs = [scripted, unsure].map((each) =>
    documentTestRunner(each)({ document: { p: { x: {} } }, expect: 'accepted' }),
  );
  expect(runs.map(({ outcome }) => outcome)).toEqual(['passed', 'unknown']);
  expect(runs[1]?.differences[0]?.actual).toMatch(/^unknown: /);
});

it('says in words what differs', () => {
  const words = (test: DocumentTest) => checkDocumentTest(index, test).map(describeDifference);
  expect(words({ document: { n: 'x' }, expect: 'accepted' })).toEqual([
    'n: expected accepted, actual refused: "x" is not a number.',
  ]);
  expect(words({ document: { n: 'x' }, expect: { refused: 'date' } })).toEqual([
    'n: expected a reason with “date”, actual "x" is not a number.',
  ]);
  expect(words({ document: {}, expect: { refused: '' } })).toEqual(['expected refused, actual accepted']);
});
