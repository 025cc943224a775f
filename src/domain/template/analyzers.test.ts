import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/value.ts';
import { customAnalyzers } from './analyzers.ts';

const analysis = { analyzer: { names: { type: 'custom' }, bilingual: {} } };

describe('the analyzers of the settings', () => {
  it.each<readonly [string, JsonObject, string, readonly string[]]>([
    [
      'of an index template',
      { template: { settings: { analysis }, mappings: {} } },
      '/template/mappings',
      ['bilingual', 'names'],
    ],
    ['below index', { template: { settings: { index: { analysis } } } }, '/template/mappings', ['bilingual', 'names']],
    [
      'of a typed legacy template',
      { settings: { index: { analysis } }, mappings: { doc: {} } },
      '/mappings/doc',
      ['bilingual', 'names'],
    ],
    [
      'by dotted names',
      {
        settings: {
          'index.analysis.analyzer.a.type': 'custom',
          'analysis.analyzer.b.type': 'custom',
          'index.analysis.filter.c': 'x',
        },
        mappings: {},
      },
      '/mappings',
      ['a', 'b'],
    ],
    [
      'of a component template as the engine answers',
      { component_template: { template: { settings: { analysis } } } },
      '/component_template/template/mappings',
      ['bilingual', 'names'],
    ],
    ['of mappings alone', { settings: { analysis }, properties: {} }, '', []],
    ['of settings that are none', { settings: 'x', mappings: {} }, '/mappings', []],
  ])('%s', (_, body, mappingsAt, names) => {
    expect(customAnalyzers({ body, mappingsAt })).toEqual(names);
  });
});
