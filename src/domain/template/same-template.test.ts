import { describe, expect, it } from 'vitest';
import { isSameTemplate, sendableTemplate } from './same-template.ts';

describe('the body of a template', () => {
  it('is the same as what an engine makes of it', () => {
    expect(
      isSameTemplate(
        { index_patterns: 'a-*', template: { settings: { number_of_shards: 1, 'index.hidden': true } } },
        {
          index_patterns: ['a-*'],
          composed_of: [],
          template: { settings: { index: { hidden: 'true', number_of_shards: '1' } }, mappings: {}, aliases: {} },
          created_date_millis: 1,
        },
      ),
    ).toBe(true);
    expect(
      isSameTemplate(
        { index_patterns: ['a'], mappings: { properties: {} } },
        { order: 0, index_patterns: ['a'], settings: {}, mappings: { _doc: { properties: {} } }, aliases: {} },
      ),
    ).toBe(true);
  });

  // As OpenSearch 3.4 and Elasticsearch 9.5 answer after each was sent.
  it.each([
    [{ data_stream: {} }, { data_stream: { timestamp_field: { name: '@timestamp' } } }],
    [{ data_stream: {} }, { data_stream: { hidden: false, allow_custom_routing: false } }],
    [{ data_stream: { hidden: true } }, { data_stream: { hidden: true, allow_custom_routing: false } }],
    [
      { template: { lifecycle: { data_retention: '7d' } } },
      { template: { lifecycle: { enabled: true, data_retention: '7d' } } },
    ],
    [
      { template: { aliases: { a: {}, b: { routing: '1' } } } },
      { template: { aliases: { a: {}, b: { index_routing: '1', search_routing: '1' } } } },
    ],
    [
      { aliases: { b: { routing: '1', search_routing: '2' } } },
      { aliases: { b: { index_routing: '1', search_routing: '2' } } },
    ],
  ])('is the same with what engines add: %j, %j', (sent, answered) => {
    expect(isSameTemplate(sent, answered)).toBe(true);
  });

  it.each([
    [{ data_stream: {} }, { data_stream: { hidden: true } }],
    [{ data_stream: {} }, { data_stream: { other: null } }],
    [{ data_stream: {} }, {}],
    [{ data_stream: {} }, { data_stream: { timestamp_field: { name: 'at' } } }],
    [{ template: { lifecycle: {} } }, { template: { lifecycle: { enabled: false } } }],
    [{ aliases: { b: { routing: '1' } } }, { aliases: { b: { index_routing: '1' } } }],
    [{ aliases: { b: { routing: '1' } } }, { aliases: { b: { routing: '2' } } }],
  ])('is another one: %j, %j', (a, b) => {
    expect(isSameTemplate(a, b)).toBe(false);
  });

  it('is another one where anything else differs', () => {
    const body = { index_patterns: ['a'], priority: 1, template: { settings: { a: '1' } } };
    expect(isSameTemplate(body, { ...body, priority: 2 })).toBe(false);
    expect(isSameTemplate(body, { ...body, template: { settings: { a: '2' } } })).toBe(false);
    expect(isSameTemplate(body, { ...body, data_stream: {} })).toBe(false);
  });

  it('is sent without what only the engine says', () => {
    const body = { index_patterns: ['a'], version: 1 };
    expect(sendableTemplate(body)).toBe(body);
    expect(sendableTemplate({ ...body, created_date: 'x', modified_date_millis: 2 })).toEqual(body);
  });
});
