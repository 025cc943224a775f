import { describe, expect, it } from 'vitest';
import { formatJson, parseJson, type JsonObject } from '../json/index.ts';
import { changedLifecycle, downsamplingRounds, lifecycleOf } from './stream-lifecycle.ts';

const ANSWERED = parseJson(
  '{"enabled":true,"data_retention":"30d","effective_retention":"20d","retention_determined_by":"max_global_retention",' +
    '"downsampling":[{"after":"1d","fixed_interval":"1h"}],"rollover":{},"serial":9007199254740993,"ratio":1.50}',
) as JsonObject;

describe('the lifecycle of a data stream', () => {
  it('is read with the retention in force, and stored without what the engine computes', () => {
    const { stored, ...read } = lifecycleOf(ANSWERED);
    expect(read).toEqual({
      enabled: true,
      dataRetention: '30d',
      effectiveRetention: '20d',
      retentionDeterminedBy: 'max_global_retention',
    });
    expect(formatJson(stored)).toBe(
      '{"enabled":true,"data_retention":"30d","downsampling":[{"after":"1d","fixed_interval":"1h"}],"serial":9007199254740993,"ratio":1.50}',
    );
  });

  it('keeps all other members in a change, numbers to the last digit', () => {
    const { stored } = lifecycleOf(ANSWERED);
    const rest = '"downsampling":[{"after":"1d","fixed_interval":"1h"}],"serial":9007199254740993,"ratio":1.50}';
    expect(formatJson(changedLifecycle(stored, { enabled: true, dataRetention: '31d' }))).toBe(
      `{"enabled":true,"data_retention":"31d",${rest}`,
    );
    expect(formatJson(changedLifecycle(stored, { enabled: false }))).toBe(`{"enabled":false,${rest}`);
  });

  it.each([
    [[{ after: '1d', fixed_interval: '1h' }], [{ after: '1d', interval: '1h' }]],
    [[{ after: '1d', config: { fixed_interval: '1h' } }], [{ after: '1d', interval: '1h' }]],
    [[], null],
    [[{ after: '1d' }], null],
    ['daily', null],
    [null, null],
  ])('reads downsampling rounds of a known shape: %j', (downsampling, rounds) => {
    expect(downsamplingRounds({ downsampling })).toEqual(rounds);
  });
});
