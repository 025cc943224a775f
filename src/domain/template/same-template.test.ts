import { describe, expect, it } from 'vitest';
import { asAnswered, isSameTemplate, sendableTemplate } from './same-template.ts';
import { simulationBody } from './simulation.ts';

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
    [
      { template: { data_stream_options: { failure_store: { enabled: true, lifecycle: { data_retention: '5d' } } } } },
      {
        template: {
          data_stream_options: { failure_store: { enabled: true, lifecycle: { enabled: true, data_retention: '5d' } } },
        },
      },
    ],
    [
      { priority: '7', version: '12' },
      { priority: 7, version: 12 },
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
    [{ data_stream_options: { failure_store: {} } }, { data_stream_options: { failure_store: { enabled: true } } }],
    [{ priority: 'high' }, { priority: 7 }],
    [{ aliases: { b: { routing: '1' } } }, { aliases: { b: { index_routing: '1' } } }],
    [{ aliases: { b: { routing: '1' } } }, { aliases: { b: { routing: '2' } } }],
  ])('is another one: %j, %j', (a, b) => {
    expect(isSameTemplate(a, b)).toBe(false);
  });

  it('is the same with a version beyond 2^53 that was sent as text', () => {
    expect(isSameTemplate({ version: '9007199254740993' }, { version: 9_007_199_254_740_993n })).toBe(true);
    expect(isSameTemplate({ version: '9007199254740993' }, { version: 9_007_199_254_740_992n })).toBe(false);
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

  it('is simulated without what only the engine says', () => {
    expect(Object.keys(simulationBody({ index_patterns: ['a'], created_date: 'x', created_date_millis: 1 }))).toEqual([
      'index_patterns',
      'priority',
    ]);
  });

  it('has what is the same in meaning as the engine answers it, and all else as it was', () => {
    const mine = {
      index_patterns: 'a-*',
      priority: 9,
      data_stream: {},
      template: {
        settings: { number_of_replicas: 0 },
        aliases: { one: { routing: '1' }, two: { is_hidden: true } },
        lifecycle: { data_retention: '7d' },
      },
      modified_date_millis: 1,
    };
    const answered = {
      index_patterns: ['a-*'],
      priority: 7,
      composed_of: [],
      data_stream: { hidden: false, allow_custom_routing: false },
      template: {
        settings: { index: { number_of_replicas: '0' } },
        aliases: { one: { index_routing: '1', search_routing: '1' }, two: {} },
        lifecycle: { enabled: true, data_retention: '8d' },
      },
      modified_date_millis: 2,
      version: 3,
    };
    const { version, ...rest } = answered;
    expect(version).toBe(3);
    expect(asAnswered(mine, answered)).toEqual({
      ...rest,
      priority: 9,
      template: {
        ...answered.template,
        aliases: { ...answered.template.aliases, two: { is_hidden: true } },
        lifecycle: { enabled: true, data_retention: '7d' },
      },
    });
    expect(asAnswered({ priority: 1 }, { ...answered, data_stream: { hidden: true } })).toEqual({
      priority: 1,
      composed_of: [],
      modified_date_millis: 2,
    });
  });
});
