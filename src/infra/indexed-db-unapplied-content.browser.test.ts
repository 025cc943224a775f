import { expect, it } from 'vitest';
import { describeUnappliedContent } from '../../tests/contracts/unapplied-content.contract.ts';
import { indexedDbUnappliedContent } from './indexed-db-unapplied-content.ts';
import { testDatabase } from './test-database.ts';
import { webLockPresence } from './web-lock-presence.ts';

describeUnappliedContent('IndexedDB', async () => {
  const home = testDatabase();
  return { store: indexedDbUnappliedContent(await home.open()), destroy: home.destroy };
});

it('a tab is gone when it has left, and the page before it at once', async () => {
  const ids = ['tab a', 'tab b'].map((name) => `${name} ${crypto.randomUUID()}`);
  const [idOfA = '', idOfB = ''] = ids;
  const [a, b] = await Promise.all(ids.map((id) => webLockPresence(id)));
  const isGone = async (tab: string) => (await a?.findGone())?.(tab);
  expect(await Promise.all([idOfA, idOfB, 'nobody'].map(isGone))).toEqual([false, false, true]);
  const next = await webLockPresence(`next ${idOfA}`, idOfB);
  expect((await next.findGone())(idOfB)).toBe(true);
  b?.leave();
  await expect.poll(() => isGone(idOfB)).toBe(true);
  expect(await isGone(idOfA)).toBe(false);
  a?.leave();
  next.leave();
});
