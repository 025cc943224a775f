import { describe, expect } from 'vitest';
import { diff, valueAt, type JsonObject } from '#domain/json';
import { deNormalize, normalize } from '#domain/mapping';
import { given } from '../builders/given.ts';
import { itOnEachEngine, mappingsOf, withIndex, type Engine } from './engine.ts';

/** Mappings as commands make them, one field after another. */
function mappingsOfFields(
  fields: readonly { readonly parent?: string; readonly name: string; readonly definition: JsonObject }[],
  body: JsonObject = {},
): JsonObject {
  const started = given(undefined).after('document.create', { body });
  const { state } = fields.reduce(
    (document, { parent = null, ...field }) => document.after('field.add', { parent, ...field }),
    started,
  );
  return state.body as JsonObject;
}

/** An index with these mappings is accepted, its echo is what was sent, and the normalized set of the echo says all of it. */
async function expectRoundTrip(engine: Engine, mappings: JsonObject): Promise<void> {
  await withIndex(engine, { mappings }, async (index) => {
    const echo = await mappingsOf(engine, index);
    expect(diff(mappings, echo)).toEqual([]);
    expect(deNormalize(normalize(echo))).toEqual(valueAt(echo, '/properties'));
  });
}

describe('a real engine', () => {
  itOnEachEngine('says which one it is', async (engine) => {
    const { status, body } = await engine.request('GET', '/');
    expect(status).toBe(200);
    expect(valueAt(body, '/version/number')).toBe(engine.target.version);
  });

  itOnEachEngine('answers a refusal with its status and reason', async (engine) => {
    const { status, body } = await engine.request('GET', '/mapledger-test-no-such-index');
    expect(status).toBe(404);
    expect(valueAt(body, '/error/type')).toBe('index_not_found_exception');
  });

  itOnEachEngine('takes mappings that commands made, and gives them back', (engine) =>
    expectRoundTrip(
      engine,
      mappingsOfFields([
        {
          name: 'message',
          definition: { type: 'text', analyzer: 'whitespace', fields: { raw: { type: 'keyword', ignore_above: 256 } } },
        },
        { parent: '/properties/message', name: 'length', definition: { type: 'keyword', doc_values: false } },
        { name: 'host', definition: { properties: { ip: { type: 'ip' } } } },
        { parent: '/properties/host', name: 'location', definition: { type: 'geo_point' } },
        { name: 'events', definition: { type: 'nested', properties: { took: { type: 'long', index: false } } } },
        { name: 'address', definition: { type: 'alias', path: 'host.ip' } },
      ]),
    ),
  );

  itOnEachEngine('takes hostile names as names', (engine) => {
    const names = ['__proto__', 'constructor', 'a/b', 'a~b', '~1', '0', '💥', '<script>', 'properties', 'type'];
    return expectRoundTrip(engine, mappingsOfFields(names.map((name) => ({ name, definition: { type: 'keyword' } }))));
  });

  itOnEachEngine('keeps an integer that a double cannot hold', (engine) =>
    expectRoundTrip(
      engine,
      mappingsOfFields([{ name: 'id', definition: { type: 'long' } }], {
        _meta: { largest: 9_223_372_036_854_775_807n },
      }),
    ),
  );
});

describe('an index for a test', () => {
  itOnEachEngine('is gone afterwards, also when the test fails', async (engine) => {
    const names: string[] = [];
    const failing = withIndex(engine, {}, (index) => {
      names.push(index);
      return Promise.reject(new Error('the test failed'));
    });
    await expect(failing).rejects.toThrow('the test failed');
    expect((await engine.request('HEAD', `/${names.join()}`)).status).toBe(404);
  });

  itOnEachEngine('is refused with what the engine says', async (engine) => {
    const refused = withIndex(engine, { mappings: { properties: { odd: { type: 'no_such_type' } } } }, () =>
      Promise.resolve(),
    );
    await expect(refused).rejects.toThrow('no_such_type');
  });
});
