import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { typeNames } from './catalogue.ts';
import { enginesText, referenceText, referenceTypes } from './reference.ts';

describe('the reference', () => {
  it('in docs/field-types.md is that of this catalogue; npm run docs:reference writes it', () => {
    expect(readFileSync(join(import.meta.dirname, '../../../docs/field-types.md'), 'utf8')).toBe(referenceText());
  });

  it('has a section for each type, with its parameters', () => {
    const text = referenceText();
    for (const type of typeNames()) expect(text).toContain(`(\`${type}\`)`);
    const keyword = referenceTypes().find(({ name }) => name === 'keyword');
    expect(keyword?.parameters.find(({ name }) => name === 'ignore_above')).toMatchObject({ defaultValue: 8191, canBeUpdated: true, title: 'Set length limit' });
  });

  it('says engines and versions in words', () => {
    expect(enginesText({ elasticsearch: { from: '7.3' }, opensearch: {} })).toBe('Elasticsearch from 7.3, OpenSearch');
    expect(enginesText({ elasticsearch: { from: '5.0', until: '8.0' } })).toBe('Elasticsearch from 5.0 before 8.0');
  });
});
