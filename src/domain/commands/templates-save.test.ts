import { describe, expect, it } from 'vitest';
import { given } from '../../../tests/builders/given.ts';

const strings = { strings: { match_mapping_type: 'string', mapping: { type: 'keyword' } } };
const longs = { longs: { match_mapping_type: 'long', mapping: { type: 'long' } } };
const save = (templates: unknown) => ['templates.save', { templates }] as const;

describe('templates.save', () => {
  it('writes the list as a whole: its order means something', () => {
    const document = given({ dynamic_templates: [strings, longs], properties: {} });
    const outcome = document.when(...save([longs, strings]));
    expect(outcome.patch).toEqual([{ op: 'replace', path: '/dynamic_templates', value: [longs, strings] }]);
    expect(outcome.summary).toBe('Edit dynamic templates (2)');
  });

  it('adds the list, and the mappings, where there are none', () => {
    expect(given({ properties: {} }).when(...save([strings])).patch).toEqual([
      { op: 'add', path: '/dynamic_templates', value: [strings] },
    ]);
    expect(given({}, '/template/mappings').when(...save([strings])).patch).toEqual([
      { op: 'add', path: '/template', value: { mappings: { dynamic_templates: [strings] } } },
    ]);
  });

  it('removes the list that is emptied, and leaves an empty one as it is', () => {
    const emptied = given({ dynamic_templates: [strings], properties: {} }).when(...save([]));
    expect(emptied.patch).toEqual([{ op: 'remove', path: '/dynamic_templates' }]);
    expect(emptied.summary).toBe('Remove the dynamic templates');
    expect(given({ dynamic_templates: [] }).when(...save([])).unchanged).toBe(true);
  });

  it('is no event for the list that is there, and for an empty one where there is none', () => {
    expect(given({ dynamic_templates: [strings] }).when(...save([strings])).unchanged).toBe(true);
    expect(given({}).when(...save([])).unchanged).toBe(true);
  });

  it('refuses mappings that can hold no list, and what is no list', () => {
    expect(given({ mappings: 'x' }, '/mappings').when(...save([strings])).rejected).toBe(
      'document.unexpected_container',
    );
    expect(given({}).when(...save({})).rejected).toBe('command.invalid');
    expect(given({}).when(...save([undefined])).rejected).toBe('command.invalid');
    expect(given({}).when(...save([, 1])).rejected).toBe('command.invalid');
  });
});
