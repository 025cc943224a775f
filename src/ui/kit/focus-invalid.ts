const INVALID = '[aria-invalid="true"]';

function focusFirst(selector: string): boolean {
  const input = Array.from(document.querySelectorAll<HTMLElement>(selector)).find((each) => each.checkVisibility());
  input?.focus();
  return input !== undefined;
}

/**
 * Focuses the first invalid input on the page as soon as it is shown: the code of its form may still be loading. Until
 * then, and where none is invalid, `otherwise` has the focus. Ends when the user presses a key or a button.
 */
export function focusInvalid(otherwise?: string): void {
  const end = new AbortController();
  const { signal } = end;
  let isLed = otherwise === undefined;
  const look = () => {
    if (signal.aborted) return;
    if (focusFirst(INVALID)) end.abort();
    else if (!isLed && otherwise !== undefined) isLed = focusFirst(otherwise);
  };
  const observer = new MutationObserver(look);
  signal.addEventListener('abort', () => observer.disconnect());
  for (const type of ['keydown', 'pointerdown']) addEventListener(type, () => end.abort(), { capture: true, signal });
  // By then the requested form has been rendered.
  requestAnimationFrame(() => {
    look();
    if (!signal.aborted)
      observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['aria-invalid'] });
  });
}
