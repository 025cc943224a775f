import { describe, expect, it } from 'vitest';
import { formatJson, isObject, parseJson, type JsonObject, type JsonValue } from '#domain/json';
import { ClusterError, requestOf, type ClusterCall } from '#domain/ports';
import { API_BASE, type RouteAnswer } from '#domain/wire';
import { consoleOver, recordedCluster, type Answering } from '../../../tests/builders/recording-gateway.ts';
import { memoryEventStore } from '../../infra/memory-event-store.ts';
import { memoryActionLog } from '../../ui/testing/memory-actions.ts';
import { localHttpService } from './local-http.ts';

const TRY = `${API_BASE}/document_trials`;
const SIMULATE = `${TRY}/simulate`;
/** Is in the document, and must be nowhere else. */
const SECRET = 'ada@example.org';
const TRIAL: JsonObject = {
  mappings: { properties: { user: { type: 'keyword' }, age: { type: 'long' } } },
  settings: {
    analysis: { normalizer: { low: { type: 'custom' } } },
    index: { number_of_shards: 3, default_pipeline: 'p' },
  },
  document: { user: SECRET, age: 1.0, extra: 1 },
};
const SCRATCH = 'mapledger-scratch-1';

/** A server over a cluster that answers by `answers`, each for the calls whose method and last segment it names. */
function serverOver(answers: Readonly<Record<string, string | ((call: ClusterCall) => string | ClusterError)>>) {
  const answering: Answering = (call) => {
    const given = answers[`${call.method} ${call.path.at(-1)}`] ?? answers[`${call.method} ${call.path.join('/')}`];
    if (given !== undefined) return typeof given === 'string' ? given : given(call);
    return '{"acknowledged":true}';
  };
  const cluster = recordedCluster(answering);
  const store = memoryEventStore();
  const { dispatch, failures } = consoleOver(cluster, { actionLog: memoryActionLog({}, store) });
  const http = localHttpService(dispatch, () => cluster);
  return {
    cluster,
    failures,
    async post(path: string, body: JsonObject) {
      const { status, body: text } = await http.send({ method: 'POST', path, body: formatJson(body) });
      return { status, value: parseJson(text) };
    },
    /** All that was recorded, as text. */
    async recorded() {
      const streams = await store.streams();
      const logs = await Promise.all(streams.map(({ stream }) => store.read(stream)));
      return logs
        .flat()
        .map(({ text }) => text)
        .join('\n');
    },
  };
}

const refused = (call: ClusterCall, reason: string, status = 400) =>
  new ClusterError('refused', `The cluster refused this: ${reason}`, { status, reason, request: requestOf(call) });

const mappingOf = (properties: JsonValue) => formatJson({ [SCRATCH]: { mappings: { properties } } });
const PROPERTIES = { user: { type: 'keyword' }, age: { type: 'long' } };
/** The mapping before the document, and after it. */
const growing = () => {
  let reads = 0;
  return () =>
    mappingOf(
      reads++ === 0
        ? PROPERTIES
        : { ...PROPERTIES, extra: { type: 'long' }, o: { properties: { in: { type: 'text' } } } },
    );
};

