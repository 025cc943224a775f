import { describe, expect, it } from 'vitest';
import { givenFields } from '../../../tests/builders/given.ts';
import { sealAll } from '../../fuzz/generate/histories.ts';
import { ADA } from '../../fuzz/generate/stamps.ts';
import type { StoredEvent } from '../events/event.ts';
import type { JsonValue } from '../json/value.ts';
import { ecsOf, ecsOfRecord, type EcsSource } from './ecs.ts';

const source: EcsSource = {
  id: '01ID',
  at: '2026-01-01T00:00:00.000Z',
  author: { id: 'ada@laptop', name: 'Ada', verified: true },
  type: 'field.added',
  summary: 'Add a',
  stream: 'draft/a',
  version: 3,
};

describe('an event in the words of the Elastic Common Schema', () => {
  it('has a name of that for all it has, and none for what it has not', () => {
    expect(ecsOf(source)).toEqual({
      '@timestamp': '2026-01-01T00:00:00.000Z',
      ecs: { version: '8.17.0' },
      message: 'Add a',
      event: {
        kind: 'event',
        category: ['configuration'],
        type: ['change'],
        action: 'field.added',
        id: '01ID',
        created: '2026-01-01T00:00:00.000Z',
        provider: 'mapledger',
        sequence: 3,
      },
      user: { id: 'ada@laptop', name: 'Ada' },
      mapledger: { stream: 'draft/a', version: 3, is_verified: true, is_recorded: false },
    });
  });

  it('stands at the time at which it was recorded, where a server did', () => {
    expect(ecsOf({ ...source, recordedAt: '2026-01-02T00:00:00.000Z' })).toMatchObject({
      '@timestamp': '2026-01-02T00:00:00.000Z',
      event: { created: '2026-01-01T00:00:00.000Z' },
      mapledger: { is_recorded: true },
    });
  });

  it('has reason, hash, outcome, request and what it takes back', () => {
    const more = { reason: 'T-1', hash: 'ab', outcome: 'failure', requestId: 'r1', undoes: '00ID' } as const;
    expect(ecsOf({ ...source, ...more })).toMatchObject({
      event: { reason: 'T-1', hash: 'ab', outcome: 'failure' },
      http: { request: { id: 'r1' } },
      mapledger: { undoes: '00ID' },
    });
  });

  it('says of what a cluster was found to have that it is the cluster’s, and who reported it', () => {
    const follow = { ...source, type: 'mapping.followed', summary: 'Synced from cluster (1 change)', rules: 2 };
    const reported = ecsOf({ ...follow, author: { ...source.author, id: 'cluster:ada@laptop' } });
    expect(reported).toMatchObject({
      message: 'Cluster (seen by Ada): Synced from cluster (1 change)',
      user: { id: 'ada@laptop', name: 'Ada' },
      mapledger: { is_from_cluster: true },
    });
    const earlier = ecsOf({ ...follow, author: { id: 'cluster', name: 'Cluster', verified: false } });
    expect(earlier).toMatchObject({
      message: 'Cluster: Synced from cluster (1 change)',
      user: { id: 'cluster', name: 'Cluster' },
      mapledger: { is_from_cluster: true },
    });
  });

  it('does not say of who looked at something live first that it is theirs', () => {
    const place = { stream: 'index/prod/orders/uuid', version: 1 };
    const { message, user } = ecsOf({ ...source, ...place, type: 'document.created', summary: 'Created' });
    expect({ message, user }).toEqual({
      message: 'Cluster (seen by Ada): Created',
      user: { id: 'ada@laptop', name: 'Ada' },
    });
  });

  it('names nobody whose name was erased', () => {
    const erased = ecsOf({ ...source, author: { ...source.author, name: 'Erased author', isErased: true } });
    expect(erased['user']).toEqual({ id: 'ada@laptop' });
  });

  it.each([
    ['10.0.0.1', true],
    ['::1', true],
    ['fe80::1', true],
    ['::ffff:10.0.0.1', true],
    ['unix socket', false],
    ['10.0.0', false],
    ['x10.0.0.1', false],
    ['10.0.0.1 via proxy', false],
    ['host:9200', false],
  ])('says of %j where it came from, and whether that is an address: %s', (address, isIp) => {
    expect(ecsOf({ ...source, address })['source']).toEqual({ address, ...(isIp && { ip: address }) });
  });

  it.each([
    ['document.created', 'creation'],
    ['action.begun', 'creation'],
    ['field.removed', 'deletion'],
    ['index.deleted', 'deletion'],
    ['runtimeField.removed', 'deletion'],
    ['field.edited', 'change'],
    ['document.createdLater', 'change'],
    ['x.removedLater', 'change'],
  ])('%s is a %s', (type, kind) => {
    expect(ecsOf({ ...source, type })['event']).toMatchObject({ action: type, type: [kind] });
  });
});

describe('a record in the words of the Elastic Common Schema', () => {
  const [record] = sealAll(
    givenFields({}).after('field.add', { parent: null, name: 'a', definition: { type: 'ip' } }).events,
    'draft/a',
  ) as unknown as readonly [ReturnType<typeof sealAll>[number]];
  const names = new Map<string, string>();
  const event = JSON.parse(record.text) as StoredEvent;
  const ofAction = (type: string, patch: readonly object[], stream = 'action/1') =>
    ecsOfRecord({ ...record, text: JSON.stringify({ ...event, stream, type, patch }) }, names);
  const add = (path: string, value: JsonValue) => ({ op: 'add', path, value });

  it('has the hash of the record, and nothing of a call', () => {
    expect(ecsOfRecord(record, names)).toMatchObject({
      message: 'Add a (ip)',
      event: { hash: record.hash, sequence: 1 },
      user: { id: ADA.id, name: ADA.name },
    });
    const request = [add('', { address: '10.0.0.1', requestId: 'r1' })];
    expect(ofAction('action.begun', request, 'draft/action/1')).not.toHaveProperty('source');
  });

  it('says where a call to a cluster came from', () => {
    const begun = ofAction('action.begun', [add('', { address: '10.0.0.1', requestId: 'r1' })]);
    expect(begun).toMatchObject({ source: { ip: '10.0.0.1' }, http: { request: { id: 'r1' } } });
    const bare = ofAction('action.begun', [add('', { requestId: 7 })]);
    expect([bare['source'], bare['http']]).toEqual([undefined, undefined]);
  });

  it.each([
    ['done', 'success'],
    ['failed', 'failure'],
    ['unknown', 'unknown'],
  ])('says what came of a call, %s, and what was found of it later', (kind, outcome) => {
    const calls = { op: 'remove', path: '/calls' };
    expect(ofAction('action.completed', [calls, add('/outcome', { kind })])['event']).toMatchObject({ outcome });
    const settled = [{ op: 'replace', path: '/settled', value: { found: kind, kind: 'other' } }];
    expect(ofAction('action.settled', settled)['event']).toMatchObject({ outcome });
    expect(ofAction('action.completed', [add('/note', 'x'), add('/calls', [])])['event']).not.toHaveProperty('outcome');
  });
});
