import { isClusterAuthor, SERVER_READER } from '../events/cluster-author.ts';
import { digestOf } from '../events/digest.ts';
import { FIRST_RULES } from '../events/rules.ts';
import { isObject } from '../json/value.ts';
import { ORIGINS_MEMBER, originWords } from '../document/origin.ts';
import { defineCommand, reject } from './define-command.ts';
import { JsonSchema, exact } from '../json/schemas.ts';

/**
 * Starts a document: its event adds the whole body, so that a log replays from nothing. With `continues` it names the
 * logs that the document was made from; only a server says so, which has their records.
 */
export const documentCreate = defineCommand({
  type: 'document.create',
  event: 'document.created',
  pointers: [],
  payload: exact({ body: JsonSchema, continues: ORIGINS_MEMBER }),
  rejects: ['document.exists', 'document.not_an_object', 'cluster.not_read_by_server'],
  isBatchable: false,
  startsDocument: true,
  reportsCluster: true,
  decide(state, { body, continues }, { author, rules }) {
    if (state.body !== undefined) return reject('document.exists', 'This document already exists.');
    if (!isObject(body)) return reject('document.not_an_object', 'A mapping or template must be a JSON object.', '');
    const patch = [{ op: 'add', path: '', value: body }] as const;
    const recorded = { body: digestOf(body, rules) };
    if (continues !== undefined) {
      if (author.id !== SERVER_READER.id)
        return reject('cluster.not_read_by_server', 'Only the server says what a document was made from.');
      return { patch, summary: `Made from ${originWords(continues)}`, recorded: { ...recorded, continues } };
    }
    const isReading = rules !== FIRST_RULES && isClusterAuthor(author.id);
    return { patch, summary: isReading ? 'Found on the cluster' : 'Created', recorded };
  },
});
