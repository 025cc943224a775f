import { expect, it } from 'vitest';
import { clusterCalled, mayBeSame, type KnownCluster } from './known-clusters.ts';

const east: KnownCluster = { id: 'east', label: 'East', uuid: 'uuid-east' };
const west: KnownCluster = { id: 'west', label: 'West' };

it('finds a cluster by its id and by its uuid', () => {
  expect(['east', 'uuid-east', 'west', 'gone', undefined].map((name) => clusterCalled(name, [east, west])?.id)).toEqual(
    ['east', 'east', 'west', undefined, undefined],
  );
});

it.each([
  ['east', 'uuid-east', true],
  ['east', 'west', false],
  ['uuid-east', 'west', false],
  // The uuid of a cluster that is down is not known.
  ['west', 'uuid-west', true],
  ['east', 'uuid-west', false],
  ['gone', 'gone', true],
  ['gone', 'lost', false],
  [undefined, 'east', true],
])('%s and %s: %s', (one, other, isSame) => {
  expect(mayBeSame(one, other, [east, west])).toBe(isSame);
  expect(mayBeSame(other, one, [east, west])).toBe(isSame);
});
