import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#domain/json';
import { notEnabledAround } from './dynamic-around.ts';

describe('an object that is not enabled', () => {
  it.each<[JsonObject, string, readonly string[] | null]>([
    [{ enabled: false }, '/properties/a', []],
    [{ properties: { a: { enabled: 'false' } } }, '/properties/a/properties/b/properties/c', ['a']],
    [{ properties: { a: { enabled: false } } }, '/properties/a', null],
    [{ properties: { a: { enabled: true }, b: { enabled: false } } }, '/properties/a/properties/b', null],
  ])('%j is around %s', (mappings, at, expected) => {
    expect(notEnabledAround(mappings, at)).toEqual(expected);
  });
});
