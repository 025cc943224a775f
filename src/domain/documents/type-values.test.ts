import { describe, expect, it } from 'vitest';
import type { TargetEngine } from '#domain/catalogue';
import { parseJson, type JsonObject, type JsonValue } from '#domain/json';
import { tryDocument } from './try-document.ts';

const ELASTIC: TargetEngine = { distribution: 'elasticsearch', version: '9.0.0' };
const OPEN: TargetEngine = { distribution: 'opensearch', version: '3.4.0' };

/** What becomes of a value in a field: `ok`, what it is read as, `refused`, or what leaves it out. */
function becomes(definition: JsonObject, value: string, engine = ELASTIC): string {
  const document = parseJson(`{"f":${value}}`);
  const trial = tryDocument({ mappings: { properties: { f: definition } }, engine }, document);
  if (trial.outcome !== 'accepted') return trial.outcome;
  const effects = trial.values.flatMap((each) => (each.field === 'f' ? each.effects : []));
  const words = effects.flatMap((effect): string => {
    switch (effect.kind) {
      case 'coerced':
      case 'nullValue':
        return `${effect.kind} ${effect.to}`;
      case 'ignored':
        return `ignored ${effect.by}`;
      case 'truncated':
        return `truncated ${effect.length}`;
      default:
        return '';
    }
  });
  return words.filter((word) => word !== '').join(', ') || 'ok';
}

type Row = readonly [definition: string | JsonObject, value: string, becomes: string];

function table(name: string, rows: readonly Row[], engine = ELASTIC): void {
  it.each(rows)(`${name}: %j reads %s as %s`, (definition, value, expected) => {
    expect(becomes(typeof definition === 'string' ? { type: definition } : definition, value, engine)).toBe(expected);
  });
}

describe('numbers', () => {
  table('whole', [
    ['integer', '5', 'ok'],
    ['integer', '"5"', 'coerced 5'],
    ['integer', '5.9', 'coerced 5'],
    ['integer', '"5.9"', 'coerced 5'],
    ['integer', '-5.9', 'coerced -5'],
    ['integer', '1.0', 'ok'],
    ['integer', '""', 'ignored null'],
    ['integer', 'null', 'ignored null'],
    ['integer', '2147483647', 'ok'],
    ['integer', '2147483648', 'refused'],
    ['integer', '"x"', 'refused'],
    ['integer', 'true', 'refused'],
    ['integer', '{}', 'refused'],
    ['byte', '127', 'ok'],
    ['byte', '128', 'refused'],
    ['byte', '-128', 'ok'],
    ['short', '32768', 'refused'],
    ['long', '9223372036854775807', 'ok'],
    ['long', '9223372036854775808', 'refused'],
    ['long', '"9223372036854775807"', 'coerced 9223372036854775807'],
    ['long', '[1, 2]', 'ok'],
    ['long', '[]', 'ignored empty'],
  ]);
  table('coerce', [
    [{ type: 'integer', coerce: false }, '"5"', 'refused'],
    [{ type: 'integer', coerce: false }, '5.9', 'refused'],
    [{ type: 'integer', coerce: false }, '5.0', 'ok'],
    [{ type: 'integer', coerce: false, ignore_malformed: true }, '"5"', 'ignored ignore_malformed'],
    [{ type: 'integer', null_value: 7 }, 'null', 'nullValue 7'],
    [{ type: 'integer', ignore_malformed: true }, '"x"', 'ignored ignore_malformed'],
  ]);
  table('fraction', [
    ['float', '1.5', 'ok'],
    ['float', '"1.5"', 'coerced 1.5'],
    ['float', '1e39', 'refused'],
    ['double', '1e300', 'ok'],
    ['half_float', '65504', 'ok'],
    ['half_float', '65520', 'refused'],
    ['float', '"NaN"', 'refused'],
    [{ type: 'scaled_float', scaling_factor: 100 }, '1.239', 'coerced 1.24'],
    [{ type: 'scaled_float', scaling_factor: 100 }, '1.24', 'ok'],
    ['unsigned_long', '18446744073709551615', 'ok'],
    ['unsigned_long', '18446744073709551616', 'refused'],
    ['unsigned_long', '-1', 'refused'],
    ['unsigned_long', '1.5', 'refused'],
    ['rank_feature', '1', 'ok'],
    ['rank_feature', '0', 'refused'],
    ['rank_feature', '[1, 2]', 'refused'],
    ['rank_features', '{"a": 1, "b": 0.5}', 'ok'],
    ['rank_features', '{"a": -1}', 'refused'],
  ]);
  table('OpenSearch', [['unsigned_long', '1.5', 'coerced 1']], OPEN);
});

