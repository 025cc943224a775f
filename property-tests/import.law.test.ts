import { describe, expect, it } from 'vitest';
import { valueAt } from '#domain/json';
import { hasSeveralTypes, importErrorText, validateMappings } from '#domain/mapping';
import { locateMappings } from '#domain/template';
import { isPlainObject } from '../src/fuzz/generate/walk.ts';
import { anyText, damagedMappings, IMPORT_LAWS } from '../src/fuzz/laws/import.ts';
import { NO_CORPUS, readCorpus } from '../tests/corpus.ts';
import { checkLaw, expectMoreThan } from './law.ts';

/** What import rightly finds wrong in a mapping of the corpus, and why; OpenSearch 3.4 refuses each of them. */
const WRONG: ReadonlyMap<string, string> = new Map([
  ['logschema-alb-raw__2b9f9368', 'The type configuration is invalid.'],
  ['logs-otel-v1-index-standard-template__08ddb2af', 'The path parameter on field observedTime is invalid.'],
  ['disable-objects__0e73d246', 'The disable_objects parameter on field metrics.cpu.usage is invalid.'],
]);

/** Of a thousand. A law over mappings that are all whole proves nothing. */
const LEAST_DAMAGED = 500;

describe('import', () => {
  for (const [law, holds] of Object.entries(IMPORT_LAWS)) {
    it(`${law}: of mappings with junk in them`, () => {
      let damagedOnes = 0;
      checkLaw(law, damagedMappings(), (input) => {
        if (validateMappings(input).errors.length > 0) damagedOnes++;
        holds(input);
      });
      expectMoreThan(LEAST_DAMAGED, damagedOnes, 'inputs with something wrong');
    });

    it(`${law}: of any JSON`, () => {
      checkLaw(`${law} (any)`, anyText(), holds);
    });
  }

  it('finds nothing wrong in real mappings that an engine accepts', (context) => {
    const corpus = readCorpus();
    if (corpus === undefined) return context.skip(NO_CORPUS);
    const seen = { whole: 0, several: 0, without: 0, wrong: 0 };
    for (const { file, kind, body } of corpus) {
      if (kind === 'rest-rejected') continue;
      const mappings = valueAt(body, locateMappings(body).mappingsAt);
      if (!isPlainObject(mappings)) seen.without++;
      else if (hasSeveralTypes(mappings)) seen.several++;
      else {
        const result = validateMappings(mappings);
        const expected = [...WRONG].find(([name]) => file.includes(name))?.[1];
        expect(result.errors.map(importErrorText), file).toEqual(expected === undefined ? [] : [expected]);
        if (expected === undefined) expect(result.value, file).toBe(mappings);
        seen[expected === undefined ? 'whole' : 'wrong']++;
      }
    }
    // oxlint-disable-next-line no-console -- what was looked at has to be seen
    console.info(
      `Import of the corpus: ${seen.whole} mappings whole, ${seen.several} of several types, ${seen.without} without mappings, ${seen.wrong} rightly found wrong.`,
    );
    expect(seen.whole).toBeGreaterThan(1_000);
    expect(seen.wrong).toBe(WRONG.size);
  });
});
