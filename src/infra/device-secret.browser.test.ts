import { afterEach, beforeEach, expect, it } from 'vitest';
import { MIN_DEVICE_SECRET_LENGTH } from '#domain/wire';
import { deviceAuthor, replaceDeviceAuthor } from './device-author.ts';
import { deviceSecret } from './device-secret.ts';
import { testDatabase, type TestDatabase } from './test-database.ts';
import { ulidSource } from './platform.ts';

let home: TestDatabase;

beforeEach(() => {
  home = testDatabase();
});
afterEach(() => home.destroy());

it('is the same for every tab and every visit, whichever author the device has', async () => {
  const database = await home.open();
  const [one, other] = await Promise.all([deviceSecret(database), deviceSecret(await home.open())]);
  expect(one).toMatch(/^[\w-]{43}$/);
  expect(one.length).toBeGreaterThanOrEqual(MIN_DEVICE_SECRET_LENGTH);
  expect(other).toBe(one);
  const author = await deviceAuthor(database, ulidSource());
  expect(JSON.stringify(author)).not.toContain(one);
  await replaceDeviceAuthor(database, { ...author, id: '01OTHER' });
  database.close();
  expect(await deviceSecret(await home.open())).toBe(one);
});

it('differs from device to device', async () => {
  const elsewhere = testDatabase();
  const here = await deviceSecret(await home.open());
  expect(await deviceSecret(await elsewhere.open())).not.toBe(here);
  await elsewhere.destroy();
});
