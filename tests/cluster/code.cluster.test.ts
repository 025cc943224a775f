import { expect } from 'vitest';
import { checkCodeCorpus } from '../contracts/code-corpus.ts';
import { checkCodeDrift } from '../contracts/code-drift.ts';
import { checkCodeIndices } from '../contracts/code-indices.ts';
import { NO_CORPUS, readCorpus } from '../corpus.ts';
import { itOnEachEngine, report } from './engine.ts';

itOnEachEngine(
  'the templates of the corpus are pulled, applied to an empty cluster, and planned without a change',
  async (engine, skip) => {
    const corpus = readCorpus();
    if (corpus === undefined) return skip(NO_CORPUS);
    const { tried, accepted, noisy } = await checkCodeCorpus(engine.url, engine.request, corpus);
    report(
      engine.target,
      `${accepted} of ${tried} templates accepted, ${noisy.length} of them with a change that is none`,
    );
    expect(accepted).toBeGreaterThan(100);
    expect(noisy).toEqual([]);
  },
  600_000,
);

itOnEachEngine(
  'generated templates that are pulled have no drift, and what is changed on the cluster is exactly the drift',
  async ({ url, request, target }) => {
    const accepted = await checkCodeDrift(url, request, target, 300);
    report(target, `${accepted} of at least 300 generated templates accepted, none with a drift that is none`);
    expect(accepted).toBeGreaterThan(200);
  },
  600_000,
);

itOnEachEngine(
  'indices of the corpus are pulled, applied to an empty cluster, and planned without a change',
  async ({ url, request, target }, skip) => {
    const corpus = readCorpus();
    if (corpus === undefined) return skip(NO_CORPUS);
    const { tried, accepted, noisy } = await checkCodeIndices(url, request, corpus, 120);
    report(target, `${accepted} of ${tried} indices accepted, ${noisy.length} of them with a change that is none`);
    expect(accepted).toBeGreaterThan(30);
    expect(noisy).toEqual([]);
  },
  600_000,
);
