import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/value.ts';
import { customAnalyzers } from './analyzers.ts';

const analysis = { analyzer: { names: { type: 'custom' }, bilingual: {} } };

describe('the analyzers of the settings', () => {
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
    expect(customAnalyzers(settings)).toEqual(names);
  });
});
