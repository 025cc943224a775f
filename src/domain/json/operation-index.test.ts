import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OperationIndex } from './operation-index.ts';
import { rebasePointer, type Operation } from './patch.ts';
import { formatPointer, isWithin } from './pointer.ts';

/** Few names, so that places often lie in one another. */
const place = fc.array(fc.constantFrom('a', 'b', 'a/b', ''), { maxLength: 4 }).map(formatPointer);
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ op: fc.constant('remove' as const), path: place }),
  fc.record({
    op: fc.constantFrom('add' as const, 'replace' as const),
    path: place,
    value: fc.constantFrom({ a: 1 }, { b: { a: 1 } }, 'text'),
  }),
  fc.record({ op: fc.constant('move' as const), from: place, path: place }),
);
const operations = fc.array(operation, { maxLength: 30 });

const isAbove = (given: Operation | undefined, pointer: string) =>
  given !== undefined && (isWithin(pointer, given.path) || (given.op === 'move' && isWithin(pointer, given.from)));

describe('OperationIndex', () => {
  it('rebases a pointer as a walk over all operations does', () => {
    let gone = 0;
    fc.assert(
      fc.property(operations, place, fc.nat({ max: 30 }), (given, pointer, start) => {
        const wanted = rebasePointer(pointer, given.slice(start));
        if (wanted === null) gone++;
        expect(new OperationIndex(given).rebase(pointer, start)).toBe(wanted);
      }),
      { numRuns: 2_000, seed: 1 },
    );
    expect(gone).toBeGreaterThan(200);
  });

  it('finds the operations around a number that name a place above a pointer', () => {
    fc.assert(
      fc.property(operations, place, fc.nat({ max: 30 }), (given, pointer, number) => {
        const index = new OperationIndex(given);
        const above = given.flatMap((one, at) => (isAbove(one, pointer) ? [at] : []));
        expect(index.firstAbove(pointer, number)).toBe(above.find((at) => at >= number) ?? -1);
        expect(index.lastAbove(pointer, number)).toBe(above.findLast((at) => at < number) ?? -1);
      }),
      { numRuns: 2_000, seed: 2 },
    );
  });
});
