import { expect, it } from 'vitest';
import { createDataStreamCall, indexActionCall, rolloverCall, settingsCall } from '#domain/index-operations';
import { answerTimeoutMs } from './engine-waits.ts';

const GENERAL_MS = 30_000;

it.each([
  { method: 'PUT', path: ['logs'] } as const,
  ...(['_clone', '_shrink', '_split'] as const).map(
    (resize) => ({ method: 'PUT', path: ['logs', resize, 'new'] }) as const,
  ),
  indexActionCall('open', ['a', 'b']),
  indexActionCall('close', ['a']),
  indexActionCall('freeze', ['a']),
  rolloverCall('logs', { newIndex: 'logs-2' }),
  createDataStreamCall('logs'),
])('waits longer than the engine does for the shards of $path', (call) => {
  expect(answerTimeoutMs(call, GENERAL_MS)).toBe(45_000);
  expect(answerTimeoutMs(call, 5_000)).toBe(45_000);
  expect(answerTimeoutMs(call, 120_000)).toBe(120_000);
});

it.each([
  { method: 'GET', path: ['logs'] } as const,
  { method: 'POST', path: ['logs', '_rollover'], isReading: true } as const,
  { method: 'DELETE', path: ['logs'] } as const,
  { method: 'DELETE', path: ['_data_stream', 'logs'] } as const,
  { method: 'POST', path: ['_aliases'] } as const,
  { method: 'PUT', path: ['_index_template', 'logs'] } as const,
  indexActionCall('refresh', ['a']),
  settingsCall('logs', {}),
])('waits for $method $path as for any other answer', (call) => {
  expect(answerTimeoutMs(call, GENERAL_MS)).toBe(GENERAL_MS);
});
