import type { AnalyzerEditor } from './editors.ts';
import { both, elasticsearch, EVERYWHERE, opensearch } from './engines.ts';
import { MESSAGES } from './messages.ts';
import { KEYWORD_INDEX_OPTIONS, NAMED_ANALYZERS } from './options.ts';
import { INTEGER, numericNullValue } from './null-values.ts';
import { choice } from './parameter-parts.ts';
import { all, analyzerName, required } from './rules.ts';
import { ANALYZER_EDITOR, WITH_SEARCH_ANALYZER } from './text-parameters.ts';
import {
  bare,
  COMMON,
  FORGOTTEN_BOOST,
  leaf,
  SCRIPTED,
  tolerated,
  typePages,
  uses,
  TOLERATED_BEFORE_8,
} from './type-parts.ts';
import type { ParameterUse, ParameterUses, TypeEntries } from './types.ts';
import { booleanLike } from './values.ts';

/** One term has no positions, and no norms unless they are asked for. */
export const KEYWORD_OPTIONS: ParameterUse = {
  ...choice(KEYWORD_INDEX_OPTIONS),
  defaultValue: 'docs',
  assumes: 'docs',
};
const KEYWORD_NORMS: ParameterUse = { defaultValue: false };
/** Without the index's default, which the type does not fall back on. */
const NAMED_ANALYZER: AnalyzerEditor = { ...ANALYZER_EDITOR, options: NAMED_ANALYZERS };
const OPENSEARCH_ONLY: ParameterUse = { engines: opensearch() };
const ANALYZERS = uses('analyzer', 'search_analyzer', 'search_quote_analyzer');

const COLLATION = uses(
  'language',
  'country',
  'variant',
  'strength',
  'decomposition',
  'alternate',
  'case_level',
  'case_first',
  'numeric',
  'variable_top',
  'hiragana_quaternary_mode',
  'rules',
);

/** The parameters of text, whatever else is done with its terms. */
const TEXT: ParameterUses = {
  ...uses('index', 'index_options'),
  ...ANALYZERS,
  ...uses(
    'fielddata',
    'fielddata_frequency_filter',
    'store',
    'norms',
    'term_vector',
    'position_increment_gap',
    'similarity',
    'eager_global_ordinals',
  ),
};

