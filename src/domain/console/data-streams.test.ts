import { describe, expect, it } from 'vitest';
import { dataStreamOf, hasPrivilege, writeIndexOf } from './data-streams.ts';
import { formatRetention, parseRetention, describeRetention } from './retention.ts';

const LOGS = {
  name: 'logs-app',
  timestamp_field: { name: '@timestamp' },
  indices: [
    { index_name: '.ds-logs-app-000001', index_uuid: 'a' },
    { index_name: '.ds-logs-app-000002', index_uuid: 'b' },
  ],
  generation: 2,
  status: 'YELLOW',
  template: 'logs',
  ilm_policy: 'hot/warm',
  store_size: '1.2kb',
  store_size_bytes: 1_234,
  maximum_timestamp: 1_700_000_000_000,
  _meta: { managed: true },
  privileges: { delete_index: false },
  hidden: true,
  lifecycle: { enabled: true, data_retention: '7d' },
};

describe('a data stream', () => {
  it('is mapped member by member, its health in lower case', () => {
    expect(dataStreamOf(LOGS)).toEqual({
      name: 'logs-app',
      timeStampField: { name: '@timestamp' },
      indices: [
        { name: '.ds-logs-app-000001', uuid: 'a' },
        { name: '.ds-logs-app-000002', uuid: 'b' },
      ],
      generation: 2,
      health: 'yellow',
      indexTemplateName: 'logs',
      ilmPolicyName: 'hot/warm',
      storageSize: '1.2kb',
      storageSizeBytes: 1_234,
      maxTimeStamp: 1_700_000_000_000,
      _meta: { managed: true },
      privileges: { delete_index: false },
      hidden: true,
      lifecycle: { enabled: true, dataRetention: '7d', stored: { enabled: true, data_retention: '7d' } },
    });
  });

  it.each([
    null,
    'text',
    [],
    {},
    { indices: 'none', timestamp_field: '@timestamp', status: 4, _meta: [], hidden: 'true', lifecycle: null },
  ])('is never an exception: %j', (given) => {
    expect(dataStreamOf(given)).toEqual({
      name: '',
      timeStampField: { name: '' },
      indices: [],
      generation: 0,
      health: '',
      hidden: false,
    });
  });

  it('keeps hostile names, and leaves out what is no index', () => {
    const stream = dataStreamOf(
      JSON.parse(
        '{"name":"__proto__","indices":[null,{"index_name":"constructor","index_uuid":"u"}],"_meta":{"__proto__":1}}',
      ),
    );
    expect(stream.name).toBe('__proto__');
    expect(stream.indices).toEqual([{ name: 'constructor', uuid: 'u' }]);
    expect(Object.keys(stream._meta ?? {})).toEqual(['__proto__']);
  });

  it('reads no members that are only inherited', () => {
    expect(dataStreamOf(Object.create(LOGS)).name).toBe('');
  });

  it('is written to in its last index', () => {
    expect(writeIndexOf(dataStreamOf(LOGS))).toBe('.ds-logs-app-000002');
    expect(writeIndexOf(dataStreamOf({}))).toBeUndefined();
  });

  it('may be deleted unless its privileges say no', () => {
    expect(hasPrivilege(dataStreamOf(LOGS), 'delete_index')).toBe(false);
    expect(hasPrivilege(dataStreamOf(LOGS), 'manage_data_stream_lifecycle')).toBe(true);
    expect(hasPrivilege(dataStreamOf({}), 'delete_index')).toBe(true);
  });

  it('has a lifecycle in force that does not say whether it is', () => {
    expect(dataStreamOf({ lifecycle: {} }).lifecycle).toEqual({ enabled: true, stored: {} });
    expect(dataStreamOf({ lifecycle: { enabled: false } }).lifecycle).toMatchObject({ enabled: false });
  });
});

describe('a retention', () => {
  it.each(['7d', '1h', '90m', '30s'])('is read and written back: %s', (text) => {
    const retention = parseRetention(text);
    expect(retention).not.toBeNull();
    expect(retention && formatRetention(retention)).toBe(text);
  });

  it.each(['', '7', 'd', '1.5h', '-1d', '100ms', '7d ', '99999999999999999999d'])('is not made of %j', (text) => {
    expect(parseRetention(text)).toBeNull();
    expect(describeRetention(text)).toBe(text);
  });

  it('is said in words', () => {
    expect(describeRetention('1d')).toBe('1 day');
    expect(describeRetention('1440m')).toBe('1,440 minutes');
  });
});
