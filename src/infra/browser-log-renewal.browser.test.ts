import { expect, it } from 'vitest';
import { renewBrowserLog } from './browser-log-renewal.ts';
import { testDatabase } from './test-database.ts';

it('is done by the first one alone, and leaves no database behind', async () => {
  const { name } = testDatabase();
  expect(await Promise.all([renewBrowserLog(name), renewBrowserLog(name)])).toEqual([true, false]);
  expect(await renewBrowserLog(name)).toBe(false);
  expect((await indexedDB.databases()).filter((database) => database.name?.startsWith(name))).toEqual([]);
});

it('leaves what is stored as it is, and writes under way alone', async () => {
  const home = testDatabase();
  const database = await home.open();
  const put = (id: string) =>
    database.transact(['device'], 'readwrite', (transaction) =>
      transaction.objectStore('device').put({ id, name: id }, 'author'),
    );
  await put('1');
  await Promise.all([renewBrowserLog(home.name), put('2')]);
  expect(await database.transact(['device'], 'readonly', ({ store }) => store.get('author'))).toEqual({
    id: '2',
    name: '2',
  });
  await home.destroy();
});
