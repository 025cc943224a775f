import { describe, expect, it } from 'vitest';
import { parseJson } from '#domain/json';
import { contains } from './look-ups.ts';

const has = (found: string, wanted: string) => contains(parseJson(found), parseJson(wanted));
const LONG = '12345678901234567891';

describe('what is found on a cluster has what was sent', () => {
  it.each([
    ['as it was sent', `{"a":[${LONG},{"b":${LONG}}]}`, `{"a":[${LONG},{"b":${LONG}}]}`],
    ['as text', `{"a":"${LONG}","b":"true"}`, `{"a":${LONG},"b":true}`],
    ['as a list of texts', `{"a":["${LONG}","1"]}`, `{"a":[${LONG},1]}`],
    ['with more beside it', `{"a":[${LONG}],"c":{}}`, `{"a":[${LONG}]}`],
  ])('%s', (_, found, wanted) => {
    expect(has(found, wanted)).toBe(true);
  });

  it.each([
    ['another integer beyond 2^53', '{"a":[12345678901234567890]}', `{"a":[${LONG}]}`],
    ['another list of texts', `{"a":["${LONG}"]}`, `{"a":["${LONG}","1"]}`],
    ['an object in a list that differs', `{"a":[{"b":1}]}`, `{"a":[{"b":${LONG}}]}`],
  ])('but not where it has %s', (_, found, wanted) => {
    expect(has(found, wanted)).toBe(false);
  });
});
