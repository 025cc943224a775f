import { elasticsearch, isKnownBy, opensearch, type TargetEngine } from './engines.ts';
import { MESSAGES, vectorSizeNote } from './messages.ts';
import {
  ELEMENT_TYPES,
  KNN_COMPRESSIONS,
  KNN_DATA_TYPES,
  KNN_MODES,
  KNN_OTHER_SPACE_TYPES,
  KNN_SPACE_TYPES,
  VECTOR_INDEX_TYPES,
  VECTOR_SIMILARITIES,
} from './options.ts';
import { always, choice, freeText, pages, section, toggle, unlessOffered, wholeNumber } from './parameter-parts.ts';
import { isObject, member, numberFrom, type JsonObject, type JsonValue } from '../json/value.ts';
import { knnCompressionRefusal, knnMethodRefusal, knnModeRefusal, knnSpaceRefusal } from './knn-rules.ts';
import { onlyMoreCompressed } from './vector-changes.ts';
import type { ParameterEntries, ParameterUse } from './types.ts';
import {
  anything,
  between,
  booleanLike,
  either,
  integerLike,
  isFalse,
  object,
  oneOf,
  text,
  type Accepts,
} from './values.ts';

const name = { ...freeText(MESSAGES.valueRequired, text), editor: { kind: 'text' } } as const;
const json = { ...section, editor: { kind: 'json' }, accepts: object } as const;

/** They take no number in text for the dimensions. */
const NUMBERS_ONLY = elasticsearch({ from: '8.11' });

const notACompression = unlessOffered(KNN_COMPRESSIONS);
const notASpace = unlessOffered([...KNN_SPACE_TYPES, ...KNN_OTHER_SPACE_TYPES]);
const otherSpace = (value: JsonValue, method: JsonValue | undefined) => {
  const ofMethod = isObject(method) ? member(method, 'space_type') : undefined;
  return ofMethod === undefined || ofMethod === value ? null : MESSAGES.otherSpace;
};

export const KNN_DIMENSIONS = wholeNumber(MESSAGES.dimensionRequired, 1, 16_000);

