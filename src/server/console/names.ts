import { listedNameProblem, listedNames, targetNameProblem } from '#domain/console';
import { templateTargetProblem } from '#domain/template';
import { MAX_LISTED_LENGTH, MAX_LISTED_NAMES } from '#domain/wire';
import { RequestError } from './errors.ts';

/** How much of a hostile name an error repeats. */
const SHOWN = 255;

/** A checked name of an index or data stream: it stands for exactly one. @throws RequestError */
export function target(name: string): string {
  return checked(name, targetNameProblem(name));
}

/** As {@link target}, for a list; a name that comes twice is sent once. */
export function targets(names: readonly string[]): readonly string[] {
  return [...new Set(names)].map(target);
}

/** The names and patterns to which a request narrows a list. @throws RequestError */
export function readListedNames(text: string): readonly string[] {
  if (text.length > MAX_LISTED_LENGTH)
    throw new RequestError(400, `The names of a list have more than ${MAX_LISTED_LENGTH} characters.`);
  const names = listedNames(text);
  if (names.length > MAX_LISTED_NAMES)
    throw new RequestError(400, `A list can't be narrowed to more than ${MAX_LISTED_NAMES} names and patterns.`);
  return names.map((name) => checked(name, listedNameProblem(name)));
}

export function templateTarget(name: string): string {
  return checked(name, templateTargetProblem(name));
}

/** @throws RequestError where there is a problem with the name */
export function checked(name: string, given: string | null): string {
  const problem = given ?? (leadsElsewhere(name) ? 'Names can’t have "." or ".." as a part between slashes.' : null);
  if (problem === null) return name;
  const shown = name.length > SHOWN ? `${name.slice(0, SHOWN)}…` : name;
  throw new RequestError(400, `Invalid name "${shown}". ${problem}`, { name: shown, reason: problem });
}

/** Whether a proxy that decodes a path before it passes it on may take a part of a name for a way to another place. */
function leadsElsewhere(name: string): boolean {
  return name
    .replaceAll(/%(?:25)*(2f|5c|2e)/gi, (_, code: string) => (code.toLowerCase() === '2e' ? '.' : '/'))
    .split(/[/\\]/)
    .some((part) => part === '.' || part === '..');
}
