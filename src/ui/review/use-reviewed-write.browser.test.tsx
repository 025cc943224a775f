import { describe, expect, it, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { useReviewedWrite, type WritePorts } from './use-reviewed-write.ts';

type Ports = WritePorts<string, string>;

/** How long a write may take to be sent, as long as tests wait for other conditions. */
const WAIT_MS = 20_000;

/** A write over ports that record their calls; a test decides when sending ends. */
async function open() {
  const calls: string[] = [];
  const handled: string[] = [];
  const sending: { end: (result: string) => void; fail: (error: Error) => void }[] = [];
  const portsOf = (cluster: string): Ports => ({
    async compare() {
      calls.push(`compare ${cluster}`);
      return { kind: 'unmoved' };
    },
    send(write) {
      calls.push(`send ${write} to ${cluster}`);
      return new Promise((end, fail) => sending.push({ end, fail }));
    },
    follow: async (_, result) => void calls.push(`follow ${result} of ${cluster}`),
    onSettled: () => void calls.push(`settled ${cluster}`),
  });
  let cluster = 'a';
  const { result, rerender, unmount } = await renderHook(() =>
    useReviewedWrite(portsOf(cluster), {
      onDone: () => void handled.push('done'),
      onFailed: (error, write) => void handled.push(`${write} failed: ${String(error)}`),
    }),
  );
  const send = (write: string) => result.current.send({ type: 'SEND', write });
  return {
    ...{ calls, handled, send, unmount },
    current: () => result.current,
    async become(next: string) {
      cluster = next;
      await rerender();
    },
    async sent() {
      send('it');
      return vi.waitUntil(() => sending[0], { timeout: WAIT_MS });
    },
  };
}

describe('a reviewed write', () => {
  it('keeps the ports that it was begun with until it is over', async () => {
    const { sent, calls, become, current, send } = await open();
    const { end } = await sent();
    await become('b');
    end('result');
    await expect.poll(() => current().isPending).toBe(false);
    expect(calls).toEqual(['compare a', 'send it to a', 'follow result of a', 'settled a']);
    send('more');
    await expect.poll(() => calls.slice(4)).toEqual(['compare b', 'send more to b']);
  });

  it('goes on where the screen is left, which is told nothing more', async () => {
    const { sent, calls, handled, unmount } = await open();
    const { end } = await sent();
    await unmount();
    end('result');
    await expect.poll(() => calls).toEqual(['compare a', 'send it to a', 'follow result of a', 'settled a']);
    expect(handled).toEqual([]);
  });

  it('tells what came of it, and shows a failure until it is dismissed', async () => {
    const { sent, handled, current } = await open();
    const { fail } = await sent();
    expect([current().isPending, current().failure]).toEqual([true, null]);
    fail(new Error('refused'));
    await expect.poll(() => current().failure).toEqual({ step: 'send', error: new Error('refused') });
    expect(handled).toEqual(['it failed: Error: refused']);
    current().send({ type: 'DISMISS' });
    await expect.poll(() => current().failure).toBeNull();
  });
});
