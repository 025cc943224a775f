import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_WAITING, MAX_WAITING_OF_CALLER, waitingPolls, type WaitingPolls } from './waiting-polls.ts';

const LONG_MS = 25_000;
const NOBODY = { caller: 'here', author: undefined };

let polls: WaitingPolls;
let ended: number;

beforeEach(() => {
  vi.useFakeTimers();
  polls = waitingPolls();
  ended = 0;
});
afterEach(() => vi.useRealTimers());

async function wait(signal = new AbortController().signal): Promise<void> {
  await polls.wait(polls.changes(), LONG_MS, signal, NOBODY);
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
    await polls.wait(seen, LONG_MS, new AbortController().signal, NOBODY);
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

describe('what is new to one author', () => {
  it('wakes only those who wait as that author, and holds no other change back', async () => {
    const woken: string[] = [];
    const waitAs = (author: string) =>
      polls
        .wait(polls.changes(), LONG_MS, new AbortController().signal, { caller: 'here', author })
        ?.then(() => woken.push(author));
    for (const author of ['ada', 'bob', 'eve']) void waitAs(author);
    polls.wakeAuthors(['bob', 'nobody']);
    await vi.advanceTimersByTimeAsync(0);
    expect(woken).toEqual(['bob']);
    void waitAs('bob');
    polls.wakeAuthors(['bob']);
    polls.wakeAuthors(['eve']);
    await vi.advanceTimersByTimeAsync(100);
    expect(woken).toEqual(['bob']);
    polls.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(woken).toEqual(['bob', 'ada', 'eve', 'bob']);
  });

  it('is told together where more follows soon', async () => {
    const times: number[] = [];
    const start = Date.now();
    const again = async (): Promise<void> => {
      await polls.wait(polls.changes(), LONG_MS, new AbortController().signal, { caller: 'here', author: 'ada' });
      times.push(Date.now() - start);
      if (times.length < 4) await again();
    };
    void again();
    for (let at = 0; at < 600; at += 10) {
      polls.wakeAuthors(['ada']);
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(times).toEqual([0, 200, 400, 600]);
  });
});

describe('how many wait', () => {
  it('is limited for each caller, so that no caller keeps others out, and for all', () => {
    const waitAs = (caller: string) =>
      polls.wait(polls.changes(), LONG_MS, new AbortController().signal, { caller, author: undefined });
    for (let count = 0; count < MAX_WAITING_OF_CALLER; count++) expect(waitAs('one')).not.toBeNull();
    expect(waitAs('one')).toBeNull();
    for (let count = MAX_WAITING_OF_CALLER; count < MAX_WAITING; count++)
      expect(waitAs(`other ${count}`)).not.toBeNull();
    expect(waitAs('the last')).toBeNull();
    polls.close();
  });

  it('is woken in turns, all of them', async () => {
    for (let count = 0; count < 100; count++) void wait();
    polls.wake();
    await Promise.resolve();
    await Promise.resolve();
    expect(ended).toBeLessThan(30);
    await vi.advanceTimersByTimeAsync(10);
    expect(ended).toBe(100);
  });
});
