import { describe, expect, it } from 'vitest';
import { applyPatch, formatJson, MAX_DEPTH, parseJson, readJson, type JsonObject, type JsonValue } from '#domain/json';
import {
  configurationChanges,
  deNormalize,
  normalize,
  readConfigurationForm,
  rootContainer,
  searchEntries,
  searchFields,
  summaryOf,
  visibleRows,
} from '#domain/mapping';
import { locateMappings } from '#domain/template';
import { counting } from '../builders/counting.ts';
import { given, givenFields } from '../builders/given.ts';

const keyword = { type: 'keyword' };
const remove = (field: string) => ['field.remove', { field }] as const;
const manyOf = (count: number, each: (index: number) => JsonValue, name = 'f'): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, each(index)]));

/** Work that grows in step with the size: twice the fields are at most a little more than twice the visits. */
function expectLinear(workOf: (count: number) => number): void {
  const [once, twice] = [workOf(500), workOf(1_000)];
  expect(once).toBeGreaterThan(0);
  expect(twice).toBeLessThanOrEqual(2.2 * once);
}

describe('what the best-known editor of this kind gets wrong, about the document', () => {
  it("dynamic: 'runtime' or 'true' rewritten to false by opening the form", () => {
    for (const dynamic of ['runtime', 'true', 'false', 'strict', true, false]) {
      expect(readConfigurationForm({ dynamic }).dynamicMapping.enabled, String(dynamic)).toBe(
        dynamic !== 'false' && dynamic !== 'strict' && dynamic !== false,
      );
      expect(configurationChanges({ dynamic }, {})).toEqual({ set: {}, unset: [] });
    }
  });

  it('children under passthrough and multi-fields under flattened lost on a round trip', () => {
    const properties = {
      a: { type: 'passthrough', priority: 1, properties: { b: keyword } },
      c: { type: 'flattened', fields: { d: keyword }, properties: { e: keyword } },
    };
    expect(deNormalize(normalize({ properties }))).toEqual(properties);
    const edited = givenFields(properties).when('field.edit', { field: '/properties/a', set: { priority: 2 } });
    expect(edited.body).toEqual({ properties: { ...properties, a: { ...properties.a, priority: 2 } } });
  });

  it('a field called __proto__ lost', () => {
    const body = parseJson('{"properties":{"__proto__":{"type":"text","fields":{"__proto__":{"type":"keyword"}}}}}');
    expect(formatJson(deNormalize(normalize(body)) as JsonValue)).toBe(
      formatJson((body as JsonObject)['properties'] as JsonValue),
    );
    expect(searchEntries(body, '').map(({ id }) => id)).toEqual([
      '/properties/__proto__',
      '/properties/__proto__/fields/__proto__',
    ]);
    const added = givenFields({ a: keyword }).after('field.add', {
      parent: null,
      name: '__proto__',
      definition: keyword,
    });
    expect(formatJson(added.state.body as JsonValue)).toBe(
      '{"properties":{"a":{"type":"keyword"},"__proto__":{"type":"keyword"}}}',
    );
    expect(added.when(...remove('/properties/__proto__')).body).toEqual({ properties: { a: keyword } });
    const renamed = added.when('field.edit', { field: '/properties/a', name: '__proto__' });
    expect(renamed.rejected).toBe('field.name_taken');
  });

  it('null under _source or a string under properties throws', () => {
    for (const mappings of [
      { _source: null },
      { properties: 'x' },
      { properties: null },
      { properties: { a: null, b: 'x', c: { properties: 'x', fields: null } } },
    ]) {
      expect(() => readConfigurationForm(mappings)).not.toThrow();
      expect(deNormalize(normalize(mappings))).toEqual((mappings as JsonObject)['properties']);
      expect(() => searchEntries(mappings, '')).not.toThrow();
      expect(() => visibleRows(mappings, '', { isExpandedByDefault: true, exceptions: {} })).not.toThrow();
    }
  });

  it('two siblings of one name accepted and one lost', () => {
    const host = { type: 'text', fields: { raw: keyword } };
    const document = givenFields({ host, ip: { type: 'ip' } });
    expect(document.when('field.add', { parent: null, name: 'host', definition: keyword })).toMatchObject({
      rejected: 'field.name_taken',
    });
    expect(document.when('field.add', { parent: '/properties/host', name: 'raw', definition: keyword })).toMatchObject({
      rejected: 'field.name_taken',
    });
    expect(document.when('field.edit', { field: '/properties/ip', name: 'host' })).toMatchObject({
      rejected: 'field.name_taken',
      body: { properties: { host } },
    });
    expect(() => readJson('{"properties":{"a":{"type":"text"},"a":{"type":"keyword"}}}')).toThrow(/"a"/);
  });

  it("searching host.name finds nothing, because paths are only matched with ' > '", () => {
    const normalized = normalize({ properties: { host: { properties: { name: keyword } } } });
    expect(searchFields('host.name', normalized).map(({ path }) => path)).toEqual([['host', 'name']]);
    expect(searchFields('host > name', normalized)).toEqual(searchFields('host.name', normalized));
  });

  it('fields: {} left behind by the last multi-field', () => {
    const title = { type: 'text', fields: { raw: keyword } };
    expect(givenFields({ title }).when(...remove('/properties/title/fields/raw')).body).toEqual({
      properties: { title: { type: 'text' } },
    });
  });

  it('a multi-field gone after opening a template and saving it unchanged', () => {
    const mappings = {
      properties: {
        title: { type: 'text', fields: { raw: keyword, '': { type: 'x_plugin' } } },
        ip: { type: 'ip', fields: { text: { type: 'text' } } },
      },
    };
    const body = { index_patterns: ['logs-*'], template: { mappings } };
    const { mappingsAt } = locateMappings(body);
    const opened = given(body, mappingsAt);
    expect(deNormalize(normalize(mappings, { mappingsAt }))).toEqual(mappings.properties);
    const saved = opened.when('editor.replaceMappings', {
      mappings: { properties: deNormalize(normalize(mappings)) as JsonValue },
    });
    expect(saved).toMatchObject({ unchanged: true, body });
  });

  it('a component template that does not exist silently removed from composed_of', () => {
    const body = {
      index_patterns: ['logs-*'],
      composed_of: ['logs@mappings', 'not-there@custom'],
      ignore_missing_component_templates: ['not-there@custom'],
      priority: 200,
    };
    const { mappingsAt } = locateMappings(body);
    const edited = given(body, mappingsAt)
      .after('field.add', { parent: null, name: 'a', definition: keyword })
      .after('configuration.save', { set: { dynamic: 'strict' } });
    expect(edited.state.body).toEqual({
      ...body,
      template: { mappings: { properties: { a: keyword }, dynamic: 'strict' } },
    });
    const back = [...edited.events]
      .reverse()
      .reduce((now, { inverse }) => applyPatch(now, inverse ?? []).body, edited.state.body);
    expect(back).toEqual(body);
  });
});

