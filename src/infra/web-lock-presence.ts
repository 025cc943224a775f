import type { IdSource, TabPresence } from '#domain/ports';

const PREFIX = 'mapledger-tab:';

/** This page as a tab that others can see: it holds a Web Lock until it goes, however it goes. */
export async function webLockPresence(ids: IdSource): Promise<TabPresence> {
  const id = ids.next();
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
    async alive() {
      const { held: locks = [] } = await navigator.locks.query();
      const names = locks.flatMap(({ name }) => (name?.startsWith(PREFIX) === true ? [name.slice(PREFIX.length)] : []));
      return new Set([id, ...names]);
    },
    leave,
  };
}
