import { describe, expect, it } from 'vitest';
import { newRunForm, readRunForm, type LabOffer } from './run-form.ts';

const OFFER: LabOffer = {
  targets: [
    { name: 'laws', about: 'Histories.', needsCluster: false },
    { name: 'engine', about: 'Engines.', needsCluster: true },
  ],
  clusters: [{ id: 'test', label: 'Test' }],
  maxThreads: 3,
};
const form = newRunForm(OFFER);

describe('the form of a run', () => {
  it('asks for the first target, with a seed of the server’s choice', () => {
    expect(readRunForm(form, OFFER)).toEqual({
      faults: {},
      input: { target: 'laws', budget: { cases: 10_000 }, threads: 3 },
    });
  });

  it('says the time in seconds, the seed, and the cluster where the target needs one', () => {
    const filled = { ...form, target: 'engine', budgetBy: 'time', minutes: 2, seed: 0, threads: 1 } as const;
    expect(readRunForm(filled, OFFER).input).toEqual({
      target: 'engine',
      budget: { seconds: 120 },
      threads: 1,
      seed: 0,
      scratchCluster: 'test',
    });
  });

  it('names each mistake at its place, and asks for nothing', () => {
    const wrong = { ...form, target: 'engine', cases: 0, seed: 2 ** 31, threads: 4, scratchCluster: 'prod' };
    const { input, faults } = readRunForm(wrong, OFFER);
    expect(input).toBeNull();
    expect(Object.keys(faults).sort()).toEqual(['cases', 'scratchCluster', 'seed', 'threads']);
    expect(readRunForm({ ...form, budgetBy: 'time', minutes: null }, OFFER).faults).toEqual({
      minutes: 'Enter a whole number from 1 to 1,440.',
    });
    // What is not asked for is not wrong.
    expect(readRunForm({ ...form, minutes: null }, OFFER).faults).toEqual({});
  });
});
