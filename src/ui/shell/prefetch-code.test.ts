import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { prefetchCode } from './prefetch-code.ts';

const ADDRESSES = Array.from({ length: 10 }, (_, place) => `/assets/${place}.js`);

/** A server that responds when the test advances the time. */
function serverOf(addresses: readonly string[]) {
  const fetched: string[] = [];
  const failing = new Set<string>();
  let atOnce = 0;
  const most = { atOnce: 0 };
  return {
    fetched,
    failing,
    most,
    files: {
      missing: () => Promise.resolve(addresses.filter((address) => !fetched.includes(address))),
      async fetch(address: string) {
        atOnce += 1;
        most.atOnce = Math.max(most.atOnce, atOnce);
        await new Promise((resolve) => setTimeout(resolve, 10));
        atOnce -= 1;
        if (failing.has(address)) throw new Error('not there');
        fetched.push(address);
      },
    },
  };
}

describe('code that is fetched ahead', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('comes after the first screen, in order, a few files at a time', async () => {
    const { files, fetched, most } = serverOf(ADDRESSES);
    prefetchCode(files);
    await vi.advanceTimersByTimeAsync(1_900);
    expect(fetched).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(fetched).toEqual(ADDRESSES);
    expect(most.atOnce).toBe(4);
  });

  it('is asked for again later where a file was not there, without those that are', async () => {
    const { files, fetched, failing } = serverOf(ADDRESSES);
    failing.add('/assets/3.js');
    prefetchCode(files);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(fetched).not.toContain('/assets/3.js');
    failing.clear();
    await vi.advanceTimersByTimeAsync(61_000);
    expect(fetched.toSorted()).toEqual(ADDRESSES);
    expect(new Set(fetched).size).toBe(fetched.length);
  });

  it('is left alone once the page is closed', async () => {
    const early = serverOf(ADDRESSES);
    prefetchCode(early.files)();
    const late = serverOf(ADDRESSES);
    const end = prefetchCode(late.files);
    await vi.advanceTimersByTimeAsync(2_005);
    end();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(early.fetched).toEqual([]);
    expect(late.fetched).toHaveLength(4);
  });
});
