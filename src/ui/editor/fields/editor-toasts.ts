/** A tab can't be left. Closed when it can. */
export const HELD_TAB_TOAST = 'held tab';
/** The field of the open form was removed. Closed when the field is back. */
export const REMOVED_FIELD_TOAST = 'removed field';
/** The address names a field that does not exist. Closed when another field is opened. */
export const FIELD_NOT_FOUND_TOAST = 'field not found';

/** Notifications that no longer matter once the editor is left. */
export const EDITOR_TOASTS = [HELD_TAB_TOAST, REMOVED_FIELD_TOAST, FIELD_NOT_FOUND_TOAST];
