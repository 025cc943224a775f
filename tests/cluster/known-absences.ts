import type { Distribution } from '#domain/catalogue';

/** Something that an engine may refuse though the catalogue lists it for that engine: the artifacts at hand lack a part of it. */
export interface KnownAbsence {
  readonly because: string;
  /** What is refused, by `type` or `type.parameter`. */
  readonly refused: readonly string[];
  /** A part of every such refusal. */
  readonly says: RegExp;
}

const NO_HANDLER = /^No handler for type \[|^The mapper type \[\w+\] declared on .* does not exist/;
const NO_KEY = /^Root mapping definition has unsupported parameters: {2}\[_size : /;
/** Those that every server has by itself must be there. */
const NO_ANALYZER = /^analyzer \[(?!standard|simple|whitespace|stop|keyword)\w+\] has not been configured in mappings/;
const NO_PAINLESS = /^script_lang not supported \[painless\]/;

/** What the engines that `npm run engine:…` starts lack. A full engine has it, and is held to it. */
export const KNOWN_ABSENCES: Readonly<Record<Distribution, readonly KnownAbsence[]>> = {
  opensearch: [
    {
      because: 'a plugin that is installed apart',
      refused: ['icu_collation_keyword', 'murmur3', 'annotated_text'],
      says: NO_HANDLER,
    },
    { because: 'the plugin mapper-size', refused: ['_size'], says: NO_KEY },
    {
      because: 'the plugins geospatial, neural-search and ml-commons',
      refused: ['xy_point', 'xy_shape', 'sparse_vector', 'semantic'],
      says: NO_HANDLER,
    },
  ],
  elasticsearch: [
    {
      because: 'a plugin that is installed apart',
      refused: ['icu_collation_keyword', 'murmur3', 'annotated_text'],
      says: NO_HANDLER,
    },
    { because: 'the plugin mapper-size', refused: ['_size'], says: NO_KEY },
    {
      because: 'modules that are not published',
      refused: [
        'scaled_float',
        'token_count',
        'rank_feature',
        'rank_features',
        'match_only_text',
        'search_as_you_type',
        'join',
        'percolator',
      ],
      says: NO_HANDLER,
    },
    {
      because: 'the parts under the Elastic licence',
      refused: [
        'constant_keyword',
        'wildcard',
        'version',
        'unsigned_long',
        'geo_shape',
        'shape',
        'point',
        'histogram',
        'exponential_histogram',
        'aggregate_metric_double',
        'counted_keyword',
        'semantic_text',
        'rank_vectors',
        'dense_vector',
        'runtime.geo_shape',
      ],
      says: NO_HANDLER,
    },
    {
      because: 'the module analysis-common, which is not published',
      refused: ['*.analyzer', '*.search_analyzer', '*.search_quote_analyzer'],
      says: NO_ANALYZER,
    },
    {
      because: 'the script language painless, which is not published',
      refused: [
        '*.script',
        '*.on_script_error',
        ...'boolean composite date double geo_point ip keyword long'.split(' ').map((type) => `runtime.${type}`),
      ],
      says: NO_PAINLESS,
    },
  ],
};
