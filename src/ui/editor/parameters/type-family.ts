import { mainTypeOf } from '#domain/catalogue';

/** Types that are used alike have one tint in trees and lists. */
export type TypeFamily = 'text' | 'number' | 'date' | 'geo' | 'structure' | 'other';

const FAMILIES: Readonly<Record<Exclude<TypeFamily, 'other'>, readonly string[]>> = {
  text: [
    'text',
    'keyword',
    'constant_keyword',
    'wildcard',
    'match_only_text',
    'search_as_you_type',
    'completion',
    'annotated_text',
    'semantic_text',
    'semantic',
    'version',
  ],
  number: ['numeric', 'range', 'histogram', 'aggregate_metric_double', 'token_count', 'rank_feature', 'rank_features'],
  date: ['date', 'date_nanos', 'date_range'],
  geo: ['geo_point', 'geo_shape', 'point', 'shape', 'xy_point', 'xy_shape'],
  structure: ['object', 'nested', 'flattened', 'flat_object', 'join', 'alias', 'passthrough', 'percolator'],
};

const FAMILY_BY_TYPE: ReadonlyMap<string, TypeFamily> = new Map(
  Object.entries(FAMILIES).flatMap(([family, types]) => types.map((type) => [type, family as TypeFamily] as const)),
);

/** The family of a type; `other` for one that belongs to none, or that nobody knows. */
export function typeFamily(type: string): TypeFamily {
  return FAMILY_BY_TYPE.get(type) ?? FAMILY_BY_TYPE.get(mainTypeOf(type)) ?? 'other';
}
