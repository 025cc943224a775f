import { matchesChord } from '../kit/keys.ts';
import type { OfferedAction } from './action-registry.ts';

const TEXT_ENTRY =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="file"]), textarea, select, [contenteditable="true"]';
/** Menus, and the lists of pickers: a layer of their own. */
const POPUPS = '[role="menu"], [data-trigger]';
/** Their letters are type-ahead; chords with a modifier are not. */
const LISTS = '[role="listbox"]';
/** Modal layers of the kit. */
const MODAL = '[data-modal-layer]';

function isWithin(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}

/** The action that a key event asks for, or null. Text fields, menus and dialogs keep their keys to themselves. */
export function actionForKey(event: KeyboardEvent, actions: readonly OfferedAction[]): OfferedAction | null {
  if (event.defaultPrevented || event.isComposing) return null;
  const isTyping = isWithin(event.target, TEXT_ENTRY);
  const isLetter = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (
    isWithin(event.target, POPUPS) ||
    (isLetter && isWithin(event.target, LISTS)) ||
    document.querySelector(MODAL) !== null
  )
    return null;
  const asked = actions.find(
    (action) => action.isLocal !== true && action.keys?.some((chord) => matchesChord(event, chord)) === true,
  );
  if (asked === undefined || (isTyping && asked.isForTextToo !== true)) return null;
  return asked;
}
