import { describe, expect, it } from 'vitest';
import { lifecycleOf } from '#domain/console';
import type { JsonObject } from '#domain/json';
import { describeLifecycle, keptFacts, lifecycleFacts, lifecycleInputs, readLifecycleForm } from './lifecycle-form.ts';

const REST = { downsampling: [{ after: '1d', fixed_interval: '1h' }], frozen_after: '60d' };

describe('the form of a lifecycle', () => {
  it.each(['30d', '007d', '100ms', '5micros', '9nanos', '-1', '1.5h'])('keeps the stored retention %s', (retention) => {
    const lifecycle = lifecycleOf({ enabled: true, data_retention: retention });
    const inputs = lifecycleInputs(lifecycle);
    for (const isEnabled of [true, false])
      expect(readLifecycleForm({ ...inputs, isEnabled }, lifecycle).change).toEqual({
        enabled: isEnabled,
        dataRetention: retention,
      });
    // The unit alone means nothing without an amount.
    if (inputs.amount === null)
      expect(readLifecycleForm({ ...inputs, unit: 'h' }, lifecycle)).toMatchObject({
        kept: retention,
        change: { dataRetention: retention },
      });
    expect(readLifecycleForm({ ...inputs, amount: 31, unit: 'd' }, lifecycle).change).toEqual({
      enabled: true,
      dataRetention: '31d',
    });
    expect(readLifecycleForm({ ...inputs, isLimited: false }, lifecycle).change).toEqual({ enabled: true });
  });

  it('needs an amount where none is stored, unless the lifecycle is off', () => {
    const inputs = { ...lifecycleInputs(undefined), isLimited: true };
    expect(readLifecycleForm(inputs, undefined).change).toBeNull();
    expect(readLifecycleForm({ ...inputs, isEnabled: false }, undefined).change).toEqual({ enabled: false });
    const stored = lifecycleOf({ data_retention: '7d' });
    for (const amount of [null, 0, 0.5])
      expect(readLifecycleForm({ ...lifecycleInputs(stored), amount }, stored).change).toBeNull();
    expect(readLifecycleForm({ ...lifecycleInputs(stored), isEnabled: false, amount: null }, stored).change).toEqual({
      enabled: false,
      dataRetention: '7d',
    });
  });

  it('says what is kept, whatever its shape', () => {
    expect(keptFacts({ enabled: true, data_retention: '7d', ...REST, x: { n: 9007199254740993n } })).toEqual([
      ['Downsampling', '1 round: to 1h after 1 day. Not changed.'],
      ['frozen_after', '"60d". Not changed.'],
      ['x', '{"n":9007199254740993}. Not changed.'],
    ]);
    expect(keptFacts({ downsampling: 'daily' })).toEqual([['downsampling', '"daily". Not changed.']]);
    expect(keptFacts(null)).toEqual([]);
  });

  it.each<[JsonObject, string, readonly (readonly [string, string])[]]>([
    [{}, 'Data is kept indefinitely.', []],
    [{ data_retention: '7d' }, 'Data older than 7 days is deleted.', []],
    [
      { effective_retention: '30d', retention_determined_by: 'default_global_retention' },
      'Data older than 30 days is deleted.',
      [['Effective retention', '30 days (cluster default)']],
    ],
    [
      { data_retention: '90d', effective_retention: '30d', retention_determined_by: 'max_global_retention' },
      'Data older than 30 days is deleted.',
      [
        ['Data retention', '90 days'],
        ['Effective retention', '30 days (cluster maximum)'],
      ],
    ],
    [
      { enabled: false, data_retention: '100ms', effective_retention: '1d', retention_determined_by: 'later' },
      'The lifecycle is disabled. No data is deleted.',
      [
        ['Data retention', '100ms'],
        ['Effective retention', '1 day (later)'],
      ],
    ],
  ])('describes %j by the retention in force', (answered, words, facts) => {
    expect(describeLifecycle(lifecycleOf(answered))).toBe(words);
    expect(lifecycleFacts(lifecycleOf(answered))).toEqual(facts);
  });
});
