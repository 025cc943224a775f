import { expect, it } from 'vitest';
import { ADA, CLUSTER } from '../../../fuzz/generate/stamps.ts';
import type { Change } from './change-reader.ts';
import { changesCsv } from './changes-csv.ts';

const times = { at: '2036-01-01T00:00:00.000Z', recordedAt: '2026-01-01T00:00:00.000Z' };
const change: Change = {
  ...{ stream: 'index/prod/orders/uuid', version: 3, id: 'e3', ...times, time: times.recordedAt, author: CLUSTER },
  ...{ type: 'mapping.followed', summary: 'Saved to cluster', patch: [] },
  ...{ rules: 4, role: 'note' },
};

it('has the time of the server, and who reported what a cluster had', () => {
  const csv = changesCsv(
    [change, { ...change, author: ADA }],
    () => 'orders',
    () => undefined,
  );
  const [, reported, own] = csv.split(/\r?\n/);
  expect(reported).toBe(
    `${times.recordedAt},Cluster (seen by ${ADA.name}),${CLUSTER.id},Saved to cluster,mapping.followed,orders,index/prod/orders/uuid,3,,,e3,,${times.at}`,
  );
  expect(own).toContain(`${times.recordedAt},${ADA.name},${ADA.id},`);
});
