import { describe, expect, it } from 'vitest';
import type { TargetEngine } from '#domain/catalogue';
import type { JsonObject } from '#domain/json';
import { defaultsInForce, defaultsInTemplate } from './defaults-in-force.ts';
import { newIndexOf } from '../template/new-index.ts';

const ELASTIC: TargetEngine = { distribution: 'elasticsearch', version: '9.5' };
const OPEN: TargetEngine = { distribution: 'opensearch', version: '3.4' };

const MAPPINGS: JsonObject = {
  dynamic: 'strict',
  properties: {
    plain: { properties: { below: { properties: {} } } },
    open: { dynamic: 'true', properties: { below: { type: 'nested' } } },
    closed: { dynamic: 'false', properties: { 'a.b': { properties: { deep: {} } } } },
  },
};

describe('dynamic', () => {
  it.each<[string, unknown]>([
    ['/properties/plain', { value: 'strict', origin: { kind: 'mapping' } }],
    ['/properties/plain/properties/below', { value: 'strict', origin: { kind: 'mapping' } }],
    ['/properties/open/properties/below', undefined],
    ['/properties/closed/properties/a.b', { value: false, origin: { kind: 'object', path: 'closed' } }],
    ['/properties/closed/properties/a.b/properties/deep', { value: false, origin: { kind: 'object', path: 'closed' } }],
  ])('of %s is that of the nearest object around it', (at, expected) => {
    for (const engine of [ELASTIC, OPEN])
      expect(defaultsInForce({ mappings: MAPPINGS, engine }, at, {})['dynamic']).toEqual(expected);
  });

  it('is told of a field that has its own, and of none that is no object', () => {
    const index = { mappings: MAPPINGS, engine: ELASTIC };
    expect(Object.keys(defaultsInForce(index, '/properties/plain', { dynamic: true }))).toEqual(['dynamic']);
    expect(defaultsInForce(index, '/properties/plain', { type: 'keyword' })).toEqual({});
  });
});

describe('settings and modes', () => {
  const of = (settings: JsonObject, definition: JsonObject, { engine = ELASTIC, at = '/properties/f' } = {}) =>
    defaultsInForce({ mappings: { properties: {} }, settings, engine }, at, definition);

  it('are in force where the type has the parameter and its value is another', () => {
    const settings = { index: { mapping: { coerce: 'false', ignore_malformed: true, ignore_above: 100 } } };
    const origin = (name: string) => ({ kind: 'setting', name: `index.mapping.${name}` });
    const number = {
      coerce: { value: false, origin: origin('coerce') },
      ignore_malformed: { value: true, origin: origin('ignore_malformed') },
    };
    expect(of(settings, { type: 'long' })).toEqual(number);
    expect(of(settings, { type: 'long' }, { engine: OPEN })).toEqual(number);
    expect(of(settings, { type: 'keyword' })).toEqual({ ignore_above: { value: 100, origin: origin('ignore_above') } });
    expect(of(settings, { type: 'keyword' }, { engine: OPEN })).toEqual({});
    expect(of({ 'index.mapping.coerce': true }, { type: 'long' })).toEqual({});
    expect(of({ 'index.mapping.coerce': true }, { type: 'geo_shape' })).toEqual({});
  });

  it('of logs leave out what is malformed or long, but not the time', () => {
    const settings = { 'index.mode': 'logsdb' };
    const origin = { kind: 'mode', mode: 'logsdb' };
    expect(of(settings, { type: 'long' })).toEqual({ ignore_malformed: { value: true, origin } });
    expect(of(settings, { type: 'keyword' })).toEqual({ ignore_above: { value: 8_191, origin } });
    expect(of(settings, { type: 'date' }, { at: '/properties/@timestamp' })).toEqual({});
    expect(of(settings, { type: 'long' }, { engine: OPEN })).toEqual({});
  });

  it('of time series index no metric', () => {
    const settings = { 'index.mode': 'time_series' };
    const inForce = { index: { value: false, origin: { kind: 'mode', mode: 'time_series' } } };
    expect(of(settings, { type: 'long', time_series_metric: 'gauge' })).toEqual(inForce);
    expect(of(settings, { type: 'long' })).toEqual({});
    expect(of({}, { type: 'long', time_series_metric: 'gauge' })).toEqual({});
  });
});

describe('component templates', () => {
  const origin = { kind: 'component' };
  const base: JsonObject = {
    template: {
      settings: { 'index.mapping.coerce': false },
      mappings: { dynamic: 'strict', properties: { a: { dynamic: false, properties: { b: { type: 'long' } } } } },
    },
  };
  const inTemplate = (
    mappings: JsonObject,
    at: string,
    definition: JsonObject,
    { settings = {}, engine = ELASTIC }: { readonly settings?: JsonObject; readonly engine?: TargetEngine } = {},
  ) => {
    const body = { composed_of: ['base'], template: { settings, mappings } };
    const { index } = newIndexOf(body, new Map([['base', base]]), engine);
    return defaultsInTemplate({ mappings, settings, engine }, { ...index, engine }, at, definition);
  };

  it('decide where the template says nothing', () => {
    const mappings = { properties: { o: { properties: { n: { type: 'long' } } } } };
    expect(inTemplate(mappings, '/properties/o', {})).toEqual({ dynamic: { value: 'strict', origin } });
    expect(inTemplate(mappings, '/properties/o/properties/n', { type: 'long' })).toEqual({
      coerce: { value: false, origin },
    });
  });

  it('decide of what is in an object that they map, by a name with a dot, too', () => {
    const mappings = { properties: { 'a.c': { properties: {} } } };
    expect(inTemplate(mappings, '/properties/a.c', {}, { engine: OPEN })).toEqual({
      dynamic: { value: false, origin },
    });
  });

  it('decide of an object of both where the engine keeps what they say of it', () => {
    const mappings = { properties: { a: { properties: {} } } };
    expect(inTemplate(mappings, '/properties/a', {}, { engine: OPEN })).toEqual({ dynamic: { value: false, origin } });
    // Elasticsearch merges the fields of an object, and takes its parameters from the last one alone.
    expect(inTemplate(mappings, '/properties/a', {})).toEqual({ dynamic: { value: 'strict', origin } });
  });

  it('do not where the template says it', () => {
    const settings = { index: { mapping: { coerce: 'true' } } };
    const mappings = { dynamic: true, properties: { n: { type: 'long' }, o: { properties: {} } } };
    expect(inTemplate(mappings, '/properties/n', { type: 'long' }, { settings })).toEqual({});
    expect(inTemplate(mappings, '/properties/o', {})).toEqual({});
    const closed = { dynamic: false, properties: { o: { properties: {} } } };
    expect(inTemplate(closed, '/properties/o', {})).toEqual({ dynamic: { value: false, origin: { kind: 'mapping' } } });
    const own = { properties: { a: { dynamic: true, properties: {} } } };
    expect(inTemplate(own, '/properties/a', {})['dynamic']).toEqual({ value: 'strict', origin });
  });
});
