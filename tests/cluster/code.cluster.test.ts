import { expect } from 'vitest';
import { checkCodeCorpus } from '../contracts/code-corpus.ts';
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
