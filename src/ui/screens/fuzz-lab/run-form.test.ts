import { describe, expect, it } from 'vitest';
import { newRunForm, readRunForm, type LabOffer } from './run-form.ts';

const OFFER: LabOffer = {
  targets: [
    { name: 'laws', about: 'Histories.', needsCluster: false, takesSandbox: false, takesFiles: true },
    { name: 'engine', about: 'Engines.', needsCluster: true, takesSandbox: true, takesFiles: true },
    { name: 'sandbox', about: 'Both.', needsCluster: true, takesSandbox: false, takesFiles: false },
  ],
  clusters: [{ id: 'test', label: 'Test' }],
  maxThreads: 3,
  example: { target: 'laws', law: 'l', message: 'm', steps: [], caseFile: '' },
};
const form = newRunForm(OFFER);

describe('the form of a run', () => {
  it('asks for a minute of the first target, with a seed of the server’s choice', () => {
    expect(readRunForm(form, OFFER)).toEqual({
      faults: {},
      input: { target: 'laws', budget: { seconds: 60 }, threads: 3 },
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
    const wrong = {
      ...form,
      target: 'engine',
      budgetBy: 'cases',
      cases: 0,
      seed: 2 ** 31,
      threads: 4,
      scratchCluster: 'prod',
    } as const;
    const { input, faults } = readRunForm(wrong, OFFER);
    expect(input).toBeNull();
    expect(Object.keys(faults).sort()).toEqual(['cases', 'scratchCluster', 'seed', 'threads']);
    expect(readRunForm({ ...form, budgetBy: 'time', minutes: null }, OFFER).faults).toEqual({
      minutes: 'Enter a whole number from 1 to 1,440.',
    });
    // A value that the budget does not use is not a fault.
    expect(readRunForm({ ...form, budgetBy: 'cases', minutes: null }, OFFER).faults).toEqual({});
  });

  it('takes a sandbox in the place of a scratch cluster, for targets that it can stand in for', () => {
    const none = { ...OFFER, clusters: [] };
    const first = newRunForm(none);
    expect(readRunForm({ ...first, target: 'engine' }, none).input).toMatchObject({
      target: 'engine',
      onSandbox: true,
    });
    expect(readRunForm({ ...first, target: 'sandbox' }, none).faults).toEqual({
      scratchCluster: 'Choose a scratch cluster.',
    });
    expect(readRunForm(first, none).input).not.toHaveProperty('onSandbox');
  });

  it('sends what cases begin with in parts, to targets that take it', () => {
    const document = { name: 'n'.repeat(600), text: 'x'.repeat(120_000) };
    const { beginsWith } = readRunForm(form, OFFER, document).input ?? {};
    expect(beginsWith?.name).toHaveLength(512);
    expect(beginsWith?.parts.map(({ length }) => length)).toEqual([50_000, 50_000, 20_000]);
    expect(readRunForm({ ...form, target: 'sandbox' }, OFFER, document).input).not.toHaveProperty('beginsWith');
  });
});
