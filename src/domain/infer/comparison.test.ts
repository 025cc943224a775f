import { expect, it } from 'vitest';
import type { JsonObject } from '../json/value.ts';
import { addMissing, unmappedOutcomes, unseenFields } from './comparison.ts';
import { encodeUtf8 } from './utf8.ts';
import { Inference } from './inference.ts';
import { missingFields } from './propose.ts';
import { ignoredFinding, unmappedText } from './words.ts';

const engine = { distribution: 'elasticsearch', version: '9.5' } as const;

/** What documents come to on mappings: the proposal, and the trial of the mappings. */
function compared(documents: readonly string[], mappings: JsonObject, settings: JsonObject = {}) {
  const inference = new Inference();
  const give = ({ document }: Inference['listener']) => {
    for (const [at, text] of documents.entries()) {
      const bytes = encodeUtf8(text);
      document(bytes, 0, bytes.length, at + 1);
    }
  };
  give(inference.listener);
  const mapping = inference.propose(engine);
  const attempt = inference.tryOn([{ mappings, settings }], mapping, { engine, most: 100 });
  give(attempt.listener);
  const [check] = attempt.results();
  if (check === undefined) throw new Error('One mapping was tried');
  return { mapping, check, missing: missingFields(mapping.fields, mappings) };
}

it('counts values that are left out of the index by field and cause, once for each document', () => {
  const documents = ['{"a":["long enough","long again"],"n":"x"}', '{"a":"long enough","n":1}', '{"a":"ok","n":null}'];
  const { check } = compared(documents, {
    properties: { a: { type: 'keyword', ignore_above: 5 }, n: { type: 'long', ignore_malformed: true } },
  });
  expect(check.ignored).toMatchObject([
    { field: 'a', by: 'ignore_above', documents: 2, lines: [1, 2] },
    { field: 'n', by: 'ignore_malformed', documents: 1, lines: [1] },
  ]);
  expect(ignoredFinding('orders', check)).toEqual({
    title: 'Values that orders leaves out of the index:',
    lines: [
      expect.stringMatching(/^a: .*2 documents, lines 1, 2$/),
      expect.stringMatching(/^n: .*1 document, line 1$/),
    ],
  });
});

it('lists no values as ignored of documents that are refused', () => {
  const mappings = { dynamic: 'strict', properties: { a: { type: 'keyword', ignore_above: 1 } } };
  const { check } = compared(['{"a":"long","b":1}'], mappings);
  expect([check.ignored, check.refusedCount]).toEqual([[], 1]);
});

it.each<[what: string, mappings: JsonObject, path: string, text: string]>([
  ['a type that dynamic mapping adds', {}, 'o.b', 'Without it: dynamic mapping adds long.'],
  ['an object that it adds', {}, 'o', 'Without it: dynamic mapping adds object.'],
  [
    'a dynamic template',
    { dynamic_templates: [{ numbers: { match_mapping_type: 'long', mapping: { type: 'short' } } }] },
    'o.b',
    'Without it: the dynamic template numbers adds short.',
  ],
  ['a runtime field', { dynamic: 'runtime' }, 'o.b', 'Without it: dynamic mapping adds long as a runtime field.'],
  [
    'an object that is left out as a whole',
    { dynamic: false },
    'o.b',
    'Without it: not indexed. dynamic is false, so no field is added.',
  ],
  [
    'an object that is refused',
    { dynamic: 'strict' },
    'o.b',
    'Without it: documents are refused. The mappings are strict and have no field o.',
  ],
])('describes how a mapping takes a field that it lacks: %s', (_, mappings, path, text) => {
  const { check, missing } = compared(['{"o":{"b":1}}'], mappings);
  expect(missing.map((field) => field.path.join('.'))).toContain(path);
  expect(unmappedText(unmappedOutcomes(check)(path.split('.')))).toBe(text);
});

it('describes a refusal even where an earlier value was taken, and of a field that was not tried', () => {
  const mappings = { properties: { o: { dynamic: 'strict', properties: {} } } };
  const { check } = compared(['{"o":{"b":null}}', '{"o":{"b":1}}'], mappings);
  const outcomeOf = unmappedOutcomes(check);
  expect(outcomeOf(['o', 'b'])?.kind).toBe('refused');
  expect(unmappedText(outcomeOf(['x']))).toMatch(/not tried/);
});

it('lists fields of mappings that no document has, except where keys were not told apart', () => {
  const keys = Array.from({ length: 60 }, (_, at) => `{"o":{"key_${at}":"x"},"seen":{"dotted":1},"empty":null}`);
  const mappings = {
    properties: {
      'seen.dotted': { type: 'long' },
      'seen.other': { type: 'long' },
      empty: { type: 'keyword' },
      o: { properties: { unknown: { type: 'keyword' } } },
      gone: { properties: { a: { type: 'ip', fields: { raw: { type: 'keyword' } } }, none: { type: 'object' } } },
      also: { type: 'alias', path: 'empty' },
    },
  };
  const { mapping } = compared(keys, mappings);
  expect(mapping.fields.find(({ path }) => path.join() === 'o')?.definition).toEqual({ type: 'flattened' });
  expect(unseenFields(mapping, mappings)).toEqual(['seen.other', 'gone.a', 'gone.none']);
  expect(unseenFields({ ...mapping, summedUp: [[]] }, mappings)).toEqual([]);
});

const fields = (...paths: readonly string[]) =>
  paths.map((path) => ({
    path: path.split('.'),
    definition: { type: path.endsWith('o') ? 'object' : 'long' },
  }));

it('adds fields with those that they hold, where their parents are, and leaves what is there', () => {
  const mappings = { dynamic: false, properties: { a: { properties: { b: { type: 'ip' } } }, z: { type: 'ip' } } };
  const { additions, mappings: after } = addMissing(fields('a.b', 'a.c', 'o', 'o.x', 'z'), mappings);
  expect(additions).toEqual([
    { parent: ['a'], name: 'c', definition: { type: 'long' } },
    { parent: [], name: 'o', definition: { properties: { x: { type: 'long' } } } },
  ]);
  expect(after).toEqual({
    dynamic: false,
    properties: {
      a: { properties: { b: { type: 'ip' }, c: { type: 'long' } } },
      z: { type: 'ip' },
      o: { properties: { x: { type: 'long' } } },
    },
  });
  expect(addMissing(fields('a.b'), mappings)).toEqual({ additions: [], mappings });
});

it('defines an object that only the compared mappings have as they do', () => {
  const around = { properties: { n: { type: 'nested', dynamic: false, properties: { a: { type: 'ip' } } } } };
  expect(addMissing(fields('n.b'), {}, around).mappings).toEqual({
    properties: { n: { type: 'nested', dynamic: false, properties: { b: { type: 'long' } } } },
  });
});

it('adds whole names where dots are no levels, and hostile names as they are', () => {
  const flat = { subobjects: false, properties: { 'a.b': { type: 'long' } } };
  expect(addMissing(fields('a.b', 'c.o', 'c.o.d'), flat).additions).toEqual([
    { parent: [], name: 'c.o.d', definition: { type: 'long' } },
  ]);
  const hostile = addMissing(fields('__proto__.constructor'), {}).mappings;
  expect(JSON.stringify(hostile)).toBe('{"properties":{"__proto__":{"properties":{"constructor":{"type":"long"}}}}}');
});
