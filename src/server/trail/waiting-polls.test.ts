import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitingPolls, type WaitingPolls } from './waiting-polls.ts';

const LONG_MS = 25_000;

let polls: WaitingPolls;
let ended: number;

beforeEach(() => {
  vi.useFakeTimers();
  polls = waitingPolls();
  ended = 0;
});
afterEach(() => vi.useRealTimers());

async function wait(signal = new AbortController().signal): Promise<void> {
  await polls.wait(polls.changes(), LONG_MS, signal);
  ended++;
}

describe('who waits for a change', () => {
  it('hears of the first at once, and of those that follow soon after it together', async () => {
    void wait();
    polls.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(ended).toBe(1);
    void wait();
    for (let change = 0; change < 5; change++) polls.wake();
    await vi.advanceTimersByTimeAsync(39);
    expect(ended).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toBe(2);
    void wait();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ended).toBe(2);
    polls.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(ended).toBe(3);
  });

  it('hears of one that came while nobody waited without waiting', async () => {
    const seen = polls.changes();
    polls.wake();
    await polls.wait(seen, LONG_MS, new AbortController().signal);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits no longer than it wants to, than it is there, and than the server is', async () => {
    void wait();
    await vi.advanceTimersByTimeAsync(LONG_MS);
    expect(ended).toBe(1);
    const leaving = new AbortController();
    void wait(leaving.signal);
    leaving.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(ended).toBe(2);
    void wait();
    polls.close();
    await vi.advanceTimersByTimeAsync(0);
    expect([ended, vi.getTimerCount(), polls.isClosed()]).toEqual([3, 0, true]);
  });
});
