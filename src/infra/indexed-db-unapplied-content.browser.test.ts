import { expect, it } from 'vitest';
import { describeUnappliedContent } from '../../tests/contracts/unapplied-content.contract.ts';
import { indexedDbUnappliedContent } from './indexed-db-unapplied-content.ts';
import { systemClock } from './platform.ts';
import { testDatabase } from './test-database.ts';
import { webLockPresence } from './tab-presence.ts';

describeUnappliedContent('IndexedDB', async () => {
  const home = testDatabase();
  return { store: indexedDbUnappliedContent(await home.open(), systemClock), destroy: home.destroy };
});

it('forgets removals after a day', async () => {
  const home = testDatabase();
  let now = '2026-11-21T03:10:00.000Z';
  const database = await home.open();
  const store = indexedDbUnappliedContent(database, { now: () => now });
  const key = { stream: 'draft/a', form: 'field', field: '/properties/a', tab: 'tab 1', at: now };
  const stored = () =>
    database.transact(['unapplied'], 'readonly', (transaction) => transaction.objectStore('unapplied').count());
  await store.remove(key);
  now = '2026-11-22T03:10:00.000Z';
  await store.adopt('draft/a', 'tab 2', () => true);
  expect(await stored()).toBe(1);
  now = '2026-11-22T03:10:00.001Z';
  await store.adopt('draft/a', 'tab 2', () => true);
  expect(await stored()).toBe(0);
  await home.destroy();
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
