import { DRAFT_PARAMETERS } from '../../platform/draft-search.ts';
import { flag, searchReader, text } from '../../platform/search-schema.ts';

/** The parameters of a draft's address, and whether the template is a legacy one. */
export const readEditTemplateSearch = searchReader({ ...DRAFT_PARAMETERS, legacy: flag });

/**
 * Parameters for a new template: `draft` is the id of the draft of mappings that it is created from, `id` that of the
 * draft that it is, once it was started.
 */
export const readCreateTemplateSearch = searchReader({ ...DRAFT_PARAMETERS, legacy: flag, draft: text, id: text });
