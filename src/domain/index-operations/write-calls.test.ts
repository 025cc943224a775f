import { expect, it } from 'vitest';
import { parseJson } from '../json/index.ts';
import { requestOf } from '../ports/index.ts';
import {
  aliasesCall,
  attachPolicyCall,
  blockCall,
  cancelTaskCall,
  dataStreamLifecycleCall,
  deleteTemplateCall,
  detachPolicyCall,
  indexActionCall,
  indexActionCalls,
  MAX_NAMES_LENGTH,
  namesByCall,
  NAMES_PER_CALL,
  retryStepCall,
  rolloverCall,
  type WriteCall,
} from './index.ts';

/** A call as one line, with its body read. */
function lineOf(call: WriteCall): readonly unknown[] {
  const { method, path, body } = requestOf(call);
  return body === undefined ? [`${method} ${path}`] : [`${method} ${path}`, parseJson(body)];
}

it('sends no more names in one request than an engine is asked for', () => {
  const names = Array.from({ length: NAMES_PER_CALL * 2 + 1 }, (_, at) => `logs-${at}`);
  const calls = indexActionCalls('close', names);
  expect(calls.flatMap(({ path }) => path[0]?.split(','))).toEqual(names);
  expect(calls.map(({ path }) => path[0]?.split(',').length)).toEqual([16, 16, 1]);
  expect(indexActionCalls('close', [])).toEqual([]);
});

/** With halves of characters as the replacement character, which a path can't hold. */
function lengthOf(names: readonly string[]): number {
  return encodeURIComponent(names.join(',').replaceAll('\ud800', '\ufffd')).length;
}

it.each([
  ['long', (at: number) => `${'x'.repeat(250)}-${at}`],
  ['encoded as three times their length', (at: number) => `${'ä'.repeat(125)}-${at}`],
  ['of half a character', (at: number) => `${'\ud800'.repeat(200)}-${at}`],
])('leaves an address as long as engines take it where names are %s', (_words, nameOf) => {
  const names = Array.from({ length: 40 }, (_, at) => nameOf(at));
  const calls = namesByCall(names, Infinity);
  expect(calls.flat()).toEqual(names);
  for (const [at, some] of calls.entries()) {
    const length = lengthOf(some);
    expect(length).toBeLessThanOrEqual(MAX_NAMES_LENGTH);
    // One name more would not have had room.
    const next = calls[at + 1]?.[0];
    if (next !== undefined) expect(lengthOf([...some, next])).toBeGreaterThan(MAX_NAMES_LENGTH - '%2C'.length);
  }
});

const LINES: readonly (readonly [call: WriteCall, ...line: unknown[]])[] = [
  [indexActionCall('delete', ['logs']), 'DELETE /logs'],
  [indexActionCall('clear_cache', ['a', 'b']), 'POST /a%2Cb/_cache/clear'],
  [indexActionCall('force_merge', ['logs'], { maxNumSegments: 1 }), 'POST /logs/_forcemerge?max_num_segments=1'],
  [indexActionCall('force_merge', ['logs']), 'POST /logs/_forcemerge'],
  [rolloverCall('logs', {}), 'POST /logs/_rollover'],
  [rolloverCall('logs', { conditions: {} }), 'POST /logs/_rollover'],
  [
    rolloverCall('logs', { conditions: { max_docs: 5 }, newIndex: 'logs-9' }),
    'POST /logs/_rollover/logs-9',
    { conditions: { max_docs: 5 } },
  ],
  [blockCall('logs', 'read_only', true), 'PUT /logs/_block/read_only'],
  [blockCall('logs', 'read_only', false), 'PUT /logs/_settings', { 'index.blocks.read_only': null }],
  [
    dataStreamLifecycleCall('logs', { enabled: true, data_retention: '7d' }),
    'PUT /_data_stream/logs/_lifecycle',
    { enabled: true, data_retention: '7d' },
  ],
  [dataStreamLifecycleCall('logs', { enabled: false }), 'PUT /_data_stream/logs/_lifecycle', { enabled: false }],
  [deleteTemplateCall('legacy_template', 'a b'), 'DELETE /_template/a%20b'],
  [attachPolicyCall('ilm', 'logs', 'p'), 'PUT /logs/_settings', { 'index.lifecycle.name': 'p' }],
  [attachPolicyCall('ilm', 'logs', 'p', 'old'), 'PUT /logs/_settings', { 'index.lifecycle.name': 'p' }],
  [attachPolicyCall('ism', 'logs', 'p'), 'POST /_plugins/_ism/add/logs', { policy_id: 'p' }],
  [attachPolicyCall('ism', 'logs', 'p', null), 'POST /_plugins/_ism/add/logs', { policy_id: 'p' }],
  [attachPolicyCall('ism', 'logs', 'p', 'old'), 'POST /_plugins/_ism/change_policy/logs', { policy_id: 'p' }],
  [detachPolicyCall('ilm', 'logs'), 'POST /logs/_ilm/remove'],
  [detachPolicyCall('ism', 'logs'), 'POST /_plugins/_ism/remove/logs'],
  [retryStepCall('ilm', 'logs'), 'POST /logs/_ilm/retry'],
  [cancelTaskCall('oTUltX4:12'), 'POST /_tasks/oTUltX4%3A12/_cancel'],
  [retryStepCall('ism', 'logs'), 'POST /_plugins/_ism/retry/logs'],
  [
    aliasesCall([
      { index: 'a', remove: { alias: 'all' } },
      { index: 'b', add: { alias: 'all', is_write_index: true } },
    ]),
    'POST /_aliases',
    {
      actions: [{ remove: { index: 'a', alias: 'all' } }, { add: { index: 'b', alias: 'all', is_write_index: true } }],
    },
  ],
];

it.each(LINES.map(([call, ...line]) => ({ call, line })))('is sent as $line', ({ call, line }) => {
  expect(lineOf(call)).toEqual(line);
});
