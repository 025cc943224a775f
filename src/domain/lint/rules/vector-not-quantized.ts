import { elasticsearch, isKnownBy, opensearch, type TargetEngine } from '../../catalogue/engines.ts';
import { isFalse } from '../../catalogue/values.ts';
import { isObject, member, objectMember, type JsonObject } from '../../json/value.ts';
import type { Fix, LintRule } from '../rule.ts';
import { pathOf, type LintedField } from '../subject.ts';

const TAKES_INT8 = elasticsearch({ from: '8.12' });
/** From here on an engine quantizes vectors that say nothing else. */
const QUANTIZES_ITSELF = elasticsearch({ from: '8.14' });
/** Fewer dimensions cost too little to lose accuracy for. */
const LEAST_DIMENSIONS = 64;

/** Before this a vector was indexed only where `index` said so. */
const INDEXES_ITSELF = elasticsearch({ from: '8.11' });
const TAKES_COMPRESSION = opensearch({ from: '2.17' });

/** The index of a dense vector that keeps all of its 4 bytes a dimension in memory; null where it has none. */
function fullIndexOf({ definition }: LintedField, target: TargetEngine): JsonObject | null {
  const { index, element_type: element = 'float' } = definition;
  const isIndexed = index === undefined ? isKnownBy(INDEXES_ITSELF, target) : !isFalse(index);
  if (!isIndexed || element !== 'float') return null;
  const options = member(definition, 'index_options');
  if (options === undefined) return isKnownBy(QUANTIZES_ITSELF, target) ? null : { type: 'hnsw' };
  return isObject(options) && (options['type'] === 'hnsw' || options['type'] === 'flat') ? options : null;
}

function isFullKnn({ definition }: LintedField): boolean {
  const type = member(definition, 'data_type') ?? 'float';
  const isFull = (member(definition, 'compression_level') ?? '1x') === '1x' && member(definition, 'mode') !== 'on_disk';
  const parameters = objectMember(objectMember(definition, 'method') ?? {}, 'parameters') ?? {};
  const isPlain = member(parameters, 'encoder') === undefined && member(definition, 'model_id') === undefined;
  return typeof type === 'string' && type.toLowerCase() === 'float' && isFull && isPlain;
}

function knnFix({ at, definition }: LintedField, target: TargetEngine): Fix | null {
  // Beside a method it is the method that has to be changed.
  if (!isKnownBy(TAKES_COMPRESSION, target) || member(definition, 'method') !== undefined) return null;
  const set = { mode: 'on_disk' };
  const unset = ['compression_level'];
  return { title: 'Set mode to on_disk', command: { type: 'field.edit', payload: { field: at, set, unset } } };
}

export const vectorNotQuantized: LintRule = {
  id: 'vector-not-quantized',
  title: 'Vector that is not quantized',
  reason:
    'Searches keep the vectors in memory with 4 bytes a dimension. Quantized ones take a quarter or less, at a small loss of accuracy.',
  documentation: {
    elasticsearch: 'https://www.elastic.co/docs/reference/elasticsearch/mapping-reference/dense-vector',
    opensearch: 'https://docs.opensearch.org/latest/mappings/supported-field-types/knn-memory-optimized/',
  },
  severity: 'warning',
  isOnByDefault: true,
  check: ({ fields, target }) =>
    fields.flatMap((field) => {
      const { type, at } = field;
      const dimensions = member(field.definition, type === 'dense_vector' ? 'dims' : 'dimension');
      const size =
        typeof dimensions === 'number' ? `${(4 * dimensions).toLocaleString('en')} bytes` : '4 bytes a dimension';
      const evidence = `Each vector takes ${size} in memory.`;
      if (typeof dimensions === 'number' && dimensions < LEAST_DIMENSIONS) return [];
      if (type === 'knn_vector' && isFullKnn(field))
        return [{ at, path: pathOf(field), evidence, fix: knnFix(field, target) }];
      const index = type === 'dense_vector' ? fullIndexOf(field, target) : null;
      if (index === null) return [];
      const quantized = index['type'] === 'flat' ? 'int8_flat' : 'int8_hnsw';
      const command = {
        type: 'field.edit',
        payload: { field: at, set: { index_options: { ...index, type: quantized } } },
      } as const;
      const fix = isKnownBy(TAKES_INT8, target) ? { title: `Set the index to ${quantized}`, command } : null;
      return [{ at, path: pathOf(field), evidence, fix }];
    }),
};
