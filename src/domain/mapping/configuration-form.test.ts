import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/value.ts';
import {
  configurationChanges,
  configurationErrors,
  differingEdits,
  readConfigurationForm,
  type ConfigurationEdits,
} from './configuration-form.ts';

const NOTHING = { set: {}, unset: [] };

describe('the form of the advanced options', () => {
  it('shows the defaults of what is absent', () => {
    expect(readConfigurationForm({})).toEqual({
      dynamicMapping: {
        enabled: true,
        throwErrorsForUnmappedFields: false,
        numeric_detection: false,
        date_detection: true,
        dynamic_date_formats: ['strict_date_optional_time', 'yyyy/MM/dd HH:mm:ss Z||yyyy/MM/dd Z'],
      },
      sourceField: { enabled: true, includes: [], excludes: [] },
      metaField: '',
      _routing: { required: false },
      objects: { subobjects: true },
      sizeField: { enabled: false },
    });
  });

  it.each([
    [true, true, false],
    ['true', true, false],
    ['runtime', true, false],
    [false, false, false],
    ['false', false, false],
    ['strict', false, true],
    ['strict_allow_templates', false, true],
    [null, true, false],
  ])('reads dynamic %j as enabled %s, throwing %s', (dynamic, enabled, throwErrorsForUnmappedFields) => {
    expect(readConfigurationForm({ dynamic }).dynamicMapping).toMatchObject({ enabled, throwErrorsForUnmappedFields });
  });

  it.each<readonly [string, JsonObject, ConfigurationEdits, object]>([
    ['nothing', { dynamic: 'runtime' }, {}, NOTHING],
    [
      'what was switched there and back',
      { dynamic: 'runtime' },
      { dynamicMapping: { enabled: true, date_detection: true } },
      NOTHING,
    ],
    ['subobjects', {}, { objects: { subobjects: false } }, { set: { subobjects: false }, unset: [] }],
    ['subobjects as they were', { subobjects: 'auto' }, { objects: { subobjects: true } }, NOTHING],
    [
      'the size, beside what else is said of it',
      { _size: { store: true } },
      { sizeField: { enabled: true } },
      { set: { _size: { store: true, enabled: true } }, unset: [] },
    ],
    ['off', {}, { dynamicMapping: { enabled: false } }, { set: { dynamic: false }, unset: [] }],
    [
      'off and strict',
      {},
      { dynamicMapping: { enabled: false, throwErrorsForUnmappedFields: true } },
      { set: { dynamic: 'strict' }, unset: [] },
    ],
    ['on again', { dynamic: 'strict' }, { dynamicMapping: { enabled: true } }, { set: { dynamic: true }, unset: [] }],
    ['no dates', {}, { dynamicMapping: { date_detection: false } }, { set: { date_detection: false }, unset: [] }],
    [
      'formats',
      {},
      { dynamicMapping: { dynamic_date_formats: ['yyyy'] } },
      { set: { dynamic_date_formats: ['yyyy'] }, unset: [] },
    ],
    [
      'no formats',
      { dynamic_date_formats: ['yyyy'] },
      { dynamicMapping: { dynamic_date_formats: [] } },
      { set: {}, unset: ['dynamic_date_formats'] },
    ],
    [
      'a path, keeping what the form does not know',
      { _source: { mode: 'x', includes: 'a' } },
      { sourceField: { excludes: ['b.*'] } },
      { set: { _source: { mode: 'x', includes: 'a', excludes: ['b.*'] } }, unset: [] },
    ],
    [
      'the last path',
      { _source: { includes: ['a'] } },
      { sourceField: { includes: [] } },
      { set: {}, unset: ['_source'] },
    ],
    [
      'a routing, keeping what stands beside it',
      { _routing: { path: 'a' } },
      { _routing: { required: true } },
      { set: { _routing: { path: 'a', required: true } }, unset: [] },
    ],
    [
      '_meta',
      {},
      { metaField: '{"a":{"__proto__":1}}' },
      { set: { _meta: JSON.parse('{"a":{"__proto__":1}}') as JsonObject }, unset: [] },
    ],
    ['an empty _meta', { _meta: { a: 1 } }, { metaField: '{}' }, { set: {}, unset: ['_meta'] }],
    ['an emptied _meta', { _meta: { a: 1 } }, { metaField: ' ' }, { set: {}, unset: ['_meta'] }],
    ['a _meta that is no JSON', { _meta: { a: 1 } }, { metaField: '{' }, NOTHING],
  ])('writes %s', (_, mappings, edits, changes) => {
    expect(configurationChanges(mappings, edits)).toEqual(changes);
  });

  it('judges only what was entered', () => {
    expect(configurationErrors({})).toEqual({});
    expect(configurationErrors({ metaField: '[]' })).toEqual({ metaField: 'The _meta field JSON is not valid.' });
    expect(configurationErrors({ metaField: '' })).toEqual({});
    expect(configurationErrors({ dynamicMapping: { dynamic_date_formats: ['yyyy MM'] } })).toEqual({
      dynamic_date_formats: 'Spaces are not allowed.',
    });
    expect(
      configurationErrors({
        dynamicMapping: { dynamic_date_formats: ['yyyy', 'yyyy/MM/dd HH:mm:ss Z||yyyy/MM/dd Z'] },
      }),
    ).toEqual({});
  });

  it('writes nothing where everything is as it is shown, whatever the document holds', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom(
            'dynamic',
            '_source',
            '_meta',
            '_routing',
            'date_detection',
            'numeric_detection',
            'dynamic_date_formats',
          ),
          fc.jsonValue(),
        ),
        (mappings) => {
          const { metaField: _, ...shown } = readConfigurationForm(mappings as JsonObject);
          expect(configurationChanges(mappings as JsonObject, shown)).toEqual(NOTHING);
        },
      ),
    );
  });
});