describe('dates', () => {
  table('default format', [
    ['date', '"2020-01-01"', 'ok'],
    ['date', '"2020-01"', 'ok'],
    ['date', '"2020-01-01T10:00:00.123Z"', 'ok'],
    ['date', '"2020-01-01T10:00:00+01:00"', 'ok'],
    ['date', '1577836800000', 'coerced 2020-01-01T00:00:00.000Z'],
    ['date', '"1577836800000"', 'coerced 2020-01-01T00:00:00.000Z'],
    ['date', '"2020/01/01"', 'refused'],
    ['date', '"2020-1-1"', 'refused'],
    ['date', '"2020-02-31"', 'refused'],
    ['date', '"2020-13-01"', 'refused'],
    ['date', '"2020-01-01 10:00:00"', 'refused'],
    ['date', 'true', 'refused'],
    ['date', '"2020-01-01T10:00:00[Europe/Paris]"', 'refused'],
    ['date', '"2020-01-01T10:00:00Europe/Paris"', 'unknown'],
    [{ type: 'date', ignore_malformed: true }, '"x"', 'ignored ignore_malformed'],
    ['date_nanos', '"2020-01-01T10:00:00.123456789Z"', 'ok'],
    ['date_nanos', '"2020-01-01T10:00:00"', 'ok'],
    ['date_nanos', '"2020-01"', 'ok'],
    ['date_nanos', '"2020-01-01T10:00"', 'refused'],
    ['date_nanos', '"1969-12-31"', 'refused'],
    ['date_nanos', '"2262-04-12"', 'refused'],
  ]);
  const of = (format: string) => ({ type: 'date', format });
  table('formats', [
    [of('epoch_second'), '1577836800', 'coerced 2020-01-01T00:00:00.000Z'],
    // These take days that are none, on each engine.
    [of('strict_date'), '"2020-02-28"', 'ok'],
    [of('strict_date'), '"2020-02-31"', 'coerced 2020-03-02T00:00:00.000Z'],
    [of('strict_date'), '"2020-99-99"', 'coerced 2028-06-07T00:00:00.000Z'],
    [of('strict_date'), '"2020-00-00"', 'coerced 2019-11-30T00:00:00.000Z'],
    [of('strict_date_hour'), '"2021-02-31T10"', 'coerced 2021-02-28T10:00:00.000Z'],
    [of('strict_date_hour'), '"2020-02-31T24"', 'coerced 2020-03-01T00:00:00.000Z'],
    [of('strict_date_hour'), '"2020-13-01T10"', 'refused'],
    [of('strict_date_hour_minute'), '"2020-02-31T10:59"', 'coerced 2020-02-29T10:59:00.000Z'],
    [of('strict_date_hour_minute'), '"2020-02-32T10:59"', 'refused'],
    [of('strict_date_hour_minute'), '"2020-12-31T24:00"', 'coerced 2021-01-01T00:00:00.000Z'],
    [of('strict_date_hour_minute'), '"2020-12-31T24:01"', 'refused'],
    [of('strict_date_hour_minute_second'), '"2020-12-31T23:59:59"', 'ok'],
    // OpenSearch takes these, Elasticsearch does not.
    [of('strict_date_hour_minute_second'), '"2020-02-31T10:00:00"', 'unknown'],
    [of('strict_date_hour_minute_second'), '"2020-12-31T24:00:00"', 'unknown'],
    [of('strict_hour'), '"24"', 'coerced 1970-01-01T00:00:00.000Z'],
    [of('strict_hour_minute'), '"24:00"', 'coerced 1970-01-01T00:00:00.000Z'],
    [of('strict_year_month_day'), '"2020-02-31"', 'refused'],
    [of('basic_date'), '"20200101"', 'coerced 2020-01-01T00:00:00.000Z'],
    [of('yyyy/MM/dd'), '"2020/01/01"', 'coerced 2020-01-01T00:00:00.000Z'],
    [of('yyyy/MM/dd'), '"2020-01-01"', 'refused'],
    [of('dd/MM/yyyy||yyyy'), '"31/12/2020"', 'coerced 2020-12-31T00:00:00.000Z'],
    [of('dd/MM/yyyy||yyyy'), '"2020"', 'ok'],
    [of('yyyyMMddHHmmss'), '"20200101123456"', 'coerced 2020-01-01T12:34:56.000Z'],
    [of('dd MMM yyyy'), '"12 Jan 2020"', 'coerced 2020-01-12T00:00:00.000Z'],
    [{ type: 'date', format: 'dd MMM yyyy', locale: 'de' }, '"12 Jan 2020"', 'unknown'],
    [of("yyyy-MM-dd'T'HH:mm:ssX"), '"2020-01-01T10:00:00+02"', 'ok'],
    [of('yyyy-MM-dd hh:mm a'), '"2020-01-01 01:30 PM"', 'coerced 2020-01-01T13:30:00.000Z'],
    [of('yyyy[-MM]'), '"2020"', 'ok'],
    [of("YYYY-'W'ww"), '"2020-W01"', 'unknown'],
    [of('week_date'), '"2020-W01-1"', 'unknown'],
    [of('epoch_millis||week_date'), '1', 'coerced 1970-01-01T00:00:00.001Z'],
  ]);
});

