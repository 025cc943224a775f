import { describe, expect, it } from 'vitest';
import { sampleHistory } from '../../tests/contracts/sample-history.ts';
import { sealAfter, EMPTY_HEAD } from '#domain/log';
import { PATCH_LIBRARIES } from '../fuzz/patch-libraries.ts';
import { differenceInReplay } from './independent-replay.ts';

const { events } = sampleHistory();

describe('a replay by other libraries', () => {
  it('comes to our document', () => {
    expect(differenceInReplay(sealAfter('draft/a', EMPTY_HEAD, events))).toBeNull();
  });

  it('holds members and numbers that they could not', () => {
    const [first] = events;
    if (first === undefined) throw new Error('There are no events.');
    const value = JSON.parse('{"properties":{"__proto__":{"type":"long"}},"_meta":{"n":1}}') as never;
    const created = { ...first, patch: [{ op: 'add', path: '', value }] as const };
    const edited = {
      ...first,
      id: 'second',
      patch: [{ op: 'add', path: '/properties/__proto__/null_value', value: 9007199254740993n as never }] as const,
    };
    expect(differenceInReplay(sealAfter('draft/a', EMPTY_HEAD, [created, edited]))).toBeNull();
  });

  it('takes names that a library refuses for fear of prototypes', () => {
    const [first] = events;
    if (first === undefined) throw new Error('There are no events.');
    const value = { properties: { constructor: { type: 'keyword' } } };
    const created = { ...first, patch: [{ op: 'add', path: '', value }] as const };
    const path = '/properties/constructor/prototype';
    const edited = { ...first, id: 'second', patch: [{ op: 'add', path, value: 'prototype' }] as const };
    const removed = { ...first, id: 'third', patch: [{ op: 'remove', path }] as const };
    expect(differenceInReplay(sealAfter('draft/a', EMPTY_HEAD, [created, edited, removed]))).toBeNull();
  });

  it('names the first version after which a library has another document', () => {
    const [library] = PATCH_LIBRARIES;
    if (library === undefined) throw new Error('There are no libraries.');
    const { apply } = library;
    let count = 0;
    const forgetful = {
      ...library,
      apply: (document: unknown, patch: readonly unknown[]) =>
        ++count % events.length >= 2 || count % events.length === 0 ? document : apply(document, patch),
    };
    const records = sealAfter('draft/a', EMPTY_HEAD, events);
    expect(differenceInReplay(records, [forgetful])).toEqual({
      version: 2,
      reason: 'fast-json-patch gives another document than Mapledger',
    });
    const refusing = {
      ...library,
      apply: () => {
        throw new Error('no\nstack');
      },
    };
    expect(differenceInReplay(records, [refusing])).toEqual({
      version: 1,
      reason: 'fast-json-patch can’t apply its patch: no',
    });
  });
});
