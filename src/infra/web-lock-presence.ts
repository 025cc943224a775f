import type { TabPresence } from '#domain/ports';

const PREFIX = 'mapledger-tab:';

/**
 * This page as a tab that others can see: it holds a Web Lock until it goes, however it goes. The lock of the page that the tab had `before` may be
 * held a moment longer than the page is there.
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
