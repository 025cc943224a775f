import { describe, expect, it } from 'vitest';
import { formatJson, isObject, valueAt, type JsonObject } from '#domain/json';
import { hasSeveralTypes, importErrorText, validateMappings } from '#domain/mapping';
import { locateMappings } from '#domain/template';
import { NO_CORPUS, readCorpus } from '../corpus.ts';
import { expectImportable, FIELD_LIMIT } from './checks/trial.ts';
import { itOnEachEngine, mapSome, report, type Engine } from './engine.ts';

/** How many are asked about at a time. */
const AT_A_TIME = 4;
/** Fewer accepted ones prove little. */
const LEAST_ACCEPTED = 400;

interface Sample {
  readonly file: string;
  readonly mappings: JsonObject;
  /** The part of the settings that mappings refer to. */
  readonly settings: JsonObject;
}

const corpus = readCorpus();

/** Each different mapping of one type in the corpus. */
function samples(): readonly Sample[] {
  const found = new Map<string, Sample>();
  for (const { file, body } of corpus ?? []) {
    const mappings = valueAt(body, locateMappings(body).mappingsAt);
    if (!isObject(mappings) || hasSeveralTypes(mappings)) continue;
    const settings = settingsFor(body);
    const text = formatJson({ mappings, settings });
    if (!found.has(text)) found.set(text, { file, mappings, settings });
  }
  return [...found.values()];
}

function settingsFor(body: JsonObject): JsonObject {
  const holders = [
    '/settings',
    '/template/settings',
    '/component_template/template/settings',
    '/index_template/template/settings',
  ];
  const settings = holders
    .flatMap((at) => [valueAt(body, at), valueAt(body, `${at}/index`)])
    .filter((each) => each !== undefined && isObject(each)) as readonly JsonObject[];
  return Object.fromEntries(
    settings.flatMap((each) =>
      Object.entries(each).filter(([name]) => /^(index\.)?(analysis|similarity)(\.|$)/.test(name)),
    ),
  );
}

/**
 * What import finds wrong in a mapping, and null where the engine does not take it. The engine is asked to compose a template
 * of it: it reads the mappings as it does those of a new index, which takes five times as long.
 */
async function judged(engine: Engine, { file, mappings, settings }: Sample): Promise<string | null> {
  const limits = {
    'mapping.total_fields.limit': FIELD_LIMIT,
    'mapping.depth.limit': 100,
    'mapping.nested_fields.limit': 1_000,
  };
  const template = {
    mappings,
    settings: { ...settings, ...(engine.target.distribution === 'opensearch' && { knn: true }), ...limits },
  };
  const { status, body } = await engine.request('POST', '/_index_template/_simulate', {
    index_patterns: ['mapledger-test-*'],
    template,
  });
  if (status === 400) return null;
  expect(status, file).toBe(200);
  expectImportable(valueAt(body, '/template/mappings') ?? {}, file);
  return validateMappings(mappings).errors.map(importErrorText).join(' ');
}

describe('import', () => {
  if (corpus === undefined) it.skip(`finds nothing wrong in real mappings: ${NO_CORPUS}`, () => undefined);
  else
    itOnEachEngine('finds nothing wrong in real mappings that the engine accepts', async (engine) => {
      const queue = samples();
      const wrong: string[] = [];
      let acceptedOnes = 0;
      await mapSome(queue, AT_A_TIME, async (sample) => {
        const errors = await judged(engine, sample);
        if (errors === null) return;
        acceptedOnes++;
        if (errors !== '') wrong.push(`${sample.file}: ${errors}`);
      });
      report(engine.target, `${acceptedOnes} of ${queue.length} mappings of the corpus taken.`);
      expect(wrong).toEqual([]);
      expect(acceptedOnes).toBeGreaterThan(LEAST_ACCEPTED);
    });
});
