import { both, elasticsearch, EVERYWHERE, opensearch } from './engines.ts';
import { COMMON, FORGOTTEN_BOOST, leaf, REQUIRED, SCRIPTED, tolerated, typePages, uses } from './type-parts.ts';
import type { ParameterUse, ParameterUses, TypeEntries } from './types.ts';
import { BOOLEAN_NULL_VALUE, INTEGER, numericNullValue } from './null-values.ts';

/** Elasticsearch takes `on_script_error` on every number, though only some can have a script. */
const number = {
  ...leaf,
  subTypeOf: 'numeric',
  family: 'number',
  docs: typePages('number', 'numeric'),
  tolerates: { ...leaf.tolerates, ...tolerated(elasticsearch(), 'on_script_error') },
} as const;
const range = { ...leaf, subTypeOf: 'range', family: 'number', docs: typePages('range', 'range') } as const;

const LONG = { min: -(2n ** 63n), max: 2n ** 63n - 1n, isInteger: true } as const;
const UNSIGNED_LONG = { min: 0, max: 2n ** 64n - 1n, isInteger: true } as const;
const HALF_FLOAT = { min: -65_504, max: 65_504 } as const;
/** As engines write (2 − 2⁻²³) × 2¹²⁷, the largest number of 32 bits, which it is rounded to: a little above it. */
const LARGEST_FLOAT = 3.4028235e38;
const FLOAT = { min: -LARGEST_FLOAT, max: LARGEST_FLOAT } as const;

function numeric(nullValue: Parameters<typeof numericNullValue>[0], more: ParameterUses = {}): ParameterUses {
  return {
    ...more,
    ...uses('index', 'ignore_malformed', 'coerce', 'doc_values'),
    null_value: numericNullValue(nullValue),
    ...uses('store', 'skip_list', 'time_series_metric'),
    ...COMMON,
    boost: FORGOTTEN_BOOST,
  };
}

const DIMENSION = uses('time_series_dimension');
/** On fractions only later. */
const FRACTION_DIMENSION: ParameterUses = { time_series_dimension: { engines: elasticsearch({ from: '8.0' }) } };

const RANGE: ParameterUses = {
  ...uses('index', 'coerce', 'doc_values', 'store'),
  ignore_malformed: { engines: { opensearch: { from: '2.0' } } },
  ...COMMON,
  boost: {},
};
/** Engines take a format and a locale on every range; only on dates do they mean something. */
const OTHER_RANGE = {
  ...range,
  tolerates: {
    ...range.tolerates,
    ...tolerated(elasticsearch({ until: '7.0' }), 'format'),
    ...tolerated(EVERYWHERE, 'locale'),
  },
  parameters: RANGE,
} as const;

const DATE_NULL_VALUE: ParameterUse = {
  description: 'A date that replaces explicit nulls, in one of the field’s formats.',
};
const DATE: ParameterUses = {
  ...uses('format', 'index', 'locale', 'ignore_malformed', 'doc_values'),
  null_value: DATE_NULL_VALUE,
  ...uses('store', 'skip_list'),
  ...SCRIPTED,
  ...COMMON,
  boost: {},
};

