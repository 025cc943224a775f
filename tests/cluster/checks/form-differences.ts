import type { Engines } from '#domain/catalogue';

/** A value that a form lets through on purpose, though engines refuse it. */
export interface FormDifference {
  readonly because: string;
  /** The engines that refuse it; all of them where absent. */
  readonly engines?: Engines;
  /** Of the refused `type.parameter=value`. */
  readonly field: RegExp;
  /** A part of every such refusal. */
  readonly says: RegExp;
}

export const FORM_DIFFERENCES: readonly FormDifference[] = [
  {
    because: 'the form gives prefixes the range from 0 to 20, and warns about both ends',
    field: /\.index_prefixes=\{"min_chars":0,"max_chars":20\}/,
    says: /min_chars \[0\] must be greater than zero/,
  },
  {
    because: 'a normalizer is defined in the settings, which may not be written yet',
    field: /\.normalizer=/,
    says: /normalizer \[.*\] not found for field/s,
  },
  {
    because: 'which languages there are is known to the engine’s Java alone',
    field: /\.locale=/,
    says: /Ill-formed language|Couldn't find 3-letter language code|Unknown language/,
  },
  {
    because: 'a null value is free text: what is a date follows from the formats of the field',
    field: /^date(_nanos)?\.null_value=/,
    says: /Failed to parse with all enclosed parsers/,
  },
  {
    because: 'a null value is free text',
    field: /^ip\.null_value=/,
    says: /is not an IP string literal/,
  },
  {
    because: 'points on the globe and in a plane have one input',
    field: /^geo_point\.null_value=\{"(x|type)":/,
    says: /lon\|lat|field \[x\] not supported|field must be either \[lat\], \[lon\] or \[geohash\]/,
  },
  {
    because: 'bits are counted one by one, so that there may be eight times as many dimensions',
    field: /^dense_vector\.dims=/,
    says: /number of dimensions should be in the range \[1, 4096\]/,
  },
  {
    because: 'options of prefix trees are free text: they are legacy, and shown only as advanced settings',
    field: /^geo_shape\.(tree|precision|tree_levels|distance_error_pct)=/,
    says: /Unknown prefix tree type|For input string|exceeds limit of|failed to parse|must be/i,
  },
];
