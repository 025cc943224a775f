import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  filterIndices,
  INDEX_SORT_COLUMNS,
  indexFilter,
  quoteValue,
  sortIndicesBy,
  withExpression,
  withoutExpression,
  type Index,
} from '#domain/console';
import { checkLaw } from './law.ts';

const word = fc.oneof(
  fc.constantFrom('logs', 'logs-1', 'logs-10', '.ds-logs', 'a*b', 'x:y', '__proto__', '"', '\\', '-a', ''),
  fc.string({ maxLength: 6 }),
);
const size = fc.oneof(fc.nat(), fc.constantFrom('1kb', '2gb', '', 'none', '1.5mb'));
const index: fc.Arbitrary<Index> = fc.record(
  {
    name: word,
    isFrozen: fc.boolean(),
    hidden: fc.boolean(),
    aliases: fc.array(word, { maxLength: 2 }),
    status: fc.constantFrom('open', 'close'),
    health: fc.constantFrom('green', 'yellow', 'red'),
    documents: fc.nat(),
    size,
    primary_size: size,
    data_stream: word,
  },
  { requiredKeys: ['name', 'isFrozen', 'hidden', 'aliases'] },
);
const indices = fc.uniqueArray(index, { maxLength: 20, selector: ({ name }) => name });
const term = fc.oneof(
  word,
  word.map(quoteValue),
  fc.constantFrom('health:green', '-status:close', 'size:>1kb', 'isFrozen:true', 'logs*', '-*1', 'data_stream:*'),
);
const filterText = fc.array(term, { maxLength: 4 }).map((terms) => terms.join(' '));

/** No facts are given, so that the columns of facts have no value. */
function hasValue(row: Index, column: (typeof INDEX_SORT_COLUMNS)[number]): boolean {
  const value = column in row ? row[column as keyof Index] : undefined;
  const isSize = column === 'size' || column === 'primary_size';
  return isSize ? value !== '' && value !== 'none' && value !== undefined : value !== undefined && value !== '';
}

describe('the list of indices', () => {
  it('descending is the exact reverse of ascending, with absent values last in both', () => {
    checkLaw('sort reverse', fc.tuple(indices, fc.constantFrom(...INDEX_SORT_COLUMNS)), ([rows, column]) => {
      const [up, down] = (['asc', 'desc'] as const).map((order) => sortIndicesBy(rows, [{ column, order }]));
      const [known, knownDown] = [up, down].map((sorted = []) => sorted.filter((row) => hasValue(row, column)));
      expect(knownDown).toEqual(known?.toReversed());
      for (const sorted of [up, down]) {
        expect(sorted?.slice(known?.length).some((row) => hasValue(row, column))).toBe(false);
        expect(new Set(sorted)).toEqual(new Set(rows));
      }
    });
  });

  it('filtering twice is filtering once, and what is found is among what was given, in its order', () => {
    checkLaw('filter idempotence', fc.tuple(indices, filterText), ([rows, text]) => {
      const filter = indexFilter(text);
      const found = filterIndices(rows, filter);
      expect(filterIndices(found, filter)).toEqual(found);
      expect(rows.filter((row) => found.includes(row))).toEqual(found);
    });
  });

  it('a term and its exclusion part the rows', () => {
    checkLaw('filter complement', fc.tuple(indices, word.map(quoteValue)), ([rows, text]) => {
      const found = filterIndices(rows, indexFilter(text));
      const others = filterIndices(rows, indexFilter(`-${text}`));
      expect(found.length + others.length).toBe(rows.length);
      expect(found.filter((row) => others.includes(row))).toEqual([]);
    });
  });

  it('more terms never find more', () => {
    checkLaw('filter narrows', fc.tuple(indices, term, term), ([rows, one, other]) => {
      const found = filterIndices(rows, indexFilter(quoteless(one)));
      for (const row of filterIndices(rows, indexFilter(`${quoteless(one)} ${quoteless(other)}`)))
        expect(found).toContain(row);
    });
  });

  it('an expression that is put in and taken out leaves the filter as it was', () => {
    checkLaw(
      'expression inverse',
      fc.tuple(fc.constantFrom('', 'logs', 'a  b', '-x "y z"'), fc.constantFrom('health:green', 'isFrozen:true -b*')),
      ([text, expression]) => {
        expect(withoutExpression(withExpression(text, expression), expression)).toBe(text);
      },
    );
  });
});

/** A quote that is not closed would swallow the terms behind it. */
function quoteless(text: string): string {
  return text.startsWith('"') ? text : text.replaceAll(/["\\]/g, '');
}
