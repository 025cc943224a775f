import { describe, expect, it } from 'vitest';
import { ADA } from '../../fuzz/generate/stamps.ts';
import { emptyState } from '../state/state.ts';
import { payloadsOf, type Change } from './payloads.ts';

const CHANGE: Change = {
  before: emptyState({ body: {} }),
  after: {},
  patch: [],
  stamp: { id: '01J00000000000000000000000', at: '2026-01-01T00:00:00.000Z', author: ADA },
};

describe('the payloads of a recorded command', () => {
  it.each(['constructor', 'toString', '__proto__', 'no.such'])('are its own where no command is called %s', (type) => {
    expect(payloadsOf({ type, payload: { a: 1 } }, CHANGE)).toEqual([{ a: 1 }]);
    const batch = { commands: [{ type, payload: { a: 1 } }] };
    expect(payloadsOf({ type: 'batch', payload: batch }, CHANGE)).toEqual([batch]);
  });
});
