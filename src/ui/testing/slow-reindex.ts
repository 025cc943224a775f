import type { TestServer } from './test-http.ts';

/**
 * Starts a copy of three documents from `logs` to `copy` that stalls after the first two: the task `sandbox-1:1` of a
 * new engine.
 */
export async function startSlowReindex({ ask }: TestServer): Promise<void> {
  await ask('PUT', ['logs'], {});
  for (const id of ['1', '2', '3']) await ask('PUT', ['logs', '_doc', id], { a: id });
  await ask(
    'POST',
    ['_reindex'],
    { source: { index: 'logs', size: 2 }, dest: { index: 'copy' } },
    { wait_for_completion: false, requests_per_second: 0.000001 },
  );
}
