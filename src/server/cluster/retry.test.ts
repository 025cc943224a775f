import { expect, it } from 'vitest';
import { timerDelay } from './retry.ts';

it('ends a delay as soon as its signal is aborted', async () => {
  const controller = new AbortController();
  const delay = timerDelay(3_600_000, controller.signal);
  controller.abort();
  await expect(delay).resolves.toBeUndefined();
  await expect(timerDelay(3_600_000, controller.signal)).resolves.toBeUndefined();
  await expect(timerDelay(1)).resolves.toBeUndefined();
});