export const TEXT_TYPES: TypeEntries = {
  text: {
    ...leaf,
    title: 'Text',
    family: 'text',
    description: 'Analyzed text for full-text search.',
    synonyms: ['string', 'varchar', 'full-text'],
    docs: typePages('text', 'text'),
    parameters: {
      ...TEXT,
      ...uses('index_prefixes', 'index_phrases'),
      doc_values: {
        defaultValue: false,
        engines: elasticsearch({ from: '9.5' }),
        accepts: booleanLike,
        defaultSetApartBy: elasticsearch({ from: '9.5' }),
      },
      ...COMMON,
      boost: {},
    },
  },
  keyword: {
    ...leaf,
    title: 'Keyword',
    family: 'text',
    description: 'Exact text for filtering, sorting and aggregations.',
    synonyms: ['string', 'enum', 'tag', 'exact', 'id', 'uuid'],
    docs: typePages('keyword', 'keyword'),
    parameters: {
      index: {},
      index_options: KEYWORD_OPTIONS,
      ...uses('normalizer', 'eager_global_ordinals', 'ignore_above'),
      norms: KEYWORD_NORMS,
      ...uses(
        'similarity',
        'use_similarity',
        'split_queries_on_whitespace',
        'doc_values',
        'null_value',
        'store',
        'time_series_dimension',
      ),
      ...SCRIPTED,
      ...COMMON,
      boost: {},
    },
    tolerates: { ...leaf.tolerates, ...tolerated(elasticsearch(), 'normalizer_skip_store_original_value') },
  },
  constant_keyword: {
    ...bare,
    title: 'Constant keyword',
    family: 'text',
    description: 'A keyword with the same value in every document.',
    synonyms: ['string', 'constant'],
    engines: both({ from: '7.7' }, { from: '2.14' }),
    module: { elasticsearch: 'constant-keyword' },
    docs: typePages('keyword', 'constant-keyword'),
    refusesFields: opensearch(),
    // Elasticsearch takes the value of the first document where there is none.
    tolerates: TOLERATED_BEFORE_8,
    parameters: { value: { requiredBy: opensearch() }, meta: { engines: elasticsearch({ from: '7.7' }) } },
  },
  wildcard: {
    ...leaf,
    title: 'Wildcard',
    family: 'text',
    description: 'Text for wildcard and regular expression searches.',
    synonyms: ['string', 'grep', 'regex', 'like'],
    engines: both({ from: '7.9' }, { from: '2.15' }),
    module: { elasticsearch: 'wildcard' },
    docs: typePages('keyword', 'wildcard'),
    parameters: {
      normalizer: { engines: { opensearch: {} } },
      ...uses('ignore_above', 'null_value'),
      doc_values: {
        engines: { opensearch: {} },
        otherDefault: { engines: { opensearch: { until: '3.4' } }, value: false },
      },
      ...COMMON,
    },
  },
  counted_keyword: {
    ...leaf,
    title: 'Counted keyword',
    description: 'A keyword that counts duplicates in aggregations.',
    synonyms: ['string'],
    engines: elasticsearch({ from: '8.13' }),
    module: { elasticsearch: 'counted-keyword' },
    parameters: { ...uses('index', 'meta', 'synthetic_source_keep') },
  },
  icu_collation_keyword: {
    ...leaf,
    title: 'ICU collation keyword',
    description: 'A keyword with language-specific sorting. Needs the analysis-icu plugin.',
    plugin: { elasticsearch: 'analysis-icu', opensearch: 'analysis-icu' },
    synonyms: ['string', 'sort', 'locale'],
    parameters: {
      ...COLLATION,
      index: {},
      index_options: KEYWORD_OPTIONS,
      norms: KEYWORD_NORMS,
      ...uses('doc_values', 'store', 'null_value', 'ignore_above'),
      ...COMMON,
    },
  },
  match_only_text: {
    ...leaf,
    title: 'Match-only text',
    family: 'text',
    description: 'Text without scoring and positions, e.g. for logs.',
    synonyms: ['string', 'logs'],
    engines: both({ from: '7.14' }, { from: '2.12' }),
    module: { elasticsearch: 'mapper-extras' },
    docs: typePages('match-only-text', 'match-only-text'),
    parameters: {
      analyzer: OPENSEARCH_ONLY,
      search_analyzer: OPENSEARCH_ONLY,
      search_quote_analyzer: OPENSEARCH_ONLY,
      ...COMMON,
    },
    // Measured on OpenSearch 3.4, which takes the parameters of text, though little of it means anything there.
    tolerates: {
      ...tolerated(opensearch(), ...Object.keys(TEXT).filter((name) => !Object.hasOwn(ANALYZERS, name))),
      ...leaf.tolerates,
    },
  },
  annotated_text: {
    ...leaf,
    title: 'Annotated text',
    family: 'text',
    description: 'Text with annotated entities. Needs the mapper-annotated-text plugin.',
    plugin: { elasticsearch: 'mapper-annotated-text', opensearch: 'mapper-annotated-text' },
    engines: both({ from: '6.5' }, {}),
    parameters: { ...TEXT, ...uses('index_prefixes', 'index_phrases'), ...COMMON, boost: {} },
  },
  search_as_you_type: {
    ...leaf,
    title: 'Search-as-you-type',
    family: 'text',
    description: 'Text for search-as-you-type suggestions.',
    synonyms: ['autocomplete', 'typeahead', 'suggest'],
    engines: both({ from: '7.2' }),
    module: { elasticsearch: 'mapper-extras', opensearch: 'mapper-extras' },
    docs: typePages('search-as-you-type', 'search-as-you-type'),
    parameters: {
      ...uses('index', 'index_options'),
      ...ANALYZERS,
      ...uses('max_shingle_size', 'term_vector', 'norms', 'similarity', 'store'),
      ...COMMON,
    },
    // Elasticsearch 7.17 and OpenSearch 1.3 and 2.19 refuse it.
    tolerates: { ...leaf.tolerates, ...tolerated(opensearch({ from: '3.0' }), 'doc_values') },
  },
  completion: {
    ...leaf,
    title: 'Completion suggester',
    family: 'text',
    description: 'Autocomplete suggestions.',
    synonyms: ['autocomplete', 'suggest', 'typeahead'],
    docs: typePages('completion', 'completion'),
    parameters: {
      analyzer: { defaultValue: 'simple', editor: { ...NAMED_ANALYZER, ...WITH_SEARCH_ANALYZER } },
      search_analyzer: { defaultValue: 'simple', editor: NAMED_ANALYZER },
      ...uses('max_input_length', 'preserve_separators', 'preserve_position_increments', 'contexts'),
      ...COMMON,
    },
  },
  token_count: {
    ...leaf,
    title: 'Token count',
    family: 'number',
    description: 'The number of tokens in a string.',
    synonyms: ['words', 'length'],
    module: { elasticsearch: 'mapper-extras', opensearch: 'mapper-extras' },
    docs: typePages('token-count', 'token-count'),
    parameters: {
      analyzer: {
        requiredBy: EVERYWHERE,
        liveChange: 'updatable',
        editor: NAMED_ANALYZER,
        validate: all(required(MESSAGES.analyzerRequired), analyzerName),
      },
      ...uses('index', 'enable_position_increments', 'doc_values'),
      null_value: numericNullValue(INTEGER),
      ...uses('store', 'skip_list'),
      ...COMMON,
      boost: FORGOTTEN_BOOST,
    },
  },
  string: {
    ...leaf,
    title: 'String (legacy)',
    description: 'Legacy; replaced by text and keyword.',
    engines: elasticsearch({ until: '6.0' }),
    parameters: { ...TEXT, ...uses('doc_values', 'null_value', 'ignore_above', 'include_in_all', 'copy_to', 'boost') },
    tolerates: tolerated(elasticsearch({ until: '6.0' }), 'omit_norms', 'index_analyzer'),
  },
  percolator: {
    ...bare,
    title: 'Percolator',
    family: 'structure',
    description: 'A query to match documents against.',
    synonyms: ['query', 'alert'],
    module: { elasticsearch: 'percolator', opensearch: 'percolator' },
    refusesFields: EVERYWHERE,
    docs: typePages('percolator', 'percolator'),
    parameters: {},
    tolerates: {},
  },
};
