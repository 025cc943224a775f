import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../json/index.ts';
import { objectsOf, placeOfFile, type SourceFile } from './objects.ts';

const file = (path: string, value: JsonValue = { index_patterns: ['a'] }): SourceFile => {
  const place = placeOfFile(path);
  if (place === null || 'problem' in place) throw new Error(path);
  return { path, place, value };
};

describe('what a file is about', () => {
  it.each([
    ['index_templates/logs.json', { kind: 'index_template', name: 'logs', format: 'json' }],
    ['component_templates/a.b.yaml', { kind: 'component_template', name: 'a.b', format: 'yaml' }],
    ['legacy_templates/old.jsonc', { kind: 'legacy_template', name: 'old', format: 'json' }],
    ['index_templates/a%2Fb.yml', { kind: 'index_template', name: 'a/b', format: 'yaml' }],
    [
      'overlays/prod/index_templates/logs.json',
      { kind: 'index_template', name: 'logs', format: 'json', environment: 'prod' },
    ],
  ])('%s', (path, place) => expect(placeOfFile(path)).toEqual(place));

  it.each([
    'README.md',
    'index_templates/.gitkeep',
    'index_templates/README.md',
    'other/logs.json',
    'index_templates',
    'overlays/prod/x.json',
  ])('%s is about nothing', (path) => expect(placeOfFile(path)).toBeNull());

  it.each([
    ['index_templates/team/logs.json', 'files are in index_templates itself, not in folders of it'],
    ['index_templates/%6Cogs.json', 'an object of this name is in a file "logs"'],
    ['index_templates/_x.json', 'The name can\'t start with "_".'],
    ['index_templates/a%2Ab.json', "The name can't contain the character *."],
  ])('%s is refused: %s', (path, problem) => expect(placeOfFile(path)).toEqual({ problem }));
});

describe('the templates of a project', () => {
  it('are its files, without what editors need, with the overlay of the environment', () => {
    const files = [
      file('overlays/prod/index_templates/b.json', { $schema: 'x', priority: 9 }),
      file('overlays/test/index_templates/b.json', { priority: 1 }),
      file('index_templates/b.json', { $schema: 'x', index_patterns: ['b'] }),
      file('component_templates/z.json', { template: {} }),
    ];
    expect(objectsOf(files, 'prod')).toEqual({
      problems: [],
      objects: [
        { kind: 'component_template', name: 'z', file: 'component_templates/z.json', body: { template: {} } },
        {
          kind: 'index_template',
          name: 'b',
          file: 'index_templates/b.json',
          overlay: 'overlays/prod/index_templates/b.json',
          body: { index_patterns: ['b'], priority: 9 },
        },
      ],
    });
    expect(objectsOf(files, undefined).objects[1]?.body).toEqual({ index_patterns: ['b'] });
  });

  it.each<[string, readonly SourceFile[], string, string]>([
    [
      'two files',
      [file('index_templates/a.json'), file('index_templates/a.yaml')],
      'index_templates/a.yaml',
      'index_templates/a.json is about the same template',
    ],
    [
      'two cases',
      [file('index_templates/A.json'), file('index_templates/a.json')],
      'index_templates/a.json',
      'its name differs from that of index_templates/A.json in case or composed characters only: some file systems take both for one',
    ],
    ['a list', [file('index_templates/a.json', [])], 'index_templates/a.json', 'a template is an object'],
    [
      'a response',
      [file('index_templates/a.json', { index_templates: [] })],
      'index_templates/a.json',
      'it is a response of the cluster ("index_templates"): keep the body of one template in each file',
    ],
    [
      'an overlay alone',
      [file('overlays/e/index_templates/a.json', {})],
      'overlays/e/index_templates/a.json',
      'there is no file for index_templates/a that it could change',
    ],
  ])('%s are refused', (_, files, path, reason) => {
    expect(objectsOf(files, 'e').problems).toEqual([{ file: path, reason }]);
  });

  it('names the operation of an overlay that does not fit', () => {
    const overlay = file('overlays/e/index_templates/a.json', [{ op: 'test', path: '/x', value: 1 }]);
    expect(objectsOf([file('index_templates/a.json'), overlay], 'e').problems).toMatchObject([
      { file: 'overlays/e/index_templates/a.json', at: '/0' },
    ]);
  });
});
