import { both, elasticsearch, opensearch } from './engines.ts';
import { knnDimensionRefusal, knnModelRefusal } from './knn-rules.ts';
import { member } from '../json/value.ts';
import { choice } from './parameter-parts.ts';
import { bare, COMMON, leaf, REQUIRED, SCRIPTED, tolerated, typePages, uses } from './type-parts.ts';
import type { ParameterUse, ParameterUses, TypeEntries } from './types.ts';
import { POINT_NULL_VALUE } from './null-values.ts';
import {
  DENSE_VECTOR_INDEX_OPTIONS,
  KNN_DIMENSIONS,
  VECTOR_INDEX_OPTIONS,
  VECTOR_SIMILARITY,
} from './vector-parameters.ts';

/** The section of a shape says so, and shapes are not coerced unless asked to. */
const COERCE_SHAPE: ParameterUse = {
  title: 'Coerce to shape',
  description: 'Closes unclosed polygons.',
  defaultValue: false,
};
/**
 * Of points and shapes on OpenSearch, which merges them otherwise than other fields. Measured on 1.3, without shapes,
 * and on 3.4.
 */
const KEPT: ParameterUse = { keptBy: opensearch({ from: '1.0' }) };
const POINT: ParameterUses = {
  ...uses('index'),
  ignore_malformed: KEPT,
  ignore_z_value: KEPT,
  ...uses('doc_values'),
  null_value: POINT_NULL_VALUE,
  ...uses('store', 'copy_to', 'meta'),
};
const POSITION: ParameterUse = {
  ...choice([{ value: 'position', label: 'Position' }]),
  defaultValue: 'position',
  engines: elasticsearch({ from: '8.8' }),
};
const SHAPE: ParameterUses = {
  orientation: KEPT,
  ...uses('index'),
  ignore_malformed: KEPT,
  ignore_z_value: KEPT,
  coerce: { ...COERCE_SHAPE, ...KEPT },
  ...uses('doc_values', 'store'),
  ...COMMON,
};
const PREFIX_TREE = uses('strategy', 'tree', 'precision', 'tree_levels', 'distance_error_pct');

