import type { DocumentExpectation, DocumentTest } from './document-test-schema.ts';
import type { DocumentTrial, TriedIndex } from './trial.ts';
import { documentTrials } from './try-document.ts';

/** A point where a document test does not hold. */
export interface DocumentTestDifference {
  /** What differs: the outcome, the reason, the ignored fields, or the type of a field. */
  readonly about: 'outcome' | 'reason' | 'ignored' | 'type';
  /** Dotted path of the field; null where none is concerned. */
  readonly field: string | null;
  readonly expected: string;
  readonly actual: string;
}

/** A difference in words: "n: expected long, actual text". */
export function describeDifference({ about, field, expected, actual }: DocumentTestDifference): string {
  const where = field === null ? '' : `${field}: `;
  const wanted = about === 'reason' ? `a reason with “${expected}”` : expected;
  return `${where}expected ${wanted}, actual ${actual}`;
}

/**
 * What does not hold of a document test; nothing where it passes.
 * @public
 */
export function checkDocumentTest(index: TriedIndex, test: DocumentTest): readonly DocumentTestDifference[] {
  return documentTestRunner(index)(test).differences;
}

/** How a document test went. */
export interface CheckedDocumentTest {
  /** `unknown`: what becomes of the document depends on something that mappings, settings and document don't tell. */
  readonly outcome: 'passed' | 'failed' | 'unknown';
  readonly differences: readonly DocumentTestDifference[];
}

/**
 * Checks document tests of one index: what all of them need is prepared once. Where a part of the index is not known,
 * every outcome is `unknown`.
 */
export function documentTestRunner(index: TriedIndex, isWhole = true): (test: DocumentTest) => CheckedDocumentTest {
  const tryOne = documentTrials(index);
  return ({ document, routing, expect }) => {
    const trial = tryOne(document, routing === undefined ? {} : { routing });
    const differences = differencesFrom(expect, trial);
    if (!isWhole) return { outcome: 'unknown', differences };
    if (differences.length === 0) return { outcome: 'passed', differences };
    return { outcome: trial.outcome === 'unknown' ? 'unknown' : 'failed', differences };
  };
}

function differencesFrom(expected: DocumentExpectation, trial: DocumentTrial): readonly DocumentTestDifference[] {
  if (expected !== 'accepted' && 'refused' in expected) return refusalDifferences(expected.refused, trial);
  if (trial.outcome !== 'accepted') return [outcomeDifference('accepted', trial)];
  if (expected === 'accepted') return [];
  if ('ignored' in expected) return ignoredDifferences(expected.ignored, trial);
  return typeDifferences(expected.types, trial);
}

function outcomeDifference(expected: string, trial: DocumentTrial): DocumentTestDifference {
  const { outcome, refusal, unknown } = trial;
  const reason = refusal?.reason ?? unknown.find(({ decides }) => decides === 'outcome')?.reason;
  const actual = reason === undefined ? outcome : `${outcome}: ${reason}`;
  return { about: 'outcome', field: refusal?.field ?? null, expected, actual };
}

function refusalDifferences(part: string, trial: DocumentTrial): readonly DocumentTestDifference[] {
  const { outcome, refusal } = trial;
  if (outcome !== 'refused' || refusal === undefined) return [outcomeDifference('refused', trial)];
  if (refusal.reason.toLowerCase().includes(part.toLowerCase())) return [];
  return [{ about: 'reason', field: refusal.field, expected: part, actual: refusal.reason }];
}

function ignoredDifferences(
  fields: readonly string[],
  { ignoredFields }: DocumentTrial,
): readonly DocumentTestDifference[] {
  const [expected, actual] = [new Set(fields), new Set(ignoredFields)];
  return [...new Set([...fields, ...ignoredFields])].flatMap((field): readonly DocumentTestDifference[] =>
    expected.has(field) === actual.has(field)
      ? []
      : [
          {
            about: 'ignored',
            field,
            expected: expected.has(field) ? 'ignored' : 'not ignored',
            actual: actual.has(field) ? 'ignored' : 'not ignored',
          },
        ],
  );
}

function typeDifferences(
  types: Readonly<Record<string, string>>,
  { values }: DocumentTrial,
): readonly DocumentTestDifference[] {
  const found = new Map(values.map(({ field, type }) => [field, type]));
  return Object.entries(types).flatMap(([field, expected]): readonly DocumentTestDifference[] => {
    const actual = found.get(field) ?? 'no value in a field';
    return actual === expected ? [] : [{ about: 'type', field, expected, actual }];
  });
}
