import { describe, expect } from 'vitest';
import { isObject, valueAt } from '#domain/json';
import { countedSince, usageIn, usageOf } from '#domain/lint';
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
      expect(usageOf(usage, INDEX)?.get('tag')).toBeGreaterThan(0);
      expect(usageOf(usage, INDEX)?.get('title.raw') ?? 0).toBe(0);
      const since = isObject(body) ? countedSince(body) : undefined;
      expect(since).toBeGreaterThanOrEqual(began - 5_000);
      expect(since).toBeLessThanOrEqual(Date.now() + 5_000);
      report(engine.target, `Fields used: ${[...(usageOf(usage, INDEX) ?? [])].map(([path]) => path).join(', ')}.`);
      expect(valueAt(body, '/_shards/failed')).toBe(0);
    } finally {
      await engine.request('DELETE', `/${INDEX}`);
    }
  });
});
