import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines, foldSame, type DiffLine } from './line-diff.ts';

const sideOf = (lines: readonly DiffLine[], without: DiffLine['kind']) =>
  lines.filter(({ kind }) => kind !== without).map(({ text }) => text);

describe('diffLines', () => {
  it('finds the one line that changed', () => {
    expect(diffLines(['{', '  "a": 1', '}'], ['{', '  "a": 2', '}'])).toEqual([
      { kind: 'same', text: '{', before: 1, after: 1 },
      { kind: 'removed', text: '  "a": 1', before: 2, after: null },
      { kind: 'added', text: '  "a": 2', before: null, after: 2 },
      { kind: 'same', text: '}', before: 3, after: 3 },
    ]);
  });

  it('holds both texts, whatever they are', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', '{', '}'), { maxLength: 30 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = diffLines(before, after);
        expect(sideOf(lines, 'added')).toEqual(before);
        expect(sideOf(lines, 'removed')).toEqual(after);
        expect(lines.flatMap((line) => line.before ?? [])).toEqual(before.map((_, index) => index + 1));
        expect(lines.flatMap((line) => line.after ?? [])).toEqual(after.map((_, index) => index + 1));
      }),
      { seed: 20261121, numRuns: 500 },
    );
  });

  it('shows two texts that share little as replaced, without searching for ever', () => {
    const before = Array.from({ length: 4_000 }, (_, index) => `before ${index}`);
    const after = Array.from({ length: 4_000 }, (_, index) => `after ${index}`);
    expect(diffLines(before, after)).toHaveLength(8_000);
  });
});

describe('foldSame', () => {
  it('hides what is far from any change', () => {
    const before = Array.from({ length: 40 }, (_, index) => String(index));
    const lines = diffLines(before, before.with(20, 'changed'));
    expect(
      foldSame(lines).map((section) => ('hidden' in section ? -section.hidden.length : section.lines.length)),
    ).toEqual([-17, 8, -16]);
  });
});
