import { describe, expect, it } from 'vitest';
import { did } from './action-words.ts';
import type { FacetsOf } from './context.ts';
import { errorBody } from './errors.ts';
import { acknowledged, deletionIn, ofDeletions, ofNames, ofScratchTest } from './outcomes.ts';

const error = errorBody(502, 'The connection was closed.');

describe('the outcome of a route', () => {
  it('is declared for each that changes a cluster, and reads its own answer', () => {
    const words = did(['Test', 'Tested'], 'mapping updates of');
    // @ts-expect-error -- A route that changes a cluster has a facet.
    const without: FacetsOf<'mapping.try'> = {};
    // @ts-expect-error -- The facet has an outcome.
    const silent: FacetsOf<'mapping.try'> = { 'mapping.try': { words } };
    // @ts-expect-error -- The answer has `results` that are no outcomes of names.
    const ofOthers: FacetsOf<'mapping.try'> = { 'mapping.try': { words, outcome: ofNames } };
    // @ts-expect-error -- The answer has no `acknowledged`.
    const ofAnother: FacetsOf<'mapping.try'> = { 'mapping.try': { words, outcome: acknowledged } };
    const declared: FacetsOf<'mapping.try' | 'mapping.get'> = { 'mapping.try': { words, outcome: ofScratchTest } };
    expect([without, silent, ofOthers, ofAnother, declared]).toHaveLength(5);
  });

  it('is unknown where a name is not known to be deleted', () => {
    const { deleted, errors } = deletionIn([
      { name: 'a', outcome: 'done' },
      { name: 'b', outcome: 'unknown', error },
      { name: 'c', outcome: 'not_sent', error },
      { name: 'd', outcome: 'failed', error },
    ]);
    expect([deleted, errors]).toEqual([
      ['a'],
      [
        { name: 'b', error, outcome: 'unknown' },
        { name: 'c', error, outcome: 'not_sent' },
        { name: 'd', error },
      ],
    ]);
    const outcome = ofDeletions(deleted, errors);
    expect([outcome.kind, outcome.results?.map((result) => result.outcome)]).toEqual([
      'unknown',
      ['done', 'unknown', 'not_sent', 'failed'],
    ]);
    expect(ofDeletions(deleted, [{ name: 'd', error }]).kind).toBe('failed');
    expect(ofDeletions(deleted, []).kind).toBe('done');
  });
});
