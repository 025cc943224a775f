import { expect, it } from 'vitest';
import { formatJson, parseJson, valueAt, type JsonObject } from '#domain/json';
import { embeddedEngine } from './embedded-engine.ts';
import { memoryEngineStorage } from './storage.ts';

const ROUNDS = [
  { after: '1d', fixed_interval: '1h' },
  { after: '7d', fixed_interval: '1d' },
];

it('replaces the whole lifecycle of a data stream, and answers the retention in force with it', async () => {
  const engine = embeddedEngine({
    storage: memoryEngineStorage(),
    clock: { now: () => '2026-11-21T03:10:08.123Z' },
    ids: { next: () => 'id' },
  });
  const put = (path: readonly string[], body: JsonObject) =>
    engine.send({ method: 'PUT', path, body: formatJson(body) });
  const set = (lifecycle: JsonObject) => put(['_data_stream', 'k2', '_lifecycle'], lifecycle);
  const lifecycleAt = async (...path: readonly string[]) =>
    valueAt(parseJson((await engine.send({ method: 'GET', path })).body), '/data_streams/0/lifecycle');
  await put(['_index_template', 'k2'], { index_patterns: ['k2*'], data_stream: {} });
  await put(['_data_stream', 'k2'], {});

  const whole = { data_retention: '30d', downsampling: ROUNDS, downsampling_method: 'aggregate', frozen_after: '20d' };
  await set(whole);
  for (const path of [
    ['_data_stream', 'k2'],
    ['_data_stream', 'k2', '_lifecycle'],
  ])
    expect(await lifecycleAt(...path)).toEqual({
      enabled: true,
      ...whole,
      effective_retention: '30d',
      retention_determined_by: 'data_stream_configuration',
    });
  await set({ enabled: false, data_retention: '31d' });
  expect(await lifecycleAt('_data_stream', 'k2')).toEqual({ enabled: false, data_retention: '31d' });
  for (const computed of ['effective_retention', 'retention_determined_by', 'rollover'])
    await expect(set({ [computed]: '1d' })).rejects.toMatchObject({ status: 400 });
});
