import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasSeveralTypes, importErrorText, locateMappings, parseJson, validateMappings, valueAt, type JsonValue } from '../src/domain/index.ts';
import { isPlainObject, own } from '../tests/builders/walk.ts';

interface Entry {
  readonly file: string;
  readonly kind: string;
}

const CORPUS = process.env['MAPLEDGER_CORPUS'] ?? join(import.meta.dirname, '../../shared/corpus');
const NO_CORPUS = 'there is no corpus of real mappings in ../shared/corpus; MAPLEDGER_CORPUS names another folder';

describe('import', () => {
  it('finds no error in any real mapping', (context) => {
    if (!existsSync(join(CORPUS, 'manifest.json'))) return context.skip(NO_CORPUS);
    const { files } = JSON.parse(readFileSync(join(CORPUS, 'manifest.json'), 'utf8')) as { readonly files: readonly Entry[] };
    for (const { file, kind } of files) {
      if (kind === 'rest-rejected') continue;
      const value = parseJson(readFileSync(join(CORPUS, file), 'utf8'));
      const body = kind.startsWith('rest-') && isPlainObject(value) ? own(value, 'body') : value;
      const place = locateMappings(body as JsonValue);
      const mappings = valueAt(body, place.mappingsAt);
      if (mappings === undefined || hasSeveralTypes(mappings)) { if (mappings) console.log('SEVERAL', file); continue; }
      const { errors, value: v } = validateMappings(mappings);
      if (errors.length) console.log(kind, file, errors.map(importErrorText).slice(0,6).join(' | '), errors.length);
      else expect(v).toBe(mappings);
    }
  });
});
