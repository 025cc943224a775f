import { expect, it } from 'vitest';
import { indexBody, withChoices } from './choices.ts';
import { Inference } from './inference.ts';

const VECTOR = `[${Array.from({ length: 40 }, (_, at) => `0.${at + 1}`).join()}]`;

function inferred(...documents: readonly string[]) {
  const inference = new Inference();
  for (const [at, text] of documents.entries()) inference.collector.addText(text, at + 1);
  return inference.propose({ distribution: 'opensearch', version: '3.4' });
}

/** The body with an alternative for one field. */
function chosen(documents: readonly string[], path: string, type: string) {
  const mapping = inferred(...documents);
  const field = mapping.fields.find((each) => each.path.join('.') === path);
  const at = field?.alternatives.findIndex(({ definition }) => definition['type'] === type) ?? -1;
  if (field === undefined || at === -1) throw new Error(`${path} has the alternative ${type}`);
  const result = withChoices(mapping, new Map([[field, at]]));
  expect(result.fields.find((each) => each.path === field.path)).toMatchObject(field.alternatives[at] ?? {});
  return indexBody(result);
}

it.each<[what: string, documents: readonly string[], path: string, type: string, body: object]>([
  [
    'a field in an object',
    ['{"a":{"b":1,"c":2}}'],
    'a.b',
    'keyword',
    { mappings: { properties: { a: { properties: { b: { type: 'keyword' }, c: { type: 'long' } } } } } },
  ],
  [
    'objects, which keep their fields',
    ['{"a":[{"b":1}]}'],
    'a',
    'nested',
    { mappings: { properties: { a: { type: 'nested', properties: { b: { type: 'long' } } } } } },
  ],
  [
    'a point, which has no fields to keep',
    ['{"at":{"lat":1,"lon":2}}'],
    'at',
    'object',
    { mappings: { properties: { at: { type: 'object' } } } },
  ],
  [
    'a vector, whose setting is not needed any more',
    [`{"v":${VECTOR}}`],
    'v',
    'float',
    { mappings: { properties: { v: { type: 'float' } } } },
  ],
  [
    'a field by a hostile name',
    ['{"__proto__":{"__proto__":1}}'],
    '__proto__.__proto__',
    'keyword',
    JSON.parse('{"mappings":{"properties":{"__proto__":{"properties":{"__proto__":{"type":"keyword"}}}}}}') as object,
  ],
])('puts an alternative in the place of %s', (_, documents, path, type, body) => {
  expect(chosen(documents, path, type)).toEqual(body);
});

it('is the proposal where nothing was chosen', () => {
  const mapping = inferred(`{"v":${VECTOR}}`);
  expect(withChoices(mapping, new Map())).toBe(mapping);
  expect(indexBody(mapping)).toMatchObject({ settings: { 'index.knn': true } });
});
