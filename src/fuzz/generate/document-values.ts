import { setLiteral, type JsonValue } from '#domain/json';
import type { Random } from './random.ts';

/** Values that some type takes and another one doesn't, with the edges of both. */
const TEXTS: readonly string[] = [
  '',
  ' ',
  'a',
  'some words of text',
  'true',
  'false',
  'True',
  '5',
  '-5',
  '+5',
  ' 7 ',
  '1.5',
  '1.0',
  '1e3',
  '0x10',
  'NaN',
  '1d',
  '007',
  '128',
  '40000',
  '3000000000',
  '9223372036854775807',
  '9223372036854775808',
  '18446744073709551615',
  '2020-01-01',
  '2020-01',
  '2020',
  '2020-01-01T10:00:00Z',
  '2020-01-01T10:00:00.123456789+02:00',
  '2020-01-01T10:00',
  '2020-02-31',
  '2020-13-01',
  '2020-1-1',
  '2020/01/01',
  '2020/01/01 10:00:00',
  '2020/02/31',
  '2020-01-01 10:00:00',
  '20200101',
  '1969-12-31',
  '2300-01-01',
  '01/02/2020',
  '12 Jan 2020',
  '1577836800000',
  '1577836800',
  '-1',
  '192.168.0.1',
  '192.168.0.256',
  '010.0.0.1',
  '::1',
  '::ffff:10.0.0.1',
  'fe80::1%eth0',
  '10.0.0.0/8',
  '10.0.0.0/33',
  '::/0',
  '41.12,-71.34',
  '91,0',
  '0,181',
  '1,2,3',
  '1,2,3,4',
  'drm3btev3e86',
  'POINT (-71.34 41.12)',
  'POINT (1 2 3)',
  'POINT (1)',
  'POLYGON ((0 0, 10 0, 10 10, 0 0))',
  'LINESTRING (0 0, 1 1)',
  'BBOX (0, 10, 10, 0)',
  'YWJj',
  'YWJ',
  'not base64!',
  '1.2.3',
  '1.2.3-alpha',
  'question',
  'answer',
  'vote',
  'sample',
  'null',
  '💥',
];

const NUMBERS: readonly (number | bigint)[] = [
  0,
  1,
  -1,
  5,
  1.5,
  -0.5,
  0.1,
  127,
  128,
  -129,
  32_767,
  32_768,
  40_000,
  65_504,
  65_519,
  65_520,
  2_147_483_647,
  2_147_483_648,
  3_000_000_000,
  1_577_836_800_000,
  1_577_836_800,
  1_577_836_800.5,
  9_007_199_254_740_993n,
  9_223_372_036_854_775_807n,
  9_223_372_036_854_775_808n,
  18_446_744_073_709_551_615n,
  18_446_744_073_709_551_616n,
  -9_223_372_036_854_775_809n,
  1e39,
  1e300,
  1e-300,
  180.5,
  -90.5,
];

const RANGES: readonly JsonValue[] = [
  { gte: 1, lte: 5 },
  { gt: 5, lt: 5 },
  { gt: 5, lt: 6 },
  { gt: 5, lt: 7 },
  { gte: 5, lte: 1 },
  { gte: '1', lt: '9' },
  { gte: 1.5, lte: 2.5 },
  { gte: null, lte: 3 },
  { gte: 'x' },
  { gte: '2020-01-01', lte: '2020-12-31' },
  { gte: '2021-01-01', lte: '2020-12-31' },
  { gte: 1_577_836_800_000 },
  { gte: '10.0.0.0', lte: '10.0.0.9' },
  { gte: '10.0.0.9', lte: '10.0.0.0' },
  { gte: 1, other: 2 },
];

const PLACES: readonly JsonValue[] = [
  { lat: 41.12, lon: -71.34 },
  { lat: '41.12', lon: '-71.34' },
  { lat: 91, lon: 0 },
  { lat: 0, lon: 181 },
  { lat: 1 },
  { lat: null, lon: 1 },
  { lat: 1, lon: 2, z: 3 },
  { lat: 1, lon: 2, other: 3 },
  { geohash: 'drm3btev3e86' },
  { geohash: 'a!' },
  { type: 'Point', coordinates: [-71.34, 41.12] },
  { type: 'Point', coordinates: [1] },
  [-71.34, 41.12],
  [1, 2, 3],
  [1, 2, 3, 4],
  [1],
  [
    [1, 2],
    [3, 4],
  ],
  ['1,2', '3,4'],
  [200, 0],
  [0, 100],
  { x: 1, y: 2 },
];

const SHAPES: readonly JsonValue[] = [
  { type: 'Point', coordinates: [1, 2] },
  { type: 'point', coordinates: [1, 2] },
  {
    type: 'LineString',
    coordinates: [
      [1, 2],
      [3, 4],
    ],
  },
  { type: 'LineString', coordinates: [[1, 2]] },
  {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 0],
      ],
    ],
  },
  {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 10],
      ],
    ],
  },
  {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [10, 0],
        [0, 0],
      ],
    ],
  },
  {
    type: 'MultiPoint',
    coordinates: [
      [1, 2],
      [3, 4],
    ],
  },
  {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [0, 0],
          [10, 0],
          [10, 10],
          [0, 0],
        ],
      ],
    ],
  },
  { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [1, 2] }] },
  {
    type: 'Envelope',
    coordinates: [
      [0, 10],
      [10, 0],
    ],
  },
  {
    type: 'Envelope',
    coordinates: [
      [0, 0],
      [10, 10],
    ],
  },
  { type: 'Circle', coordinates: [1, 2], radius: '10m' },
  { type: 'Nothing', coordinates: [1, 2] },
  { type: 'Point' },
  { coordinates: [1, 2] },
];

