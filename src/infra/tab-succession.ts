/** Where the browser keeps the id of a page for the page after it in the same tab. */
const KEY = 'mapledger-tab';

/**
 * The id of the page that was in this tab before, null where it did not say that it goes; and says so for this one when it goes. A tab that was
 * duplicated has no such page: the id is there only from when a page goes until the next one comes.
 */
export function succeedPage(
  id: string,
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = sessionStorage,
  page: Pick<EventTarget, 'addEventListener'> = window,
): string | null {
  const before = storage.getItem(KEY);
  storage.removeItem(KEY);
  page.addEventListener('pagehide', () => storage.setItem(KEY, id));
  // Where Back or Forward has brought the very same page back it is not gone.
  page.addEventListener('pageshow', () => storage.removeItem(KEY));
  return before;
}
