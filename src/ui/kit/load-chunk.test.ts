import { expect, it } from 'vitest';
import { ChunkError, loadChunk, onChunkError } from './load-chunk.ts';

const GONE = new TypeError('Failed to fetch dynamically imported module');

/** A loader that fails `times` times and then succeeds. */
function failing(times: number) {
  let tries = 0;
  const load = () => {
    tries += 1;
    return tries <= times ? Promise.reject(GONE) : Promise.resolve('the module');
  };
  const waits: number[] = [];
  const wait = (ms: number) => {
    waits.push(ms);
    return Promise.resolve();
  };
  return { load, options: { delaysMs: [1, 5], wait }, waits, tries: () => tries };
}

it('loads at once where nothing fails', async () => {
  const { load, options, waits } = failing(0);
  await expect(loadChunk(load, options)).resolves.toBe('the module');
  expect(waits).toEqual([]);
});

it('tries again after longer and longer waits', async () => {
  const { load, options, waits } = failing(2);
  await expect(loadChunk(load, options)).resolves.toBe('the module');
  expect(waits).toEqual([1, 5]);
});

it('says so and tells who listens when the last try fails too', async () => {
  const { load, options, tries } = failing(Infinity);
  let told = 0;
  const stop = onChunkError(() => (told += 1));
  const error: unknown = await loadChunk(load, options).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ChunkError);
  expect((error as ChunkError).cause).toBe(GONE);
  expect([tries(), told]).toEqual([3, 1]);
  stop();
  await loadChunk(failing(Infinity).load, options).catch(() => undefined);
  expect(told).toBe(1);
});
