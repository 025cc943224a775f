import { joinPointer } from '../json/pointer.ts';
import { exact } from '../json/schemas.ts';
import { defineCommand } from './define-command.ts';
import { testAt, TestIdSchema, testLabel, testNotFound } from './document-test-list.ts';

/** Takes a test off the list; undo brings it back. */
export const documentTestRemove = defineCommand({
  type: 'documentTest.remove',
  event: 'documentTest.removed',
  pointers: [],
  payload: exact({ id: TestIdSchema }),
  rejects: ['documentTest.not_found'],
  isBatchable: true,
  decide(state, { id }) {
    const test = testAt(state, id);
    if (test === undefined) return testNotFound(id);
    return { patch: [{ op: 'remove', path: joinPointer('', id) }], summary: `Remove ${testLabel(test)}` };
  },
});
