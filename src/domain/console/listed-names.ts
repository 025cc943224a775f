import { targetNameProblem } from './index-names.ts';

/** Names and patterns in a text, which commas or spaces part; each once. */
export function listedNames(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,]+/).filter((name) => name !== ''))];
}

/**
 * Why a list can't be narrowed to what a name or pattern stands for: as {@link targetNameProblem}, with `*` allowed.
 */
export function listedNameProblem(name: string): string | null {
  return targetNameProblem(name.replaceAll('*', 'a'));
}
