import { unsendableProblem } from '../console/index-names.ts';

/** What no name of a template may have. */
const TEMPLATE_NAME_CHARACTERS: readonly string[] = ['"', '*', '\\', ',', '?'];
const INDEX_PATTERN_CHARACTERS: readonly string[] = ['\\', '/', '?', '"', '<', '>', '|'];

/**
 * Why a template that exists can't be addressed by this name, as a sentence: it would stand for several, or for another
 * path.
 */
export function templateTargetProblem(name: string): string | null {
  if (name === '') return 'The name is empty.';
  if (name === '.' || name === '..') return `The name can't be "${name}".`;
  if (name.startsWith('_')) return 'The name can\'t start with "_".';
  const character = TEMPLATE_NAME_CHARACTERS.find((text) => name.includes(text));
  if (character !== undefined) return `The name can't contain the character ${character}.`;
  return unsendableProblem(name);
}

/** Why a new template can't have this name: the console forbids it, or every engine refuses it. */
export function templateNameProblem(name: string): string | null {
  const problem = templateTargetProblem(name);
  if (problem !== null) return problem;
  if (name !== name.toLowerCase()) return 'The name must be in lower case.';
  if (name.includes(' ')) return "The name can't contain a space.";
  return name.includes('#') ? "The name can't contain the character #." : null;
}

/** Characters that no engine takes in a pattern: it would read a list, another cluster or a fragment. */
const REFUSED_IN_PATTERNS: readonly string[] = [',', '#', ':'];

/**
 * Why this is no index pattern, as a sentence; null where it is one. The console forbids some patterns, and every
 * engine refuses others.
 */
export function indexPatternProblem(pattern: string): string | null {
  if (pattern === '') return 'The pattern is empty.';
  const character = [...INDEX_PATTERN_CHARACTERS, ...REFUSED_IN_PATTERNS].find((text) => pattern.includes(text));
  if (character !== undefined) return `The pattern can't contain the character ${character}.`;
  if (pattern.includes(' ')) return "The pattern can't contain a space.";
  if (pattern.startsWith('_')) return 'The pattern can\'t start with "_".';
  return unsendableProblem(pattern)?.replace('name', 'pattern') ?? null;
}

/** What is likely a mistake in a pattern that engines take, as a sentence; null where nothing is. */
export function indexPatternWarning(pattern: string): string | null {
  if (pattern !== pattern.toLowerCase()) return `${pattern} matches nothing: names of indices are lowercase.`;
  if (pattern === '*') return 'The pattern * matches every index.';
  if (/^[-+]/.test(pattern)) return `${pattern} matches nothing: no index name starts with "${pattern.charAt(0)}".`;
  return null;
}
