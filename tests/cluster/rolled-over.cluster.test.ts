import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { isArray, valueAt } from '#domain/json';
import { runCli } from '../../src/cli/test-terminal.ts';
import { freshFolder } from '../e2e/servers.ts';
import { itOnEachEngine, report } from './engine.ts';

const STREAM = 'mapledger-rolled';
const COMPONENT = 'mapledger-rolled';

/** Each kind of parameter and setting that engines print in another form than it is written in. */
const MAPPINGS = {
  date_detection: false,
  _source: { enabled: true },
  _routing: { required: false },
  dynamic: 'true',
  dynamic_date_formats: ['yyyy-MM-dd'],
  dynamic_templates: [{ texts: { match_mapping_type: 'string', mapping: { type: 'keyword', ignore_above: 256 } } }],
  properties: {
    '@timestamp': { type: 'date', format: 'strict_date_optional_time' },
    'host.name': { type: 'keyword', ignore_above: 1024 },
    message: { type: 'text', analyzer: 'standard', fields: { raw: { type: 'keyword', doc_values: true } } },
    size: { type: 'scaled_float', scaling_factor: '100' },
    place: { type: 'geo_point', ignore_malformed: 'true' },
    labels: { type: 'object', dynamic: 'strict' },
    lines: { type: 'nested', properties: { count: { type: 'integer', coerce: true, null_value: 0 } } },
    known: { type: 'alias', path: 'host.name' },
  },
};
const SETTINGS = { 'index.number_of_shards': 1, number_of_replicas: '0', index: { refresh_interval: '7s' } };

type Engine = Parameters<Parameters<typeof itOnEachEngine>[1]>[0];

/** A data stream of a template with a component, and a project of both; undefined where the engine has no such things. */
async function streamOf({ url, request, target }: Engine, allow: string) {
  const clear = async () => {
    await request('DELETE', `/_data_stream/${STREAM}`);
    await request('DELETE', `/_index_template/${STREAM}`);
    await request('DELETE', `/_component_template/${COMPONENT}`);
  };
  await clear();
  onTestFinished(clear);
  const template = { index_patterns: [`${STREAM}*`], priority: 900, data_stream: {}, composed_of: [COMPONENT] };
  // The format of a date can't be changed later.
  const { '@timestamp': time } = MAPPINGS.properties;
  await request('PUT', `/_component_template/${COMPONENT}`, {
    template: { settings: SETTINGS, mappings: { properties: { '@timestamp': time } } },
  });
  await request('PUT', `/_index_template/${STREAM}`, template);
  const made = await request('PUT', `/_data_stream/${STREAM}`);
  if (target.distribution === 'elasticsearch' && made.status === 400) return undefined;
  expect(made.status).toBe(200);
  const folder = await freshFolder();
  const write = (path: string, content: object) => writeFileSync(join(folder, path), JSON.stringify(content));
  for (const kind of ['index_templates', 'component_templates']) mkdirSync(join(folder, kind));
  write('mapledger.config.json', { project: 'rolled', environments: {} });
  write(`component_templates/${COMPONENT}.json`, { template: { settings: SETTINGS, mappings: MAPPINGS } });
  write(`index_templates/${STREAM}.json`, template);
  const run = (command: string, ...args: readonly string[]) =>
    runCli([command, '--dir', folder, '--cluster', url, '--allow', allow, ...args]);
  const backing = async () => {
    const found = valueAt((await request('GET', `/_data_stream/${STREAM}`)).body, '/data_streams/0/indices');
    return isArray(found) ? found.length : 0;
  };
  return { write, run, backing };
}

