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

  it.each(['Logs', 'two words', 'a#b', '_logs', '', '.', '..', 'a\nb', 'x'.repeat(256)])(
    'may not be "%s" when it is new',
    (name) => {
      expect(templateNameProblem(name)).not.toBeNull();
    },
  );

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

  it.each(['_logs-*', 'a\nb', 'x'.repeat(256), '\ud800'])('may not be %j', (pattern) => {
    expect(indexPatternProblem(pattern)).not.toBeNull();
  });

  it('that matches nothing, or everything, is allowed with a warning', () => {
    for (const pattern of ['Logs-*', '-logs', '+logs', '*']) {
      expect(indexPatternProblem(pattern)).toBeNull();
      expect(indexPatternWarning(pattern)).toMatch(/\.$/);
    }
    expect(indexPatternWarning('logs-*')).toBeNull();
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
