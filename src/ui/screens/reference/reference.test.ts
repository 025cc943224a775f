import { describe, expect, it } from 'vitest';
import { CATALOGUE, referenceTypes } from '#domain/catalogue';
import { findTypes, mainTitleOf, siblingsOf } from './find-types.ts';
import { readReferenceSearch } from './reference-search.ts';

const types = referenceTypes();
const namesOf = (text: string) => findTypes(types, text).map(({ type }) => type.name);

describe('findTypes', () => {
  it('gives every type in the order of their titles for an empty text', () => {
    const titles = findTypes(types, ' ').map(({ type }) => type.title);
    expect(titles).toHaveLength(types.length);
    expect(titles).toEqual([...titles].sort());
  });

  it('puts what begins with the text before what has it, and a parameter last', () => {
    expect(namesOf('KEY').slice(0, 1)).toEqual(['keyword']);
    expect(namesOf('key').indexOf('constant_keyword')).toBeGreaterThan(0);
    const byParameter = findTypes(types, 'ignore_above').find(({ type }) => type.name === 'keyword');
    expect(byParameter?.parameter?.name).toBe('ignore_above');
  });

  it('finds a type by title, engine name, main type, and title of a parameter', () => {
    expect(namesOf('date nanoseconds')).toEqual(['date_nanos']);
    expect(namesOf('date_nanos')[0]).toBe('date_nanos');
    expect(namesOf('numeric')).toEqual(expect.arrayContaining(['long', 'scaled_float']));
    expect(namesOf('length limit')).toContain('keyword');
    expect(namesOf('no such thing')).toEqual([]);
  });

  it('finds by parameters only what the engine knows', () => {
    const known = referenceTypes(CATALOGUE, { distribution: 'opensearch', version: '2.19' });
    expect(namesOf('time_series_metric')).toContain('long');
    expect(findTypes(known, 'time_series_metric')).toEqual([]);
  });
});

describe('sub-types', () => {
  it('know their main type and each other; a main type stands alone', () => {
    expect(mainTitleOf('long')).toBe('Numeric');
    expect(siblingsOf('long')).toContain('short');
    expect(siblingsOf('long')).not.toContain('long');
    expect([mainTitleOf('keyword'), siblingsOf('keyword')]).toEqual([null, []]);
  });
});

describe('readReferenceSearch', () => {
  it.each([
    { type: 'long', engine: 'opensearch-2.19', q: 'limit' },
    { engine: 'elasticsearch-7.10' },
    { type: '__proto__' },
  ])('reads everything that fits: %o', (search) => expect(readReferenceSearch(search)).toEqual(search));
  it.each([
    { engine: 'elasticsearch' },
    { engine: 'elasticsearch-' },
    { engine: 'lucene-9.1' },
    { engine: 'opensearch-2.x' },
    { engine: 8 },
    { q: '' },
    { type: null },
  ])('leaves out %o', (search) => expect(readReferenceSearch(search)).toEqual({}));
});
