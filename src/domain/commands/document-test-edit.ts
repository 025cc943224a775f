import { DocumentTestSchema } from '../documents/document-test-schema.ts';
import { diff } from '../json/diff.ts';
import { joinPointer } from '../json/pointer.ts';
import { exact } from '../json/schemas.ts';
import { defineCommand, UNCHANGED } from './define-command.ts';
import { testAt, testExcess, TestIdSchema, testLabel, testNotFound } from './document-test-list.ts';

/** Changes the name, the document or the expectation of a test that is kept. */
export const documentTestEdit = defineCommand({
  type: 'documentTest.edit',
  event: 'documentTest.edited',
  pointers: [],
  payload: exact({ id: TestIdSchema, test: DocumentTestSchema }),
  rejects: ['documentTest.not_found', 'documentTest.too_large'],
  isBatchable: true,
  decide(state, { id, test }) {
    const before = testAt(state, id);
    if (before === undefined) return testNotFound(id);
    const excess = testExcess(test, id);
    if (excess !== null) return excess;
    const patch = diff(before, test, joinPointer('', id));
    if (patch.length === 0) return UNCHANGED;
    const isRenamed = patch.every(({ path }) => path === joinPointer('', id, 'name'));
    return {
      patch,
      summary: isRenamed ? `Rename ${testLabel(before)} to ${nameOf(test.name)}` : `Edit ${testLabel(test)}`,
    };
  },
});

function nameOf(name: string | undefined): string {
  return name === undefined || name.trim() === '' ? 'no name' : `“${name}”`;
}
