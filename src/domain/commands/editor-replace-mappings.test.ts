import { describe, expect, it } from 'vitest';
import { given, givenFields } from '../../../tests/builders/given.ts';

const keyword = { type: 'keyword' };
const replace = (mappings: unknown) => ['editor.replaceMappings', { mappings }] as const;

describe('editor.replaceMappings', () => {
  it('says only what differs', () => {
    const document = given(
      {
        settings: {},
        mappings: { dynamic: false, properties: { a: keyword, b: { type: 'text', fields: { raw: keyword } } } },
      },
      '/mappings',
    );
    const outcome = document.when(
      ...replace({
        properties: {
          a: keyword,
          b: { type: 'text', fields: { raw: { type: 'keyword', ignore_above: 256 } } },
          c: { type: 'ip' },
        },
      }),
    );
    expect(outcome.patch).toEqual([
      { op: 'remove', path: '/mappings/dynamic' },
      { op: 'add', path: '/mappings/properties/b/fields/raw/ignore_above', value: 256 },
      { op: 'add', path: '/mappings/properties/c', value: { type: 'ip' } },
    ]);
    expect(outcome.summary).toBe('Replace mappings (4 fields)');
  });

  it('keeps the digest of the text rather than the text', () => {
    const { event } = givenFields({}).when(...replace({ properties: { a: keyword } }));
    expect(event?.command.payload).toEqual({
      mappings: { digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as string, length: 39 },
    });
  });

  it('adds mappings where there are none yet', () => {
    const outcome = given({ index_patterns: ['x'] }, '/template/mappings').when(...replace({ properties: {} }));
    expect(outcome.patch).toEqual([{ op: 'add', path: '/template', value: { mappings: { properties: {} } } }]);
    expect(outcome.summary).toBe('Replace mappings (0 fields)');
  });

  it('is no event for equal mappings, however their keys are ordered', () => {
    expect(
      given({ dynamic: true, properties: { a: keyword, b: keyword } }).when(
        ...replace({ properties: { b: keyword, a: keyword }, dynamic: true }),
      ).unchanged,
    ).toBe(true);
  });

  it.each([[[]], [null], ['{}'], [5]])('refuses %j with mappings.not_an_object', (mappings) => {
    expect(givenFields({}).when(...replace(mappings)).rejected).toBe('mappings.not_an_object');
  });

  it('refuses a place that nothing can be put in with document.unexpected_container', () => {
    expect(given({ template: 'x' }, '/template/mappings').when(...replace({})).rejected).toBe(
      'document.unexpected_container',
    );
  });

  it('refuses to work without mappings with command.invalid', () => {
    expect(givenFields({}).when('editor.replaceMappings', {}).rejected).toBe('command.invalid');
  });
});
