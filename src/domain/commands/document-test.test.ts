import { describe, expect, it } from 'vitest';
import { given } from '../../../tests/builders/given.ts';
import type { DocumentTest } from '../documents/document-test-schema.ts';
import { formatJson, parseJson } from '../json/text.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';
import { besideStream } from './beside-stream.ts';
import { documentTestsStream } from './document-test-list.ts';

const test = (document: object, name?: string, expect: DocumentTest['expect'] = 'accepted') => ({
  ...(name !== undefined && { name }),
  document,
  expect,
});
const none = given({});
const kept = none.after('documentTest.keep', { id: '01A', test: test({ n: 1 }, 'A number') });
const textOf = (value: JsonValue | undefined) => (value === undefined ? '' : formatJson(value));

describe('documentTest.keep', () => {
  it('puts the test on the list under its id', () => {
    const outcome = none.when('documentTest.keep', { id: '01A', test: test({ n: 1 }, 'A number') });
    expect(outcome.patch).toEqual([{ op: 'add', path: '/01A', value: test({ n: 1 }, 'A number') }]);
    expect(outcome.summary).toBe('Keep document test “A number”');
    expect(none.when('documentTest.keep', { id: '01A', test: test({}) }).summary).toBe('Keep document test');
    expect(none.when('documentTest.keep', { id: '01A', test: test({}, '  ') }).summary).toBe('Keep document test');
  });

  it('keeps the document as it is written: numbers, and fields called __proto__ and constructor', () => {
    const text = '{"__proto__":{"n":1.0},"constructor":12345678901234567890,"e":1e3,"list":[-0.0,2.50]}';
    const outcome = none.when('documentTest.keep', { id: '01A', test: test(parseJson(text) as JsonObject) });
    expect(textOf(outcome.body)).toBe(`{"01A":{"document":${text},"expect":"accepted"}}`);
    expect(outcome.event && textOf(outcome.event.patch as unknown as JsonValue)).toContain(text);
    expect(({} as Record<string, unknown>)['n']).toBeUndefined();
  });

  it.each([
    [{ document: [], expect: 'accepted' }],
    [{ document: {} }],
    [{ document: {}, expect: 'taken' }],
    [{ document: {}, expect: 'accepted', name: 'x'.repeat(201) }],
    [{ document: {}, expect: 'accepted', mappings: {} }],
  ])('refuses what is no test: %j', (wrong) => {
    expect(none.when('documentTest.keep', { id: '01A', test: wrong }).rejected).toBe('command.invalid');
  });

  it('refuses a document that is too deep, or has too many values to be checked after every edit', () => {
    const deep = Array.from({ length: 300 }).reduce<JsonValue>((inner) => ({ a: inner }), 1);
    expect(none.when('documentTest.keep', { id: '01A', test: test(deep as JsonObject) }).detail?.message).toBe(
      'The document nests deeper than 200 levels.',
    );
    const wide = (length: number) => ({ a: Array.from({ length }, () => 1) });
    const keepWide = (length: number) => none.when('documentTest.keep', { id: '01A', test: test(wide(length)) });
    expect(keepWide(4_999).rejected).toBeUndefined();
    expect(keepWide(5_000).detail?.message).toBe('The document has more than 5,000 values.');
  });
});

describe('documentTest.edit', () => {
  it('changes no more than what differs', () => {
    const outcome = kept.when('documentTest.edit', { id: '01A', test: test({ n: 1 }, 'A number', { ignored: ['n'] }) });
    expect(outcome.patch).toEqual([{ op: 'replace', path: '/01A/expect', value: { ignored: ['n'] } }]);
    expect(outcome.summary).toBe('Edit document test “A number”');
  });

  it('says that it renames', () => {
    const renamed = (name?: string) =>
      kept.when('documentTest.edit', { id: '01A', test: test({ n: 1 }, name) }).summary;
    expect(renamed('One')).toBe('Rename document test “A number” to “One”');
    expect(renamed()).toBe('Rename document test “A number” to no name');
  });

  it('is a change where a number is only written otherwise, and none where nothing differs', () => {
    const again = test(parseJson('{ "n": 1.0 }') as JsonObject, 'A number');
    expect(textOf(kept.when('documentTest.edit', { id: '01A', test: again }).body)).toContain('{"n":1.0}');
    expect(kept.when('documentTest.edit', { id: '01A', test: test({ n: 1 }, 'A number') }).unchanged).toBe(true);
  });

  it('does not take a part of other documents for a test', () => {
    const mappings = given({ properties: { name: { type: 'keyword' } } });
    expect(mappings.when('documentTest.edit', { id: 'properties', test: test({}) }).rejected).toBe(
      'documentTest.not_found',
    );
    expect(mappings.when('documentTest.remove', { id: 'constructor' }).rejected).toBe('documentTest.not_found');
  });
});

describe('documentTest.remove', () => {
  it('takes the test off the list, and undo brings it back', () => {
    const removed = kept.after('documentTest.remove', { id: '01A' });
    expect(removed.state.body).toEqual({});
    expect(removed.events.at(-1)?.summary).toBe('Remove document test “A number”');
    expect(removed.when('history.undo', {}).body).toEqual(kept.state.body);
  });
});

describe('the stream of document tests', () => {
  it.each(['draft/01A', 'index/cluster/logs/uuid', 'index_template/c/logs'])('of %s names it', (stream) => {
    expect(besideStream(documentTestsStream(stream))).toEqual({ kind: 'tests', stream });
    expect(besideStream(stream)).toBeNull();
  });

  it('is none without a document', () => {
    expect(besideStream('document_tests/')).toBeNull();
  });
});
