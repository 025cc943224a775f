import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/value.ts';
import { definedNames } from './defined-names.ts';

const analysis = { analyzer: { names: { type: 'custom' }, bilingual: {} } };

describe('the names that settings define', () => {
  it.each<readonly [string, JsonObject | undefined, readonly string[]]>([
    ['as objects', { analysis }, ['bilingual', 'names']],
    ['below index', { index: { analysis } }, ['bilingual', 'names']],
    [
      'by dotted names',
      {
        'index.analysis.analyzer.a.type': 'custom',
        'analysis.analyzer.b.type': 'custom',
        'index.analysis.filter.c': 'x',
      },
      ['a', 'b'],
    ],
    ['that are not known', undefined, []],
    ['that are something else', { analysis: 'x', index: { analysis: { analyzer: [] } } }, []],
  ])('%s', (_, settings, names) => {
    expect(definedNames(settings, 'analysis.analyzer')).toEqual(names);
  });

  it('are those of one kind', () => {
    const settings = {
      analysis: { normalizer: { folded: { type: 'custom' } }, analyzer: { names: {} } },
      index: { similarity: { flat: { type: 'BM25', b: 0 } } },
    };
    expect(definedNames(settings, 'analysis.normalizer')).toEqual(['folded']);
    expect(definedNames(settings, 'similarity')).toEqual(['flat']);
  });
});
