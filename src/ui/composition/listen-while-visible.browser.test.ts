import { expect, it } from 'vitest';
import type { TrailChanges, TrailService } from '#domain/ports';
import { listenWhileVisible } from './listen-while-visible.ts';

const NONE: TrailChanges = { cursor: '1.0', streams: [] };
const never = () => Promise.reject(new Error('Nobody asks for this.'));

/** A page that is shown and hidden, and a service that reports its calls. */
function pageThat(isVisible: boolean) {
  const page = document.implementation.createHTMLDocument();
  let hidden = !isVisible;
  Object.defineProperty(page, 'hidden', { get: () => hidden });
  const calls: string[] = [];
  const service: TrailService = {
    ...{ append: never, read: never, streams: never, prove: never },
    changes: (_cursor, waitSeconds) => {
      calls.push(`changes ${waitSeconds}`);
      return Promise.resolve(NONE);
    },
    follow: (cursor, _onChanges, signal) => {
      calls.push(`follow ${cursor}`);
      return new Promise((_resolve, reject) => {
        const abort = () => {
          calls.push('aborted');
          reject(new Error('It was aborted.'));
        };
        if (signal.aborted) abort();
        else signal.addEventListener('abort', abort);
      });
    },
  };
  const show = (isShown: boolean) => {
    hidden = !isShown;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  return { calls, show, listening: listenWhileVisible(service, page) };
}

it('follows while the page is visible, and again when it is seen again', async () => {
  const { calls, show, listening } = pageThat(true);
  const { signal } = new AbortController();
  const followed = listening.follow?.('1.0', () => undefined, signal);
  await expect.poll(() => calls).toEqual(['follow 1.0']);
  show(false);
  expect(await followed).toBe('ended');
  const again = listening.follow?.('2.0', () => undefined, signal);
  await Promise.resolve();
  expect(calls).toEqual(['follow 1.0', 'aborted']);
  show(true);
  await expect.poll(() => calls.at(-1)).toBe('follow 2.0');
  show(false);
  expect(await again).toBe('ended');
});

it('finds out at once what there is, and waits for more only while the page is visible', async () => {
  const { calls, show, listening } = pageThat(false);
  expect(await listening.changes(null, 0)).toBe(NONE);
  const waiting = listening.changes('1.0', 25);
  await Promise.resolve();
  expect(calls).toEqual(['changes 0']);
  show(true);
  expect(await waiting).toBe(NONE);
  expect(calls).toEqual(['changes 0', 'changes 25']);
});

it('rejects where the caller has cancelled it', async () => {
  const { listening } = pageThat(true);
  const cancelling = new AbortController();
  const followed = listening.follow?.('1.0', () => undefined, cancelling.signal);
  await Promise.resolve();
  cancelling.abort();
  await expect(followed).rejects.toThrow('It was aborted.');

  const hidden = pageThat(false);
  const waiting = hidden.listening.follow?.('1.0', () => undefined, cancelling.signal);
  await expect(waiting).rejects.toThrow('It was aborted.');
});