describe('text and terms', () => {
  table('terms', [
    ['keyword', '"a"', 'ok'],
    ['keyword', '5', 'coerced "5"'],
    ['keyword', '1.0', 'coerced "1.0"'],
    ['keyword', 'true', 'coerced "true"'],
    ['keyword', '{"a": 1}', 'refused'],
    [{ type: 'keyword', ignore_above: 3 }, '"abcd"', 'ignored ignore_above'],
    [{ type: 'keyword', ignore_above: 3 }, '"abc"', 'ok'],
    [{ type: 'keyword', null_value: 'x' }, 'null', 'nullValue x'],
    ['keyword', JSON.stringify('x'.repeat(32_766)), 'ok'],
    ['keyword', JSON.stringify('x'.repeat(32_767)), 'refused'],
    ['keyword', JSON.stringify('ä'.repeat(16_384)), 'refused'],
    [{ type: 'keyword', index: false, doc_values: false }, JSON.stringify('x'.repeat(32_767)), 'ok'],
    [{ type: 'keyword', normalizer: 'n' }, JSON.stringify('x'.repeat(32_767)), 'unknown'],
    ['wildcard', '"a"', 'ok'],
    ['text', '"some words"', 'ok'],
    ['text', '{"a": 1}', 'refused'],
    ['version', '"1.2.3"', 'ok'],
    [{ type: 'constant_keyword', value: 'a' }, '"a"', 'ok'],
    [{ type: 'constant_keyword', value: 'a' }, '"b"', 'refused'],
    [{ type: 'token_count', analyzer: 'standard' }, '"a b"', 'ok'],
  ]);
  table('others', [
    ['boolean', 'true', 'ok'],
    ['boolean', '"true"', 'coerced true'],
    ['boolean', '""', 'coerced false'],
    ['boolean', '"yes"', 'refused'],
    ['boolean', '1', 'refused'],
    ['ip', '"192.168.0.1"', 'ok'],
    ['ip', '"::1"', 'ok'],
    ['ip', '"::ffff:10.0.0.1"', 'ok'],
    ['ip', '"1:2:3:4:5:6:7:8"', 'ok'],
    ['ip', '"1:2:3:4:5:6:7"', 'refused'],
    ['ip', '"192.168.0.256"', 'refused'],
    ['ip', '"192.168.0.01"', 'refused'],
    ['ip', '"10.0.0.0/8"', 'refused'],
    ['ip', '1', 'refused'],
    [{ type: 'binary', doc_values: true }, '"YWJj"', 'ok'],
    [{ type: 'binary', doc_values: true }, '"YW!j"', 'refused'],
    ['binary', '"not looked at"', 'ok'],
  ]);
});