const STRUCTURES: readonly JsonValue[] = [
  {},
  [],
  [[]],
  [null],
  { a: 1 },
  { a: { b: 'x' } },
  { a: 'x'.repeat(40) },
  { name: 'question' },
  { name: 'answer', parent: '1' },
  { name: 'answer' },
  { name: 'nothing' },
  { input: 'a' },
  { input: ['a', 'b'], weight: 3 },
  { input: 'a', weight: -1 },
  { input: 'a', weight: 1.5 },
  { input: 'a', weight: '3' },
  { input: '' },
  { other: 'a' },
  { a: 0.5, b: 2 },
  { a: 0 },
  { a: -1, b: 1 },
  { a: '0.5' },
  { query: { match_all: {} } },
];

const LIKELY: Readonly<Record<string, readonly JsonValue[]>> = {
  boolean: [true, false, 'true', 'false', '', 'yes', 0, 1],
  join: ['question', 'answer', 'vote', { name: 'question' }, { name: 'answer', parent: '1' }, { name: 'x' }, 5],
  completion: [
    'a',
    ['a', 'b'],
    'x'.repeat(60),
    '',
    { input: 'a' },
    { input: ['a'], weight: 3 },
    { weight: 1 },
    null,
    5,
  ],
  rank_feature: [1, 0.5, 0, -1, '3', 'x', [1, 2]],
  rank_features: [{ a: 1 }, { a: 0 }, { a: 'x' }, {}, { a: 1, b: 2.5 }, [{ a: 1 }, { b: 1 }], { a: { b: 1 } }],
  flattened: [{ a: 1 }, { a: { b: ['x', 'y'] } }, 'x', 5, { a: 'x'.repeat(50) }, [{ a: 1 }, { b: 2 }]],
  flat_object: [{ a: 1 }, { a: { b: ['x', 'y'] } }, 'x', 5, [{ a: 1 }, { b: 2 }], {}],
  percolator: [{ match_all: {} }, { term: { a: 1 } }, 'x', null],
  constant_keyword: ['sample', 'other', 5, ['sample']],
};

const VECTOR = (random: Random, size: number): JsonValue =>
  Array.from({ length: size }, () => random.pick([0, 1, -1, 0.5, 0.25, 100]));

/** With one chance in `of`. */
const chance = (random: Random, of: number) => random.below(of) === 0;

/** A number that is written with zeros to spare now and then. */
function number(random: Random): JsonValue {
  return random.pick(NUMBERS);
}

/** A value that may come to a field of a type: mostly one of its kind, at its edges, sometimes any other. */
export function valueFor(
  type: string,
  definition: { readonly dims?: JsonValue; readonly dimension?: JsonValue },
  random: Random,
): JsonValue {
  if (chance(random, 5)) return anyValue(random);
  if (chance(random, 8)) return listOf(random, () => valueFor(type, definition, random));
  if (chance(random, 12)) return null;
  const likely = LIKELY[type];
  if (likely !== undefined) return random.pick(likely);
  if (type === 'dense_vector' || type === 'knn_vector') {
    const size = Number(definition.dims ?? definition.dimension ?? 3);
    return VECTOR(random, chance(random, 5) ? size + 1 : size);
  }
  if (type.endsWith('_range')) return chance(random, 5) ? scalar(random) : random.pick(RANGES);
  if (type === 'geo_point' || type.endsWith('point')) return chance(random, 3) ? scalar(random) : random.pick(PLACES);
  if (type === 'geo_shape' || type.endsWith('shape')) return chance(random, 4) ? scalar(random) : random.pick(SHAPES);
  return scalar(random);
}

function scalar(random: Random): JsonValue {
  if (chance(random, 25)) return 'x'.repeat(random.pick([20, 257, 300]));
  if (chance(random, 200)) return 'y'.repeat(33_000);
  if (chance(random, 10)) return chance(random, 2);
  return chance(random, 3) ? number(random) : random.pick(TEXTS);
}

function listOf(random: Random, make: () => JsonValue): JsonValue {
  const list = Array.from({ length: random.below(4) }, make);
  if (chance(random, 6)) list.push(null);
  return chance(random, 8) ? [list] : list;
}

/** Any value a document may have. */
export function anyValue(random: Random, depth = 0): JsonValue {
  if (depth > 2 || !chance(random, 3)) return chance(random, 12) ? null : scalar(random);
  const kinds: readonly (() => JsonValue)[] = [
    () => random.pick(RANGES),
    () => random.pick(PLACES),
    () => random.pick(SHAPES),
    () => random.pick(STRUCTURES),
    () => listOf(random, () => scalar(random)),
    () => listOf(random, () => anyValue(random, depth + 1)),
    () => withDecimal(random),
  ];
  return random.pick(kinds)();
}

/** A number that is a decimal only as it is written. */
function withDecimal(random: Random): JsonValue {
  const list = [1, 2];
  setLiteral(list, random.below(2), '1.0');
  return list;
}
