import type { Distribution } from '../catalogue/engines.ts';
import { valueAt } from '../json/patch.ts';
import { joinPointer, type Pointer } from '../json/pointer.ts';
import { isArray, isObject, member, objectMember } from '../json/value.ts';
import type { LintedField, LintSubject } from './subject.ts';

/** A change of an engine that its release notes name, and how a mapping that it meets is known. */
export interface BreakingChange {
  readonly distribution: Distribution;
  /** The first version with the change. */
  readonly since: string;
  /** The release note. */
  readonly note: string;
  /** What is different from then on, as a sentence. */
  readonly effect: string;
  /** The engine refuses the mapping; otherwise it takes it for something else. */
  readonly isRefused: boolean;
  /** Where a field is met by it, in its definition; null where it is not. */
  readonly inField?: (field: LintedField) => readonly string[] | null;
  /** Where the mappings or settings are met by it, in the body; null where they are not. */
  readonly inBody?: (subject: LintSubject) => Pointer | null;
}

const MIGRATING_8 = 'https://www.elastic.co/guide/en/elasticsearch/reference/8.9/migrating-8.0.html';
const ELASTICSEARCH_NOTES = 'https://www.elastic.co/docs/release-notes/elasticsearch/breaking-changes';
const OPENSEARCH_NOTES = 'https://docs.opensearch.org/latest/breaking-changes/';

/** Where each engine lists its breaking changes: for what the catalogue knows to be refused. */
export const RELEASE_NOTES: Readonly<Record<Distribution, string>> = {
  elasticsearch: ELASTICSEARCH_NOTES,
  opensearch: OPENSEARCH_NOTES,
};

const has = (name: string) => (field: LintedField) => (member(field.definition, name) === undefined ? null : [name]);

const inMappings =
  (...path: readonly string[]) =>
  ({ body, mappingsAt }: LintSubject): Pointer | null => {
    const at = joinPointer(mappingsAt, ...path);
    return valueAt(body, at) === undefined ? null : at;
  };

const MAX_CONTEXTS = 10;
const TREE_PARAMETERS: readonly string[] = ['tree', 'tree_levels', 'strategy', 'distance_error_pct'];
const ANALYZERS: readonly string[] = ['analyzer', 'search_analyzer', 'search_quote_analyzer'];
const METADATA_PARAMETERS: readonly string[] = ['type', 'fields', 'copy_to', 'boost'];

/** Of each engine in the order of its versions. Every note was read; what it does not say is not here. */
export const BREAKING_CHANGES: readonly BreakingChange[] = [
  {
    distribution: 'elasticsearch',
    since: '8.0',
    note: `${MIGRATING_8}#breaking_80_mapping_changes`,
    effect: 'Multi-fields within multi-fields are no longer supported.',
    isRefused: true,
    inField: ({ definition, container }) =>
      container === 'fields' && Object.keys(objectMember(definition, 'fields') ?? {}).length > 0 ? ['fields'] : null,
  },
  {
    distribution: 'elasticsearch',
    since: '8.0',
    note: `${MIGRATING_8}#mapping-boosts`,
    effect: 'The boost of a field was removed. Boost queries instead.',
    isRefused: true,
    inField: has('boost'),
  },
  {
    distribution: 'elasticsearch',
    since: '8.0',
    note: `${MIGRATING_8}#geo-shape-strategy`,
    effect: 'Parameters of prefix trees were removed from geo_shape.',
    isRefused: true,
    inField: ({ type, definition }) => {
      const name = TREE_PARAMETERS.find((each) => member(definition, each) !== undefined);
      return type === 'geo_shape' && name !== undefined ? [name] : null;
    },
  },
  {
    distribution: 'elasticsearch',
    since: '8.0',
    note: `${MIGRATING_8}#breaking_80_mapping_changes`,
    effect: `A completion field has at most ${MAX_CONTEXTS} contexts.`,
    isRefused: true,
    inField: ({ type, definition }) => {
      const contexts = member(definition, 'contexts');
      return type === 'completion' && isArray(contexts) && contexts.length > MAX_CONTEXTS ? ['contexts'] : null;
    },
  },
  {
    distribution: 'elasticsearch',
    since: '8.0',
    note: `${MIGRATING_8}#fieldnames-enabling`,
    effect: '_field_names can no longer be enabled or disabled.',
    isRefused: true,
    inBody: inMappings('_field_names', 'enabled'),
  },
  {
    distribution: 'elasticsearch',
    since: '9.0',
    note: `${ELASTICSEARCH_NOTES}#elasticsearch-900-breaking-changes`,
    effect: 'The mode of _source has no effect. Use the setting index.mapping.source.mode.',
    isRefused: false,
    inBody: inMappings('_source', 'mode'),
  },
  {
    distribution: 'elasticsearch',
    since: '9.0',
    note: `${ELASTICSEARCH_NOTES}#elasticsearch-900-breaking-changes`,
    effect: 'type, fields, copy_to and boost were removed from metadata fields.',
    isRefused: true,
    inBody: ({ mappings, mappingsAt }) => {
      for (const [name, value] of Object.entries(mappings)) {
        if (!name.startsWith('_') || name === '_meta' || !isObject(value)) continue;
        const parameter = METADATA_PARAMETERS.find((each) => member(value, each) !== undefined);
        if (parameter !== undefined) return joinPointer(mappingsAt, name, parameter);
      }
      return null;
    },
  },
  {
    distribution: 'elasticsearch',
    since: '9.0',
    note: `${ELASTICSEARCH_NOTES}#elasticsearch-900-breaking-changes`,
    effect: 'The persian analyzer stems words, so that documents of before are found by other terms. Reindex them.',
    isRefused: false,
    inField: ({ definition }) => {
      const name = ANALYZERS.find((each) => member(definition, each) === 'persian');
      return name === undefined ? null : [name];
    },
  },
  {
    distribution: 'elasticsearch',
    since: '9.2',
    note: `${ELASTICSEARCH_NOTES}#elasticsearch-9.2.0-breaking-changes`,
    effect: 'Vectors are left out of the _source of new indices that searches return.',
    isRefused: false,
    inField: ({ type }) => (type === 'dense_vector' || type === 'sparse_vector' ? [] : null),
  },
  {
    distribution: 'opensearch',
    since: '3.0',
    note: `${OPENSEARCH_NOTES}#k-nn-plugin`,
    effect: 'Vectors can’t be indexed by nmslib. Use faiss or lucene.',
    isRefused: true,
    inField: ({ type, definition }) =>
      type === 'knn_vector' && member(objectMember(definition, 'method') ?? {}, 'engine') === 'nmslib'
        ? ['method', 'engine']
        : null,
  },
];
