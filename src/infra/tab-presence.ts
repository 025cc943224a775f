import type { TabPresence } from '#domain/ports';

const PREFIX = 'mapledger-tab:';

/**
 * This page as a tab that others can see: it holds a Web Lock until it goes, however it goes. The lock of the page that
 * the tab had `before` may be held a moment longer than the page is there.
 */
export async function webLockPresence(id: string, before: string | null = null): Promise<TabPresence> {
  let leave: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    leave = resolve;
  });
  await new Promise<void>((resolve, reject) => {
    navigator.locks
      .request(`${PREFIX}${id}`, () => {
        resolve();
        return held;
      })
      .catch(reject);
  });
  return {
    id,
    async findGone() {
      const { held: locks = [] } = await navigator.locks.query();
      const alive = new Set(locks.map(({ name }) => name));
      return (tab) => tab !== id && (tab === before || !alive.has(`${PREFIX}${tab}`));
    },
    leave,
  };
}

/**
 * A tab that knows nothing of others, as where there are no Web Locks: gone for certain is only the page that it had
 * `before`.
 */
export function loneTab(id: string, before: string | null = null): TabPresence {
  return { id, findGone: () => Promise.resolve((tab) => tab === before), leave: () => undefined };
}

/** Where the browser keeps the id of a page for the page after it in the same tab. */
const KEY = 'mapledger-tab';

/**
 * The id of the page that was in this tab before, null where it did not say that it goes; and says so for this one when
 * it goes. A tab that was duplicated has no such page: the id is there only from when a page goes until the next one
 * comes.
 */
export function succeedPage(
  id: string,
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  page: Pick<EventTarget, 'addEventListener'> = window,
): string | null {
  const before = storage.getItem(KEY);
  storage.removeItem(KEY);
  page.addEventListener('pagehide', () => storage.setItem(KEY, id));
  // Where Back or Forward has brought the very same page back it is not gone.
  page.addEventListener('pageshow', () => storage.removeItem(KEY));
  return before;
}
