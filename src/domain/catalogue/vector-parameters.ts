import { elasticsearch, opensearch } from './engines.ts';
import { MESSAGES, vectorSizeNote } from './messages.ts';
import {
  ELEMENT_TYPES,
  KNN_COMPRESSIONS,
  KNN_DATA_TYPES,
  KNN_MODES,
  KNN_SPACE_TYPES,
  VECTOR_INDEX_TYPES,
  VECTOR_SIMILARITIES,
} from './options.ts';
import { always, choice, freeText, pages, section, toggle, wholeNumber } from './parameter-parts.ts';
import { isObject, member } from '../json/value.ts';
import type { ParameterEntries, ParameterUse } from './types.ts';
import { anything, between, booleanLike, either, integerLike, object, oneOf, text, type Accepts } from './values.ts';

const name = { ...freeText(MESSAGES.valueRequired, text), editor: { kind: 'text' } } as const;
const json = { ...section, editor: { kind: 'json' }, accepts: object } as const;

export const KNN_DIMENSIONS = wholeNumber(MESSAGES.dimensionRequired, 1, 16_000);

/** Vectors, and what makes them from text. */
export const VECTOR_PARAMETERS = {
  dims: {
    ...always,
    ...wholeNumber(MESSAGES.dimensionRequired, 1, 32_768),
    title: 'Dimensions',
    description: 'How many dimensions each vector has. A vector takes 4 * dimensions + 4 bytes.',
    note: (value) => (typeof value === 'number' ? vectorSizeNote(value) : null),
    engines: elasticsearch({ from: '7.3' }),
    // Bits are counted one by one, in steps of eight.
    accepts: between(1, 32_768, integerLike),
    docs: pages('dense-vector'),
  },
  element_type: {
    ...section,
    ...choice(ELEMENT_TYPES),
    title: 'Element type',
    description: 'How each number of a vector is kept.',
    engines: elasticsearch({ from: '8.6' }),
    defaultValue: 'float',
    docs: pages('dense-vector'),
  },
  dimension: {
    ...always,
    ...KNN_DIMENSIONS,
    title: 'Dimensions',
    description: 'How many dimensions each vector has.',
    engines: opensearch(),
    docs: { opensearch: 'supported-field-types/knn-vector' },
  },
  data_type: {
    ...section,
    ...choice(KNN_DATA_TYPES),
    title: 'Data type',
    description: 'How each number of a vector is kept.',
    engines: opensearch({ from: '2.9' }),
    defaultValue: 'float',
    accepts: text,
    docs: { opensearch: 'supported-field-types/knn-memory-optimized' },
  },
  space_type: {
    ...section,
    ...choice(KNN_SPACE_TYPES),
    title: 'Space type',
    description: 'How the distance of two vectors is measured.',
    engines: opensearch({ from: '2.17' }),
    defaultValue: 'l2',
    accepts: text,
    docs: { opensearch: 'supported-field-types/knn-spaces' },
  },
  mode: {
    ...section,
    ...choice(KNN_MODES),
    title: 'Mode',
    description: 'Whether searches are to be fast or to need little memory.',
    engines: opensearch({ from: '2.17' }),
    defaultValue: 'in_memory',
    docs: { opensearch: 'supported-field-types/knn-memory-optimized' },
  },
  compression_level: {
    ...section,
    ...choice(KNN_COMPRESSIONS),
    title: 'Compression level',
    description: 'By how much vectors are made smaller in memory.',
    engines: opensearch({ from: '2.17' }),
    defaultValue: '1x',
    accepts: text,
    docs: { opensearch: 'supported-field-types/knn-memory-optimized' },
  },
  method: {
    ...json,
    title: 'Method',
    description: 'The algorithm of the search for near vectors, with its engine and parameters.',
    engines: opensearch(),
    accepts: either(object, text),
    docs: { opensearch: 'supported-field-types/knn-methods-engines' },
  },
  model_id: {
    ...always,
    ...name,
    title: 'Model id',
    description: 'The model of the cluster that makes the vectors.',
    engines: opensearch(),
    liveChange: 'updatable',
    docs: { opensearch: 'supported-field-types/semantic' },
  },
  search_model_id: {
    ...section,
    ...name,
    title: 'Search model id',
    description: 'The model for the text of a search, where it is another one.',
    engines: opensearch({ from: '3.1' }),
    liveChange: 'updatable',
    docs: { opensearch: 'supported-field-types/semantic' },
  },
  raw_field_type: {
    ...section,
    ...name,
    title: 'Raw field type',
    description: 'The type under which the text itself is indexed.',
    engines: opensearch({ from: '3.1' }),
    defaultValue: 'text',
    docs: { opensearch: 'supported-field-types/semantic' },
  },
  semantic_info_field_name: {
    ...section,
    ...name,
    title: 'Name of the vector field',
    description: 'The name of the field that the vectors are put in.',
    engines: opensearch({ from: '3.1' }),
    docs: { opensearch: 'supported-field-types/semantic' },
  },
  semantic_field_search_analyzer: {
    ...section,
    ...name,
    title: 'Analyzer for sparse searches',
    description: 'Makes tokens of the text of a search without a model.',
    engines: opensearch({ from: '3.1' }),
    docs: { opensearch: 'supported-field-types/semantic' },
  },
  chunking: {
    ...section,
    editor: { kind: 'json' },
    title: 'Chunking',
    description: 'Whether, or how, long texts are cut into pieces that have a vector each.',
    engines: opensearch({ from: '3.1' }),
    defaultValue: true,
    accepts: either(booleanLike, anything),
    docs: { opensearch: 'supported-field-types/semantic' },
  },
  dense_embedding_config: {
    ...json,
    title: 'Dense vectors',
    description: 'Parameters of the dense vector field.',
    engines: opensearch({ from: '3.2' }),
    docs: { opensearch: 'supported-field-types/semantic' },
  },
  sparse_encoding_config: {
    ...json,
    title: 'Sparse vectors',
    description: 'How sparse vectors are pruned.',
    engines: opensearch({ from: '3.2' }),
    docs: { opensearch: 'supported-field-types/semantic' },
  },
  skip_existing_embedding: {
    ...toggle,
    title: 'Skip existing vectors',
    description: 'Keeps the vectors of a text that did not change.',
    engines: opensearch({ from: '3.2' }),
    defaultValue: false,
    docs: { opensearch: 'supported-field-types/semantic' },
  },
  inference_id: {
    ...section,
    ...name,
    title: 'Inference endpoint',
    description: 'The inference endpoint that makes the vectors.',
    engines: elasticsearch({ from: '8.15' }),
    isAdvanced: false,
    docs: pages('semantic-text'),
  },
  search_inference_id: {
    ...section,
    ...name,
    title: 'Search inference endpoint',
    description: 'The inference endpoint for the text of a search, where it is another one.',
    engines: elasticsearch({ from: '8.16' }),
    liveChange: 'updatable',
    docs: pages('semantic-text'),
  },
  chunking_settings: {
    ...json,
    title: 'Chunking settings',
    description: 'How long texts are cut into pieces that have a vector each.',
    engines: elasticsearch({ from: '8.19' }),
    liveChange: 'updatable',
    docs: pages('semantic-text'),
  },
} as const satisfies ParameterEntries;

const hasVectorIndexType: Accepts = (value) =>
  isObject(value) && VECTOR_INDEX_TYPES.some((type) => type === member(value, 'type'));

/** On vectors this is an object: the algorithm, and its parameters. */
export const VECTOR_INDEX_OPTIONS: ParameterUse = {
  description: 'The algorithm of the search for near vectors, and its parameters.',
  editor: { kind: 'json' },
  defaultValue: { type: 'int8_hnsw', m: 16, ef_construction: 100 },
  engines: elasticsearch({ from: '8.0' }),
  accepts: hasVectorIndexType,
  validate: (value) => (value !== undefined && hasVectorIndexType(value) ? null : MESSAGES.notAnOption),
};

const similarity = choice(VECTOR_SIMILARITIES);
export const VECTOR_SIMILARITY: ParameterUse = {
  ...similarity,
  description: 'How the distance of two vectors is measured.',
  defaultValue: 'cosine',
  engines: elasticsearch({ from: '8.0' }),
  validate: similarity.validate,
  accepts: oneOf(...VECTOR_SIMILARITIES.map(({ value }) => value)),
};
