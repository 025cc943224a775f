import { opensearch, type Engines } from './engines.ts';

/** A member of the body of an alias, in an index or a template. */
export interface AliasMember {
  readonly kind: 'object' | 'string' | 'boolean';
  /** Engines that drop it from legacy templates. */
  readonly lostInLegacyTemplates?: Engines;
}

/** The members of the body of an alias; measured on Elasticsearch 7.17, 8.19 and 9.5, OpenSearch 2.19 and 3.4. */
export const ALIAS_MEMBERS: Readonly<Record<string, AliasMember>> = {
  filter: { kind: 'object' },
  routing: { kind: 'string' },
  index_routing: { kind: 'string' },
  search_routing: { kind: 'string' },
  is_write_index: { kind: 'boolean', lostInLegacyTemplates: opensearch() },
  is_hidden: { kind: 'boolean', lostInLegacyTemplates: opensearch() },
};

/** Members of an action that adds an alias, beside those of the alias. */
export const ALIAS_ACTION_MEMBERS: readonly string[] = ['index', 'indices', 'alias', 'aliases', 'must_exist'];
