import { expect, it } from 'vitest';
import { startCluster } from '../src/cli/code/test-cluster.ts';
import { askEngine } from './contracts/ask-engine.ts';
import { checkCodeCorpus } from './contracts/code-corpus.ts';
import { checkCodeIndices } from './contracts/code-indices.ts';
import { NO_CORPUS, readCorpus } from './corpus.ts';

it('every template of the corpus that the embedded engine accepts is pulled, applied to an empty cluster, and planned without a change', async (context) => {
  const corpus = readCorpus();
  if (corpus === undefined) return context.skip(NO_CORPUS);
  const { url, engine } = await startCluster();
  const { accepted, noisy } = await checkCodeCorpus(url, askEngine(engine), corpus);
  expect(accepted).toBeGreaterThan(100);
  expect(noisy).toEqual([]);
});

it('indices of the corpus that the embedded engine accepts are pulled, applied to an empty cluster, and planned without a change', async (context) => {
  const corpus = readCorpus();
  if (corpus === undefined) return context.skip(NO_CORPUS);
  const { url, engine } = await startCluster();
  const { accepted, noisy } = await checkCodeIndices(url, askEngine(engine), corpus, 200);
  expect(accepted).toBeGreaterThan(100);
  expect(noisy).toEqual([]);
});
