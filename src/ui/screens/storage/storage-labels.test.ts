import { describe, expect, it } from 'vitest';
import { StorageClosedError, StorageFullError } from '#domain/ports';
import { alarmOf, isNearFull, describeUsage } from './storage-labels.ts';

const status = (usageBytes: number | null, quotaBytes: number | null) => ({
  isPersisted: false,
  usageBytes,
  quotaBytes,
});

describe('how full the storage is', () => {
  it.each([
    [status(0, 1_000_000), '0 bytes of 1 MB are used, 0 %.'],
    [status(98_300, 10_737_491_968), '98.3 kB of 10.7 GB are used, less than 0.1 %.'],
    [status(12_400_000, 2_100_000_000), '12.4 MB of 2.1 GB are used, 0.6 %.'],
    [status(999_499, 1_000_000), '999 kB of 1 MB are used, 100 %.'],
    [status(5, null), '5 bytes are used. The browser does not say how much room there is.'],
    [status(null, 5), 'The browser does not say how much is used.'],
  ])('%o: %s', (given, words) => {
    expect(describeUsage(given)).toBe(words);
  });

  it.each([
    [status(80, 100), false],
    [status(81, 100), true],
    [status(81, 0), false],
    [status(null, 100), false],
    [null, false],
  ])('%o is near its end: %s', (given, isNear) => {
    expect(isNearFull(given)).toBe(isNear);
  });
});

describe('the alarm', () => {
  it('counts what is only in this tab, and says that the storage is gone before that it is full', () => {
    expect(alarmOf(null, [])).toBeNull();
    const full = new StorageFullError(new Error('full'));
    const unsaved = (error: Error, pending: number) => ({ error, pending }) as Parameters<typeof alarmOf>[1][number];
    expect(alarmOf(null, [unsaved(full, 1)])).toMatchObject({
      title: 'There is no room left on this device: 1 change is only in this tab',
      canRetry: true,
    });
    expect(alarmOf(null, [unsaved(full, 2), unsaved(new StorageClosedError('terminated'), 1)])).toMatchObject({
      title: 'The browser has taken the storage of this page away: 3 changes are only in this tab',
      canRetry: false,
    });
    expect(alarmOf('deleted', [])?.title).toBe(
      'The storage of this page has been deleted: nothing can be saved here any more',
    );
    expect(alarmOf(null, [unsaved(new Error('no luck'), 1)])?.text).toMatch(/^no luck\. You can go on working/);
  });
});
