import fc from 'fast-check';
import { isObject, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { validateMappings } from '#domain/mapping';
import { locateMappings } from '#domain/template';
import { anyText, damagedMappings, IMPORT_LAWS } from '../laws/import.ts';
import { inStep } from '../case/steps.ts';
import { underLaw, type CorpusEntry, type FuzzTarget } from '../case/target.ts';

/** Texts of mappings, from whole to hostile, held against what an import promises. */
export const importTarget: FuzzTarget = {
  name: 'import',
  values(corpus) {
    const files = corpus.flatMap((entry): readonly JsonObject[] => mappingsIn(entry));
    const ofFiles = files.length === 0 ? [] : [{ weight: 8, arbitrary: damagedMappings(fc.constantFrom(...files)) }];
    return fc.oneof<fc.WeightedArbitrary<JsonValue>[]>(
      { weight: 3, arbitrary: damagedMappings() },
      { weight: 1, arbitrary: anyText() },
      ...ofFiles,
    );
  },
  holds(value, counter) {
    counter.did(() => `Import ${inStep(value)}`);
    for (const [law, holds] of Object.entries(IMPORT_LAWS)) underLaw(law, () => holds(value));
    const { errors } = validateMappings(value);
    counter.tried(errors.length === 0);
    for (const { code } of errors) counter.met('finding', code);
  },
  coverage: { finding: ['ERR_CONFIG', 'ERR_FIELD', 'ERR_PARAMETER'] },
};

function mappingsIn({ body }: CorpusEntry): readonly JsonObject[] {
  const mappings = valueAt(body, locateMappings(body).mappingsAt);
  return isObject(mappings) ? [mappings] : [];
}
