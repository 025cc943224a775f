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
