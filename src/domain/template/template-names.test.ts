import { describe, expect, it } from 'vitest';
import {
  indexPatternProblem,
  indexPatternWarning,
  templateNameProblem,
  templateTargetProblem,
} from './template-names.ts';

describe('the name of a template', () => {
  it.each(['"', '*', '\\', ',', '?'])('may not contain %s', (character) => {
    expect(templateNameProblem(`a${character}b`)).toBe(`The name can't contain the character ${character}.`);
    expect(templateTargetProblem(`a${character}b`)).toBe(`The name can't contain the character ${character}.`);
  });

  it.each([
    ['', 'The name is empty.'],
    ['.', 'The name can\'t be ".".'],
    ['..', 'The name can\'t be "..".'],
    ['_logs', 'The name can\'t start with "_".'],
    ['a\nb', "The name can't contain control characters."],
    ['x'.repeat(256), 'The name is longer than 255 bytes.'],
    ['Logs', 'The name must be in lower case.'],
    ['two words', "The name can't contain a space."],
    ['a#b', "The name can't contain the character #."],
  ])('may not be %j when it is new', (name, problem) => {
    expect(templateNameProblem(name)).toBe(problem);
  });

  it.each(['logs', '.internal', 'logs-2026.11', 'a_b', 'x'.repeat(255), 'a/b', 'ünïcode'])('may be %j', (name) => {
    expect(templateNameProblem(name)).toBeNull();
  });

  it('that exists may be older than the rules', () => {
    for (const name of ['Logs', 'two words', 'a#b', '.internal', '💥', '<script>', 'a%2Fb'])
      expect(templateTargetProblem(name)).toBeNull();
    for (const name of ['', '.', '..', '_simulate', 'a,b', 'a*']) expect(templateTargetProblem(name)).not.toBeNull();
  });
});

describe('an index pattern', () => {
  it.each([',', '#', ':'])('may not contain %s, which every engine refuses', (character) => {
    expect(indexPatternProblem(`logs${character}*`)).toBe(`The pattern can't contain the character ${character}.`);
  });

  it.each([
    ['_logs-*', 'The pattern can\'t start with "_".'],
    ['a\nb', "The pattern can't contain control characters."],
    ['x'.repeat(256), 'The pattern is longer than 255 bytes.'],
    ['\ud800', "The pattern can't contain half a character (a lone surrogate)."],
  ])('may not be %j', (pattern, problem) => {
    expect(indexPatternProblem(pattern)).toBe(problem);
  });

  it('that matches nothing, or everything, is allowed with a warning', () => {
    for (const [pattern, warning] of [
      ['Logs-*', 'Logs-* matches nothing: names of indices are lowercase.'],
      ['-logs', '-logs matches nothing: no index name starts with "-".'],
      ['+logs', '+logs matches nothing: no index name starts with "+".'],
      ['*', 'The pattern * matches every index.'],
    ] as const) {
      expect(indexPatternProblem(pattern)).toBeNull();
      expect(indexPatternWarning(pattern)).toBe(warning);
    }
    for (const pattern of ['logs-*', 'a+b', '*-logs']) expect(indexPatternWarning(pattern)).toBeNull();
  });

  it.each(['\\', '/', '?', '"', '<', '>', '|'])('may not contain %s', (character) => {
    expect(indexPatternProblem(`logs${character}*`)).toBe(`The pattern can't contain the character ${character}.`);
  });

  it('is a name with wildcards', () => {
    expect(indexPatternProblem('logs-*')).toBeNull();
    expect(indexPatternProblem('logs *')).toBe("The pattern can't contain a space.");
    expect(indexPatternProblem('')).toBe('The pattern is empty.');
  });
});