describe('what the best-known editor of this kind gets wrong, about cost', () => {
  it('quadratic cost in removing a parent', () => {
    expect(
      givenFields({ parent: { properties: manyOf(2_000, () => keyword) } }).when(...remove('/properties/parent')).patch,
    ).toEqual([{ op: 'remove', path: '/properties/parent' }]);
    expectLinear((count) => {
      const counter = { visits: 0 };
      const aliases = manyOf(count, (index) => ({ type: 'alias', path: `parent.f${index}` }), 'alias');
      const body = counting(
        { properties: { parent: { properties: manyOf(count, () => keyword) }, ...aliases } },
        counter,
      );
      const { patch } = given(body).when(...remove('/properties/parent'));
      expect(patch).toHaveLength(count + 1);
      return counter.visits;
    });
  });

  it('quadratic cost in resolving aliases', () => {
    expectLinear((count) => {
      const counter = { visits: 0 };
      const aliases = manyOf(count, (index) => ({ type: 'alias', path: `parent.f${index}` }), 'alias');
      const mappings = counting(
        { properties: { parent: { properties: manyOf(count, () => keyword) }, ...aliases } },
        counter,
      );
      expect(Object.keys(normalize(mappings).aliases)).toHaveLength(count);
      return counter.visits;
    });
  });

  it('quadratic cost in runtime fields', () => {
    expectLinear((count) => {
      const counter = { visits: 0 };
      const document = given(
        counting({ runtime: manyOf(count, () => keyword), properties: manyOf(count, () => keyword) }, counter),
      );
      expect(document.when('runtimeField.add', { name: 'new', definition: keyword }).patch).toHaveLength(1);
      expect(document.when('runtimeField.edit', { field: '/runtime/f1', name: 'renamed' }).patch).toHaveLength(1);
      expect(document.when('runtimeField.remove', { field: '/runtime/f1' }).patch).toHaveLength(1);
      return counter.visits;
    });
  });

  it('overflow of the call stack on deep documents', () => {
    const levels = MAX_DEPTH / 2 - 2;
    let inner: JsonObject = keyword;
    for (let level = 0; level < levels; level++) inner = { properties: { a: inner } };
    const mappings = parseJson(JSON.stringify(inner));
    expect(deNormalize(normalize(mappings))).toEqual(inner['properties']);
    expect(searchEntries(mappings, '')).toHaveLength(levels);
    expect(summaryOf(rootContainer(mappings, '') ?? {}).counts.depths).toHaveLength(levels);
    expect(visibleRows(mappings, '', { isExpandedByDefault: true, exceptions: {} }).count).toBe(levels);
    expect(given(mappings).when(...remove('/properties/a')).body).toEqual({ properties: {} });
    expect(() => parseJson(`${'{"properties":{"a":'.repeat(50_000)}{}${'}}'.repeat(50_000)}`)).toThrow(
      /Nested deeper than 500 levels/,
    );
  });
});
