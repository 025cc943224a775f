import { listParameters } from '../../lists/list-search.ts';
import { flag, oneOf, searchReader, type SearchOf } from '../../platform/search-schema.ts';

const SORTABLE = ['name', 'patterns', 'components', 'policy', 'priority'] as const;

/** The types of templates, in the order in which they are detected. */
export const TEMPLATE_TYPES = ['default', 'managed', 'cloudManaged', 'system'] as const;
export type ShownType = (typeof TEMPLATE_TYPES)[number];

export const TEMPLATE_TABS = ['summary', 'settings', 'mappings', 'aliases', 'preview', 'history'] as const;
export type TemplateTab = (typeof TEMPLATE_TABS)[number];

const PARAMETERS = {
  ...listParameters(SORTABLE),
  /** The list shows legacy templates instead of composable ones. */
  kind: oneOf(['legacy']),
  type: oneOf(TEMPLATE_TYPES),
  /** The opened template is a legacy one. */
  legacy: flag,
  tab: oneOf(TEMPLATE_TABS),
} as const;

/** The search parameters of the list of index templates. */
export type TemplatesSearch = SearchOf<typeof PARAMETERS>;

export const readTemplatesSearch = searchReader(PARAMETERS);

const COMPONENT_SORTABLE = ['name', 'usedBy'] as const;

const COMPONENT_TABS = [
  'summary',
  'settings',
  'mappings',
  'aliases',
  'history',
] as const satisfies readonly TemplateTab[];
export type ComponentTab = (typeof COMPONENT_TABS)[number];

const COMPONENT_PARAMETERS = {
  ...listParameters(COMPONENT_SORTABLE),
  usage: oneOf(['used', 'unused']),
  tab: oneOf(COMPONENT_TABS),
} as const;

/** The search parameters of the list of component templates. */
export type ComponentsSearch = SearchOf<typeof COMPONENT_PARAMETERS>;

export const readComponentsSearch = searchReader(COMPONENT_PARAMETERS);
