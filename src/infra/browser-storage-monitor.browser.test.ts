import { expect, it } from 'vitest';
import { browserStorageMonitor } from './browser-storage-monitor.ts';

it('says what the browser says', async () => {
  const { isPersisted, usageBytes, quotaBytes } = await browserStorageMonitor().status();
  expect(isPersisted).toBe(await navigator.storage.persisted());
  expect(usageBytes).toBeGreaterThanOrEqual(0);
  expect(quotaBytes).toBeGreaterThan(usageBytes ?? 0);
});

it('asks to keep what is stored', async () => {
  const monitor = browserStorageMonitor();
  const isKept = await monitor.askToPersist();
  expect((await monitor.status()).isPersisted).toBe(isKept);
});
