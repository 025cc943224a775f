import { describe, expect, it } from 'vitest';
import type { TargetEngine } from '#domain/catalogue';
import { createState } from '#domain/document';
import { computedNameHint, nameHint } from './name-hint.ts';

const ELASTIC: TargetEngine = { distribution: 'elasticsearch', version: '9.5' };
const OLD: TargetEngine = { distribution: 'elasticsearch', version: '7.17' };
const OPEN: TargetEngine = { distribution: 'opensearch', version: '3.4' };

const state = createState({
  body: {
    properties: {
      tag: { type: 'keyword' },
      text: { type: 'text' },
      flat: { type: 'object', subobjects: false },
    },
  },
  mappingsAt: '',
});
const hintOf = (name: string, target: TargetEngine, parent: string | null = null) =>
  nameHint(state, target, {
    parent,
    container: parent === '/properties/text' ? 'fields' : 'properties',
    name,
    definition: { type: 'keyword' },
  });

describe('the name of a field that is typed', () => {
  it.each(['', 'a', 'a.b', 'a b', '_x', '@timestamp', 'flat.a'])('%j needs no word', (name) => {
    for (const target of [ELASTIC, OLD, OPEN]) expect(hintOf(name, target)).toBe('');
  });

  it.each<readonly [string, TargetEngine, string]>([
    ['.', ELASTIC, 'Elasticsearch 9.5 refuses this name. A name between dots can’t be empty.'],
    ['a..b', OPEN, 'OpenSearch 3.4 refuses this name. A name between dots can’t be empty.'],
    ['_id', OPEN, 'OpenSearch 3.4 refuses this name. Every document has a field _id already.'],
    ['_tier', ELASTIC, 'Elasticsearch 9.5 refuses this name. Every document has a field _tier already.'],
    ['tag.x', OPEN, 'OpenSearch 3.4 refuses this name. tag is of the type keyword, and can’t hold fields.'],
    ['a. .b', ELASTIC, 'Elasticsearch 9.5 refuses this name. A name between dots can’t consist of spaces alone.'],
    ['a.', OPEN, 'OpenSearch 3.4 leaves out dots at the end: the field becomes a.'],
    ['a..', ELASTIC, 'Elasticsearch 9.5 leaves out dots at the end: the field becomes a.'],
    [' a', ELASTIC, 'This name begins with a space. Elasticsearch 9.5 keeps it, so searches need it, too.'],
    ['a\t', OPEN, 'This name ends with a space. OpenSearch 3.4 keeps it, so searches need it, too.'],
    [' a ', OPEN, 'This name begins and ends with a space. OpenSearch 3.4 keeps it, so searches need it, too.'],
  ])('%j is explained', (name, target, hint) => {
    expect(hintOf(name, target)).toBe(hint);
  });

  it('is taken by one engine and refused by another', () => {
    expect(hintOf('_tier', OPEN)).toBe('');
    for (const target of [OLD, OPEN]) expect(hintOf('a. .b', target)).toBe('');
  });

  it('has dots as they are in an object without levels, and none in a multi-field', () => {
    for (const name of ['a.', 'a..b', '.']) expect(hintOf(name, ELASTIC, '/properties/flat')).toBe('');
    expect(hintOf('a.b', ELASTIC, '/properties/text')).toBe(
      'Elasticsearch 9.5 refuses this name. The name of a multi-field can’t contain a dot.',
    );
  });
});

describe('the name of a computed field that is typed', () => {
  it('is any on Elasticsearch', () => {
    for (const name of ['', '.', 'a..b', '_id', 'a.'])
      expect(computedNameHint(state, ELASTIC, 'runtime', name)).toBe('');
    expect(computedNameHint(state, ELASTIC, 'runtime', 'a ')).toContain('ends with a space');
  });

  it('is one of a field on OpenSearch', () => {
    expect(computedNameHint(state, OPEN, 'derived', '_id')).toBe(
      'OpenSearch 3.4 refuses this name. Every document has a field _id already.',
    );
    expect(computedNameHint(state, OPEN, 'derived', 'a.')).toContain('the field becomes a.');
  });
});
