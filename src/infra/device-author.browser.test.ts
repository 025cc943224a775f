import { afterEach, beforeEach, expect, it } from 'vitest';
import { deviceAuthor, renameDeviceAuthor, UNNAMED_AUTHOR } from './device-author.ts';
import { testDatabase, type TestDatabase } from './test-database.ts';
import { ulidSource } from './platform.ts';

const ids = ulidSource();
let home: TestDatabase;

beforeEach(() => {
  home = testDatabase();
});
afterEach(() => home.destroy());

it('is the same for every tab and every visit', async () => {
  const database = await home.open();
  const [one, other] = await Promise.all([deviceAuthor(database, ids), deviceAuthor(await home.open(), ids)]);
  expect(one).toEqual({ id: expect.stringMatching(/^[0-9A-Z]{26}$/), name: UNNAMED_AUTHOR, verified: false });
  expect(other).toEqual(one);
  database.close();
  expect(await deviceAuthor(await home.open(), ids)).toEqual(one);
});

it('keeps its id under a new name', async () => {
  const database = await home.open();
  const author = await deviceAuthor(database, ids);
  const ada = await renameDeviceAuthor(database, author, '  ada ');
  expect(ada).toEqual({ ...author, name: 'ada' });
  expect(await deviceAuthor(await home.open(), ids)).toEqual(ada);
  expect(await renameDeviceAuthor(database, ada, ' ')).toEqual(author);
});

it('differs from device to device', async () => {
  const elsewhere = testDatabase();
  const here = await deviceAuthor(await home.open(), ids);
  expect(await deviceAuthor(await elsewhere.open(), ids)).not.toEqual(here);
  await elsewhere.destroy();
});
