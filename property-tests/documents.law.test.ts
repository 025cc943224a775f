import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TargetEngine } from '#domain/catalogue';
import { describeValue, documentTrials, tryDocument, withAddedFields } from '#domain/documents';
import { deepEqual, isObject, toJsonValue, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { jsonCases } from '../src/fuzz/compare/json-cases.ts';
import { mappings } from '../src/fuzz/generate/definitions.ts';
import { documentCases, isDocumentsCase } from '../src/fuzz/generate/document-cases.ts';
import { jsonValue } from '../src/fuzz/generate/values.ts';
import { checkLaw, expectMoreThan } from './law.ts';

const TARGETS: readonly TargetEngine[] = [
  { distribution: 'elasticsearch', version: '7.17.0' },
  { distribution: 'elasticsearch', version: '9.5.0' },
  { distribution: 'opensearch', version: '1.3.0' },
  { distribution: 'opensearch', version: '3.4.0' },
];

/** An index and documents for one of the targets. */
const cases = fc
  .constantFrom(...TARGETS)
  .chain((engine) => jsonCases(documentCases(engine), isDocumentsCase).map((value) => ({ ...value, engine })));

/** The same values, with the members of each object the other way round. */
function turned(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(turned);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, item]) => [name, turned(item)]),
  );
}

describe('a document that is tried', () => {
  it('adds nothing when it is tried again on mappings with what it added', () => {
    let added = 0;
    checkLaw('what is added is added once', cases, ({ settings, mappings: before, engine, documents }) => {
      for (const document of documents) {
        const first = tryDocument({ mappings: before, settings, engine }, document);
        if (first.outcome !== 'accepted') continue;
        added += first.added.length;
        const after = withAddedFields(before, first.added);
        const again = tryDocument({ mappings: after, settings, engine }, document);
        expect([again.outcome, again.refusal, again.added]).toEqual(['accepted', undefined, []]);
        expect(again.ignoredFields).toEqual(first.ignoredFields);
      }
    });
    expectMoreThan(500, added);
  });

  it('adds nothing where dynamic is false', () => {
    checkLaw('dynamic false', cases, ({ documents, engine }) => {
      for (const document of documents)
        expect(tryDocument({ mappings: { dynamic: false }, engine }, document).added).toEqual([]);
    });
  });

  it('has every value that is told of', () => {
    checkLaw('pointers lead into the document', cases, ({ settings, mappings: before, engine, documents }) => {
      for (const document of documents) {
        const { values, unknown, refusal, added } = tryDocument({ mappings: before, settings, engine }, document);
        for (const { pointer } of [...values, ...unknown, ...added, ...(refusal === undefined ? [] : [refusal])])
          expect(valueAt(document, pointer), pointer).toBeDefined();
        for (const value of values) expect(describeValue(value)).toMatch(/\.$/);
      }
    });
  });

  it('has the same outcome in any order of its members, where it adds no fields', () => {
    let compared = 0;
    checkLaw('the order of members', cases, ({ settings, mappings: before, engine, documents }) => {
      const attempt = documentTrials({ mappings: before, settings, engine });
      for (const document of documents) {
        const [one, other] = [attempt(document), attempt(turned(document))];
        // The first value decides of which type a new field is, and which fields fit into a limit.
        const isMaking = [one, other].some(({ values }) =>
          values.some(({ effects }) => effects.some((effect) => effect.kind === 'addsField')),
        );
        if (isMaking || one.ignoredFields.length > 0) continue;
        compared++;
        expect(other.outcome).toBe(one.outcome);
      }
    });
    expectMoreThan(500, compared);
  });

  it('is JSON of any JSON, and leaves all as it was', () => {
    checkLaw('any document on any mappings', fc.tuple(mappings(), jsonValue()), ([any, document]) => {
      const before: JsonObject = structuredClone(any);
      for (const engine of TARGETS) {
        const trial = tryDocument({ mappings: any, engine }, document);
        expect(() => toJsonValue(trial)).not.toThrow();
      }
      expect(deepEqual(any, before)).toBe(true);
    });
  });
});
