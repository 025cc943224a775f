import { formatPointer, parsePointer } from '#domain/json';
import { EDITOR_TABS, TEMPLATE_STEPS } from '../../machines/forms/editor-tabs.ts';
import {
  oneOf,
  otherThan,
  searchReader,
  text,
  wholeNumber,
  type SearchOf,
  type SearchSchema,
} from './search-schema.ts';

/** In place of the pointer of a parent: the new field goes to the root. No pointer is written so. */
export const ADD_AT_ROOT = 'root';

/** The parameters of the address of a draft, all of which can be shared in a link. */
export const DRAFT_PARAMETERS = {
  /** The opened field, as its pointer in the body. */
  field: pointer,
  /** The field that a new one is added below, as its pointer in the body, or `root`: the form for it is open. */
  add: (value) => (value === ADD_AT_ROOT ? value : pointer(value)),
  /** The search text. */
  q: text,
  /** The tab; the mapped fields where absent. */
  tab: otherThan('fields', EDITOR_TABS),
  /** The view; the tree where absent. */
  view: oneOf(['json']),
  /** The step of a template; its first one where absent. */
  step: oneOf(TEMPLATE_STEPS),
  /** The version of the history that is shown; the present one where absent. */
  at: wholeNumber(1),
  /** The version that it is compared with. */
  with: wholeNumber(1),
} as const satisfies SearchSchema;

/** The parameters in the address of a draft. */
export type DraftSearch = SearchOf<typeof DRAFT_PARAMETERS>;

export const readDraftSearch = searchReader(DRAFT_PARAMETERS);

/** A pointer to a part of the body. An invalid one was written by hand, and opens no field. */
function pointer(value: unknown): string | undefined {
  const written = text(value);
  if (written === undefined) return undefined;
  try {
    return formatPointer(parsePointer(written));
  } catch {
    return undefined;
  }
}
