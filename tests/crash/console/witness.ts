/** The binding by which a page tells Node what its header says. */
export const BINDING = 'tellSaved';

/** What stands in the header of a draft at a moment at which it says "Saved". */
export interface Seen {
  readonly draftId: string;
  /** What Undo and Redo would do, in the words of their buttons; null for a button that is off. */
  readonly undo: string | null;
  readonly redo: string | null;
}

/**
 * Runs in the page before its own scripts: reads the header whenever the page changes, as a person would who never looks away. It knows
 * nothing of our code, so that "saved" is what the console says on the screen and nothing less.
 */
export function installWitness(binding: string): void {
  let last = '';
  const label = (button: Element | undefined, verb: string) => {
    const text = button?.getAttribute('aria-label') ?? '';
    return text.startsWith(`${verb}: `) ? text.slice(verb.length + 2) : null;
  };
  const look = () => {
    const draftId = /\/drafts\/([^/]+)$/.exec(location.pathname)?.[1];
    const header = document.querySelector('header');
    if (draftId === undefined || header === null) return;
    const isSaved = Array.from(header.querySelectorAll('[role="status"]')).some(
      (status) => status.textContent === 'Saved',
    );
    if (!isSaved) return;
    const [undo, redo] = header.querySelectorAll('[role="group"][aria-label="History"] button');
    // Their code comes with the document.
    if (undo === undefined || redo === undefined) return;
    const seen = JSON.stringify({ draftId, undo: label(undo, 'Undo'), redo: label(redo, 'Redo') });
    if (seen === last) return;
    last = seen;
    const tell: unknown = Reflect.get(globalThis, binding);
    if (typeof tell === 'function') tell(seen);
  };
  // A header that has just come has its buttons a moment before it knows what they offer; later it is right whenever it changes.
  let soon: ReturnType<typeof setTimeout> | undefined;
  const lookSoon = () => {
    clearTimeout(soon);
    if (last === '') soon = setTimeout(look, 30);
    else look();
  };
  new MutationObserver(lookSoon).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
}
