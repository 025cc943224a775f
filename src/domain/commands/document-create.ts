import { isClusterAuthor } from '../events/cluster-author.ts';
import { digestOf } from '../events/digest.ts';
import { FIRST_RULES } from '../events/rules.ts';
import { isObject } from '../json/value.ts';
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
  reportsCluster: true,
  decide(state, { body }, { author, rules }) {
    if (state.body !== undefined) return reject('document.exists', 'This document already exists.');
    if (!isObject(body)) return reject('document.not_an_object', 'A mapping or template must be a JSON object.', '');
    return {
      patch: [{ op: 'add', path: '', value: body }],
      summary: rules !== FIRST_RULES && isClusterAuthor(author.id) ? 'Found on the cluster' : 'Created',
      recorded: { body: digestOf(body, rules) },
    };
  },
});
