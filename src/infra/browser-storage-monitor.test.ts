import { describe, expect, it } from 'vitest';
import { browserStorageMonitor, type StorageQuestions } from './browser-storage-monitor.ts';

const refuse = () => Promise.reject(new TypeError('Not for this origin'));
const fail = () => {
  throw new DOMException('Not for this origin', 'SecurityError');
};
const UNKNOWN = { isPersisted: null, usageBytes: null, quotaBytes: null };

describe('what the browser does not answer is not known', () => {
  it.each<[string, StorageQuestions]>([
    ['has no questions', {}],
    ['rejects', { persisted: refuse, persist: refuse, estimate: refuse }],
    ['throws', { persisted: fail, persist: fail, estimate: fail }],
    ['estimates nothing', { estimate: () => Promise.resolve({}) }],
    [
      'estimates no number',
      { estimate: () => Promise.resolve({ usage: Number.NaN, quota: Number.POSITIVE_INFINITY }) },
    ],
  ])('where it %s', async (_how, questions) => {
    const monitor = browserStorageMonitor(questions);
    expect(await monitor.status()).toEqual(UNKNOWN);
    expect(await monitor.askToPersist()).toBe(false);
  });

  // Node has no navigator.storage, as browsers have none for pages that came over plain HTTP.
  it('where there is no storage to ask', async () => {
    expect(await browserStorageMonitor().status()).toEqual(UNKNOWN);
    expect(await browserStorageMonitor().askToPersist()).toBe(false);
  });
});

it('says what it knows where only a part is missing', async () => {
  const questions = {
    persisted: () => Promise.resolve(false),
    persist: () => Promise.resolve(true),
    estimate: () => Promise.resolve({ usage: 0 }),
  };
  const monitor = browserStorageMonitor(questions);
  expect(await monitor.status()).toEqual({ isPersisted: false, usageBytes: 0, quotaBytes: null });
  expect(await monitor.askToPersist()).toBe(true);
});
