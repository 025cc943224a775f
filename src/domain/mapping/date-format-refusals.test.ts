import { describe, expect, it } from 'vitest';
import { CAMEL_CASE_FORMATS, REFUSED_FORMATS, TAKEN_FORMATS } from '../../../tests/builders/date-formats.ts';
import { isKnownBy, SUPPORTED_ENGINES, type TargetEngine } from '../catalogue/engines.ts';
import { parametersOf, RUNTIME_FIELD_TYPES, typeNames } from '../catalogue/index.ts';
import type { JsonObject } from '../json/value.ts';
import { commonRefusals, documentAlterations, documentRefusals } from './document-refusals.ts';

const reasonsOf = (mappings: JsonObject, target: TargetEngine) =>
  documentRefusals(mappings, target).map(({ path, reason }) => `${path}: ${reason}`);
const NOBODY_READS = 'Invalid format yyyy-bb: Unknown pattern letter: b.';

describe.each(SUPPORTED_ENGINES)('date formats that are foreseen to be refused: $distribution $version', (target) => {
  it('are refused of every parameter and computed field that has one', () => {
    const named = typeNames().flatMap((type) =>
      parametersOf(type, target).flatMap(({ name, editor }) =>
        editor.kind === 'dateFormat' ? { properties: { f: { type, [name]: 'yyyy-bb' } } } : [],
      ),
    );
    const computed = Object.entries(RUNTIME_FIELD_TYPES).flatMap(([type, { hasFormat, engines }]) =>
      hasFormat === true && isKnownBy(engines, target) ? { runtime: { f: { type, format: 'yyyy-bb' } } } : [],
    );
    expect(named.length).toBeGreaterThanOrEqual(3);
    for (const mappings of [...named, ...computed]) expect(reasonsOf(mappings, target)).toEqual([`f: ${NOBODY_READS}`]);
  });

  it('are those that every engine refuses, and no others', () => {
    const dated = (format: string) => reasonsOf({ properties: { f: { type: 'date', format } } }, target);
    for (const format of TAKEN_FORMATS) expect([format, dated(format)]).toEqual([format, []]);
    for (const [format, reason] of REFUSED_FORMATS)
      expect([format, dated(format)]).toEqual([format, [expect.stringContaining(reason)]]);
    const isRefused = target.distribution === 'elasticsearch' && Number.parseInt(target.version, 10) >= 8;
    for (const format of CAMEL_CASE_FORMATS)
      expect([format, dated(format).length]).toEqual([format, isRefused ? 1 : 0]);
  });

  it('are refused in dynamic_date_formats, where a list has no epoch', () => {
    const dynamic = (formats: string | readonly string[]) => reasonsOf({ dynamic_date_formats: formats }, target);
    expect(dynamic('none')).toEqual([]);
    expect(dynamic('epoch_millis')).toEqual([]);
    expect(dynamic(['yyyy', 'yyyy||epoch_millis'])).toEqual([]);
    expect(dynamic(['yyyy', 'yyyy-bb'])).toEqual([`dynamic_date_formats: ${NOBODY_READS}`]);
    expect(dynamic(['none'])).toEqual(['dynamic_date_formats: Invalid format none: Unknown pattern letter: o.']);
    expect(dynamic(['epoch_millis'])).toEqual([
      'dynamic_date_formats: Epoch [epoch_millis] is not supported as dynamic date format.',
    ]);
  });

  it('are refused or pointed out in dynamic templates of dates', () => {
    for (const template of [
      { match: '*', mapping: { type: 'date', format: 'yyyy-bb' } },
      { match_mapping_type: 'date', mapping: { format: 'yyyy-bb' } },
      { match_mapping_type: 'date', mapping: { type: '{dynamic_type}', format: 'yyyy-bb' } },
    ]) {
      const mappings = { dynamic_templates: [{ t: template }] };
      const found = [...documentRefusals(mappings, target), ...documentAlterations(mappings, target)];
      expect(found).toEqual([{ at: '/dynamic_templates/0', path: 't', reason: expect.stringContaining(NOBODY_READS) }]);
    }
  });
});

it('finds the format that no supported engine takes, without a target', () => {
  const dated = (format: string) => commonRefusals({ properties: { f: { type: 'date', format } } });
  expect(dated('yyyy-bb')).toEqual([{ at: '/properties/f/format', path: 'f', reason: NOBODY_READS }]);
  expect(dated('dateOptionalTime')).toEqual([]);
});
