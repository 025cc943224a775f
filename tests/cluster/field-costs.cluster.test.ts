import { describe, expect } from 'vitest';
import { fieldCostsIn, fileCostsIn } from '#domain/console';
import { isObject } from '#domain/json';
import { itOnEachEngine, report } from './engine.ts';

const INDEX = 'mapledger-test-field-costs';
const DOCUMENTS = 200;

describe('what fields take up', () => {
  itOnEachEngine('is analyzed by the engine as the console reads it, or told by kind of file', async (engine) => {
    const properties = {
      title: { type: 'text', fields: { raw: { type: 'keyword' } } },
      count: { type: 'long' },
      unused: { type: 'keyword' },
    };
    await engine.request('PUT', `/${INDEX}`, { settings: { number_of_replicas: 0 }, mappings: { properties } });
    try {
      for (let at = 0; at < DOCUMENTS; at++)
        await engine.request('PUT', `/${INDEX}/_doc/${at}`, { title: `a title with the number ${at}`, count: at });
      await engine.request('POST', `/${INDEX}/_flush`);
      const { status, body } = await engine.request('POST', `/${INDEX}/_disk_usage?run_expensive_tasks=true`);
      const response = isObject(body) ? body : {};
      if (engine.target.distribution === 'opensearch') {
        expect(status).toBe(400);
        const stats = await engine.request('GET', `/${INDEX}/_stats/segments?include_segment_file_sizes=true`);
        const files = fileCostsIn(isObject(stats.body) ? stats.body : {});
        report(engine.target, `Kinds of files: ${files.map(({ kind, bytes }) => `${kind} ${bytes}`).join(', ')}.`);
        expect(files.length).toBeGreaterThan(0);
        expect(files.every(({ bytes }) => bytes > 0)).toBe(true);
        return;
      }
      expect(status).toBe(200);
      const costs = fieldCostsIn(response, INDEX);
      if ('reason' in costs) throw new Error(costs.reason);
      const byPath = new Map(costs.fields.map((cost) => [cost.path, cost]));
      report(
        engine.target,
        `Of ${costs.storeBytes} bytes: ${costs.fields.map(({ path, bytes }) => `${path} ${bytes}`).join(', ')}.`,
      );
      const structuresOf = (path: string) => byPath.get(path)?.structures.map(({ structure }) => structure);
      expect(structuresOf('title')).toContain('inverted_index');
      expect(structuresOf('title.raw')).toContain('doc_values');
      expect(structuresOf('count')).toEqual(expect.arrayContaining(['doc_values', 'points']));
      expect(structuresOf('_source')).toContain('stored_fields');
      expect(byPath.get('unused')).toBeUndefined();
      for (const { bytes, structures } of costs.fields)
        expect(structures.reduce((sum, part) => sum + part.bytes, 0)).toBe(bytes);
      const all = costs.fields.reduce((sum, { bytes }) => sum + bytes, 0);
      expect(all).toBeLessThanOrEqual(costs.storeBytes);
    } finally {
      await engine.request('DELETE', `/${INDEX}`);
    }
  });
});
