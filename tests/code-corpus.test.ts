import { expect, it } from 'vitest';
import { ClusterError } from '#domain/ports';
import { formatJson } from '#domain/json';
import { startCluster } from '../src/cli/code/test-cluster.ts';
import { checkCodeCorpus, type Ask } from './contracts/code-corpus.ts';
import { NO_CORPUS, readCorpus } from './corpus.ts';

it('every template of the corpus that the embedded engine accepts is pulled, applied to an empty cluster, and planned without a change', async (context) => {
  const corpus = readCorpus();
  if (corpus === undefined) return context.skip(NO_CORPUS);
  const { url, engine } = await startCluster();
  const ask: Ask = async (method, path, body) => {
    try {
      return await engine.send({
        method: method as 'PUT',
        path: path.split('/').slice(1).map(decodeURIComponent),
        ...(body !== undefined && { body: formatJson(body) }),
      });
    } catch (error) {
      if (error instanceof ClusterError) return { status: error.status ?? 500 };
      throw error;
    }
  };
  const { accepted, noisy } = await checkCodeCorpus(url, ask, corpus);
  expect(accepted).toBeGreaterThan(100);
  expect(noisy).toEqual([]);
});
