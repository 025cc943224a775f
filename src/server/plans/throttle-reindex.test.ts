import { expect, it } from 'vitest';
import { clusterError } from '../../../tests/builders/recording-gateway.ts';
import { stepOf, type Plan, type PlanStep } from '#domain/plan';
import type { ClusterCall } from '#domain/ports';
import { throttleReindex } from './throttle-reindex.ts';

const RUNNING = { nodes: { n: { tasks: { 'n:1': {} } } } };
const ENDED = { nodes: {}, node_failures: [{ caused_by: { type: 'resource_not_found_exception' } }] };

/** A plan with a reindex, and what is sent and recorded for it. `meanwhile`: before each response of the cluster. */
function planWith(state: PlanStep['state'], answer: object | Error = RUNNING, meanwhile: (() => number | null)[] = []) {
  let limit: number | null = 1;
  const [recorded, sent]: [(number | null)[], unknown[]] = [[], []];
  const read = async () => {
    const input = { source: 'logs', dest: 'logs-v2', ...(limit !== null && { docsPerSecond: limit }) };
    const step: PlanStep = { ...stepOf({ kind: 'reindex', input }), state, note: { task: 'n:1' } };
    const plan = { steps: [stepOf({ kind: 'block_writes', input: { index: 'logs' } }), step] } as unknown as Plan;
    return { id: 'p', version: 1, plan };
  };
  return {
    recorded,
    sent,
    given: {
      read,
      set: (at: number, docsPerSecond: number | null) => {
        recorded.push(docsPerSecond);
        expect(at).toBe(1);
        limit = docsPerSecond;
        return read();
      },
      gateway: {
        send: ({ path, query }: ClusterCall) => {
          sent.push([path.join('/'), query?.['requests_per_second']]);
          const other = meanwhile.shift();
          if (other !== undefined) limit = other();
          return answer instanceof Error
            ? Promise.reject(answer)
            : Promise.resolve({ status: 200, body: JSON.stringify(answer) });
        },
      },
    },
  };
}

it.each([
  [500, 500],
  [null, -1],
])('records a throttle of %j, and sends it to the task', async (limit, rate) => {
  const { given, recorded, sent } = planWith('running');
  expect(await throttleReindex(limit, given)).toBe(true);
  expect([recorded, sent]).toEqual([[limit], [['_reindex/n:1/_rethrottle', rate]]]);
});

it('says that a task has ended, and records the throttle in case it is sent again', async () => {
  const { given, recorded } = planWith('unknown', ENDED);
  expect(await throttleReindex(5, given)).toBe(false);
  expect(recorded).toEqual([5]);
});

it('leaves a reindex that is done as it is', async () => {
  const { given, recorded, sent } = planWith('done');
  expect(await throttleReindex(5, given)).toBe(false);
  expect([recorded, sent]).toEqual([[], []]);
});

it('refuses a reindex that has not begun', async () => {
  await expect(throttleReindex(5, planWith('pending').given)).rejects.toThrow('no reindex that was begun');
});

it('sends the throttle that somebody else recorded meanwhile, which may have been sent first', async () => {
  const { given, sent } = planWith('running', RUNNING, [() => 7]);
  expect(await throttleReindex(5, given)).toBe(true);
  expect(sent).toEqual([
    ['_reindex/n:1/_rethrottle', 5],
    ['_reindex/n:1/_rethrottle', 7],
  ]);
});

it.each([
  ['refused', 400],
  ['forbidden', 403],
  ['unauthorized', 401],
] as const)('takes a throttle out of the plan again that is %s', async (fault, status) => {
  const { given, recorded } = planWith('running', clusterError(fault, status, 'No.'));
  await expect(throttleReindex(5, given)).rejects.toThrow('No.');
  expect(recorded).toEqual([5, 1]);
});

it('keeps a throttle whose answer was lost, which the task may have', async () => {
  const { given, recorded } = planWith('running', clusterError('timeout', 504, 'Lost.'));
  await expect(throttleReindex(5, given)).rejects.toThrow('Lost.');
  expect(recorded).toEqual([5]);
});