describe('a document on a scratch index', () => {
  it('tells what was added and ignored, and the values, and leaves nothing', async () => {
    const { post, cluster } = serverOver({
      'GET _mapping': growing(),
      'POST _search': ({ body = '' }) =>
        body.includes('docvalue_fields')
          ? '{"hits":{"hits":[{"fields":{"age":[1]}}]}}'
          : `{"hits":{"hits":[{"_ignored":["user"],"fields":{"user":["${SECRET}"]}}]}}`,
    });
    const { status, value } = await post(TRY, TRIAL);
    expect(status).toBe(200);
    expect(value).toEqual({
      index: SCRATCH,
      isTaken: true,
      ignored: ['user'],
      added: [
        { path: 'extra', definition: { type: 'long' } },
        { path: 'o', definition: {} },
        { path: 'o.in', definition: { type: 'text' } },
      ],
      fields: { user: [SECRET] },
      docValues: { age: [1] },
      tokens: [],
      isRemoved: true,
    });
    // By name: an engine that is asked for all refuses those of metadata fields.
    const columns = cluster.calls.filter(({ body = '' }) => body.includes('docvalue_fields'));
    expect(columns.map(({ body = '' }) => parseJson(body))).toMatchObject([
      { docvalue_fields: ['user', 'age', 'extra'] },
    ]);
    expect(cluster.changes().map(({ method, path }) => `${method} /${path.join('/')}`)).toEqual([
      `PUT /${SCRATCH}`,
      `PUT /${SCRATCH}/_doc/1`,
      `DELETE /${SCRATCH}`,
    ]);
  });

  it('has the settings that mappings refer to, one shard, and no pipeline', async () => {
    const { post, cluster } = serverOver({ 'GET _mapping': growing() });
    await post(TRY, TRIAL);
    const [created, indexed] = cluster.changes();
    expect(parseJson(created?.body ?? '')).toEqual({
      settings: {
        'index.analysis.normalizer.low.type': 'custom',
        'index.number_of_shards': 1,
        'index.number_of_replicas': 0,
        'index.hidden': true,
      },
      mappings: TRIAL['mappings'],
    });
    expect(indexed).toMatchObject({ query: { refresh: true, pipeline: '_none' }, isConfidential: true });
    expect(indexed?.body).toBe(formatJson(TRIAL['document'] as JsonValue));
  });

  it('has no ID in a time series, which makes them', async () => {
    const { post, cluster } = serverOver({ 'GET _mapping': growing() });
    const settings = { index: { mode: 'Time_Series', routing_path: ['user'] } };
    await post(TRY, { ...TRIAL, settings });
    const [, indexed] = cluster.changes();
    expect(indexed).toMatchObject({ method: 'POST', path: [SCRATCH, '_doc'] });
    const { value } = await post(SIMULATE, { ...TRIAL, settings });
    expect(value).toEqual({
      isChecked: false,
      reason: 'The cluster checks no documents of time series without an index.',
    });
  });

  it('is refused with the reason of the cluster, and removed', async () => {
    const { post, cluster } = serverOver({
      'GET _mapping': growing(),
      'PUT 1': (call) => refused(call, `failed to parse: Preview of field's value: '${SECRET}'`),
    });
    const { value } = await post(TRY, TRIAL);
    expect(value).toMatchObject({ isTaken: false, reason: expect.stringContaining(SECRET), isRemoved: true });
    expect(cluster.changes().at(-1)).toMatchObject({ method: 'DELETE', path: [SCRATCH] });
  });

  it.each([
    ['accepted', undefined],
    ['refused', (call: ClusterCall) => refused(call, `Preview of field's value: '${SECRET}'`)],
    ['lost', (call: ClusterCall) => new ClusterError('timeout', 'Too late.', { request: requestOf(call) })],
  ])('is recorded without the document: %s', async (_outcome, answer) => {
    const { post, recorded } = serverOver({
      'GET _mapping': growing(),
      ...(answer !== undefined && { 'PUT 1': answer }),
      'POST _search': `{"hits":{"hits":[{"fields":{"user":["${SECRET}"]}}]}}`,
    });
    await post(TRY, TRIAL);
    const text = await recorded();
    expect(text).toContain('documents.try');
    expect(text).toContain(`/${SCRATCH}/_doc/1`);
    expect(text).not.toContain(SECRET);
  });

  it('is not created where a template would add something to it, which is named', async () => {
    const { post, cluster } = serverOver({
      'GET _index_template':
        '{"index_templates":[{"name":"all of mine","index_template":{"index_patterns":["map*"],"priority":5}}]}',
      [`POST ${SCRATCH}`]: '{"template":{"settings":{},"mappings":{},"aliases":{"everything":{}}}}',
    });
    const { status, value } = await post(TRY, TRIAL);
    expect(status).toBe(409);
    expect(value).toMatchObject({
      message: `Nothing was created: template "all of mine" would apply to the scratch index ${SCRATCH}. Exclude names that begin with mapledger-scratch- from its index patterns.`,
    });
    expect(cluster.changes()).toEqual([]);
  });

  it('is created where the template that matches adds nothing', async () => {
    const { post } = serverOver({
      'GET _mapping': growing(),
      'GET _index_template':
        '{"index_templates":[{"name":"empty","index_template":{"index_patterns":["map*"],"priority":5}}]}',
      [`POST ${SCRATCH}`]:
        '{"template":{"settings":{"index":{"routing":{"allocation":{"include":{"_tier_preference":"data_content"}}}}},"mappings":{},"aliases":{}}}',
    });
    expect((await post(TRY, TRIAL)).status).toBe(200);
  });

  it('is not created where a legacy template matches', async () => {
    const { post, cluster } = serverOver({ 'GET _template': '{"old":{"index_patterns":["mapledger-*"],"order":1}}' });
    const { status, value } = await post(TRY, TRIAL);
    expect([status, isObject(value) && value['message']]).toEqual([409, expect.stringContaining('template "old"')]);
    expect(cluster.changes()).toEqual([]);
  });

  it('says what the cluster does not tell', async () => {
    const { post } = serverOver({
      'GET _mapping': growing(),
      'POST _search': (call) =>
        (call.body ?? '').includes('docvalue_fields') ? refused(call, 'no doc values') : '{"hits":{"hits":[{}]}}',
    });
    const { value } = await post(TRY, TRIAL);
    expect(value).toMatchObject({ missing: [{ part: 'doc values', reason: 'no doc values' }], fields: {} });
  });

  it('does not say that no field was ignored where the cluster does not tell it', async () => {
    const { post } = serverOver({
      'GET _mapping': growing(),
      'POST _search': (call) => refused(call, 'no search'),
    });
    const { status, value } = await post(TRY, TRIAL);
    expect(status).toBe(200);
    expect(value).toMatchObject({ isTaken: true, missing: [{ part: 'doc values' }, { part: 'fields' }] });
    expect(value).not.toHaveProperty('ignored');
    expect(value).not.toHaveProperty('fields');
  });

  it('takes the settings of a live index', async () => {
    const { post, cluster } = serverOver({
      'GET _settings': '{"logs":{"settings":{"index.mapping.total_fields.limit":"7","index.uuid":"u"}}}',
      'GET _mapping': growing(),
    });
    await post(TRY, { ...TRIAL, index: 'logs' });
    expect(parseJson(cluster.changes()[0]?.body ?? '')).toMatchObject({
      settings: { 'index.mapping.total_fields.limit': '7' },
    });
  });
});

