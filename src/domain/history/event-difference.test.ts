import { describe, expect, it } from 'vitest';
import type { Operation } from '../json/patch.ts';
import { eventDifference } from './event-difference.ts';

const move = (from: string, path: string): Operation => ({ op: 'move', from, path });

describe('the difference that events hold by themselves', () => {
  it('is the patch from the places before them to those after them', () => {
    const difference = eventDifference([{ patch: [move('/a', '/b')], inverse: [move('/b', '/a')] }]);
    expect(difference?.patch).toEqual([move('/a', '/b')]);
  });

  it.each([
    ['renamed to it', [move('/a', '/\u0000')], [move('/\u0000', '/a')]],
    ['added with it', [{ op: 'add', path: '/a', value: { '\u0000': {} } }], [{ op: 'remove', path: '/a' }]],
    ['removed with it', [{ op: 'remove', path: '/a' }], [{ op: 'add', path: '/a', value: { b: { '\u0000': {} } } }]],
  ] as const)('is not told where a field was %s: the name that stands for what is not known', (_, patch, inverse) => {
    expect(eventDifference([{ patch, inverse }])).toBeNull();
  });
});
