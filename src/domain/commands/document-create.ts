import { digestOf } from '../events/digest.ts';
import { isObject, type JsonValue } from '../json/value.ts';
import { defineCommand, reject } from './define-command.ts';
import { JsonSchema, exact } from '../json/schemas.ts';

/** Starts a document: its event adds the whole body, so that a log replays from nothing. */
export const documentCreate = defineCommand({
  type: 'document.create',
  event: 'document.created',
  pointers: [],
  payload: exact({ body: JsonSchema }),
  rejects: ['document.exists', 'document.not_an_object'],
  isBatchable: false,
  startsDocument: true,
  decide(state, { body: given }, { rules }) {
    const body = given as JsonValue;
    if (state.body !== undefined) return reject('document.exists', 'This document already exists.');
    if (!isObject(body)) return reject('document.not_an_object', 'A mapping or template must be a JSON object.', '');
    return {
      patch: [{ op: 'add', path: '', value: body }],
      summary: 'Created',
      recorded: { body: digestOf(body, rules) },
    };
  },
});