itOnEachEngine('data streams are rolled over once, and then have what their templates say', async (engine, skip) => {
  const { request, target } = engine;
  const made = await streamOf(engine, 'rollover');
  if (made === undefined) return skip('It has no data streams.');
  const { write, run, backing } = made;
  const first = await run('apply', '--yes');
  expect(first.code, first.out + first.err).toBe(0);
  expect(await backing()).toBe(2);
  // A dynamic field, and a second rollover by somebody else.
  const document = { '@timestamp': '2026-11-29T00:00:00Z', more: 'a', host: { name: 'b' } };
  expect((await request('POST', `/${STREAM}/_doc?refresh=true`, document)).status).toBe(201);
  expect(await run('plan', '--detailed-exitcode')).toMatchObject({ code: 0 });
  expect((await request('POST', `/${STREAM}/_rollover`)).status).toBe(200);
  expect(await run('plan', '--detailed-exitcode')).toMatchObject({ code: 0 });
  expect(await run('apply', '--yes')).toMatchObject({ code: 0 });
  expect(await backing()).toBe(3);
  // The templates are there without the rollover, as after an apply that was killed.
  const more = { ...MAPPINGS, properties: { ...MAPPINGS.properties, late: { type: 'ip' } } };
  write(`component_templates/${COMPONENT}.json`, { template: { settings: SETTINGS, mappings: more } });
  await request('PUT', `/_component_template/${COMPONENT}`, { template: { settings: SETTINGS, mappings: more } });
  const { code, out } = await run('plan', '--detailed-exitcode');
  expect([code, out]).toEqual([5, expect.stringContaining('1 data stream to roll over') as string]);
  expect(await run('apply', '--yes')).toMatchObject({ code: 0 });
  expect(await backing()).toBe(4);
  expect(await run('plan', '--detailed-exitcode')).toMatchObject({ code: 0 });
  report(target, 'rolled over twice by the command line, once by somebody else');
});

itOnEachEngine(
  'write indices get what their templates map, once, and keep what documents added',
  async (engine, skip) => {
    const { request, target } = engine;
    const made = await streamOf(engine, 'write-index');
    if (made === undefined) return skip('It has no data streams.');
    const { write, run, backing } = made;
    const document = { '@timestamp': '2026-11-29T00:00:00Z', more: 'a', host: { name: 'b' } };
    expect((await request('POST', `/${STREAM}/_doc?refresh=true`, document)).status).toBe(201);
    // The mapping of its first index was made by the template without fields: what documents chose stands against it.
    const refused = await run('plan');
    expect(refused.out).toContain('Not added to the write index: host.name: ');
    expect((await request('POST', `/${STREAM}/_rollover`)).status).toBe(200);
    const first = await run('apply', '--yes');
    expect(first.code, first.out + first.err).toBe(0);
    expect(first.out).toContain(`${STREAM}: write index updated\n`);
    expect(await backing()).toBe(2);
    expect(await run('plan', '--detailed-exitcode')).toMatchObject({ code: 0 });
    expect((await request('POST', `/${STREAM}/_doc?refresh=true`, { ...document, size: '7', lines: [] })).status).toBe(
      201,
    );
    const mapped = async () => (await request('GET', `/${STREAM}/_mapping`)).body;
    const before = await mapped();
    expect(await run('plan', '--detailed-exitcode')).toMatchObject({ code: 0 });
    expect(await run('apply', '--yes')).toMatchObject({ code: 0 });
    expect(await mapped()).toEqual(before);
    // A field, a multi-field, a runtime-free change of a parameter and of the root, all at once.
    const { message, ...properties } = MAPPINGS.properties;
    const mappings = {
      ...MAPPINGS,
      dynamic_templates: [],
      properties: {
        ...properties,
        message: { ...message, fields: { ...message.fields, words: { type: 'text', analyzer: 'simple' } } },
        'host.name': { type: 'keyword', ignore_above: 2048 },
        late: { type: 'ip' },
      },
    };
    write(`component_templates/${COMPONENT}.json`, { template: { settings: SETTINGS, mappings } });
    const changed = await run('apply', '--yes');
    expect(changed.code, changed.out + changed.err).toBe(0);
    const found = JSON.stringify(await mapped());
    for (const each of ['"late":{"type":"ip"}', '"ignore_above":2048', '"words":{"type":"text"', '"more":{"type"'])
      expect(found).toContain(each);
    expect(await backing()).toBe(2);
    expect(await run('plan', '--detailed-exitcode')).toMatchObject({ code: 0 });
    report(target, 'two updates of one write index by the command line');
  },
);
