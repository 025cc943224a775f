import { describe, expect, it } from 'vitest';
import { memberChanges, memberOperations, namesOf } from './changes.ts';

describe('changes of members', () => {
  const before = { a: 1, b: { c: [1] }, d: null, 'e/f': 'x' };

  it('are what differs from one object to another', () => {
    expect(memberChanges(before, { b: { c: [1] }, d: 0, 'e/f': 'x', g: true })).toEqual({
      set: { d: 0, g: true },
      unset: ['a'],
    });
    expect(memberChanges(before, before)).toEqual({ set: {}, unset: [] });
    expect(memberChanges({}, before)).toEqual({ set: before, unset: [] });
  });

  it('become operations, none for what is as it is wanted', () => {
    expect(memberOperations(before, '/m', { set: { a: 2, b: { c: [1] }, g: 1 }, unset: ['e/f', 'h'] })).toEqual([
      { op: 'remove', path: '/m/e~1f' },
      { op: 'replace', path: '/m/a', value: 2 },
      { op: 'add', path: '/m/g', value: 1 },
    ]);
    expect(memberOperations(before, '', { set: { a: 1 }, unset: ['a'] })).toEqual([]);
    expect(memberOperations(before, '', {})).toEqual([]);
  });

  it('are named, three of them at most', () => {
    const named = (...paths: readonly string[]) =>
      namesOf(
        paths.map((path) => ({ op: 'remove', path })),
        (path) => path.slice(1) || undefined,
      );
    expect(named('/a', '/b', '/c')).toBe('a, b, c');
    expect(named('/a', '/b', '/c', '/d', '/e')).toBe('a, b, c and 2 more');
    expect(named('', '/b')).toBe(', b');
  });
});
