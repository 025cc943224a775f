import { describe, expect, it } from 'vitest';
import { editableSettings, flatSettings, planSettings, settingChange } from './index-settings.ts';

const elastic = { distribution: 'elasticsearch', version: '9.5.3' } as const;
const open = { distribution: 'opensearch', version: '3.4.0' } as const;
const live = {
  'index.number_of_shards': '1',
  'index.number_of_replicas': '1',
  'index.uuid': 'u',
  'index.refresh_interval': '5s',
  'index.codec': 'default',
};

describe('planSettings', () => {
  it('sends only what changed, flat, and null for what was taken out', () => {
    const { body, reset, edits } = planSettings(
      live,
      { index: { number_of_shards: 1, number_of_replicas: 0 }, 'index.uuid': 'u', 'index.codec': 'default' },
      elastic,
    );
    expect(body).toEqual({ 'index.number_of_replicas': 0, 'index.refresh_interval': null });
    expect(reset).toEqual(['index.refresh_interval']);
    expect(edits.map(({ name }) => name)).toEqual(['index.number_of_replicas', 'index.refresh_interval']);
  });

  it('sees no change in another way to write the same', () => {
    expect(
      planSettings(
        live,
        {
          'index.number_of_shards': 1,
          index: { number_of_replicas: 1, uuid: 'u', refresh_interval: '5s', codec: 'default' },
        },
        elastic,
      ).edits,
    ).toEqual([]);
  });

  it('names what needs a closed index, and what is never changed', () => {
    const plan = planSettings(
      live,
      {
        ...live,
        'index.codec': 'best_compression',
        'index.number_of_shards': '3',
        'index.uuid': 'other',
        'index.refresh_interval': '1s',
      },
      elastic,
    );
    expect(plan.needsClosed).toEqual(['index.codec']);
    expect(plan.impossible).toEqual(['index.number_of_shards', 'index.uuid']);
    expect(plan.body).toEqual({ 'index.refresh_interval': '1s' });
    expect(plan.closedBody).toEqual({ 'index.codec': 'best_compression', 'index.refresh_interval': '1s' });
  });

  it('takes null as a setting that was taken out', () => {
    expect(planSettings(live, { ...live, 'index.refresh_interval': null }, elastic).body).toEqual({
      'index.refresh_interval': null,
    });
  });

  it('keeps hostile names as data', () => {
    const edited = Object.fromEntries([
      ['index.__proto__', '1'],
      ['constructor', '2'],
    ]);
    const { body } = planSettings({}, edited, elastic);
    expect(Object.entries(body)).toEqual([
      ['index.__proto__', '1'],
      ['index.constructor', '2'],
    ]);
    expect(Object.keys(flatSettings(Object.fromEntries([['__proto__', { a: 1 }]])))).toEqual(['index.__proto__.a']);
  });
});

describe('settingChange', () => {
  it.each([
    ['index.number_of_replicas', 'dynamic'],
    ['number_of_shards', 'final'],
    ['index.version.created', 'private'],
    ['index.analysis.analyzer.a.type', 'static'],
    ['index.sort.field', 'final'],
    ['index.blocks.write', 'dynamic'],
    ['index.my_plugin.setting', 'dynamic'],
  ] as const)('says of %s that it is %s', (name, change) => {
    expect(settingChange(name, elastic)).toBe(change);
    expect(settingChange(name, open)).toBe(change);
  });

  it('knows where engines differ', () => {
    expect(settingChange('index.knn', open)).toBe('final');
    expect(settingChange('index.knn', elastic)).toBe('dynamic');
  });
});

describe('editableSettings', () => {
  it('leaves out what only engines write', () => {
    expect(Object.keys(editableSettings(live, elastic))).toEqual([
      'index.number_of_shards',
      'index.number_of_replicas',
      'index.refresh_interval',
      'index.codec',
    ]);
  });
});
