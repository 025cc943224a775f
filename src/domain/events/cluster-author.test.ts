import { expect, it } from 'vitest';
import { clusterAuthor, isClusterAuthor, nameOfAuthor, personBehind, SERVER_READER } from './cluster-author.ts';

const ADA = { id: 'ada@laptop', name: 'Ada', verified: true };

it('tells the cluster from people, whoever reported it', () => {
  expect(['cluster', 'cluster:ada', 'clusters', 'ada'].map(isClusterAuthor)).toEqual([true, true, false, false]);
});

it('names who reported what the cluster had', () => {
  const author = clusterAuthor(ADA);
  expect(author).toEqual({ id: 'cluster:ada@laptop', name: 'Ada', verified: true });
  expect(nameOfAuthor(author)).toBe('Cluster (seen by Ada)');
  expect(nameOfAuthor(ADA)).toBe('Ada');
  expect(nameOfAuthor({ id: 'cluster', name: 'Cluster' })).toBe('Cluster');
  expect(nameOfAuthor(SERVER_READER)).toBe('Cluster (seen by the server)');
});

it('finds the person behind an author', () => {
  expect(['cluster:ada@laptop', 'ada@laptop', 'cluster'].map(personBehind)).toEqual([
    'ada@laptop',
    'ada@laptop',
    'cluster',
  ]);
});