/** Vectors, and what makes them from text. */
export const VECTOR_PARAMETERS = {
  dims: {
    ...always,
    ...wholeNumber(MESSAGES.dimensionRequired, 1, 32_768),
    title: 'Dimensions',
    description: 'The number of dimensions of each vector. A vector takes 4 * dimensions + 4 bytes.',
    note: (value) => (typeof value === 'number' ? vectorSizeNote(value) : null),
    engines: elasticsearch({ from: '7.3' }),
    // Bits are counted one by one, in steps of eight.
    accepts: between(1, 32_768, integerLike),
    refusal: (value, _context, target) =>
      typeof value === 'string' && isKnownBy(NUMBERS_ONLY, target) ? MESSAGES.notAnInteger : null,
    docs: pages('dense-vector'),
  },
  element_type: {
    ...section,
    ...choice(ELEMENT_TYPES),
    title: 'Element type',
    description: 'The data type of vector elements.',
    engines: elasticsearch({ from: '8.6' }),
    defaultValue: 'float',
    assumes: 'float',
    docs: pages('dense-vector'),
  },
  dimension: {
    ...always,
    ...KNN_DIMENSIONS,
    title: 'Dimensions',
    description: 'The number of dimensions of each vector.',
    engines: opensearch(),
    docs: { opensearch: 'supported-field-types/knn-vector' },
  },
  data_type: {
    ...section,
    ...choice(KNN_DATA_TYPES),
    // Engines return it in upper case.
    readAs: (value) => (typeof value === 'string' ? value.toLowerCase() : value),
    title: 'Data type',
    description: 'The data type of vector elements.',
    engines: opensearch({ from: '2.9' }),
    defaultValue: 'float',
    assumes: 'float',
    accepts: text,
    refusal: unlessOffered(KNN_DATA_TYPES),
    docs: { opensearch: 'supported-field-types/knn-memory-optimized' },
  },
  space_type: {
    ...section,
    ...choice(KNN_SPACE_TYPES),
    title: 'Space type',
    description: 'The distance function for vectors.',
    engines: opensearch({ from: '2.17' }),
    defaultValue: 'l2',
    accepts: text,
    refusal: (value, context, target) =>
      notASpace(value) ??
      otherSpace(value, member(context.parameters, 'method')) ??
      knnSpaceRefusal(value, context, target),
    docs: { opensearch: 'supported-field-types/knn-spaces' },
  },
  mode: {
    ...section,
    ...choice(KNN_MODES),
    title: 'Mode',
    description: 'Optimizes for fast searches or low memory use.',
    engines: opensearch({ from: '2.17' }),
    defaultValue: 'in_memory',
    refusal: knnModeRefusal,
    docs: { opensearch: 'supported-field-types/knn-memory-optimized' },
  },
  compression_level: {
    ...section,
    ...choice(KNN_COMPRESSIONS),
    title: 'Compression level',
    description: 'The compression of vectors in memory.',
    engines: opensearch({ from: '2.17' }),
    defaultValue: '1x',
    accepts: text,
    refusal: (value, context, target) => notACompression(value) ?? knnCompressionRefusal(value, context, target),
    docs: { opensearch: 'supported-field-types/knn-memory-optimized' },
  },
  method: {
    ...json,
    title: 'Method',
    description: 'The nearest-neighbor algorithm, its engine and parameters.',
    engines: opensearch(),
    accepts: either(object, text),
    refusal: knnMethodRefusal,
    docs: { opensearch: 'supported-field-types/knn-methods-engines' },
  },
  model_id: {
    ...always,
    ...name,
    title: 'Model id',
    description: 'The model that generates the vectors.',
    engines: opensearch(),
    liveChange: 'updatable',
    docs: { opensearch: 'supported-field-types/semantic' },
  },
  search_model_id: {
    ...section,
    ...name,
    title: 'Search model id',
    description: 'The model for search text, if it differs.',
    engines: opensearch({ from: '3.1' }),
    liveChange: 'updatable',
    docs: { opensearch: 'supported-field-types/semantic' },
  },
  raw_field_type: {
    ...section,
    ...name,
    title: 'Raw field type',
    description: 'The field type for indexing the text.',
    engines: opensearch({ from: '3.1' }),
    defaultValue: 'text',
    docs: { opensearch: 'supported-field-types/semantic' },
  },
  semantic_info_field_name: {
    ...section,
    ...name,
    title: 'Name of the vector field',
    description: 'The name of the field that stores the vectors.',
    engines: opensearch({ from: '3.1' }),
    docs: { opensearch: 'supported-field-types/semantic' },
  },
  semantic_field_search_analyzer: {
    ...section,
    ...name,
    title: 'Analyzer for sparse searches',
    description: 'Tokenizes search text without a model.',
    engines: opensearch({ from: '3.1' }),
    docs: { opensearch: 'supported-field-types/semantic' },
  },
  chunking: {
    ...section,
    editor: { kind: 'json' },
    title: 'Chunking',
    description: 'Whether and how to split long text into chunks with one vector each.',
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
    description: 'How to prune sparse vectors.',
    engines: opensearch({ from: '3.2' }),
    docs: { opensearch: 'supported-field-types/semantic' },
  },
  skip_existing_embedding: {
    ...toggle,
    title: 'Skip existing vectors',
    description: 'Keeps the vectors of unchanged text.',
    engines: opensearch({ from: '3.2' }),
    defaultValue: false,
    docs: { opensearch: 'supported-field-types/semantic' },
  },
  inference_id: {
    ...section,
    ...name,
    title: 'Inference endpoint',
    description: 'The inference endpoint that generates the vectors.',
    engines: elasticsearch({ from: '8.15' }),
    isAdvanced: false,
    docs: pages('semantic-text'),
  },
  search_inference_id: {
    ...section,
    ...name,
    title: 'Search inference endpoint',
    description: 'The inference endpoint for search text, if it differs.',
    engines: elasticsearch({ from: '8.16' }),
    liveChange: 'updatable',
    docs: pages('semantic-text'),
  },
  chunking_settings: {
    ...json,
    title: 'Chunking settings',
    description: 'How to split long text into chunks with one vector each.',
    engines: elasticsearch({ from: '8.19' }),
    liveChange: 'updatable',
    docs: pages('semantic-text'),
  },
} as const satisfies ParameterEntries;

