import { DocumentTestSchema } from '../documents/document-test-schema.ts';
import { MAX_DOCUMENT_TESTS } from '../documents/limits.ts';
import { valueAt } from '../json/patch.ts';
import { joinPointer } from '../json/pointer.ts';
import { exact } from '../json/schemas.ts';
import { isObject } from '../json/value.ts';
import { defineCommand, reject } from './define-command.ts';
import { testExcess, TestIdSchema, testLabel } from './document-test-list.ts';

/** Keeps a document with what is expected of it, under a separate id. */
export const documentTestKeep = defineCommand({
  type: 'documentTest.keep',
  event: 'documentTest.kept',
  pointers: [],
  payload: exact({ id: TestIdSchema, test: DocumentTestSchema }),
  rejects: ['documentTest.exists', 'documentTest.too_many', 'documentTest.too_large'],
  isBatchable: true,
  decide({ body }, { id, test }) {
    const at = joinPointer('', id);
    if (valueAt(body, at) !== undefined) return reject('documentTest.exists', 'This document test already exists.', at);
    if (isObject(body) && Object.keys(body).length >= MAX_DOCUMENT_TESTS)
      return reject(
        'documentTest.too_many',
        `At most ${MAX_DOCUMENT_TESTS} document tests are kept. Remove one first.`,
        at,
      );
    const excess = testExcess(test, id);
    if (excess !== null) return excess;
    return {
      patch: [{ op: 'add', path: at, value: test }],
      summary: `Keep ${testLabel(test)}`,
    };
  },
});
