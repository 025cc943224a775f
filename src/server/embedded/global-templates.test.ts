import { expect, it } from 'vitest';
import { formatJson, type JsonObject } from '#domain/json';
import { embeddedEngine } from './embedded-engine.ts';
import { memoryEngineStorage } from './storage.ts';

const HIDDEN = { settings: { index: { hidden: true } } };

function engine() {
  const { send } = embeddedEngine({
    storage: memoryEngineStorage(),
    clock: { now: () => '2026-12-01T10:00:00.000Z' },
    ids: { next: () => 'id' },
  });
  return (kind: string, name: string, body: JsonObject) =>
    send({ method: 'PUT', path: [kind, name], body: formatJson(body) });
}

/** As Elasticsearch 8.19 words it. */
it('refuses a setting that would hide every index', async () => {
  const put = engine();
  const ofAll = { index_patterns: ['a', '*'] };
  const setting = 'may not specify the setting index.hidden';
  for (const settings of [{ hidden: 'false' }, { 'index.hidden': null }])
    await expect(put('_index_template', 't', { ...ofAll, template: { settings } })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(`global composable templates ${setting}`),
    });
  await expect(put('_template', 't', { ...ofAll, ...HIDDEN })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining(`global templates ${setting}`),
  });
  await put('_component_template', 'base', { template: HIDDEN });
  await expect(put('_index_template', 't', { ...ofAll, composed_of: ['base'] })).rejects.toMatchObject({
    message: expect.stringContaining(`global composable templates ${setting}`),
  });
  await put('_index_template', 't', { index_patterns: ['a*'], composed_of: ['base'] });
});

it('refuses a component template that would hide every index', async () => {
  const put = engine();
  await put('_component_template', 'base', { template: { settings: {} } });
  await put('_index_template', 't', { index_patterns: ['*'], composed_of: ['base'] });
  await expect(put('_component_template', 'base', { template: HIDDEN })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('would resolve to specifying the [index.hidden] setting: [t]'),
  });
});
