import { describe, expect, it } from 'vitest';
import { ADA, CLUSTER } from '../../../fuzz/generate/stamps.ts';
import type { Change } from './change-reader.ts';
import { changesEcs } from './changes-ecs.ts';

const change: Change = {
  ...{
    stream: 'draft/a',
    version: 3,
    id: 'e3',
    at: '2026-01-01T00:00:00.000Z',
    time: '2026-01-01T00:00:00.000Z',
    author: ADA,
  },
  ...{ type: 'field.added', summary: 'Add a (long)', reason: 'OPS-7', patch: [], rules: 4, role: 'change' },
};

it('have both times of a change that a server recorded, and who reported what a cluster had', () => {
  const recordedAt = '2026-01-02T00:00:00.000Z';
  const [line = ''] = changesEcs([{ ...change, recordedAt, time: recordedAt, author: CLUSTER }]).split('\n');
  expect(JSON.parse(line)).toMatchObject({
    '@timestamp': recordedAt,
    message: `Cluster (seen by ${ADA.name}): Add a (long)`,
    event: { created: change.at },
    user: { id: ADA.id, name: ADA.name },
    mapledger: { is_recorded: true, is_from_cluster: true },
  });
});

describe('changes with ECS field names', () => {
  it('are a line of JSON each', () => {
    const action = { address: '10.0.0.7', state: 'failed' } as unknown as NonNullable<Change['action']>;
    const lines = changesEcs([change, { ...change, type: 'indices.close', action }]);
    const [edit, call, rest] = lines.split('\n').map((line) => (line === '' ? null : (JSON.parse(line) as object)));
    expect(edit).toMatchObject({
      '@timestamp': change.at,
      event: { action: 'field.added', id: 'e3', type: ['change'], sequence: 3, reason: 'OPS-7' },
      user: { id: ADA.id, name: ADA.name },
      mapledger: { stream: 'draft/a', version: 3, is_recorded: false },
    });
    expect(call).toMatchObject({ event: { outcome: 'failure' }, source: { address: '10.0.0.7', ip: '10.0.0.7' } });
    expect(rest).toBeNull();
  });
});
