import { describe, expect } from 'vitest';
import { isKnownBy, RUNTIME_FIELD_TYPES } from '#domain/catalogue';
import { valueAt, type JsonObject } from '#domain/json';
import { documentRefusals } from '#domain/mapping';
import { WITHOUT_SHARDS } from '../../src/fuzz/compare/scratch.ts';
import { CAMEL_CASE_FORMATS, OTHER_FORMATS, REFUSED_FORMATS, TAKEN_FORMATS } from '../builders/date-formats.ts';
import { itOnEachEngine, mapSome, report } from './engine.ts';

const NAME = 'mapledger-test-formats';
/** How many indices are created at a time. */
const AT_A_TIME = 8;
/** Fields of the type date have all formats, the other places every third one. */
const EACH_OTHER = 3;
/** Each format is an index for a moment, in each of its places. */
const FORMATS_MS = 600_000;

const FORMATS = [
  ...TAKEN_FORMATS,
  ...REFUSED_FORMATS.map(([format]) => format),
  ...CAMEL_CASE_FORMATS,
  ...OTHER_FORMATS,
];

/**
 * Formats that some engines refuse and Mapledger lets through: it is not known since which version they are taken, or a
 * dynamic template has braces, which stand for a name.
 */
const isMissed = (place: string, format: string) =>
  ['rfc3339_lenient', 'epoch_micros'].includes(format) ||
  (place.startsWith('dynamic template') && format.includes('{'));

const ofField = (type: string) => (format: string) => ({ properties: { f: { type, format } } });

/** The places in mappings that have date formats. */
const PLACES: Readonly<Record<string, (format: string) => JsonObject>> = {
  date: ofField('date'),
  date_nanos: ofField('date_nanos'),
  date_range: ofField('date_range'),
  runtime: (format) => ({ runtime: { f: { type: 'date', format } } }),
  derived: (format) => ({ derived: { f: { type: 'date', format, script: { source: 'emit(1)' } } } }),
  dynamic_date_formats: (format) => ({ dynamic_date_formats: format }),
  'dynamic_date_formats, a list': (format) => ({ dynamic_date_formats: ['yyyy', format] }),
  'dynamic template': (format) => ({ dynamic_templates: [{ t: { match: '*', mapping: { type: 'date', format } } }] }),
  'dynamic template of dates': (format) => ({
    dynamic_templates: [{ t: { match_mapping_type: 'date', mapping: { format } } }],
  }),
  'dynamic template of the found type': (format) => ({
    dynamic_templates: [{ t: { match_mapping_type: 'date', mapping: { type: '{dynamic_type}', format } } }],
  }),
};

describe('the date formats that are foreseen to be refused', () => {
  itOnEachEngine(
    'are those that the engine refuses',
    async (engine) => {
      const { target } = engine;
      const hasRuntime = isKnownBy(RUNTIME_FIELD_TYPES['date']?.engines ?? {}, target);
      const isThere = (place: string) =>
        place === 'runtime' ? hasRuntime : place === 'derived' ? target.distribution === 'opensearch' : true;
      const cases = Object.entries(PLACES).flatMap(([place, mappingsWith]) =>
        (isThere(place) ? FORMATS : [])
          .filter((_format, at) => place === 'date' || at % EACH_OTHER === 0)
          .map((format) => ({ place, format, mappings: mappingsWith(format) })),
      );
      let count = 0;
      const tried = await mapSome(cases, AT_A_TIME, async ({ place, format, mappings }) => {
        const index = `/${NAME}-${count++}`;
        const { status, body } = await engine.request('PUT', `${index}?wait_for_active_shards=0`, {
          settings: WITHOUT_SHARDS,
          mappings,
        });
        if (status === 200) await engine.request('DELETE', index);
        const [refusal] = documentRefusals(mappings, target);
        const label = `${place} ${format}: ${refusal?.reason ?? 'taken'}; ${String(valueAt(body, '/error/reason') ?? 'taken')}`;
        return { place, format, label, isRefused: status !== 200, isForeseen: refusal !== undefined };
      });
      const wrong = tried.filter(({ isRefused, isForeseen }) => !isRefused && isForeseen);
      const missed = tried.filter(({ isRefused, isForeseen }) => isRefused && !isForeseen);
      const refused = tried.filter(({ isRefused }) => isRefused).length;
      report(target, `${refused} of ${tried.length} date formats refused, ${missed.length} of them not foreseen.`);
      expect(wrong.map(({ label }) => label)).toEqual([]);
      expect(missed.filter(({ place, format }) => !isMissed(place, format)).map(({ label }) => label)).toEqual([]);
      expect(refused).toBeGreaterThan(REFUSED_FORMATS.length);
    },
    FORMATS_MS,
  );
});
