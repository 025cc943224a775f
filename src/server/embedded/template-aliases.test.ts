import { expect, it } from 'vitest';
import { formatJson, parseJson, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { embeddedEngine } from './embedded-engine.ts';
import { memoryEngineStorage } from './storage.ts';

/** Aliases as they are written, and as Elasticsearch 8.19 and 9.5 keep them in composable and component templates. */
const KEPT: readonly (readonly [written: JsonObject, kept: JsonObject])[] = [
  [{ foo: 1 }, {}],
  [{ foo: { filter: { match_all: {} } }, is_write_index: true }, { is_write_index: true }],
  [{ routing: 7 }, {}],
  [{ index_routing: 7, search_routing: '2' }, { search_routing: '2' }],
  [{ routing: null }, {}],
  [{ routing: ['1'] }, {}],
  [{ is_write_index: 'true', is_hidden: true }, { is_hidden: true }],
  [{ filter: {} }, {}],
  [
    { filter: { match_all: {} }, routing: '1' },
    { filter: { match_all: {} }, index_routing: '1', search_routing: '1' },
  ],
];

const engine = () =>
  embeddedEngine({
    storage: memoryEngineStorage(),
    clock: { now: () => '2026-11-24T10:00:00.000Z' },
    ids: { next: () => 'id' },
  });

async function stored(
  kind: '_component_template' | '_index_template',
  alias: JsonObject,
): Promise<JsonValue | undefined> {
  const { send } = engine();
  const template = { aliases: { a: alias } };
  const body = kind === '_component_template' ? { template } : { template, index_patterns: ['x'] };
  await send({ method: 'PUT', path: [kind, 't'], body: formatJson(body) });
  const list = kind === '_component_template' ? 'component' : 'index';
  const answer = parseJson((await send({ method: 'GET', path: [kind, 't'] })).body);
  return valueAt(answer, `/${list}_templates/0/${list}_template/template/aliases/a`);
}

it.each(KEPT)('keeps the alias %j of a template as %j', async (written, kept) => {
  expect(await stored('_component_template', written)).toEqual(kept);
  expect(await stored('_index_template', written)).toEqual(kept);
});

it('refuses an unknown member of an alias in a legacy template', async () => {
  const body = { index_patterns: ['x'], aliases: { a: { foo: 1 } } };
  const answer = engine().send({ method: 'PUT', path: ['_template', 't'], body: formatJson(body) });
  await expect(answer).rejects.toMatchObject({ status: 400, message: expect.stringContaining('[foo]') });
});
