import { describe, expect, it } from 'vitest';
import {
  formatPointer,
  isPointer,
  isWithin,
  joinPointer,
  lastToken,
  parentPointer,
  parsePointer,
  PointerError,
} from './pointer.ts';

describe('a JSON Pointer', () => {
  it.each([
    ['', []],
    ['/', ['']],
    ['/foo/0', ['foo', '0']],
    ['/a~1b', ['a/b']],
    ['/m~0n', ['m~n']],
    ['/~01', ['~1']],
    ['/~0~1~00', ['~/~0']],
    ['//a/', ['', 'a', '']],
    ['/ /%25/é/😀/"\\', [' ', '%25', 'é', '😀', '"\\']],
    ['/__proto__/constructor', ['__proto__', 'constructor']],
  ])('%j is the tokens %j, and they are the pointer', (pointer, tokens) => {
    expect(parsePointer(pointer)).toEqual(tokens);
    expect(formatPointer(tokens)).toBe(pointer);
    expect(isPointer(pointer)).toBe(true);
  });

  it.each(['a', 'a/b', '#/a', '/a~', '/~2', '/a~b/c'])('%j is none', (text) => {
    expect(isPointer(text)).toBe(false);
    expect(() => parsePointer(text)).toThrow(PointerError);
    expect(() => parsePointer(text)).toThrow(`"${text}" is not a JSON Pointer`);
  });
});

describe('parts of a pointer', () => {
  it('are joined with their names escaped', () => {
    expect(joinPointer('', 'a/b', 'c~d', '')).toBe('/a~1b/c~0d/');
    expect(joinPointer('/a')).toBe('/a');
  });

  it.each([
    ['', '', undefined],
    ['/a', '', 'a'],
    ['/', '', ''],
    ['/a/', '/a', ''],
    ['/a/b~1~01', '/a', 'b/~1'],
  ])('of %j are the parent %j and the last token %j', (pointer, parent, last) => {
    expect(parentPointer(pointer)).toBe(parent);
    expect(lastToken(pointer)).toBe(last);
  });

  it.each([
    ['/a', '', true],
    ['', '', true],
    ['/a', '/a', true],
    ['/a/b', '/a', true],
    ['/a/', '/a', true],
    ['/ab', '/a', false],
    ['/a~1b', '/a', false],
    ['/a', '/a/b', false],
    ['', '/a', false],
  ])('%j within %j: %s', (pointer, ancestor, isIt) => {
    expect(isWithin(pointer, ancestor)).toBe(isIt);
  });
});