describe('a document that is simulated', () => {
  /** Refuses the probe, as a cluster that checks documents does. */
  const checking =
    (answer: JsonObject) =>
    ({ body = '' }: ClusterCall) =>
      body.includes('mapledger_probe')
        ? '{"docs":[{"doc":{"error":{"type":"strict_dynamic_mapping_exception","reason":"not allowed"}}}]}'
        : formatJson({ docs: [{ doc: answer }] });

  it('is checked where the cluster refuses what is not allowed', async () => {
    const { post, cluster } = serverOver({
      'POST _simulate': checking({
        ignored_fields: [{ field: 'b' }, { field: 'a' }],
        effective_mapping: { _doc: { properties: { ...PROPERTIES, extra: { type: 'long' } } } },
      }),
    });
    const { value } = await post(SIMULATE, TRIAL);
    expect(value).toEqual({
      isChecked: true,
      outcome: { isTaken: true, ignored: ['a', 'b'], added: [{ path: 'extra', definition: { type: 'long' } }] },
    });
    expect(cluster.changes()).toEqual([]);
    expect(cluster.calls.filter(({ isConfidential }) => isConfidential === true)).toHaveLength(2);
  });

  it('is refused with the innermost reason', async () => {
    const { post } = serverOver({
      'POST _simulate': checking({
        error: {
          type: 'document_parsing_exception',
          reason: 'failed',
          caused_by: { type: 'x', reason: 'For input string: "a"' },
        },
      }),
    });
    const { value } = await post(SIMULATE, TRIAL);
    expect(value).toMatchObject({
      outcome: { isTaken: false, reason: expect.stringContaining('For input string: "a"') },
    });
  });

  it.each([
    ['takes every document', '{"docs":[{"doc":{"_source":{}}}]}'],
    ['has no such endpoint', (call: ClusterCall) => refused(call, 'no handler found', 405)],
  ])('is not checked where the cluster %s', async (_why, answer) => {
    const { post, cluster } = serverOver({ 'POST _simulate': answer });
    const { value } = await post(SIMULATE, TRIAL);
    expect(value).toEqual({
      isChecked: false,
      reason: 'This cluster can’t check documents against mappings without an index.',
    });
    // The document itself was not sent.
    expect(cluster.calls.map(({ body = '' }) => body).join('')).not.toContain(SECRET);
  });
});

type Tokens = RouteAnswer<'documents.try'>['tokens'];

describe('tokens', () => {
  it('are told of one value of each analyzed field', async () => {
    const properties = { title: { type: 'text' }, user: { type: 'keyword' } };
    const { post } = serverOver({
      'GET _mapping': mappingOf(properties),
      'POST _analyze': '{"tokens":[{"token":"two"},{"token":"words"}]}',
    });
    const { value } = await post(TRY, {
      mappings: { properties },
      document: { title: ['Two words', 'more'], user: 'a' },
    });
    const tokens = (value as unknown as { tokens: Tokens }).tokens;
    expect(tokens).toEqual([{ field: 'title', pointer: '/title/0', tokens: ['two', 'words'], count: 2 }]);
  });
});
