import { date } from './dates.ts';
import { numberReader, rankFeature, rankFeatures, scaledFloat, unsignedLong } from './numbers.ts';
import { geoPoint, geoShape, planePoint, planeShape } from './places.ts';
import { rangeReader } from './ranges.ts';
import type { Reader } from './reading.ts';
import { aggregateMetric, completion, flattened, histogram, inferred, join, percolator, unread } from './structures.ts';
import {
  binary,
  boolean,
  constantKeyword,
  counted,
  ip,
  keyword,
  searchAsYouType,
  text,
  version,
  wildcard,
} from './texts.ts';
import { denseVector, knnVector, sparseVector } from './vectors.ts';

/** How fields of each type read values. Objects, nested objects and aliases have no values of their own. */
const READERS: Readonly<Record<string, Reader>> = {
  aggregate_metric_double: aggregateMetric,
  annotated_text: text,
  binary,
  boolean,
  byte: numberReader('byte'),
  completion,
  constant_keyword: constantKeyword,
  counted_keyword: keyword,
  date,
  date_nanos: date,
  date_range: rangeReader('date_range'),
  dense_vector: denseVector,
  double: numberReader('double'),
  double_range: rangeReader('double_range'),
  flat_object: flattened,
  flattened,
  float: numberReader('float'),
  float_range: rangeReader('float_range'),
  geo_point: geoPoint,
  geo_shape: geoShape,
  half_float: numberReader('half_float'),
  histogram,
  icu_collation_keyword: keyword,
  integer: numberReader('integer'),
  integer_range: rangeReader('integer_range'),
  ip,
  ip_range: rangeReader('ip_range'),
  join,
  keyword,
  knn_vector: knnVector,
  long: numberReader('long'),
  long_range: rangeReader('long_range'),
  match_only_text: text,
  murmur3: counted,
  percolator,
  point: planePoint,
  rank_feature: rankFeature,
  rank_features: rankFeatures,
  scaled_float: scaledFloat,
  search_as_you_type: searchAsYouType,
  semantic: inferred,
  semantic_text: inferred,
  shape: planeShape,
  short: numberReader('short'),
  sparse_vector: sparseVector,
  text,
  token_count: counted,
  unsigned_long: unsignedLong,
  version,
  wildcard,
  xy_point: planePoint,
  xy_shape: planeShape,
};

export function readerOf(type: string): Reader {
  return (Object.hasOwn(READERS, type) ? READERS[type] : undefined) ?? unread;
}