describe('ranges', () => {
  table('bounds', [
    ['integer_range', '{"gte": 1, "lte": 5}', 'ok'],
    ['integer_range', '{"gt": 5, "lt": 6}', 'refused'],
    ['integer_range', '{"gt": 5, "lt": 7}', 'ok'],
    ['integer_range', '{"gte": 5, "lte": 1}', 'refused'],
    ['integer_range', '{"gte": "1"}', 'ok'],
    ['integer_range', '{"from": 1, "to": 2}', 'refused'],
    ['integer_range', '{"gte": 1, "include_lower": true}', 'refused'],
    ['integer_range', '5', 'refused'],
    ['float_range', '{"gte": 1.5, "lte": 1.5}', 'ok'],
    ['float_range', '{"gt": 1.5, "lt": 1.5}', 'refused'],
    ['date_range', '{"gte": "2020-01-01", "lt": "2021-01-01"}', 'ok'],
    ['date_range', '{"gte": "x"}', 'refused'],
    ['ip_range', '"10.0.0.0/8"', 'ok'],
    ['ip_range', '"10.0.0.0/33"', 'refused'],
    ['ip_range', '{"gte": "10.0.0.9", "lte": "10.0.0.1"}', 'refused'],
    ['long_range', 'null', 'ignored null'],
  ]);

  // Measured on OpenSearch 2.19 and 3.4, which go on to read a document inside of a value that they can't read.
  it.each<readonly [string, JsonValue, string]>([
    ['integer_range', { gte: 'x' }, 'accepted f'],
    ['integer_range', { gte: 99_999_999_999 }, 'refused'],
    ['integer_range', { gte: 99_999_999_999.5 }, 'refused'],
    ['integer_range', { gte: '99999999999' }, 'accepted f'],
    ['integer_range', { gte: {} }, 'refused'],
    ['integer_range', { gte: true }, 'refused'],
    ['integer_range', { gt: 5, lt: 6 }, 'accepted '],
    ['float_range', { gte: 1e39 }, 'accepted f'],
    ['date_range', { gte: 'x' }, 'refused'],
    ['date_range', { gte: '2020-01-02', lt: '2020-01-02' }, 'accepted '],
    ['ip_range', { gte: 'x' }, 'accepted f'],
    ['ip_range', { gte: ['10.0.0.1'] }, 'refused'],
    ['ip_range', { gt: '10.0.0.1', lt: '10.0.0.2' }, 'accepted '],
    ['date_range', [{ gte: 'x' }], 'unknown'],
    ['unsigned_long', -1, 'accepted '],
    ['unsigned_long', '-1', 'accepted f'],
    ['geo_point', [1, 'x'], 'accepted f'],
    ['geo_point', [1, {}], 'refused'],
    ['geo_point', [1, 2, {}], 'refused'],
  ])('an index of OpenSearch that leaves out what is malformed: %s reads %j as %s', (type, value, expected) => {
    const settings = { 'index.mapping.ignore_malformed': true };
    const trial = tryDocument({ mappings: { properties: { f: { type } } }, settings, engine: OPEN }, { f: value });
    expect(trial.outcome === 'accepted' ? `accepted ${trial.ignoredFields.join()}` : trial.outcome).toBe(expected);
  });
});

it('a multi-field leaves out an object as its field does, and tells so', () => {
  const trial = tryDocument(
    {
      mappings: { properties: { f: { type: 'date', fields: { raw: { type: 'date' } } } } },
      ...{ settings: { 'index.mapping.ignore_malformed': true }, engine: ELASTIC },
    },
    { f: { a: 1 } },
  );
  expect(trial).toMatchObject({ outcome: 'accepted', ignoredFields: ['f', 'f.raw'] });
});

describe('places', () => {
  table('points', [
    ['geo_point', '{"lat": 41.12, "lon": -71.34}', 'ok'],
    ['geo_point', '{"lat": "41.12", "lon": "-71.34"}', 'ok'],
    ['geo_point', '"41.12,-71.34"', 'ok'],
    ['geo_point', '"drm3btev3e86"', 'ok'],
    ['geo_point', '[-71.34, 41.12]', 'ok'],
    ['geo_point', '[[1, 2], [3, 4]]', 'ok'],
    ['geo_point', '"POINT (-71.34 41.12)"', 'ok'],
    ['geo_point', '{"type": "Point", "coordinates": [-71.34, 41.12]}', 'ok'],
    ['geo_point', '"91,0"', 'refused'],
    ['geo_point', '[0, 91]', 'refused'],
    ['geo_point', '{"lat": 1}', 'refused'],
    ['geo_point', '"somewhere"', 'refused'],
    [{ type: 'geo_point', ignore_malformed: true }, '"91,0"', 'coerced a point on the globe'],
    [{ type: 'geo_point', ignore_malformed: true }, '"somewhere"', 'ignored ignore_malformed'],
    [{ type: 'geo_point', ignore_malformed: true }, '[1, "x"]', 'refused'],
    [{ type: 'geo_point', ignore_malformed: true }, '[1, 2, 3, 4]', 'ignored ignore_malformed'],
    [{ type: 'geo_point', ignore_z_value: false }, '[1, 2, 3]', 'refused'],
    ['point', '{"x": 1, "y": 2000}', 'ok'],
  ]);
  const square = '[[0, 0], [10, 0], [10, 10], [0, 10], [0, 0]]';
  table('shapes', [
    ['geo_shape', '{"type": "Point", "coordinates": [1, 2]}', 'ok'],
    ['geo_shape', '{"type": "point", "coordinates": [1]}', 'refused'],
    ['geo_shape', '{"type": "LineString", "coordinates": [[1, 2]]}', 'refused'],
    ['geo_shape', `{"type": "Polygon", "coordinates": [${square}]}`, 'ok'],
    ['geo_shape', '{"type": "Polygon", "coordinates": [[[0, 0], [10, 0], [10, 10], [0, 10]]]}', 'refused'],
    ['geo_shape', '{"type": "Polygon", "coordinates": [[[0, 0], [10, 10], [10, 0], [0, 10], [0, 0]]]}', 'unknown'],
    ['geo_shape', '"POLYGON ((0 0, 10 0, 10 10, 0 0))"', 'ok'],
    ['geo_shape', '"LINESTRING (0 0, 1 1)"', 'ok'],
    ['geo_shape', '"NOTHING (0 0)"', 'refused'],
    ['geo_shape', '{"type": "Circle", "coordinates": [1, 2], "radius": "1m"}', 'refused'],
    ['geo_shape', '{"coordinates": [1, 2]}', 'refused'],
  ]);
});

