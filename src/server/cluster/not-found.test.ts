import { describe, expect, it } from 'vitest';
import { missingWords } from './not-found.ts';

// Types and reasons as an Elasticsearch 9 and an OpenSearch 3 give them.
const NO_INDEX = 'index_not_found_exception';
const NO_RESOURCE = 'resource_not_found_exception';

describe('what a cluster says it lacks', () => {
  it.each<readonly [path: readonly string[], type: string | undefined, reason: string | undefined, words: string]>([
    [['a,b-nope', '_close'], NO_INDEX, 'no such index [b-nope]', 'Index "b-nope" does not exist.'],
    [['_reindex'], NO_INDEX, 'no such index [gone] and auto-creation is off', 'Index "gone" does not exist.'],
    [['odd]', '_mapping'], NO_INDEX, 'no such index [odd]]', 'Index "odd]" does not exist.'],
    [['_data_stream', 'logs'], NO_INDEX, 'no such index [logs]', 'Data stream "logs" does not exist.'],
    [['_data_stream', 'logs', '_lifecycle'], NO_INDEX, 'no such index [logs]', 'Data stream "logs" does not exist.'],
    [['_component_template', 'b-nope'], NO_RESOURCE, 'b-nope', 'Component template "b-nope" does not exist.'],
    [
      ['_index_template', 'mine'],
      'index_template_missing_exception',
      'index_template [mine] missing',
      'Index template "mine" does not exist.',
    ],
    [['_template', 'old'], undefined, undefined, 'Legacy template "old" does not exist.'],
    [['_ilm', 'policy', 'p'], NO_RESOURCE, 'Lifecycle policy not found: p', 'Lifecycle policy "p" does not exist.'],
    [
      ['_plugins', '_ism', 'policies', 'p'],
      'status_exception',
      'Policy not found',
      'Lifecycle policy "p" does not exist.',
    ],
    [['_aliases'], 'aliases_not_found_exception', 'aliases [old] missing', 'Alias "old" does not exist.'],
    [
      ['logs', '_rollover'],
      NO_RESOURCE,
      'rollover target [logs] does not exist',
      'Alias or data stream "logs" does not exist.',
    ],
  ])('is named by its kind: %o', (path, type, reason, words) => {
    const said = { ...(type !== undefined && { type }), ...(reason !== undefined && { reason }) };
    expect(missingWords({ path }, 404, said)).toBe(words);
  });

  it('stays in its own words where it does not say what is missing', () => {
    expect(missingWords({ path: ['_tasks', 'a:1'] }, 404, { type: NO_RESOURCE, reason: 'task [a:1]' })).toBeNull();
    expect(missingWords({ path: ['logs', '_doc', '1'] }, 404, {})).toBeNull();
    expect(missingWords({ path: ['_index_template'] }, 404, {})).toBeNull();
    expect(missingWords({ path: ['_ilm', 'policy', 'p'] }, 404, { reason: 'no handler found for uri' })).toBeNull();
    expect(missingWords({ path: ['_index_template', 'mine'] }, 400, { reason: 'invalid' })).toBeNull();
  });

  it('does not repeat more of a name than an engine takes', () => {
    expect(missingWords({ path: ['_template', 'x'.repeat(1_000)] }, 404, {})).toHaveLength(290);
  });
});
