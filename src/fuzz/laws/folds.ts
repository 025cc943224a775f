import { createState, type DocumentState } from '#domain/document';
import { valueAt, type JsonObject } from '#domain/json';
import {
  aliasesTo,
  dottedPath,
  fieldCount,
  maxNestedDepth,
  parseFieldId,
  referencesTo,
  resolvePath,
  rootContainer,
  summaryOf,
  typeOf,
  type Summary,
} from '#domain/mapping';
import { freshCopy } from '../generate/values.ts';
import {
  findByPath,
  holdingOf,
  isPlainObject,
  own,
  walkedReferences,
  walkedType,
  walkFields,
  type WalkedField,
} from '../generate/walk.ts';
import { lawsAbout } from './history-law.ts';
import { expect } from './expect.ts';

/** Every container of fields in a body, by where it stands. */
function containersOf({
  body,
  mappingsAt,
}: Pick<DocumentState, 'body' | 'mappingsAt'>): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  const root = rootContainer(body, mappingsAt);
  if (root !== undefined) found.set('', root);
  for (const { id, definition } of walkFields(valueAt(body, mappingsAt), mappingsAt)) {
    for (const name of ['properties', 'fields'] as const) {
      const container = isPlainObject(definition) ? own(definition, name) : undefined;
      if (isPlainObject(container)) found.set(`${id}/${name}`, container);
    }
  }
  return found;
}

function plain({ counts: { depths, restarted, nested, joins }, referring, names }: Summary) {
  return {
    depths: [...depths],
    restarted: [...restarted],
    nested,
    joins,
    referring: [...referring],
    names: [...names],
  };
}

export const foldLaws = lawsAbout('a fold that was carried', {
  'equals the fold from scratch, in every container of every version': () => ({
    onStep({ after }) {
      const afresh = containersOf({ body: freshCopy(after.body), mappingsAt: after.mappingsAt });
      for (const [at, container] of containersOf(after)) {
        const scratch = afresh.get(at);
        expect(scratch).toBeDefined();
        if (scratch !== undefined) expect(plain(summaryOf(container))).toEqual(plain(summaryOf(scratch)));
      }
    },
  }),

  'equals what a plain count says': () => ({
    holds({ state: { body, mappingsAt } }) {
      const root = rootContainer(body, mappingsAt);
      if (root === undefined) return;
      const fields = walkFields(valueAt(body, mappingsAt), mappingsAt);
      const summary = summaryOf(root);
      expect(fieldCount(summary)).toBe(fields.length);
      expect(maxNestedDepth(summary)).toBe(Math.max(0, ...fields.map(depthOf)));
      expect(fields.filter((field) => walkedType(field) === 'nested')).toHaveLength(summary.counts.nested);
      expect(fields.filter((field) => walkedType(field) === 'join')).toHaveLength(summary.counts.joins);
      expect(summary.names).toEqual(Object.keys(root).sort((a, b) => (a < b ? -1 : 1)));
    },
  }),
});

/** Depth of the parent and one more, or 0 below a type that can hold nothing. */
function depthOf({ parent }: WalkedField): number {
  if (parent === null) return 0;
  return holdingOf(walkedType(parent)) === 'nothing' ? 0 : depthOf(parent) + 1;
}

function isWithin(id: string, holder: string): boolean {
  return id === holder || id.startsWith(`${holder}/`);
}

/** The field at the end of a dotted path, or the last one on the way there. */
function findAsFar(fields: readonly WalkedField[], dotted: string): WalkedField | undefined {
  const names = dotted.split('.');
  return names
    .map((_, cut) => findByPath(fields, names.slice(0, names.length - cut).join('.')))
    .find((field) => field !== undefined);
}

export const referenceLaws = lawsAbout('references', {
  'found by way of the folds are the ones that a full scan finds, in the order of the tree': () => ({
    holds({ state: { body, mappingsAt } }) {
      const fields = walkFields(valueAt(body, mappingsAt), mappingsAt);
      const all = fields.flatMap((field) =>
        walkedReferences(field).map((reference) => ({
          ...reference,
          from: field.id,
          found: findAsFar(fields, reference.target),
        })),
      );
      for (const { id } of fields) {
        const pointing = all.filter(({ found }) => found !== undefined && isWithin(found.id, id));
        const named = referencesTo(body, mappingsAt, id).map(({ from, parameter, target }) => ({
          from,
          parameter,
          target,
        }));
        expect(named).toEqual(pointing.map(({ from, parameter, target }) => ({ from, parameter, target })));
        // An alias goes with the field, but for one that holds the field, or that goes with an alias that holds it.
        const outside = pointing
          .map(({ from, parameter }) => ({ from, parameter }))
          .filter(({ from, parameter }) => parameter === 'path' && !isWithin(from, id) && !isWithin(id, from));
        const apart = outside.filter(
          ({ from }) => !outside.some((other) => other.from !== from && isWithin(from, other.from)),
        );
        expect(aliasesTo(body, mappingsAt, id)).toEqual(apart.map(({ from }) => from));
      }
    },
  }),

  'a dotted path finds the field that it names, and an address says what the walk says': () => ({
    holds({ state: { body, mappingsAt } }) {
      const fields = walkFields(valueAt(body, mappingsAt), mappingsAt);
      for (const { id, path, name, container, parentId, definition } of fields) {
        expect(parseFieldId(id, mappingsAt)).toEqual({ id, path, name, container, parentId });
        expect(resolvePath(body, mappingsAt, dottedPath(path))).toBe(findByPath(fields, path.join('.'))?.id);
        expect(typeOf(definition)).toBe(walkedType({ definition }));
        expect(valueAt(body, id)).toBe(definition);
      }
      expect(resolvePath(body, mappingsAt, 'no such field.at all')).toBeNull();
    },
  }),

  'nothing but the state has to be opened again to see the same': () => ({
    holds({ state: { body, mappingsAt } }) {
      const again = createState({ body: freshCopy(body), mappingsAt });
      for (const { id } of walkFields(valueAt(body, mappingsAt), mappingsAt)) {
        expect(referencesTo(again.body, mappingsAt, id)).toEqual(referencesTo(body, mappingsAt, id));
      }
    },
  }),
});
