import { describe, expect, it } from 'vitest';
import { StorageClosedError, StorageFullError } from '#domain/ports';
import { alarmOf, isNearFull, describeUsage, lossMessage } from './storage-labels.ts';

const status = (usageBytes: number | null, quotaBytes: number | null) => ({
  isPersisted: false,
  usageBytes,
  quotaBytes,
});

describe('how full the storage is', () => {
  it.each([
    [status(0, 1_000_000), '0 B of 977 KB used (0%).'],
    [status(98_300, 10_737_491_968), '96 KB of 10 GB used (less than 0.1%).'],
    [status(12_400_000, 2_100_000_000), '12 MB of 2.0 GB used (0.6%).'],
    [status(999_499, 1_000_000), '976 KB of 977 KB used (100%).'],
    [status(5, null), '5 B used. The browser doesn’t report the available space.'],
    [status(null, 5), 'The browser doesn’t report disk usage.'],
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
      title: 'No disk space left: 1 unsaved change',
      canRetry: true,
    });
    expect(alarmOf(null, [unsaved(full, 2), unsaved(new StorageClosedError('terminated'), 1)])).toMatchObject({
      title: 'The browser revoked access to the storage: 3 unsaved changes',
      canRetry: false,
    });
    const interrupted = new StorageClosedError('interrupted');
    expect(alarmOf(null, [unsaved(interrupted, 1)])).toMatchObject({
      title: 'The browser interrupted saving: 1 unsaved change',
      canRetry: true,
    });
    expect(alarmOf(null, [unsaved(interrupted, 1)])?.text).not.toMatch(/reload/);
    expect(alarmOf(null, [unsaved(interrupted, 1), unsaved(full, 1)])?.title).toMatch(/^No disk space left: 2/);
    expect(alarmOf('deleted', [])?.title).toBe('The storage was deleted: changes can’t be saved');
    expect(alarmOf(null, [unsaved(new Error('no luck'), 1)])?.text).toMatch(/^no luck\. You can keep working/);
  });
});

describe('what is said of drafts that are gone', () => {
  const gone = { drafts: 2, seenAt: '2026-11-01T10:00:00.000Z' };

  it('sends to the server where that has drafts to restore', () => {
    const { text } = lossMessage(gone, 'listed');
    expect(text).toContain('The server still has drafts: restore them on the Drafts screen');
    expect(text).not.toContain('can’t be recovered');
  });

  it('claims nothing where the server lists only what its author has proved', () => {
    const { text } = lossMessage(gone, 'unproved');
    expect(text).toContain('restore them with your recovery code in Settings, or import a backup');
    expect(text).not.toContain('can’t be recovered');
  });

  it('never says that nothing else has them', () => {
    expect(lossMessage(gone, null).text).toContain('If a server records your changes');
    for (const onServer of ['listed', 'unproved', null] as const)
      expect(lossMessage(gone, onServer).text).not.toContain('can’t be recovered');
  });
});