export const VALUE_TYPES: TypeEntries = {
  binary: {
    ...leaf,
    title: 'Binary',
    description: 'A binary value as a Base64 string.',
    synonyms: ['blob', 'base64', 'bytes'],
    docs: typePages('binary', 'binary'),
    parameters: { doc_values: { defaultValue: false }, store: {}, ...COMMON },
  },
  boolean: {
    ...leaf,
    title: 'Boolean',
    description: 'True or false.',
    synonyms: ['bool', 'flag'],
    docs: typePages('boolean', 'boolean'),
    parameters: {
      ...uses('index', 'doc_values'),
      null_value: BOOLEAN_NULL_VALUE,
      ignore_malformed: { engines: { elasticsearch: { from: '8.8' } } },
      ...uses('store'),
      time_series_dimension: { engines: { elasticsearch: { from: '8.15' } } },
      ...SCRIPTED,
      ...COMMON,
      boost: {},
    },
  },
  date: {
    ...leaf,
    title: 'Date',
    family: 'date',
    description: 'A date, in milliseconds.',
    synonyms: ['datetime', 'timestamp', 'time'],
    docs: typePages('date', 'date'),
    parameters: DATE,
  },
  date_nanos: {
    ...leaf,
    title: 'Date nanoseconds',
    family: 'date',
    description: 'A date, in nanoseconds.',
    synonyms: ['datetime', 'timestamp', 'time', 'nanoseconds'],
    engines: both({ from: '7.0' }),
    docs: typePages('date_nanos', 'date-nanos'),
    parameters: {
      ...DATE,
      // Measured on OpenSearch 1.3, 2.19 and 3.4 and on Elasticsearch 7.17, 8.19 and 9.5.
      format: {
        assumes: 'strict_date_optional_time_nanos||epoch_millis',
        otherDefault: { engines: opensearch(), value: 'strict_date_optional_time||epoch_millis' },
      },
    },
  },
  ip: {
    ...leaf,
    title: 'IP',
    description: 'An IPv4 or IPv6 address.',
    synonyms: ['address', 'ipv4', 'ipv6', 'inet'],
    docs: typePages('ip', 'ip'),
    parameters: {
      ...uses('index', 'ignore_malformed', 'doc_values'),
      null_value: { description: 'An address that replaces explicit nulls.' },
      ...uses('store', 'time_series_dimension'),
      ...SCRIPTED,
      ...COMMON,
      boost: FORGOTTEN_BOOST,
    },
  },

  byte: {
    ...number,
    title: 'Byte',
    description: 'A signed 8-bit integer.',
    synonyms: ['int8', 'tinyint', 'int', 'number'],
    parameters: { ...numeric({ min: -128, max: 127, isInteger: true }), ...DIMENSION },
  },
  double: {
    ...number,
    title: 'Double',
    description: 'A 64-bit floating-point number.',
    synonyms: ['float64', 'decimal', 'number'],
    parameters: { ...numeric({}), ...FRACTION_DIMENSION, ...SCRIPTED },
  },
  float: {
    ...number,
    title: 'Float',
    description: 'A 32-bit floating-point number.',
    synonyms: ['float32', 'decimal', 'real', 'number'],
    parameters: { ...numeric(FLOAT), ...FRACTION_DIMENSION },
  },
  half_float: {
    ...number,
    title: 'Half float',
    description: 'A 16-bit floating-point number.',
    synonyms: ['float16', 'number'],
    parameters: { ...numeric(HALF_FLOAT), ...FRACTION_DIMENSION },
  },
  integer: {
    ...number,
    title: 'Integer',
    description: 'A signed 32-bit integer.',
    synonyms: ['int32', 'number'],
    parameters: { ...numeric(INTEGER), ...DIMENSION },
  },
  long: {
    ...number,
    title: 'Long',
    description: 'A signed 64-bit integer.',
    synonyms: ['int64', 'bigint', 'int', 'number'],
    parameters: { ...numeric(LONG), ...DIMENSION, ...SCRIPTED },
  },
  scaled_float: {
    ...number,
    title: 'Scaled float',
    description: 'A floating-point number stored as a long with a fixed scaling factor.',
    synonyms: ['decimal', 'money', 'currency', 'price', 'number'],
    module: { elasticsearch: 'mapper-extras', opensearch: 'mapper-extras' },
    parameters: numeric({}, { scaling_factor: REQUIRED }),
    // Elasticsearch 7.17 refuses it.
    tolerates: { ...number.tolerates, ...tolerated(elasticsearch({ from: '8.0' }), 'on_script_error') },
  },
  short: {
    ...number,
    title: 'Short',
    description: 'A signed 16-bit integer.',
    synonyms: ['int16', 'smallint', 'int', 'number'],
    parameters: { ...numeric({ min: -32_768, max: 32_767, isInteger: true }), ...DIMENSION },
  },
  unsigned_long: {
    ...number,
    title: 'Unsigned long',
    description: 'An unsigned 64-bit integer.',
    synonyms: ['uint64', 'bigint', 'int', 'number'],
    engines: both({ from: '7.10' }, { from: '2.8' }),
    module: { elasticsearch: 'unsigned-long' },
    docs: typePages('unsigned-long', 'unsigned-long'),
    parameters: { ...numeric(UNSIGNED_LONG), ...DIMENSION, coerce: { engines: { opensearch: {} } } },
  },

  date_range: {
    ...range,
    title: 'Date range',
    family: 'date',
    description: 'A range of dates.',
    synonyms: ['datetime', 'interval', 'period'],
    parameters: { ...uses('format', 'locale'), ...RANGE },
  },
  double_range: { ...OTHER_RANGE, title: 'Double range', description: 'A range of 64-bit floating-point numbers.' },
  float_range: { ...OTHER_RANGE, title: 'Float range', description: 'A range of 32-bit floating-point numbers.' },
  integer_range: { ...OTHER_RANGE, title: 'Integer range', description: 'A range of 32-bit integers.' },
  ip_range: {
    ...OTHER_RANGE,
    title: 'IP range',
    description: 'A range of IP addresses.',
    synonyms: ['cidr', 'subnet', 'network'],
  },
  long_range: { ...OTHER_RANGE, title: 'Long range', description: 'A range of 64-bit integers.' },

  murmur3: {
    ...leaf,
    engines: EVERYWHERE,
    title: 'Murmur3 hash',
    description: 'The hash of a value. Needs the mapper-murmur3 plugin.',
    plugin: { elasticsearch: 'mapper-murmur3', opensearch: 'mapper-murmur3' },
    synonyms: ['hash'],
    parameters: { ...uses('store'), ...COMMON },
  },
};