const hasVectorIndexType: Accepts = (value) =>
  isObject(value) && VECTOR_INDEX_TYPES.some((type) => type === member(value, 'type'));

/** On vectors this is an object: the algorithm, and its parameters. */
export const VECTOR_INDEX_OPTIONS: ParameterUse = {
  description: 'The nearest-neighbor algorithm and its parameters.',
  editor: { kind: 'json' },
  defaultValue: { type: 'int8_hnsw', m: 16, ef_construction: 100 },
  engines: elasticsearch({ from: '8.0' }),
  accepts: hasVectorIndexType,
  validate: (value) => (value !== undefined && hasVectorIndexType(value) ? null : MESSAGES.notAnOption),
};

/**
 * Since when an index is made of vectors that say none, which engines tell: with 9.1 a smaller one of long vectors.
 * Since then it waits for the first vector where the dimensions are not said.
 */
const MAKES_INDEX = elasticsearch({ from: '8.14' });
const MAKES_SMALLER = elasticsearch({ from: '9.1' });
const LONG_VECTOR = 384;
const GRAPH = { m: 16, ef_construction: 100 };

/** The index that an engine makes of a vector that says none. Measured on 8.19 and 9.5. */
function indexMadeOf(definition: JsonObject, target: TargetEngine): JsonValue | undefined {
  const element = member(definition, 'element_type') ?? 'float';
  const dims = numberFrom(member(definition, 'dims'));
  if (isFalse(member(definition, 'index')) || !(element === 'float' || element === 'bfloat16')) return undefined;
  if (!isKnownBy(MAKES_INDEX, target)) return undefined;
  const dependsOnLength = isKnownBy(MAKES_SMALLER, target);
  if (dependsOnLength && Number.isNaN(dims)) return undefined;
  return dependsOnLength && dims >= LONG_VECTOR
    ? { type: 'bbq_hnsw', ...GRAPH, rescore_vector: { oversample: 3 } }
    : { type: 'int8_hnsw', ...GRAPH };
}

/** The same on dense vectors, whose index can become a more compressed one, or one of a graph. */
export const DENSE_VECTOR_INDEX_OPTIONS: ParameterUse = {
  ...VECTOR_INDEX_OPTIONS,
  assumesBeside: indexMadeOf,
  liveChange: 'updatable',
  liveLimit: onlyMoreCompressed,
};

/** Vectors are indexed unless they say otherwise, since when engines tell their similarity. */
const TELLS_SIMILARITY = elasticsearch({ from: '8.11' });
const similarity = choice(VECTOR_SIMILARITIES);
export const VECTOR_SIMILARITY: ParameterUse = {
  ...similarity,
  description: 'The distance function for vectors.',
  defaultValue: 'cosine',
  assumesBeside: (definition, target) => {
    if (isFalse(member(definition, 'index')) || !isKnownBy(TELLS_SIMILARITY, target)) return undefined;
    return member(definition, 'element_type') === 'bit' ? 'l2_norm' : 'cosine';
  },
  engines: elasticsearch({ from: '8.0' }),
  validate: similarity.validate,
  accepts: oneOf(...VECTOR_SIMILARITIES.map(({ value }) => value)),
};
