import Schema from 'typebox/schema';
import { describe, expect, it } from 'vitest';
import { NO_CORPUS, readCorpus } from '../../../tests/corpus.ts';
import { maximalSample, minimalSample, parameterSamples } from '../../fuzz/generate/catalogue-samples.ts';
import { CATALOGUE } from '../catalogue/catalogue.ts';
import { isKnownBy, type TargetEngine } from '../catalogue/engines.ts';
import { formatJson } from '../json/text.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/value.ts';
import { foreseenRefusals } from '../mapping/foreseen-refusals.ts';
import { locateMappings } from '../template/locate.ts';
import { valueAt } from '../json/patch.ts';
import { codeSchema } from './json-schemas.ts';
import { OBJECT_KINDS } from './kinds.ts';

const TARGETS: readonly TargetEngine[] = [
  { distribution: 'elasticsearch', version: '7.17.0' },
  { distribution: 'elasticsearch', version: '8.19.0' },
  { distribution: 'elasticsearch', version: '9.5.0' },
  { distribution: 'opensearch', version: '1.3.0' },
  { distribution: 'opensearch', version: '2.19.0' },
  { distribution: 'opensearch', version: '3.4.0' },
];

const ODD: readonly JsonValue[] = [{ 'not a name': [[{}]] }, [[[]]], 'a word of nobody', 1.5];

/** What is kept on import although no engine from 6.0 on takes it, and the type of a plugin that nobody has. */
const NOT_TAKEN = /"index":"(?:not_)?analyzed"|some_new_es_type/;

/** As an editor has it: without what only our own values know. */
const plain = (value: JsonObject): unknown => JSON.parse(formatJson(value));

const schemaOf = (kind: (typeof OBJECT_KINDS)[number], target: TargetEngine) =>
  Schema.Compile(plain(codeSchema(kind, target)) as object);

describe.each(TARGETS)('the schemas for $distribution $version', (target) => {
  const component = schemaOf('component_template', target);
  const takes = (definition: JsonObject) =>
    component.Check(plain({ template: { mappings: { properties: { f: definition } } } }));
  const types = CATALOGUE.typeNames().filter((type) => {
    const entry = CATALOGUE.typeEntry(type);
    return entry !== undefined && isKnownBy(entry.engines, target);
  });

  it('are small enough for an editor', () => {
    for (const kind of OBJECT_KINDS) expect(formatJson(codeSchema(kind, target)).length).toBeLessThan(300_000);
  });

  it('take every type with each of its parameters and values', () => {
    const samples = types.flatMap((type) => [
      minimalSample(type),
      maximalSample(type, target),
      ...parameterSamples(type, target),
    ]);
    const taken = samples.filter(
      ({ definition }) => foreseenRefusals({}, { properties: { f: definition } }, target).length === 0,
    );
    expect(taken.length).toBeGreaterThan(500);
    expect(
      taken.filter(({ definition }) => !takes(definition)).map(({ definition }) => formatJson(definition)),
    ).toEqual([]);
  });

  it('refuse a type, a parameter and a value that are none', () => {
    expect(takes({ type: 'keywrod' })).toBe(false);
    for (const type of types) {
      const { definition } = minimalSample(type);
      expect([type, takes({ ...definition, no_such_parameter: 1 })]).toEqual([type, false]);
      for (const { name, accepts } of CATALOGUE.parametersOf(type, target)) {
        const wrong = ODD.filter((value) => !accepts(value));
        const isRefused = wrong.length === 0 || wrong.some((value) => !takes({ ...definition, [name]: value }));
        expect([type, name, isRefused]).toEqual([type, name, true]);
      }
    }
  });

  it('take what the catalogue has nothing against in the corpus of real templates', (context) => {
    const corpus = readCorpus();
    if (corpus === undefined) return context.skip(NO_CORPUS);
    const wrong: string[] = [];
    let tried = 0;
    let withSettings = 0;
    for (const { file, body } of corpus) {
      const { mappingsAt } = locateMappings(body);
      const mappings = valueAt(body, mappingsAt);
      if (!isObject(mappings) || mappingsAt.endsWith('/_doc')) continue;
      if (foreseenRefusals({}, mappings, target).length > 0 || NOT_TAKEN.test(formatJson(mappings))) continue;
      tried++;
      const settings = valueAt(body, mappingsAt.replace(/\/mappings$/, '/settings'));
      const contents = { mappings, ...(isObject(settings) && { settings }) };
      if (isObject(settings)) withSettings++;
      if (!component.Check(plain({ template: contents }))) wrong.push(file);
    }
    expect(tried).toBeGreaterThan(100);
    expect(withSettings).toBeGreaterThan(50);
    expect(wrong).toEqual([]);
  });
});
