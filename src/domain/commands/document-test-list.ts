import { Type } from 'typebox';
import { DocumentTestSchema, type DocumentTest } from '../documents/document-test-schema.ts';
import { documentExcess, MAX_TEST_LENGTH, MAX_TEST_VALUES } from '../documents/limits.ts';
import { fits } from '../json/check.ts';
import { valueAt, type Body } from '../json/patch.ts';
import { joinPointer } from '../json/pointer.ts';
import { formatJson } from '../json/text.ts';
import { isObject } from '../json/value.ts';
import type { DocumentState } from '../state/state.ts';
import { besideStreamName } from './beside-stream.ts';
import { reject, type Rejection } from './define-command.ts';

/**
 * The tests of a document are a separate document: an object of tests by id, with a log. Requests to a cluster never
 * contain them, and no server records them.
 */
export function documentTestsStream(stream: string): string {
  return besideStreamName({ kind: 'tests', stream });
}

export const TestIdSchema = Type.String({ minLength: 1 });

/** A test of the list; undefined where it is not on it. */
export function testAt(state: DocumentState, id: string): DocumentTest | undefined {
  const test = valueAt(state.body, joinPointer('', id));
  return fits(DocumentTestSchema, test) ? test : undefined;
}

/** A test that is kept, with its id. */
export interface KeptDocumentTest {
  readonly id: string;
  readonly test: DocumentTest;
}

/** The tests in the body of their list, in the order in which they were kept. */
export function documentTestsIn(body: Body): readonly KeptDocumentTest[] {
  if (!isObject(body)) return [];
  return Object.entries(body).flatMap(([id, test]) => (fits(DocumentTestSchema, test) ? [{ id, test }] : []));
}

/** As summaries have it: the name in quotes, or that it has none. */
export function testLabel({ name }: Pick<DocumentTest, 'name'>): string {
  return name === undefined || name.trim() === '' ? 'document test' : `document test “${name}”`;
}

export function testNotFound(id: string): Rejection<'documentTest.not_found'> {
  return reject('documentTest.not_found', 'This document test doesn’t exist any more.', joinPointer('', id));
}

/** Why a test is more than is kept, or null. */
export function testExcess(test: DocumentTest, id: string): Rejection<'documentTest.too_large'> | null {
  const excess = documentExcess(test.document, MAX_TEST_VALUES) ?? lengthExcess(test);
  return excess === null ? null : reject('documentTest.too_large', excess, joinPointer('', id));
}

function lengthExcess(test: DocumentTest): string | null {
  const { length } = formatJson(test);
  if (length <= MAX_TEST_LENGTH) return null;
  const [is, limit] = [length, MAX_TEST_LENGTH].map((count) => count.toLocaleString('en'));
  return `The test has ${is} characters as JSON. At most ${limit} are kept: shorten the document.`;
}
