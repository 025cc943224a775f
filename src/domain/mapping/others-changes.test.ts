import { expect, it } from 'vitest';
import type { JsonObject } from '../json/value.ts';
import { withOthersChanges } from './others-changes.ts';

const keyword = { type: 'keyword' };
const ip = { type: 'ip' };
const text = { type: 'text' };

it.each<readonly [string, JsonObject, JsonObject, JsonObject, JsonObject]>([
  [
    'what others have added beside what was sent',
    { properties: { a: keyword } },
    { properties: { mine: keyword } },
    { properties: { a: keyword, mine: keyword, theirs: ip } },
    { properties: { a: keyword, theirs: ip } },
  ],
  [
    'their first field of a mapping that had none',
    {},
    { properties: { mine: keyword } },
    { properties: { mine: keyword, theirs: ip } },
    { properties: { theirs: ip } },
  ],
  [
    'their field of an object that both have made',
    { properties: { a: keyword } },
    { properties: { o: { type: 'nested', properties: { mine: keyword } } } },
    { properties: { a: keyword, o: { type: 'nested', properties: { mine: keyword, theirs: ip } } } },
    { properties: { a: keyword, o: { type: 'nested', properties: { theirs: ip } } } },
  ],
  [
    'their multi-field of a field that had none',
    { properties: { a: text } },
    { properties: { a: { ...text, fields: { mine: keyword } } } },
    { properties: { a: { ...text, fields: { mine: keyword, theirs: keyword } } } },
    { properties: { a: { ...text, fields: { theirs: keyword } } } },
  ],
  [
    'nothing where they have done nothing',
    {},
    { properties: { o: { properties: { mine: keyword } } } },
    { properties: { o: { properties: { mine: { ...keyword, ignore_above: 9 } } } } },
    {},
  ],
])('has %s, without the update', (_, before, update, now, others) => {
  expect(withOthersChanges(before, update, now)).toEqual(others);
});
