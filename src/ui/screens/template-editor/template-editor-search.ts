import { addressSwitch, addressText } from '../../lists/list-search.ts';
import { readDraftSearch, type DraftSearch } from '../../platform/draft-search.ts';

/** What the address of a template that is edited says: as that of a draft, and of which kind it is. */
export interface EditTemplateSearch extends DraftSearch {
  /** It is a legacy template (console.md section 2). */
  readonly legacy?: true;
}

/** Reads the search part of an address; what does not fit is left out. */
export function readEditTemplateSearch(search: Readonly<Record<string, unknown>>): EditTemplateSearch {
  return { ...readDraftSearch(search), ...(addressSwitch(search['legacy']) && { legacy: true as const }) };
}

/** What the address of a new template says. */
export interface CreateTemplateSearch {
  readonly legacy?: true;
  /** The draft of mappings that it is made of. */
  readonly draft?: string;
}

export function readCreateTemplateSearch(search: Readonly<Record<string, unknown>>): CreateTemplateSearch {
  const draft = addressText(search['draft']);
  return {
    ...(addressSwitch(search['legacy']) && { legacy: true as const }),
    ...(draft !== undefined && { draft }),
  };
}
