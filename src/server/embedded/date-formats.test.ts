import { describe, expect, it, onTestFinished } from 'vitest';
import { formatJson, type JsonObject } from '#domain/json';
import { foreseenRefusals } from '#domain/mapping';
import { ClusterError } from '#domain/ports';
import { CAMEL_CASE_FORMATS, REFUSED_FORMATS, TAKEN_FORMATS } from '../../../tests/builders/date-formats.ts';
import { embeddedEngine } from './embedded-engine.ts';
import { wordedRefusal } from './mapping-refusals.ts';
import { memoryEngineStorage } from './storage.ts';
import { TARGET } from './version.ts';

/** Creates an index with these mappings; returns the status and the reason of the refusal, or null. */
async function refusalOf(mappings: JsonObject) {
  const clock = { now: () => '2026-11-24T10:00:00.000Z' };
  const engine = embeddedEngine({ storage: memoryEngineStorage(), clock, ids: { next: () => 'id' } });
  onTestFinished(() => engine.close());
  try {
    await engine.send({ method: 'PUT', path: ['new'], body: formatJson({ mappings }) });
    return null;
  } catch (error) {
    if (error instanceof ClusterError) return { status: error.status, message: error.message };
    throw error;
  }
}

const PLACES: Readonly<Record<string, (format: string) => JsonObject>> = {
  date: (format) => ({ properties: { f: { type: 'date', format } } }),
  date_nanos: (format) => ({ properties: { f: { type: 'date_nanos', format } } }),
  date_range: (format) => ({ properties: { f: { type: 'date_range', format } } }),
  'multi-field': (format) => ({ properties: { k: { type: 'keyword', fields: { f: { type: 'date', format } } } } }),
  runtime: (format) => ({ runtime: { f: { type: 'date', format } } }),
  dynamic_date_formats: (format) => ({ dynamic_date_formats: format }),
  'dynamic template': (format) => ({ dynamic_templates: [{ t: { match: 'x', mapping: { type: 'date', format } } }] }),
};

describe.each(Object.keys(PLACES))('date formats in the sandbox: %s', (place) => {
  const mappingsWith = PLACES[place] as (format: string) => JsonObject;
  const isOmitted = (format: string) => place === 'dynamic template' && format.includes('{');

  it('takes the formats that engines take', async () => {
    for (const format of TAKEN_FORMATS) expect([format, await refusalOf(mappingsWith(format))]).toEqual([format, null]);
  });

  it('refuses the formats that engines refuse, with their reason', async () => {
    const formats = [
      ...REFUSED_FORMATS,
      ...CAMEL_CASE_FORMATS.map((format) => [format, 'Unknown pattern letter: '] as const),
    ];
    for (const [format, reason] of formats) {
      if (isOmitted(format) || (place === 'dynamic_date_formats' && format === 'none')) continue;
      expect([format, await refusalOf(mappingsWith(format))]).toEqual([
        format,
        { status: 400, message: expect.stringContaining(reason) },
      ]);
    }
  });
});

it('words the refusal of a date format as Elasticsearch 8.19 does', () => {
  const invalid = 'Invalid format: [yyyy-bb]: Unknown pattern letter: b';
  const ofField = `Error parsing [format] on field [f]: ${invalid}`;
  const innermost = { type: 'illegal_argument_exception', reason: 'Unknown pattern letter: b' };
  const caused = { type: 'illegal_argument_exception', reason: invalid, caused_by: innermost };
  const error = (reason: string, caused_by: JsonObject) => ({
    status: 400,
    error: expect.objectContaining({
      type: 'mapper_parsing_exception',
      reason: `Failed to parse mapping: ${reason}`,
      caused_by,
    }),
  });
  const worded = (mappings: JsonObject) => wordedRefusal(foreseenRefusals({}, mappings, TARGET), mappings).body();
  const refused = (place: string) => worded((PLACES[place] as (format: string) => JsonObject)('yyyy-bb'));
  const nested = { type: 'illegal_argument_exception', reason: ofField, caused_by: caused };
  expect(refused('date')).toEqual(error(ofField, nested));
  for (const place of ['date_range', 'runtime', 'dynamic_date_formats'])
    expect(refused(place)).toEqual(error(invalid, caused));
  const template =
    'dynamic template [t] has invalid content [{"match":"x","mapping":{"type":"date","format":"yyyy-bb"}}], attempted to validate it with the following match_mapping_type: [object, string, long, double, boolean, date, binary]';
  const ofTemplate = `Error parsing [format] on field [__dynamic__t]: ${invalid}`;
  expect(refused('dynamic template')).toEqual(
    error(template, {
      type: 'illegal_argument_exception',
      reason: template,
      caused_by: { type: 'illegal_argument_exception', reason: ofTemplate, caused_by: caused },
    }),
  );
  const reason = 'Epoch [epoch_millis] is not supported as dynamic date format';
  expect(worded({ dynamic_date_formats: ['yyyy', 'epoch_millis'] })).toEqual(
    error(reason, { type: 'mapper_parsing_exception', reason }),
  );
});
