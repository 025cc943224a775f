import { addressSwitch, readListSearch, type ListSearch } from '../../lists/list-search.ts';

const SORTABLE = ['name', 'patterns', 'components', 'policy', 'priority'] as const;
export type TemplateColumn = (typeof SORTABLE)[number];

/** The types of templates, in the order in which they are told apart (console.md section 3). */
export const TEMPLATE_TYPES = ['default', 'managed', 'cloudManaged', 'system'] as const;
export type ShownType = (typeof TEMPLATE_TYPES)[number];

export const TEMPLATE_TABS = ['summary', 'settings', 'mappings', 'aliases', 'preview'] as const;
export type TemplateTab = (typeof TEMPLATE_TABS)[number];

/** What the address of the index templates says. */
export interface TemplatesSearch extends ListSearch<TemplateColumn> {
  /** The list of legacy templates, rather than of composable ones. */
  readonly kind?: 'legacy';
  readonly type?: ShownType;
  /** The opened template is a legacy one (console.md section 2). */
  readonly legacy?: true;
  readonly tab?: TemplateTab;
}

/** Reads the search part of an address; what does not fit is left out. */
export function readTemplatesSearch(search: Readonly<Record<string, unknown>>): TemplatesSearch {
  const type = TEMPLATE_TYPES.find((each) => each === search['type']);
  const tab = TEMPLATE_TABS.find((each) => each === search['tab']);
  return {
    ...readListSearch(search, SORTABLE),
    ...(search['kind'] === 'legacy' && { kind: 'legacy' as const }),
    ...(type && { type }),
    ...(addressSwitch(search['legacy']) && { legacy: true as const }),
    ...(tab && { tab }),
  };
}

const COMPONENT_SORTABLE = ['name', 'usedBy'] as const;
export type ComponentColumn = (typeof COMPONENT_SORTABLE)[number];

const COMPONENT_TABS = ['summary', 'settings', 'mappings', 'aliases'] as const satisfies readonly TemplateTab[];
export type ComponentTab = (typeof COMPONENT_TABS)[number];

/** What the address of the component templates says. */
export interface ComponentsSearch extends ListSearch<ComponentColumn> {
  readonly usage?: 'used' | 'unused';
  readonly tab?: ComponentTab;
}

/** Reads the search part of an address; what does not fit is left out. */
export function readComponentsSearch(search: Readonly<Record<string, unknown>>): ComponentsSearch {
  const usage = (['used', 'unused'] as const).find((each) => each === search['usage']);
  const tab = COMPONENT_TABS.find((each) => each === search['tab']);
  return { ...readListSearch(search, COMPONENT_SORTABLE), ...(usage && { usage }), ...(tab && { tab }) };
}
