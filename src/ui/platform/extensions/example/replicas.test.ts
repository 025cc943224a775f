import { describe, expect, it } from 'vitest';
import { clusterError, consoleOver, recordedCluster } from '../../../../../tests/builders/recording-gateway.ts';
import type { Index } from '#domain/console';
import { localHttpService } from '../../../../server/console/local-http.ts';
import { consoleApi } from '../../console-api.ts';
import { extensionsService } from '../../extensions.ts';
import { addReplicasExtension } from './replicas.ts';
import { shardAdvice } from './shard-advice.ts';

const GB = 1024 ** 3;
const index = (name: string, rest: Partial<Index> = {}): Index => ({
  name,
  status: 'open',
  health: 'green',
  primary: 1,
  replica: 1,
  isFrozen: false,
  hidden: false,
  aliases: [],
  ...rest,
});

function added() {
  const extensions = extensionsService();
  addReplicasExtension(extensions);
  const { badges, banners, filters, toggles, summaries, actions } = extensions.getSnapshot();
  const only = <Entry>(entries: readonly Entry[]): Entry => {
    const [entry, ...rest] = entries;
    if (entry === undefined || rest.length > 0) throw new Error('There must be exactly one');
    return entry;
  };
  return {
    badges,
    badge: only(badges.slice(1)),
    banner: only(banners),
    filter: only(filters),
    toggle: only(toggles),
    summary: only(summaries),
    action: only(actions),
  };
}

describe('the example extension', () => {
  it('leaves the Frozen badge first', () => {
    expect(added().badges.map(({ label }) => label)).toEqual(['Frozen', 'No replica']);
  });

  it('marks open indices without a replica that are not hidden', () => {
    const { badge } = added();
    expect(badge).toMatchObject({ filterExpression: 'replica:0', color: 'warning' });
    const matches = [
      index('a', { replica: 0 }),
      index('b'),
      index('.c', { replica: 0, hidden: true }),
      index('d', { replica: 0, status: 'close' }),
      { ...index('e'), replica: undefined },
    ];
    expect(matches.filter((each) => badge.matchIndex(each as Index)).map(({ name }) => name)).toEqual(['a']);
  });

  it('says above the list when indices are red, else when they are yellow', () => {
    const { banner } = added();
    expect(banner.of([index('a')])).toBeNull();
    expect(banner.of([index('a', { health: 'yellow' }), index('b', { health: 'yellow' })])).toMatchObject({
      kind: 'warning',
      title: '2 indices are yellow: some replicas are unassigned',
      filter: 'health:yellow',
    });
    expect(banner.of([index('a', { health: 'yellow' }), index('b', { health: 'red' })])).toMatchObject({
      kind: 'danger',
      title: '1 index is red: some data is unavailable',
      filter: 'health:red',
    });
  });

  it('offers the health as a filter, and closed indices as a toggle', () => {
    const { filter, toggle } = added();
    expect(filter.options).toEqual([
      { label: 'Green', filterExpression: 'health:green' },
      { label: 'Yellow', filterExpression: 'health:yellow' },
      { label: 'Red', filterExpression: 'health:red' },
    ]);
    expect([index('a'), index('b', { status: 'close' })].map(toggle.matchIndex)).toEqual([false, true]);
  });

  it('gives advice where shards are too large or too small', () => {
    expect(shardAdvice({ primary: 1, primary_size: 51 * GB })).toContain('51 GB');
    expect(shardAdvice({ primary: 2, primary_size: 90 * GB })).toBeNull();
    expect(shardAdvice({ primary: 5, primary_size: 4 * GB })).toContain('5 primary shards average 819 MB');
    expect(shardAdvice({ primary: 2, primary_size: 400 })).toContain('200 B');
    expect(shardAdvice({ primary: 1, primary_size: 4 })).toBeNull();
    for (const unknown of [{}, { primary: 0, primary_size: 7 }, { primary: 2 }, { primary: 2, primary_size: '3gb' }])
      expect(shardAdvice(unknown)).toBeNull();
    expect(added().summary.of(index('a', { primary: 1, primary_size: 60 * GB }))).toContain('60 GB');
  });

  it('gives each index a replica, and stops at the first that is refused', async () => {
    const { action } = added();
    const names = ['a', '__proto__', 'a b'];
    const indices = names.map((name) => index(name, { replica: 0 }));
    expect(action.isAvailable(indices)).toBe(true);
    expect(action.isAvailable([...indices, index('z')])).toBe(false);
    expect(action.isAvailable([])).toBe(false);
    expect(action.confirm?.(indices).text).toContain('a, __proto__, a b');
    const taking = recordedCluster();
    await action.run([index('a'), index('b')], apiOver(taking));
    const changes = taking.changes();
    expect(changes.map(({ path }) => path.join('/'))).toEqual(['a/_settings', 'b/_settings']);
    expect(JSON.parse(changes[0]?.body ?? '')).toEqual({ 'index.number_of_replicas': 1 });
    const refusing = recordedCluster(({ method }) =>
      method === 'PUT' ? clusterError('refused', 400, 'index is read-only') : '{}',
    );
    await expect(action.run([index('a'), index('b')], apiOver(refusing))).rejects.toThrow(/index is read-only/);
    expect(refusing.changes()).toHaveLength(1);
  });
});

function apiOver(cluster: ReturnType<typeof recordedCluster>) {
  return consoleApi(
    localHttpService(consoleOver(cluster).dispatch, () => cluster),
    null,
  );
}
