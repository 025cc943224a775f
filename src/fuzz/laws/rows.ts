import { valueAt } from '#domain/json';
import {
  fieldCount,
  isExpanded,
  rootContainer,
  searchEntries,
  summaryOf,
  typeOf,
  visibleRows,
  type Expansion,
  type SearchEntry,
} from '#domain/mapping';
import { walkFields, type WalkedField } from '../generate/walk.ts';
import { lawsAbout } from './history-law.ts';
import { expect } from './expect.ts';

/** The fields whose parents are all open, the plain way. */
function visible(fields: readonly WalkedField[], expansion: Expansion): readonly WalkedField[] {
  const isOpen = (field: WalkedField | null): boolean =>
    field === null || (isExpanded(expansion, field.id) && isOpen(field.parent));
  return fields.filter(({ parent }) => isOpen(parent));
}

export const rowLaws = lawsAbout('the rows of the tree', {
  'are the visible fields in their order, by number and by address, in every version': () => {
    let seen = 0;
    const expansions = new Map<string, Expansion>();
    return {
      onStep({ after: { body, mappingsAt } }) {
        const fields = walkFields(valueAt(body, mappingsAt), mappingsAt);
        for (const isExpandedByDefault of [true, false]) {
          // The same expansion over several versions, as while editing, so that what was counted before is used again.
          const ids = fields.filter(({ id }) => id.length % 3 === 0).map(({ id }) => [id, true] as const);
          const key = `${isExpandedByDefault} ${JSON.stringify(ids)}`;
          const expansion = expansions.get(key) ?? { isExpandedByDefault, exceptions: Object.fromEntries(ids) };
          expansions.set(key, expansion);
          const expected = visible(fields, expansion);
          const rows = visibleRows(body, mappingsAt, expansion);
          expect(rows.count).toBe(expected.length);
          expected.forEach((field, index) => {
            seen++;
            const siblings = fields.filter(({ parent }) => parent === field.parent);
            const children = fields.filter(({ parent }) => parent === field);
            expect(rows.rowAt(index)).toEqual({
              id: field.id,
              parentId: field.parentId,
              name: field.name,
              definition: field.definition,
              container: field.container,
              level: field.path.length - 1,
              hasChildren: children.length > 0,
              isExpanded: children.length > 0 && isExpanded(expansion, field.id),
              position: siblings.indexOf(field) + 1,
              siblings: siblings.length,
            });
            expect(rows.indexOf(field.id)).toBe(index);
          });
          for (const { id } of fields)
            if (!expected.some((field) => field.id === id)) expect(rows.indexOf(id)).toBe(-1);
          expect(() => rows.rowAt(expected.length)).toThrow(RangeError);
          expect(() => rows.rowAt(-1)).toThrow(RangeError);
        }
      },
      atEnd(expectMoreThan) {
        expectMoreThan(10_000, seen);
      },
    };
  },

  'and what search looks at: every field once, in the order of the tree': () => ({
    onStep({ after: { body, mappingsAt } }) {
      const entries = searchEntries(body, mappingsAt);
      const fields = walkFields(valueAt(body, mappingsAt), mappingsAt);
      const expected = fields.map(({ id, name, path, definition }) => ({
        id,
        name: name.toLowerCase(),
        path: path.map((part) => part.toLowerCase()).join(' > '),
        depth: path.length - 1,
        type: typeOf(definition).toLowerCase(),
      }));
      expect(entries.map(plainEntry)).toEqual(expected);
      const root = rootContainer(body, mappingsAt);
      expect(entries).toHaveLength(root === undefined ? 0 : fieldCount(summaryOf(root)));
    },
  }),
});

/** An entry with its texts, which are made when they are asked for, so that two can be compared. */
export function plainEntry({ id, name, path, depth, type }: SearchEntry): SearchEntry {
  return { id, name, path, depth, type };
}