export const SPECIAL_TYPES: TypeEntries = {
  geo_point: {
    ...leaf,
    title: 'Geo-point',
    family: 'geo',
    description: 'A latitude and longitude.',
    synonyms: ['location', 'coordinates', 'latitude', 'longitude', 'lat', 'lon'],
    docs: typePages('geo-point', 'geo-point'),
    parameters: { ...POINT, ...SCRIPTED, time_series_metric: POSITION, ...COMMON },
  },
  geo_shape: {
    ...bare,
    title: 'Geo-shape',
    family: 'geo',
    description: 'A shape on the globe, such as a polygon.',
    synonyms: ['location', 'polygon', 'geojson', 'wkt'],
    module: { elasticsearch: 'spatial', opensearch: 'geo' },
    docs: typePages('geo-shape', 'geo-shape'),
    parameters: { ...SHAPE, points_only: { defaultSetApartBy: opensearch({ from: '1.0' }) }, ...PREFIX_TREE },
  },
  point: {
    ...bare,
    title: 'Point',
    family: 'geo',
    description: 'A point in a Cartesian plane.',
    synonyms: ['cartesian', 'xy'],
    engines: elasticsearch({ from: '7.8' }),
    module: { elasticsearch: 'spatial' },
    docs: typePages('point'),
    parameters: { ...POINT, ...COMMON },
  },
  shape: {
    ...bare,
    title: 'Shape',
    family: 'geo',
    description: 'A shape in a Cartesian plane.',
    synonyms: ['cartesian', 'polygon', 'xy'],
    engines: elasticsearch({ from: '7.4' }),
    module: { elasticsearch: 'spatial' },
    docs: typePages('shape'),
    parameters: SHAPE,
  },
  xy_point: {
    ...leaf,
    title: 'XY point',
    family: 'geo',
    description: 'A point in a Cartesian plane.',
    synonyms: ['cartesian'],
    engines: opensearch({ from: '2.4' }),
    plugin: { opensearch: 'opensearch-geospatial' },
    docs: typePages(null, 'xy-point'),
    parameters: POINT,
  },
  xy_shape: {
    ...bare,
    title: 'XY shape',
    family: 'geo',
    description: 'A shape in a Cartesian plane.',
    synonyms: ['cartesian', 'polygon'],
    engines: opensearch({ from: '2.4' }),
    plugin: { opensearch: 'opensearch-geospatial' },
    docs: typePages(null, 'xy-shape'),
    parameters: SHAPE,
  },

  rank_feature: {
    ...leaf,
    title: 'Rank feature',
    family: 'number',
    description: 'A number that boosts documents in queries.',
    engines: both({ from: '7.0' }),
    module: { elasticsearch: 'mapper-extras', opensearch: 'mapper-extras' },
    docs: typePages('rank-feature', 'rank'),
    parameters: { ...uses('positive_score_impact'), ...COMMON },
  },
  rank_features: {
    ...leaf,
    title: 'Rank features',
    family: 'number',
    description: 'Numbers that boost documents in queries.',
    engines: both({ from: '7.0' }),
    module: { elasticsearch: 'mapper-extras', opensearch: 'mapper-extras' },
    docs: typePages('rank-features', 'rank'),
    parameters: { positive_score_impact: { engines: both({ from: '7.13' }, { from: '2.1' }) }, ...COMMON },
  },
  histogram: {
    ...leaf,
    title: 'Histogram',
    family: 'number',
    description: 'Pre-aggregated numbers.',
    synonyms: ['buckets', 'distribution'],
    engines: elasticsearch({ from: '7.6' }),
    module: { elasticsearch: 'x-pack-analytics' },
    docs: typePages('histogram'),
    parameters: { ...uses('ignore_malformed', 'coerce', 'time_series_metric'), ...COMMON },
  },
  exponential_histogram: {
    ...leaf,
    title: 'Exponential histogram',
    description: 'A histogram with exponential buckets, as sent by OpenTelemetry.',
    engines: elasticsearch({ from: '9.3' }),
    isBeta: true,
    module: { elasticsearch: 'exponential-histogram' },
    docs: typePages('exponential-histogram'),
    parameters: { ...uses('ignore_malformed', 'coerce', 'time_series_metric'), ...COMMON },
  },
  aggregate_metric_double: {
    ...bare,
    title: 'Aggregate metric double',
    family: 'number',
    description: 'Pre-aggregated metrics.',
    engines: elasticsearch({ from: '7.11' }),
    module: { elasticsearch: 'x-pack-aggregate-metric' },
    docs: typePages('aggregate-metric-double'),
    parameters: {
      metrics: REQUIRED,
      default_metric: REQUIRED,
      ...uses('ignore_malformed', 'time_series_metric'),
      ...COMMON,
    },
  },
  version: {
    ...leaf,
    title: 'Version',
    family: 'text',
    description: 'A software version, sorted by Semantic Versioning.',
    synonyms: ['semver'],
    engines: both({ from: '7.10' }, { from: '3.2' }),
    isBeta: true,
    module: { elasticsearch: 'mapper-version' },
    // Measured on 3.4.
    misplacedBy: opensearch({ from: '3.2' }),
    docs: typePages('version', 'version'),
    parameters: COMMON,
  },

  dense_vector: {
    ...leaf,
    title: 'Dense vector',
    description: 'A vector of numbers for similarity search.',
    synonyms: ['knn', 'embedding', 'ann', 'hnsw'],
    engines: elasticsearch({ from: '7.3' }),
    refusedAsMultiField: elasticsearch({ from: '8.0' }),
    docs: typePages('dense-vector'),
    parameters: {
      dims: { ...REQUIRED, takenWithout: elasticsearch({ from: '8.11' }) },
      index: { engines: elasticsearch({ from: '8.0' }) },
      index_options: DENSE_VECTOR_INDEX_OPTIONS,
      similarity: VECTOR_SIMILARITY,
      element_type: {},
      ...COMMON,
    },
    tolerates: tolerated(elasticsearch({ until: '8.0' }), 'doc_values', 'store', 'boost'),
  },
  rank_vectors: {
    ...leaf,
    title: 'Rank vectors',
    description: 'Several vectors per document, for late interaction ranking.',
    synonyms: ['knn', 'embedding', 'colbert'],
    engines: elasticsearch({ from: '8.18' }),
    isBeta: true,
    module: { elasticsearch: 'rank-vectors' },
    docs: typePages('rank-vectors'),
    parameters: { ...uses('dims', 'element_type'), ...COMMON },
  },
  sparse_vector: {
    ...leaf,
    title: 'Sparse vector',
    description: 'Weighted tokens for semantic search.',
    synonyms: ['embedding', 'splade', 'elser'],
    placement: { asMultiField: false },
    engines: both({ from: '8.11' }, { from: '3.3' }),
    plugin: { opensearch: 'opensearch-neural-search' },
    docs: typePages('sparse-vector', 'sparse-vector'),
    parameters: {
      index_options: {
        ...VECTOR_INDEX_OPTIONS,
        description: 'Whether and how to prune rare tokens from queries.',
        accepts: (value) => typeof value === 'object',
        defaultValue: { prune: true },
        validate: () => null,
        engines: elasticsearch({ from: '8.19' }),
        liveChange: 'updatable',
      },
      method: { engines: opensearch({ from: '3.3' }) },
      // Since vectors are kept out of the source of new indices.
      store: {
        defaultValue: true,
        otherDefault: { engines: elasticsearch({ until: '9.2' }), value: false },
        engines: elasticsearch({ from: '8.17' }),
      },
      ...COMMON,
    },
  },
  semantic_text: {
    ...leaf,
    title: 'Semantic text',
    family: 'text',
    description: 'Text with embeddings from an inference endpoint.',
    synonyms: ['embedding', 'inference', 'elser'],
    engines: elasticsearch({ from: '8.15' }),
    module: { elasticsearch: 'x-pack-inference' },
    docs: typePages('semantic-text'),
    parameters: {
      ...uses('inference_id', 'search_inference_id', 'chunking_settings'),
      index_options: {
        ...VECTOR_INDEX_OPTIONS,
        accepts: (value) => typeof value === 'object',
        validate: () => null,
        engines: elasticsearch({ from: '8.19' }),
      },
      ...COMMON,
    },
    tolerates: tolerated(elasticsearch(), 'model_settings'),
  },
  knn_vector: {
    ...leaf,
    title: 'k-NN vector',
    description: 'A vector of numbers for similarity search.',
    synonyms: ['knn', 'embedding', 'ann', 'hnsw', 'dense'],
    engines: opensearch(),
    plugin: { opensearch: 'opensearch-knn' },
    docs: typePages(null, 'knn-vector'),
    parameters: {
      // A trained model brings its own number of dimensions.
      dimension: {
        requiredBy: opensearch(),
        validate: (value, context) =>
          value === undefined && member(context.parameters, 'model_id') !== undefined
            ? null
            : KNN_DIMENSIONS.validate(value, context),
        refusal: knnDimensionRefusal,
      },
      model_id: {
        insteadOf: 'dimension',
        refusal: (value, context, target) =>
          member(context.parameters, 'dimension') === undefined
            ? knnModelRefusal(value, context, target)
            : 'A model brings its own dimension.',
      },
      ...uses('data_type', 'space_type', 'mode', 'compression_level', 'method'),
      doc_values: { defaultValue: false },
      ...uses('store'),
      ...COMMON,
    },
    tolerates: { ...leaf.tolerates, ...tolerated(opensearch(), 'engine') },
  },
  semantic: {
    ...leaf,
    title: 'Semantic',
    family: 'text',
    description: 'Text with embeddings from a model of the cluster.',
    synonyms: ['embedding', 'neural'],
    engines: opensearch({ from: '3.1' }),
    plugin: { opensearch: 'opensearch-neural-search' },
    docs: typePages(null, 'semantic'),
    parameters: {
      model_id: REQUIRED,
      ...uses(
        'search_model_id',
        'raw_field_type',
        'semantic_info_field_name',
        'semantic_field_search_analyzer',
        'chunking',
      ),
      ...uses('dense_embedding_config', 'sparse_encoding_config', 'skip_existing_embedding'),
      ...COMMON,
    },
    // Elasticsearch documents a type of this name too, with these; which version has it first is not said.
    tolerates: {
      ...leaf.tolerates,
      ...tolerated(elasticsearch(), 'inference_id', 'search_inference_id', 'chunking_settings'),
    },
  },
};