describe('structures', () => {
  const vector = { type: 'dense_vector', dims: 3 };
  table('vectors', [
    [vector, '[1, 2, 3]', 'ok'],
    [vector, '[1, 2]', 'refused'],
    [vector, '[0, 0, 0]', 'refused'],
    [{ ...vector, similarity: 'l2_norm' }, '[0, 0, 0]', 'ok'],
    [{ ...vector, similarity: 'dot_product' }, '[1, 1, 0]', 'refused'],
    [{ ...vector, element_type: 'byte' }, '[1, 2, 128]', 'refused'],
    [vector, '["a", "b", "c"]', 'refused'],
    ['sparse_vector', '{"a": 1}', 'ok'],
    ['sparse_vector', '{"a": 0}', 'refused'],
    ['sparse_vector', '{"a": " 9"}', 'ok'],
    ['sparse_vector', '{"a": "-9"}', 'refused'],
    ['sparse_vector', '{"a": true}', 'refused'],
    ['sparse_vector', '{"a": 1e-40}', 'refused'],
  ]);
  table(
    'of OpenSearch',
    [
      [{ type: 'knn_vector', dimension: 2 }, '[1, 2]', 'ok'],
      [{ type: 'knn_vector', dimension: 2 }, '[1]', 'refused'],
      ['flat_object', '{"a": {"b": 1}}', 'ok'],
    ],
    OPEN,
  );
  const relations = { type: 'join', relations: { question: ['answer'] } };
  table('others', [
    [relations, '"question"', 'ok'],
    [relations, '{"name": "question"}', 'ok'],
    [relations, '{"name": "answer", "parent": "1"}', 'refused'],
    [relations, '{"name": "answer"}', 'refused'],
    [relations, '"nothing"', 'refused'],
    ['completion', '"a"', 'ok'],
    ['completion', '["a", "b"]', 'ok'],
    ['completion', '{"input": "a", "weight": 3}', 'ok'],
    ['completion', '{"input": "a", "weight": -1}', 'refused'],
    ['completion', '{"other": "a"}', 'refused'],
    ['completion', JSON.stringify('x'.repeat(60)), 'truncated 50'],
    ['flattened', '{"a": {"b": 1}}', 'ok'],
    ['flattened', '"a"', 'refused'],
    [{ type: 'flattened', depth_limit: 2 }, '{"a": {"b": {"c": 1}}}', 'refused'],
    [{ type: 'flattened', ignore_above: 2 }, '{"a": "abc"}', 'ignored ignore_above'],
    ['percolator', '{"match_all": {}}', 'unknown'],
    ['histogram', '{"values": [1, 2], "counts": [3, 4]}', 'ok'],
    ['histogram', '{"values": [2, 1], "counts": [3, 4]}', 'refused'],
    [{ type: 'aggregate_metric_double', metrics: ['min', 'max'], default_metric: 'max' }, '{"min": 1, "max": 2}', 'ok'],
    [{ type: 'aggregate_metric_double', metrics: ['min', 'max'], default_metric: 'max' }, '{"min": 1}', 'refused'],
    [{ type: 'alias', path: 'x' }, '1', 'refused'],
    ['a_plugins_own', '1', 'unknown'],
    ['semantic_text', '"a"', 'unknown'],
  ]);
  it('takes a child with routing', () => {
    const index = { mappings: { properties: { f: relations } }, engine: ELASTIC };
    const document = { f: { name: 'answer', parent: '1' } };
    expect(tryDocument(index, document, { routing: '1' }).outcome).toBe('accepted');
  });
});
