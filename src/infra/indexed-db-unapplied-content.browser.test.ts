import { expect, it } from 'vitest';
import { describeUnappliedContent } from '../../tests/contracts/unapplied-content.contract.ts';
import { indexedDbUnappliedContent } from './indexed-db-unapplied-content.ts';
import { testDatabase } from './test-database.ts';
import { webLockPresence } from './web-lock-presence.ts';

describeUnappliedContent('IndexedDB', async () => {
  const home = testDatabase();
  return { store: indexedDbUnappliedContent(await home.open()), destroy: home.destroy };
});

it('a tab is alive until it leaves', async () => {
  const ids = ['tab a', 'tab b'].map((name) => `${name} ${crypto.randomUUID()}`);
  const [a, b] = await Promise.all(ids.map((id) => webLockPresence({ next: () => id })));
  expect([...((await a?.alive()) ?? [])]).toEqual(expect.arrayContaining(ids));
  b?.leave();
  await expect.poll(async () => (await a?.alive())?.has(ids[1] ?? '')).toBe(false);
  expect((await a?.alive())?.has(ids[0] ?? '')).toBe(true);
  a?.leave();
});
