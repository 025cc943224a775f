import { expect, it } from 'vitest';
import type { DocumentTrial } from '#domain/documents';
import { clusterDifferences } from './cluster-differences.ts';

const ACCEPTED: DocumentTrial = { outcome: 'accepted', values: [], added: [], ignoredFields: [], unknown: [] };
const REFUSED: DocumentTrial = {
  ...ACCEPTED,
  outcome: 'refused',
  refusal: { reason: 'No.', pointer: '/a', field: 'a' },
};
const TAKEN = { isTaken: true, ignored: [], added: [] };
const added = (path: string, type: string) =>
  ({ path, definition: { type }, container: 'properties', by: { kind: 'dynamic' }, pointer: '/x' }) as const;

it('finds none where both agree, whatever their reasons are', () => {
  expect(clusterDifferences(ACCEPTED, TAKEN)).toEqual([]);
  expect(clusterDifferences(REFUSED, { isTaken: false, reason: 'Other words.', ignored: [] })).toEqual([]);
});

it('has both outcomes with their reasons', () => {
  expect(clusterDifferences(REFUSED, TAKEN)).toEqual([
    { about: 'Outcome', expected: 'Refused: No.', actual: 'Accepted' },
  ]);
  expect(clusterDifferences(ACCEPTED, { isTaken: false, reason: 'Because.', ignored: [] })).toEqual([
    { about: 'Outcome', expected: 'Accepted', actual: 'Refused: Because.' },
  ]);
});

it('compares ignored and added fields', () => {
  const trial = { ...ACCEPTED, ignoredFields: ['a', 'b'], added: [added('n', 'long'), added('o', 'object')] };
  const outcome = {
    isTaken: true,
    ignored: ['b', 'c'],
    added: [
      { path: 'n', definition: { type: 'float' } },
      { path: 'o', definition: {} },
      { path: 'p', definition: { type: 'text' } },
    ],
  };
  expect(clusterDifferences(trial, outcome)).toEqual([
    { about: 'a', expected: 'Ignored', actual: 'Not ignored' },
    { about: 'c', expected: 'Not ignored', actual: 'Ignored' },
    { about: 'n', expected: 'Added as {"type":"long"}', actual: 'Added as {"type":"float"}' },
    { about: 'p', expected: 'Not added', actual: 'Added as {"type":"text"}' },
  ]);
});

it('does not compare what the cluster does not tell, nor what could not be foreseen', () => {
  const trial = { ...ACCEPTED, added: [added('n', 'long')] };
  expect(clusterDifferences(trial, { isTaken: true, ignored: [] })).toEqual([]);
  const unknown = { pointer: '/n', field: 'n', what: 'format', decides: 'values', reason: '…' } as const;
  expect(clusterDifferences({ ...trial, unknown: [unknown] }, TAKEN)).toEqual([]);
  expect(clusterDifferences({ ...trial, outcome: 'unknown' }, { isTaken: false, ignored: [] })).toEqual([]);
});