it('drops edits that say what the mappings have', () => {
  const mappings = { dynamic: false, _source: { includes: ['a'] }, _meta: { owner: 'ada' } };
  const same: ConfigurationEdits = {
    dynamicMapping: { enabled: false, numeric_detection: false },
    sourceField: { includes: ['a'], excludes: [] },
    metaField: readConfigurationForm(mappings).metaField,
    _routing: { required: false },
  };
  expect(differingEdits(mappings, same)).toEqual({});
  expect(
    differingEdits(mappings, { ...same, sourceField: { includes: ['a'], excludes: ['b'] }, metaField: '' }),
  ).toEqual({
    sourceField: { excludes: ['b'] },
    metaField: '',
  });
});

it('compares edits with what is in force where the mappings have nothing, and writes them into the mappings alone', () => {
  const inherited = { dynamic: 'strict', _source: { enabled: false }, date_detection: false };
  const mappings = { date_detection: true };
  const same: ConfigurationEdits = {
    dynamicMapping: { enabled: false, throwErrorsForUnmappedFields: true, date_detection: true },
    sourceField: { enabled: false },
    inherited,
  };
  expect(differingEdits(mappings, same)).toEqual({});
  const edits = differingEdits(mappings, {
    dynamicMapping: { enabled: true },
    sourceField: { enabled: true, excludes: ['a'] },
    inherited,
  });
  expect(configurationChanges(mappings, edits)).toEqual({
    set: { dynamic: true, _source: { enabled: true, excludes: ['a'] } },
    unset: [],
  });
  expect(configurationChanges(mappings, { dynamicMapping: { enabled: true } })).toEqual(NOTHING);
  const lists = { dynamic_date_formats: ['yyyy'], _source: { excludes: ['a'] } };
  const emptied = { dynamicMapping: { dynamic_date_formats: [] }, sourceField: { excludes: [] } };
  expect(configurationChanges({}, { ...emptied, inherited: lists })).toEqual({
    set: { dynamic_date_formats: [], _source: { enabled: true } },
    unset: [],
  });
  expect(configurationChanges(lists, emptied)).toEqual({ set: {}, unset: ['dynamic_date_formats', '_source'] });
  const more = { sourceField: { includes: ['b'] }, inherited: lists };
  expect(configurationChanges({}, more).set).toEqual({ _source: { excludes: ['a'], includes: ['b'] } });
});
