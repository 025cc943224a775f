import { defineCommand, reject } from '../commands/define-command.ts';
import { exact } from '../json/schemas.ts';
import { ActionRequestSchema, describeAction } from './action.ts';

/** Records a request to a cluster before it is sent. */
export const actionBegin = defineCommand({
  type: 'action.begin',
  event: 'action.begun',
  pointers: [],
  payload: exact({ request: ActionRequestSchema }),
  rejects: ['action.exists'],
  isBatchable: false,
  startsDocument: true,
  decide(state, { request }) {
    if (state.body !== undefined) return reject('action.exists', 'This action has already begun.');
    return { patch: [{ op: 'add', path: '', value: { ...request } }], summary: describeAction(request) };
  },
});
