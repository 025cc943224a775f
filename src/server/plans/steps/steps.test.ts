import { describe, expect, it } from 'vitest';
import { isObject, parseJson, type JsonObject, type JsonValue } from '#domain/json';
import { stepOf, type Plan, type PlannedCall, type PlanStep } from '#domain/plan';
import { ClusterError, requestOf } from '#domain/ports';
import { compare } from './compare.ts';
import { copy } from './copy.ts';
import { createIndex } from './create-index.ts';
import type { StepContext } from './step-context.ts';
import { updateAliases } from './update-aliases.ts';

interface Cluster {
  /** What a call is answered, by its method and path; a call that is not here finds nothing. */
  readonly answers: Readonly<Record<string, JsonObject | ((body: JsonObject) => JsonObject)>>;
  readonly task: Parameters<typeof stepOf>[0];
  readonly step?: Partial<PlanStep>;
}

/** A step at work on a cluster that answers as it is told, with what was sent to change something. */
function atWork({ answers, task, step = {} }: Cluster) {
  const sent: PlannedCall[] = [];
  const answerTo = (call: PlannedCall): JsonObject => {
    const preference = call.query?.['preference'];
    const answer = answers[[call.method, call.path.join('/'), preference].filter(Boolean).join(' ')];
    if (answer === undefined)
      throw new ClusterError('refused', 'Not found.', { request: requestOf(call), status: 404, type: 'not_found' });
    const body: JsonValue = call.body === undefined || call.path.at(-1) === '_bulk' ? {} : parseJson(call.body);
    return typeof answer === 'function' ? answer(isObject(body) ? body : {}) : answer;
  };
  const context: StepContext = {
    plan: { steps: [stepOf(task)] } as unknown as Plan,
    step: { ...stepOf(task), ...step },
    signal: new AbortController().signal,
    read: async (call) => answerTo(call),
    readText: async (call) => JSON.stringify(answerTo(call)),
    async send(call) {
      sent.push(call);
      return answerTo(call);
    },
    note: async () => undefined,
    progress: () => undefined,
    pause: async () => undefined,
  };
  return { context, sent };
}

const settings = (index: string, members: JsonObject) => ({ [index]: { settings: members } });

describe('a copy', () => {
  it('begins every shard with its first document', async () => {
    const input = { source: 'logs', dest: 'logs-v2' };
    const shards: readonly (readonly number[])[] = [
      [0, 1, 2],
      [0, 1],
    ];
    const hitsOf = (shard: number) => (body: JsonObject) => {
      const [after] = (body['search_after'] ?? [-1]) as readonly number[];
      const found = (shards[shard] ?? []).filter((sequence) => sequence > (after ?? -1));
      const hits = found.map((sequence) => ({
        _id: `${shard}-${sequence}`,
        _source: { n: sequence },
        sort: [sequence],
      }));
      return { _shards: { failed: 0 }, hits: { hits } };
    };
    const { context, sent } = atWork({
      task: { kind: 'copy', input },
      answers: {
        'POST logs/_refresh': {},
        'GET logs/_settings': settings('logs', { 'index.number_of_shards': '2' }),
        'GET logs/_count': { count: 5 },
        'POST logs/_search _shards:0': hitsOf(0),
        'POST logs/_search _shards:1': hitsOf(1),
        'POST logs-v2/_bulk': { errors: false },
      },
    });
    expect(await copy.run(input, context)).toEqual({ total: 5, written: 5 });
    const ids = sent.flatMap(({ body = '' }) => [...body.matchAll(/"_id":"([^"]+)"/g)].map(([, id]) => id));
    expect(ids).toEqual(['0-0', '0-1', '0-2', '1-0', '1-1']);
  });
});

describe('a comparison', () => {
  it.each([
    ['fewer', 3],
    ['more', 5],
  ])('refuses an index that has %s documents', async (_, count) => {
    const input = { source: 'logs', dest: 'logs-v2', sample: 0, mustMatch: true };
    const { context } = atWork({
      task: { kind: 'compare', input },
      answers: {
        'POST logs/_refresh': {},
        'POST logs-v2/_refresh': {},
        'GET logs/_count': { count: 4 },
        'GET logs-v2/_count': { count },
      },
    });
    await expect(compare.run(input, context)).rejects.toThrow(`"logs" has 4 documents, "logs-v2" has ${count}.`);
  });
});

describe('a swap of aliases', () => {
  it('is done once the index has all of them', async () => {
    const input = {
      serves: 'logs-v2',
      served: 'logs',
      expects: {},
      actions: ['current', 'errors'].map((alias) => ({ add: { index: 'logs-v2', alias } })),
      back: [],
    };
    const lookUp = (...names: readonly string[]) => {
      const aliases = Object.fromEntries(names.map((name) => [name, {}]));
      const { context } = atWork({
        task: { kind: 'update_aliases', input },
        answers: { 'GET logs-v2/_alias': { 'logs-v2': { aliases } } },
      });
      return updateAliases.lookUp(input, context);
    };
    expect(await lookUp('current', 'errors')).toEqual({ isDone: true });
    expect(await lookUp('current')).toEqual({ isDone: false });
    expect(await lookUp()).toEqual({ isDone: false });
  });
});

describe('an index that a plan has created', () => {
  const input = { index: 'logs-v2', body: {} };
  const undo = (uuid: string) => {
    const { context, sent } = atWork({
      task: { kind: 'create_index', input },
      step: { state: 'done', result: { uuid: 'own' } },
      answers: {
        'GET logs-v2/_settings': settings('logs-v2', { 'index.uuid': uuid }),
        'GET logs-v2/_alias': { 'logs-v2': { aliases: {} } },
        'DELETE logs-v2': {},
      },
    });
    return { undone: createIndex.undo(input, context), sent };
  };

  it('is deleted by the undo', async () => {
    const { undone, sent } = undo('own');
    await undone;
    expect(sent).toEqual([{ method: 'DELETE', path: ['logs-v2'] }]);
  });

  it('is kept where somebody else has made it again', async () => {
    const { undone, sent } = undo('other');
    await expect(undone).rejects.toThrow('was deleted and created again since');
    expect(sent).toEqual([]);
  });
});
