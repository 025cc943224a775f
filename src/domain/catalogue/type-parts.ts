import { both, elasticsearch, EVERYWHERE, type Engines } from './engines.ts';
import type { DocsPages, ParameterUse, ParameterUses, Tolerance } from './types.ts';

/** The pages of a type in Elasticsearch's mapping reference and in OpenSearch's list of field types. */
export const typePages = (elasticsearch: string | null, opensearch?: string): DocsPages => ({
  ...(elasticsearch !== null && { elasticsearch }),
  ...(opensearch !== undefined && { opensearch: `supported-field-types/${opensearch}` }),
});

/** Parameters as their own entries say. */
export const uses = (...names: readonly string[]): ParameterUses =>
  Object.fromEntries(names.map((name): [string, ParameterUse] => [name, {}]));

export const REQUIRED: ParameterUse = { requiredBy: EVERYWHERE };

/** Parameters that these engines take on a type and ignore. */
export const tolerated = (engines: Engines, ...names: readonly string[]): Tolerance =>
  Object.fromEntries(names.map((name) => [name, engines]));

const MEANINGLESS = ['index', 'index_options', 'doc_values', 'store', 'similarity', 'boost'] as const;
const BEFORE_7: Tolerance = tolerated(elasticsearch({ until: '7.0' }), 'include_in_all');

/**
 * Before Elasticsearch 8.0 every type of leaf field accepted them, and ignored those that do not apply; OpenSearch
 * still does. Each pair of a type and a parameter is tried on Elasticsearch 7.17, 8.19 and 9.5 and on OpenSearch 1.3,
 * 2.19 and 3.4.
 */
const TOLERATED: Tolerance = { ...tolerated(both({ until: '8.0' }), ...MEANINGLESS), ...BEFORE_7 };
/** For types that OpenSearch is stricter with. */
export const TOLERATED_BEFORE_8: Tolerance = {
  ...tolerated(elasticsearch({ until: '8.0' }), ...MEANINGLESS),
  ...BEFORE_7,
};

/** The boost of a type whose values have no relevance. Measured on Elasticsearch 7.17 and OpenSearch 3.4. */
export const FORGOTTEN_BOOST: ParameterUse = { forgottenBy: both({ from: '7.17' }) };

/** Most types: a leaf field that may have multi-fields and be placed anywhere. */
export const leaf = { holds: 'fields', engines: EVERYWHERE, tolerates: TOLERATED } as const;
/** A value that can have no multi-fields. */
export const bare = { ...leaf, holds: 'nothing' } as const;
/** A field with child fields. */
export const container = {
  holds: 'properties',
  placement: { asMultiField: false, asAliasTarget: false },
  engines: EVERYWHERE,
  tolerates: {
    ...tolerated(EVERYWHERE, 'include_in_all'),
    // Elasticsearch 7.17 refuses them.
    ...tolerated(both({ until: '7.0' }), 'include_in_parent', 'include_in_root'),
  },
} as const;

/** What nearly every value has, at the end of its form. */
export const COMMON: ParameterUses = uses('copy_to', 'meta', 'synthetic_source_keep');
export const SCRIPTED: ParameterUses = uses('script', 'on_script_error');
