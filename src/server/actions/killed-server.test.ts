import { expect, it } from 'vitest';
import { killActor, type Moment } from '../../../tests/crash/actions/kill-actor.ts';

const STARTED = { route: 'indices.create', names: ['made'], reason: 'OPS-1234', author: { name: 'anonymous' } };

it.each<[Moment, boolean, readonly object[]]>([
  ['before', false, []],
  // The cluster may still do it: that it is not there says nothing yet.
  ['sent', false, [{ ...STARTED, state: 'open' }]],
  ['applied', true, [{ ...STARTED, state: 'done', settled: { found: 'done', note: 'Index "made" exists.' } }]],
  ['answered', true, [{ ...STARTED, state: 'done' }]],
])(
  'a server that is killed %s has recorded what it did, and the next one settles the rest',
  async (moment, isApplied, expected) => {
    const after = await killActor(moment, (actions) => moment !== 'applied' || actions[0]?.state !== 'open');
    expect(after.isApplied).toBe(isApplied);
    expect(after.actions).toHaveLength(expected.length);
    expect(after.actions).toMatchObject(expected);
    if (moment === 'answered') expect(after.actions[0]).not.toHaveProperty('settled');
  },
);
