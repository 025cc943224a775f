import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CATALOGUE, typeNames } from './catalogue.ts';
import { INDEX_DEFAULT, LANGUAGE_OPTION } from './options.ts';
import { enginesText, referenceText, referenceTypes, type ReferenceType } from './reference.ts';

describe('the reference', () => {
  it('in docs/field-types.md is that of this catalogue; npm run docs:reference writes it', () => {
    expect(readFileSync(join(import.meta.dirname, '../../../docs/field-types.md'), 'utf8')).toBe(referenceText());
  });

  it('has a section for each type, with its parameters', () => {
    const text = referenceText();
    for (const type of typeNames()) expect(text).toContain(`(\`${type}\`)`);
    const keyword = referenceTypes().find(({ name }) => name === 'keyword');
    expect(keyword?.parameters.find(({ name }) => name === 'ignore_above')).toMatchObject({
      defaultValue: 8191,
      canBeUpdated: true,
      title: 'Set length limit',
    });
  });

  it('has for a target only the types and parameters that it knows', () => {
    const types = referenceTypes(CATALOGUE, { distribution: 'opensearch', version: '2.19' });
    expect(types.map(({ name }) => name)).toContain('knn_vector');
    expect(types.map(({ name }) => name)).not.toContain('dense_vector');
    const parametersOf = (of: readonly ReferenceType[]) =>
      of.find(({ name }) => name === 'long')?.parameters.map(({ name }) => name);
    expect(parametersOf(referenceTypes())).toContain('time_series_metric');
    expect(parametersOf(types)).not.toContain('time_series_metric');
  });

  it('lists as options what can be written, and nothing that only stands for it', () => {
    const text = referenceTypes().find(({ name }) => name === 'text');
    const values = text?.parameters.find(({ name }) => name === 'analyzer')?.options.map(({ value }) => value);
    expect(values).toEqual(expect.arrayContaining(['standard', 'french']));
    expect(values).not.toContain(INDEX_DEFAULT);
    expect(values).not.toContain(LANGUAGE_OPTION);
  });

  it('says engines and versions in words', () => {
    expect(enginesText({ elasticsearch: { from: '7.3' }, opensearch: {} })).toBe('Elasticsearch from 7.3, OpenSearch');
    expect(enginesText({ elasticsearch: { from: '5.0', until: '8.0' } })).toBe('Elasticsearch from 5.0 before 8.0');
  });
});
