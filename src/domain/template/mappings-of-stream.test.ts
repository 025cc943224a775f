import { expect, it } from 'vitest';
import { mappingsAtOf } from './mappings-of-stream.ts';

const mappings = { properties: { ip: { type: 'ip' } } };

it.each([
  ['index/logs/uuid', { cluster: {}, mappings }, '/mappings'],
  ['index_template/c1/logs', { body: { template: { mappings } } }, '/body/template/mappings'],
  ['index_template/c1/logs', { body: { priority: 1 } }, '/body/template/mappings'],
  ['component_template/c1/logs', { body: { template: {} } }, '/body/template/mappings'],
  ['legacy_template/c1/logs', { body: { index_patterns: ['a'], mappings } }, '/body/mappings'],
  ['legacy_template/c1/logs', { body: { index_patterns: ['a'], mappings: { _doc: mappings } } }, '/body/mappings/_doc'],
  ['legacy_template/c1/logs', undefined, '/body/mappings'],
  ['draft/a', mappings, ''],
  ['draft/a', { index_patterns: ['a'], template: { mappings } }, '/template/mappings'],
  ['draft/a', undefined, ''],
])('finds the mappings of %s with %j at %j', (stream, body, at) => {
  expect(mappingsAtOf(stream, body)).toBe(at);
});
