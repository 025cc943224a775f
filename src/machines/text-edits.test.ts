import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyEdits, composeEdits, type TextEdits } from './text-edits.ts';

/** Edits of text of this length. */
const editsOf = (length: number): fc.Arbitrary<TextEdits> =>
  fc
    .array(fc.tuple(fc.nat(length), fc.string({ maxLength: 3 })), { maxLength: 4 })
    .map((cuts) => cuts.toSorted(([a], [b]) => a - b))
    .map((cuts) =>
      cuts.flatMap(([from, insert], index) =>
        index % 2 === 1 ? [] : [{ from, to: cuts[index + 1]?.[0] ?? from, insert }],
      ),
    );

it('composing edits is doing one after the other', () => {
  const sample = fc
    .string({ maxLength: 12 })
    .chain((text) =>
      editsOf(text.length).chain((first) =>
        editsOf(applyEdits(text, first).length).map((second) => ({ text, first, second })),
      ),
    );
  fc.assert(
    fc.property(sample, ({ text, first, second }) => {
      expect(applyEdits(text, composeEdits(first, second))).toBe(applyEdits(applyEdits(text, first), second));
    }),
    { seed: 12, numRuns: 1_000 },
  );
});

it('typing at one place is one edit', () => {
  const typed = Array.from('abc', (insert, index) => [{ from: 5 + index, to: 5 + index, insert }]);
  expect(typed.reduce<TextEdits>(composeEdits, [])).toEqual([{ from: 5, to: 5, insert: 'abc' }]);
});
