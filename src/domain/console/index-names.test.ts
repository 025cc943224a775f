import { describe, expect, it } from 'vitest';
import { aliasNameProblem, dataStreamNameProblem, indexNameProblem, targetNameProblem } from './index-names.ts';

describe('the name of an index', () => {
  it.each([
    'logs',
    '.internal',
    'a',
    'logs-2026.11.21',
    'ünïcode',
    '💥',
    'proto__',
    'constructor',
    'a%2fb',
    'é'.repeat(127),
    'x'.repeat(255),
    '中'.repeat(85),
    'a-b_c+d',
  ])('may be %s', (name) => {
    expect(indexNameProblem(name)).toBeNull();
  });

  it.each([
    ['', 'The name is empty.'],
    ['.', 'The name can\'t be ".".'],
    ['..', 'The name can\'t be "..".'],
    ['-logs', 'The name can\'t start with "-".'],
    ['_all', 'The name can\'t start with "_".'],
    ['__proto__', 'The name can\'t start with "_".'],
    ['+logs', 'The name can\'t start with "+".'],
    ['Logs', 'The name must be in lower case.'],
    ['two words', "The name can't contain a space."],
    ['a\tb', "The name can't contain control characters."],
    ['é'.repeat(128), 'The name is longer than 255 bytes.'],
    ['💥'.repeat(64), 'The name is longer than 255 bytes.'],
    ['x'.repeat(256), 'The name is longer than 255 bytes.'],
    ['中'.repeat(86), 'The name is longer than 255 bytes.'],
    ['a\x1fb', "The name can't contain control characters."],
    ['a\x7fb', "The name can't contain control characters."],
    ['a\ud83d', "The name can't contain half a character (a lone surrogate)."],
  ])('may not be "%s"', (name, problem) => {
    expect(indexNameProblem(name)).toBe(problem);
  });

  it.each(['\\', '/', '*', '?', '"', '<', '>', '|', ',', '#', ':'])('may not contain %s', (character) => {
    expect(indexNameProblem(`logs${character}1`)).toBe(`The name can't contain the character ${character}.`);
    expect(targetNameProblem(`logs${character}1`)).toBe(`The name can't contain the character ${character}.`);
  });
});

describe('other names', () => {
  it('of an alias may be in upper case', () => {
    expect(aliasNameProblem('Logs')).toBeNull();
    expect(aliasNameProblem('logs*')).toBe("The name can't contain the character *.");
  });

  it('of a data stream may not be that of a backing index', () => {
    for (const name of ['logs-app', 'logs.ds-1']) expect(dataStreamNameProblem(name)).toBeNull();
    expect(dataStreamNameProblem('Logs')).toBe('The name must be in lower case.');
    expect(dataStreamNameProblem('.ds-logs')).toBe(
      'The name can\'t start with ".ds-", which is reserved for backing indices.',
    );
  });

  it('that stand for something that exists are one name', () => {
    expect(targetNameProblem('Old_Index')).toBeNull();
    for (const name of ['*', 'logs*', 'a,b', '-a', '_all', '<logs-{now/d}>', 'other:logs', '.', '..', ''])
      expect(targetNameProblem(name)).not.toBeNull();
  });
});
