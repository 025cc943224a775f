import { describe, expect, it } from 'vitest';
import type { TargetEngine } from '../catalogue/engines.ts';
import type { JsonObject } from '../json/value.ts';
import { bodyFindings } from './body-findings.ts';

const es = (version: string): TargetEngine => ({ distribution: 'elasticsearch', version });
const os = (version: string): TargetEngine => ({ distribution: 'opensearch', version });

const ALIASES = { a: { foo: 1, is_write_index: 'true', routing: '1' }, b: { is_hidden: true } };
const LISTS = { dynamic_templates: [{ lists: { path_match: ['a.*', 'b.*'], mapping: { type: 'keyword' } } }] };
const said = (body: JsonObject, target: TargetEngine) => {
  const { refusals, alterations } = bodyFindings(body, target);
  const inWords = (found: typeof refusals) => found.map(({ at, path, reason }) => `${at} ${path}: ${reason}`);
  return { refused: inWords(refusals), altered: inWords(alterations) };
};

const UNKNOWN = 'alias a: foo is not a property of an alias.';
const TEXT = 'alias a: is_write_index must be a boolean.';

describe('what a body shows of its aliases', () => {
  it('is refused by some engines, and dropped by others', () => {
    const body = { aliases: ALIASES };
    const [foo, write] = [`/aliases/a/foo ${UNKNOWN}`, `/aliases/a/is_write_index ${TEXT}`];
    expect(said(body, es('9.5'))).toEqual({ refused: [foo, write], altered: [] });
    expect(said(body, es('8.19'))).toEqual({ refused: [foo], altered: [write] });
    for (const target of [es('7.17'), os('3.4')])
      expect(said(body, target)).toEqual({ refused: [], altered: [foo, write] });
  });

  it.each([
    ['component template', { template: { aliases: ALIASES } }],
    ['index template', { index_patterns: ['a'], template: { aliases: ALIASES } }],
  ])('is dropped by every engine from a %s', (_, body) => {
    const at = '/template/aliases/a';
    const altered = [`${at}/foo ${UNKNOWN}`, `${at}/is_write_index ${TEXT}`];
    for (const target of [es('9.5'), es('7.17'), os('3.4')])
      expect(said(body, target)).toEqual({ refused: [], altered });
  });

  it('is what OpenSearch drops from a legacy template', () => {
    const body = { index_patterns: ['a'], aliases: { b: { is_hidden: true, routing: '1' } } };
    const altered = ['/aliases/b/is_hidden alias b: is_hidden is dropped from legacy templates.'];
    expect(said(body, os('3.4'))).toEqual({ refused: [], altered });
    expect(said(body, es('9.5'))).toEqual({ refused: [], altered: [] });
  });
});

describe('what a body shows of its mappings', () => {
  it('has its place in the body', () => {
    const body = { index_patterns: ['a'], template: { mappings: LISTS } };
    const altered = [
      '/template/mappings/dynamic_templates/0 lists: path_match will be stored as "[a.*, b.*]", one pattern.',
    ];
    for (const target of [os('3.4'), os('2.19'), es('8.8')])
      expect(said(body, target)).toEqual({ refused: [], altered });
    expect(said(body, es('8.9'))).toEqual({ refused: [], altered: [] });
  });
});
