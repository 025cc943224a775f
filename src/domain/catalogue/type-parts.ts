import { both, EVERYWHERE } from './engines.ts';
import type { DocsPages, ParameterUse, ParameterUses } from './types.ts';

/** The pages of a type in Elasticsearch's mapping reference and in OpenSearch's list of field types. */
export const typePages = (elasticsearch: string | null, opensearch?: string): DocsPages => ({
  ...(elasticsearch !== null && { elasticsearch }),
  ...(opensearch !== undefined && { opensearch: `supported-field-types/${opensearch}` }),
});

/** Parameters as their own entries say. */
export const uses = (...names: readonly string[]): ParameterUses =>
  Object.fromEntries(names.map((name): [string, ParameterUse] => [name, {}]));

export const REQUIRED: ParameterUse = { requiredBy: EVERYWHERE };

/** Measured on Elasticsearch 7.17 and OpenSearch 3.4: taken on every type with a value of its own, and ignored where it means nothing. */
const TOLERATED: readonly string[] = [
  'index',
  'index_options',
  'doc_values',
  'store',
  'similarity',
  'boost',
  'include_in_all',
];

/** The boost of a type whose values have no relevance. Measured on Elasticsearch 7.17 and OpenSearch 3.4. */
export const FORGOTTEN_BOOST: ParameterUse = { forgottenBy: both({ from: '7.17' }) };

/** What most types are: a value of its own that may have multi-fields and stands anywhere. */
export const leaf = { holds: 'fields', engines: EVERYWHERE, tolerates: TOLERATED } as const;
/** A value that can have no multi-fields. */
export const bare = { ...leaf, holds: 'nothing' } as const;
/** A field with fields of its own. */
export const container = {
  holds: 'properties',
  placement: { asMultiField: false, asAliasTarget: false },
  engines: EVERYWHERE,
  tolerates: ['include_in_all', 'include_in_parent', 'include_in_root'],
} as const;

/** What nearly every value has, at the end of its form. */
export const COMMON: ParameterUses = uses('copy_to', 'meta', 'synthetic_source_keep');
export const SCRIPTED: ParameterUses = uses('script', 'on_script_error');
