import { elasticsearch, EVERYWHERE, opensearch } from './engines.ts';
import { SOURCE_KEEP } from './options.ts';
import { choice } from './parameter-parts.ts';
import { KEYWORD_OPTIONS } from './text-types.ts';
import { bare, container, REQUIRED, tolerated, typePages, uses, TOLERATED_BEFORE_8 } from './type-parts.ts';
import type { ParameterUse, ParameterUses, TypeEntries } from './types.ts';

const OBJECT: ParameterUses = {
  ...uses('dynamic', 'enabled', 'subobjects'),
  synthetic_source_keep: { liveChange: 'reindex' },
};

/** Nested objects have no lists to keep apart from all of them; measured on Elasticsearch 9.5. */
const KEEP_NESTED: ParameterUse = {
  ...choice(SOURCE_KEEP.filter(({ value }) => value !== 'arrays')),
  liveChange: 'reindex',
};

const SINCE_3_5: ParameterUse = { engines: opensearch({ from: '3.5' }) };

export const STRUCTURE_TYPES: TypeEntries = {
  alias: {
    ...bare,
    title: 'Alias',
    family: 'structure',
    description: 'Another name for an existing field.',
    synonyms: ['link', 'rename'],
    placement: { asMultiField: false, asAliasTarget: false },
    docs: typePages('field-alias', 'alias'),
    refusesFields: EVERYWHERE,
    parameters: { path: REQUIRED },
    tolerates: {},
  },
  object: {
    ...container,
    title: 'Object',
    family: 'structure',
    description: 'A JSON object.',
    synonyms: ['json', 'map', 'struct', 'dictionary'],
    docs: typePages('object', 'object'),
    parameters: { ...OBJECT, disable_objects: {} },
  },
  nested: {
    ...container,
    title: 'Nested',
    family: 'structure',
    description: 'Objects that can be queried independently of each other.',
    synonyms: ['json', 'array', 'list'],
    docs: typePages('nested', 'nested'),
    parameters: {
      ...OBJECT,
      subobjects: { engines: elasticsearch({ from: '9.5' }) },
      synthetic_source_keep: KEEP_NESTED,
      ...uses('include_in_parent', 'include_in_root'),
    },
  },
  passthrough: {
    ...container,
    title: 'Pass-through object',
    family: 'structure',
    description: 'An object whose fields can be queried without its name.',
    synonyms: ['attributes', 'json'],
    engines: elasticsearch({ from: '8.13' }),
    docs: typePages('passthrough'),
    parameters: {
      priority: REQUIRED,
      ...uses('dynamic', 'enabled'),
      synthetic_source_keep: { forgottenBy: elasticsearch({ from: '8.13' }) },
      time_series_dimension: { liveChange: 'updatable' },
    },
  },
  join: {
    ...bare,
    title: 'Join',
    family: 'structure',
    description: 'Parent and child relations between documents of an index.',
    synonyms: ['parent', 'child', 'relation'],
    placement: { rootOnly: true, asMultiField: false },
    module: { elasticsearch: 'parent-join', opensearch: 'parent-join' },
    docs: typePages('parent-join', 'join'),
    refusesFields: EVERYWHERE,
    parameters: { relations: { ...REQUIRED, takenWithout: EVERYWHERE }, eager_global_ordinals: { defaultValue: true } },
    tolerates: { ...TOLERATED_BEFORE_8, ...tolerated(elasticsearch({ until: '8.0' }), 'copy_to', 'meta') },
  },
  flattened: {
    ...bare,
    title: 'Flattened',
    family: 'structure',
    description: 'An entire object as one field.',
    synonyms: ['json', 'map', 'object'],
    engines: elasticsearch({ from: '7.3' }),
    docs: typePages('flattened'),
    refusesFields: EVERYWHERE,
    takesProperties: elasticsearch({ from: '9.4' }),
    parameters: {
      index: {},
      index_options: KEYWORD_OPTIONS,
      ...uses(
        'depth_limit',
        'ignore_above',
        'doc_values',
        'null_value',
        'eager_global_ordinals',
        'similarity',
        'split_queries_on_whitespace',
      ),
      ...uses('time_series_dimensions', 'preserve_leaf_arrays', 'synthetic_source_keep', 'meta'),
    },
  },
  flat_object: {
    ...bare,
    title: 'Flat object',
    family: 'structure',
    description: 'An entire object as one field.',
    synonyms: ['json', 'map', 'flattened', 'object'],
    engines: opensearch({ from: '2.7' }),
    docs: typePages(null, 'flat-object'),
    refusesFields: EVERYWHERE,
    tolerates: {},
    // OpenSearch 3.4 takes none of them, and no multi-fields either (measured); the tests of its next version do.
    parameters: {
      index: SINCE_3_5,
      normalizer: SINCE_3_5,
      depth_limit: SINCE_3_5,
      ignore_above: SINCE_3_5,
      doc_values: SINCE_3_5,
      null_value: SINCE_3_5,
      similarity: SINCE_3_5,
    },
  },
};
