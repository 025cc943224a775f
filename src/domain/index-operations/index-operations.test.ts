import { expect, it } from 'vitest';
import { nextIndexName, resizeBody, resizeTargets, routingShards } from './index.ts';

// As an OpenSearch 3.4 and an Elasticsearch 7.17 say for indices with so many primary shards.
it.each([
  [1, 1_024],
  [2, 1_024],
  [3, 768],
  [4, 1_024],
  [5, 640],
  [1_000, 2_000],
])('hashes the documents of %i primary shards into %i parts', (primaries, parts) => {
  expect(routingShards(primaries)).toBe(parts);
});

it('shrinks to factors, splits to multiples that fit the parts, and clones alike', () => {
  expect(resizeTargets('shrink', 12)).toEqual([1, 2, 3, 4, 6]);
  expect(resizeTargets('shrink', 1)).toEqual([]);
  expect(resizeTargets('split', 3)).toEqual([6, 12, 24, 48, 96, 192, 384, 768]);
  expect(resizeTargets('split', 2, 8)).toEqual([4, 8]);
  expect(resizeTargets('split', 8, 8)).toEqual([]);
  expect(resizeTargets('split', 1)).toHaveLength(1_023);
  expect(resizeTargets('clone', 7)).toEqual([7]);
});

it('gives the new index neither the block nor the place of the source', () => {
  expect(resizeBody({ shards: 2, wasPlaced: true })).toEqual({
    settings: {
      'index.blocks.write': null,
      'index.routing.allocation.require._name': null,
      'index.number_of_shards': 2,
    },
  });
});

it.each([
  ['logs-000001', 'logs-000002'],
  ['logs-1', 'logs-000002'],
  ['logs-000099999999999999999999', 'logs-100000000000000000000'],
  ['logs-x', null],
  ['-5', '-000006'],
])('after %s comes %s', (name, next) => {
  expect(nextIndexName(name)).toBe(next);
});
