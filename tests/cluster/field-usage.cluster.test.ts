import { describe, expect } from 'vitest';
import { formatJson, isObject, valueAt, type JsonObject } from '#domain/json';
import { countedSince, savingsIn, usageIn, usageOf } from '#domain/lint';
import { itOnEachEngine, report } from './engine.ts';

const INDEX = 'mapledger-test-field-usage';

describe('the use of fields', () => {
  itOnEachEngine('is counted by the engine as the console reads it, or not at all', async (engine) => {
    const began = Date.now();
    const properties = { title: { type: 'text', fields: { raw: { type: 'keyword' } } }, tag: { type: 'keyword' } };
    const settings = { number_of_replicas: 0 };
    await engine.request('PUT', `/${INDEX}`, { settings, mappings: { properties } });
    try {
      await engine.request('PUT', `/${INDEX}/_doc/1?refresh=true`, { title: 'one', tag: 'a' });
      await engine.request('POST', `/${INDEX}/_search`, { query: { term: { tag: 'a' } } });
      const { status, body } = await engine.request('GET', `/${INDEX}/_field_usage_stats`);
      if (engine.target.distribution === 'opensearch') {
        expect(status).toBe(400);
        report(engine.target, 'Does not count how often fields are used.');
        return;
      }
      expect(status).toBe(200);
      const usage = usageIn(body);
      if ('reason' in usage) throw new Error(usage.reason);
      expect(usageOf(usage, INDEX)?.get('tag')?.any).toBeGreaterThan(0);
      expect(usageOf(usage, INDEX)?.get('title.raw')?.any ?? 0).toBe(0);
      const since = isObject(body) ? countedSince(body) : undefined;
      expect(since).toBeGreaterThanOrEqual(began - 5_000);
      expect(since).toBeLessThanOrEqual(Date.now() + 5_000);
      report(engine.target, `Fields used: ${[...(usageOf(usage, INDEX) ?? [])].map(([path]) => path).join(', ')}.`);
      expect(valueAt(body, '/_shards/failed')).toBe(0);
    } finally {
      await engine.request('DELETE', `/${INDEX}`);
    }
  });

  itOnEachEngine('names what of a field no search has used, and nothing that one has', async (engine) => {
    if (engine.target.distribution === 'opensearch') return;
    const types = ['keyword', 'text', 'boolean', 'long', 'double', 'date', 'ip'];
    const ways = ['silent', 'searched', 'sorted', 'counted'];
    const properties = Object.fromEntries(types.flatMap((type) => ways.map((way) => [`${type}_${way}`, { type }])));
    const values: JsonObject = {
      ...{ keyword: 'a', text: 'a b', boolean: true, long: 7, double: 1.5 },
      ...{ date: '2026-01-01', ip: '10.0.0.1' },
    };
    const document = Object.fromEntries(
      types.flatMap((type) => ways.map((way) => [`${type}_${way}`, values[type] ?? null])),
    );
    const search = async (body: JsonObject) => {
      const { status, body: response } = await engine.request('POST', `/${INDEX}/_search`, body);
      expect(status, formatJson(response)).toBe(200);
    };
    await engine.request('PUT', `/${INDEX}`, { settings: { number_of_replicas: 0 }, mappings: { properties } });
    try {
      for (const id of [1, 2, 3]) await engine.request('PUT', `/${INDEX}/_doc/${id}?refresh=true`, document);
      for (const type of types) {
        await search({ query: { match: { [`${type}_searched`]: values[type] ?? null } } });
        if (type === 'text') continue;
        await search({ sort: [{ [`${type}_sorted`]: 'asc' }] });
        await search({ size: 0, aggs: { counts: { terms: { field: `${type}_counted` } } } });
      }
      const { body } = await engine.request('GET', `/${INDEX}/_field_usage_stats`);
      const found = usageIn(body);
      if ('reason' in found) throw new Error(found.reason);
      const usage = usageOf(found, INDEX) ?? new Map<string, never>();
      const savings = savingsIn({ properties }, { settings: {}, usage, target: engine.target });
      const unusedOf = (name: string) => savings.get(`/properties/${name}`)?.parameters ?? [];
      for (const type of types) {
        expect(unusedOf(`${type}_silent`), type).toEqual(type === 'text' ? ['index'] : ['doc_values', 'index']);
        expect(unusedOf(`${type}_searched`), type).toEqual(type === 'text' ? [] : ['doc_values']);
        if (type === 'text') continue;
        for (const way of ['sorted', 'counted']) expect(unusedOf(`${type}_${way}`), type).not.toContain('doc_values');
      }
      const indexUnused = Object.keys(properties).filter((name) => unusedOf(name).join() === 'index');
      report(engine.target, `Sorted or aggregated, with an index that no search has used: ${indexUnused.join(', ')}.`);
      // What is switched off, the engine takes.
      const off = Object.entries(properties).map(([name, definition]) => [
        name,
        { ...definition, ...Object.fromEntries(unusedOf(name).map((parameter) => [parameter, false])) },
      ]);
      await engine.request('DELETE', `/${INDEX}`);
      const made = await engine.request('PUT', `/${INDEX}`, { mappings: { properties: Object.fromEntries(off) } });
      expect(made.status, formatJson(made.body)).toBe(200);
    } finally {
      await engine.request('DELETE', `/${INDEX}`);
    }
  });
});
