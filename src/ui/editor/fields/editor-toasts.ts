/** A tab can't be left: over when it can. */
export const HELD_TAB_TOAST = 'held tab';
/** The field of the open form was removed: over when it is back. */
export const REMOVED_FIELD_TOAST = 'removed field';
/** The address names a field that is not there: over when another one is opened. */
export const FIELD_NOT_FOUND_TOAST = 'field not found';

/** What means nothing once the editor is left. */
export const EDITOR_TOASTS = [HELD_TAB_TOAST, REMOVED_FIELD_TOAST, FIELD_NOT_FOUND_TOAST];
