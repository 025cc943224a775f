import { describe, expect, it } from 'vitest';
import { countShards, mostUrgentShard } from './shards.ts';

const shard = (number: number, active: number, unassigned = 0, initializing = 0) => ({
  shard: number,
  isPrimaryActive: active > 0,
  active,
  initializing,
  unassigned,
});

describe('shards of an index', () => {
  it('counts primaries and replicas, active and not', () => {
    expect(countShards([shard(0, 2), shard(1, 1, 1), shard(2, 0, 2)])).toEqual({
      primaries: 3,
      activePrimaries: 2,
      replicas: 3,
      activeReplicas: 1,
      initializing: 0,
      unassigned: 3,
    });
    expect(countShards([])).toMatchObject({ primaries: 0, replicas: 0, activeReplicas: 0, unassigned: 0 });
  });

  it('counts a copy that is being built as a replica that is not active yet', () => {
    expect(countShards([shard(0, 1, 0, 1)])).toMatchObject({ replicas: 1, activeReplicas: 0, initializing: 1 });
  });

  it('asks for an unassigned primary before replicas', () => {
    expect(mostUrgentShard([shard(0, 1, 1), shard(1, 0, 2)])).toEqual({ shard: 1, isPrimary: true });
    expect(mostUrgentShard([shard(0, 2), shard(1, 1, 1)])).toEqual({ shard: 1, isPrimary: false });
    expect(mostUrgentShard([shard(0, 2)])).toBeNull();
  });

  it('asks for a replica while the primary is being built', () => {
    expect(mostUrgentShard([shard(0, 0, 1, 1)])).toEqual({ shard: 0, isPrimary: false });
  });
});
