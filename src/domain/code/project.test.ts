import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../json/index.ts';
import { readProject } from './project.ts';

const OK = { project: 'search', environments: { staging: { cluster: 'http://127.0.0.1:9200' } } };

describe('the configuration of a project', () => {
  it('has a name, environments and renames', () => {
    const moved = [{ from: 'index_templates/a', to: 'index_templates/b/c' }];
    expect(readProject({ ...OK, $schema: 'x', format: 'yaml', moved })).toEqual({
      project: 'search',
      format: 'yaml',
      environments: new Map([['staging', 'http://127.0.0.1:9200']]),
      moved: [{ from: { kind: 'index_template', name: 'a' }, to: { kind: 'index_template', name: 'b/c' } }],
      lint: { off: new Map(), on: new Set() },
      keep: [],
    });
    expect(readProject({ project: 'a' })).toMatchObject({ format: 'json', moved: [] });
  });

  it('says which rules of the lint are off, and why', () => {
    const lint = { off: { 'dynamic-root': 'a search over all' }, on: ['field-limit'] };
    expect(readProject({ project: 'a', lint })).toMatchObject({
      lint: { off: new Map([['dynamic-root', 'a search over all']]), on: new Set(['field-limit']) },
    });
  });

  it('names what is never deleted by patterns', () => {
    expect(readProject({ project: 'a', prune: { keep: ['logs-*', 'index_templates/shop'] } })).toMatchObject({
      keep: ['logs-*', 'index_templates/shop'],
    });
    expect(readProject({ project: 'a', prune: {} })).toMatchObject({ keep: [] });
  });

  it.each<[JsonValue, string]>([
    [[], ''],
    [{ ...OK, prune: ['logs-*'] }, '/prune'],
    [{ ...OK, prune: { kep: [] } }, '/prune/kep'],
    [{ ...OK, prune: { keep: 'logs-*' } }, '/prune/keep'],
    [{ ...OK, prune: { keep: ['a', 1] } }, '/prune/keep/1'],
    [{ ...OK, prune: { keep: ['a', ''] } }, '/prune/keep/1'],
    [{ ...OK, prune: { keep: [' logs-*'] } }, '/prune/keep/0'],
    [{ ...OK, prune: { keep: ['logs-*,shop-*'] } }, '/prune/keep/0'],
    [{ ...OK, prune: { keep: Array.from({ length: 1_001 }, () => 'a') } }, '/prune/keep'],
    [{}, ''],
    [{ ...OK, proejct: 1 }, '/proejct'],
    [{ project: 'Search' }, '/project'],
    [{ project: '../x' }, '/project'],
    [{ ...OK, format: 'toml' }, '/format'],
    [{ ...OK, environments: { 'a/b': { cluster: 'x' } } }, '/environments/a~1b'],
    [{ ...OK, environments: { a: { cluster: 'x', password: 'y' } } }, '/environments/a/password'],
    [
      { ...OK, environments: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`e${at}`, { cluster: 'x' }])) },
      '/environments',
    ],
    [{ ...OK, moved: [{ from: 'a', to: 'b' }] }, '/moved/0'],
    [{ ...OK, lint: { off: { 'field-limit': ' ' } } }, '/lint/off/field-limit'],
    [{ ...OK, lint: { off: ['field-limit'] } }, '/lint/off'],
    [{ ...OK, lint: { of: {} } }, '/lint/of'],
    [{ ...OK, moved: [{ from: 'index_templates/a', to: 'component_templates/b' }] }, '/moved/0'],
    [{ ...OK, moved: [{ from: 'legacy_templates/a', to: 'legacy_templates/b' }] }, '/moved/0'],
    [{ ...OK, moved: [{ from: 'index_templates/a', to: 'index_templates/a' }] }, '/moved/0'],
    [
      {
        ...OK,
        moved: [
          { from: 'index_templates/a', to: 'index_templates/b' },
          { from: 'index_templates/a', to: 'index_templates/c' },
        ],
      },
      '/moved/1',
    ],
  ])('%j is refused at %j', (value, at) => {
    expect(readProject(value)).toMatchObject({ at, reason: expect.any(String) as string });
  });
});
