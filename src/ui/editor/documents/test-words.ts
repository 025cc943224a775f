import type { DocumentExpectation, DocumentTest, ExpectationKind } from '#domain/documents';
import { countOf } from '#domain/console';
import type { KeptTests } from '../../platform/kept-tests.ts';
import { shownValue } from './trial-rows.ts';

/** The most fields that are named in a line. */
const MOST_NAMED = 3;

/** The name of a test, or the beginning of its document. */
export function testTitle({ name = '', document }: DocumentTest): string {
  return name.trim() === '' ? shownValue(document, '') : name;
}

export const EXPECTATION_LABELS: Readonly<Record<ExpectationKind, string>> = {
  accepted: 'Accepted',
  refused: 'Refused',
  ignored: 'Accepted, with these fields ignored',
  types: 'Accepted, with values in fields of these types',
};

/** What is expected, in one line. */
export function expectationWords(expected: DocumentExpectation): string {
  if (expected === 'accepted') return 'accepted';
  if ('refused' in expected) return expected.refused === '' ? 'refused' : `refused: “${expected.refused}”`;
  if ('ignored' in expected)
    return expected.ignored.length === 0 ? 'accepted, no field ignored' : `${named(expected.ignored)} ignored`;
  const types = Object.entries(expected.types).map(([field, type]) => `${field} as ${type}`);
  return types.length === 0 ? 'accepted' : named(types);
}

function named(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return names.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more.toLocaleString('en')} more` : '');
}

/** How the tests go together: "2 of 5 document tests fail". */
export function testsWords({ tests, failed, unknown, isChecking }: KeptTests): string {
  const all = countOf(tests.length, 'document test');
  if (isChecking) return `Checking ${all}`;
  if (failed > 0) return `${failed} of ${all} ${failed === 1 ? 'fails' : 'fail'}`;
  if (unknown > 0) return `${unknown} of ${all} can’t be told`;
  return `${all} ${tests.length === 1 ? 'passes' : 'pass'}`;
}
