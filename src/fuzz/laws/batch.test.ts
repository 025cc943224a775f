import { expect, it } from 'vitest';
import { definitionOf, DOCUMENT_COMMANDS, onlyReports, reduce } from '#domain/commands';
import { createState } from '#domain/document';
import { ADA, stampSource } from '../generate/stamps.ts';
import { batchLaws } from './batch.ts';

const before = createState({ body: { properties: {} }, mappingsAt: '' });
const add = { type: 'field.add', payload: { parent: null, name: 'a', definition: { type: 'keyword' } } };

/** A body as a reading has it: right for what reports a cluster, and for nothing else. */
const PAYLOADS = [{}, { body: {} }];

const NOT_IN_BATCHES = DOCUMENT_COMMANDS.filter(({ type }) => {
  const definition = definitionOf(type);
  return !definition.isBatchable || onlyReports(definition);
});

it.each(NOT_IN_BATCHES.map(({ type }) => type))('the law of batches knows that none has %s', (type) => {
  for (const payload of PAYLOADS) {
    const command = { type: 'batch', payload: { commands: [add, { type, payload }] } };
    const reduced = reduce(before, command, stampSource(1)(ADA));
    expect(reduced).toMatchObject({ rejected: { detail: { code: 'batch.not_allowed' } } });
    for (const { watch } of batchLaws) watch().onStep?.({ before, author: ADA, command, reduced, after: before });
  }
});
