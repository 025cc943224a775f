import { describe, expect, it } from 'vitest';
import { SETTING_SAMPLES } from '../../fuzz/generate/setting-samples.ts';
import { foreseenRefusals } from './foreseen-refusals.ts';
import { mappingSettingNames, scratchDefinition, settingsForMappings } from './mapping-settings.ts';

const ELASTICSEARCH = { distribution: 'elasticsearch', version: '9.5.3' } as const;
const OPENSEARCH = { distribution: 'opensearch', version: '3.4.0' } as const;

describe('the settings that decide which mappings an index takes', () => {
  it('have a sample each, whose settings a scratch index gets', () => {
    const names = new Set([...mappingSettingNames(ELASTICSEARCH), ...mappingSettingNames(OPENSEARCH)]);
    expect([...names].sort()).toEqual(Object.keys(SETTING_SAMPLES).sort());
    for (const [name, { settings, mappings }] of Object.entries(SETTING_SAMPLES)) {
      expect(Object.keys(settings).some((each) => each.startsWith(name))).toBe(true);
      const { 'index.number_of_shards': _, ...decided } = settings;
      expect(scratchDefinition(settings, mappings)).toEqual({
        settings: { ...decided, 'index.number_of_shards': 1, 'index.number_of_replicas': 0, 'index.hidden': true },
        mappings,
      });
    }
  });

  it('are not those of another engine, nor ones whose names only begin alike', () => {
    expect(mappingSettingNames(OPENSEARCH)).not.toContain('index.mode');
    expect(mappingSettingNames(ELASTICSEARCH)).not.toContain('index.knn');
    const others = { 'index.modes': 'a', 'index.refresh_interval': '1s', 'index.mappings.a': 1 };
    expect(settingsForMappings({ ...others, 'index.mode': 'lookup' })).toEqual({ 'index.mode': 'lookup' });
  });
});

describe('a type of fields that a setting refuses', () => {
  const sorted = { 'index.sort.field': ['sorted'] };
  const nested = { properties: { items: { properties: { parts: { type: 'nested' } } } } };
  const reasons = (version: string, distribution: 'elasticsearch' | 'opensearch', settings: object) =>
    foreseenRefusals({}, nested, { distribution, version }, settings as never).map(({ at, reason }) => [at, reason]);

  it.each([
    ['elasticsearch', '7.17.29', true],
    ['elasticsearch', '8.15.0', true],
    ['elasticsearch', '8.16.0', false],
    ['opensearch', '2.19.3', true],
    ['opensearch', '3.2.0', true],
    ['opensearch', '3.3.0', false],
  ] as const)('is foreseen: nested fields of a sorted index on %s %s: %s', (distribution, version, isRefused) => {
    const reason =
      'A sorted index (index.sort.field) takes no nested fields before Elasticsearch 8.16 and OpenSearch 3.3.';
    expect(reasons(version, distribution, sorted)).toEqual(
      isRefused ? [['/properties/items/properties/parts', reason]] : [],
    );
  });

  it.each([{}, { 'index.sort.field': [] }, { 'index.sort.field': '' }])('is taken without sorting: %j', (settings) => {
    expect(reasons('7.17.29', 'elasticsearch', settings)).toEqual([]);
  });

  it('is not judged where the index has it already', () => {
    const target = { distribution: 'elasticsearch', version: '7.17.29' } as const;
    expect(foreseenRefusals(nested, nested, target, sorted)).toEqual([]);
  });

  it('is foreseen: a join in a partitioned index', () => {
    const join = { properties: { j: { type: 'join', relations: { a: 'b' } } } };
    const partitioned = (size: string) =>
      foreseenRefusals({}, join, OPENSEARCH, { 'index.routing_partition_size': size });
    expect(partitioned('3')).toMatchObject([
      { at: '/properties/j', reason: 'A partitioned index (index.routing_partition_size) takes no join field.' },
    ]);
    expect(partitioned('1')).toEqual([]);
  });
});
