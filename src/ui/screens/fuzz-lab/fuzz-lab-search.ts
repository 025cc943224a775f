import { otherThan, readSearch, text, type SearchOf, type UnreadSearch } from '../../platform/search-schema.ts';

const PARAMETERS = {
  /** The id of the draft that the cases of a run begin with. */
  draft: text,
  /** Instead of a draft, the name of a template. */
  template: text,
  /** The kind of the template. */
  kind: otherThan('index_template', ['index_template', 'legacy_template', 'component_template']),
} as const;

/** The search parameters that describe a run to start. */
export type FuzzLabSearch = SearchOf<typeof PARAMETERS>;

export function readFuzzLabSearch(search: UnreadSearch): FuzzLabSearch {
  const { draft, ...ofTemplate } = readSearch(PARAMETERS, search);
  if (draft !== undefined) return { draft };
  return ofTemplate.template === undefined ? {} : ofTemplate;
}
