import { fitsWildcard, isDateMath, resolveDateMath } from '#domain/console';
import { member } from '#domain/json';
import type { IndexDocument } from './documents.ts';
import { EngineError, illegalArgument, noSuchIndex } from './engine-error.ts';
import type { EngineState } from './engine-state.ts';
import type { EngineRequest } from './router.ts';

const FORBIDDEN_CHARACTERS = [' ', '"', '*', ',', '/', '<', '>', '?', '\\', '|'];
export const FORBIDDEN_CHARACTERS_MESSAGE = `must not contain the following characters [${FORBIDDEN_CHARACTERS.map((character) => `'${character}'`).join(',')}]`;
const MAX_NAME_BYTES = 255;

export function hasForbiddenCharacter(name: string): boolean {
  return FORBIDDEN_CHARACTERS.some((character) => name.includes(character));
}

/** Why a name can't be one of an index, a data stream or an alias; null where it can. */
export function nameProblem(name: string): string | null {
  if (hasForbiddenCharacter(name)) return FORBIDDEN_CHARACTERS_MESSAGE;
  if (name.includes('#')) return "must not contain '#'";
  if (name.includes(':')) return "must not contain ':'";
  if (/^[_+-]/.test(name)) return "must not start with '_', '-', or '+'";
  if (new TextEncoder().encode(name).length > MAX_NAME_BYTES)
    return `index name is too long, (${new TextEncoder().encode(name).length} > ${MAX_NAME_BYTES})`;
  if (name === '.' || name === '..') return "must not be '.' or '..'";
  return null;
}

export function invalidIndexName(name: string, problem: string): EngineError {
  return new EngineError(400, 'invalid_index_name_exception', `Invalid index name [${name}], ${problem}`, {
    index_uuid: '_na_',
    index: name,
  });
}

/** The name that an expression in angle brackets means now. @throws EngineError where its date math is none */
export function meantName({ clock }: Pick<EngineState, 'clock'>, expression: string): string {
  if (!isDateMath(expression)) return expression;
  const resolved = resolveDateMath(expression, Date.parse(clock.now()));
  if ('name' in resolved) return resolved.name;
  throw new EngineError(
    400,
    'parse_exception',
    `invalid dynamic name expression [${expression.slice(1, -1)}]. ${resolved.reason}`,
  );
}

/** @throws EngineError where the name breaks a rule, or is taken */
export function checkNewIndexName(state: EngineState, name: string): void {
  const problem = nameProblem(name) ?? (name === name.toLowerCase() ? null : 'must be lowercase');
  if (problem !== null) throw invalidIndexName(name, problem);
  const index = state.indices.get(name);
  if (index !== undefined) {
    const more = { index_uuid: index.uuid, index: name };
    throw new EngineError(
      400,
      'resource_already_exists_exception',
      `index [${name}/${index.uuid}] already exists`,
      more,
    );
  }
  if (state.dataStreams.has(name)) throw invalidIndexName(name, 'already exists as data stream');
  if (state.indicesOfAlias(name).length > 0) throw invalidIndexName(name, 'already exists as alias');
}

export function isWildcard(expression: string): boolean {
  return expression === '_all' || expression === '' || expression.includes('*');
}

/** Maximum number of patterns whose parts are cached: a pattern is matched against every name. */
const MAX_KEPT_PATTERNS = 1_000;
const PARTS = new Map<string, readonly string[]>();

/** What stands between the stars of a pattern; several stars in a row are one. */
function partsOf(pattern: string): readonly string[] {
  const kept = PARTS.get(pattern);
  if (kept !== undefined) return kept;
  if (PARTS.size >= MAX_KEPT_PATTERNS) PARTS.clear();
  const parts = pattern.split(/\*+/);
  PARTS.set(pattern, parts);
  return parts;
}

/** Whether a name is one that a pattern with `*` in it means. */
export function matchesPattern(pattern: string, name: string): boolean {
  if (pattern === '*' || pattern === '_all' || pattern === '') return true;
  return pattern.includes('*') ? fitsWildcard(name, partsOf(pattern)) : pattern === name;
}

/** Which indices wildcards stand for. */
export interface Expansion {
  readonly open: boolean;
  readonly closed: boolean;
  readonly hidden: boolean;
}

export const OPEN_AND_CLOSED: Expansion = { open: true, closed: true, hidden: false };
export const OPEN_ONLY: Expansion = { open: true, closed: false, hidden: false };

export function expansionOf(request: EngineRequest, otherwise: Expansion): Expansion {
  const value = member(request.query, 'expand_wildcards');
  if (typeof value !== 'string') return otherwise;
  const found = { open: false, closed: false, hidden: false };
  for (const word of value.split(',')) {
    if (word === 'all') Object.assign(found, { open: true, closed: true, hidden: true });
    else if (word === 'open' || word === 'closed' || word === 'hidden') found[word] = true;
    else if (word === 'none') Object.assign(found, { open: false, closed: false, hidden: false });
    else throw illegalArgument(`No valid expand wildcard value [${word}]`);
  }
  return found;
}

export function isHidden(index: IndexDocument): boolean {
  return index.settings['index.hidden'] === 'true';
}

function isMeantBy(pattern: string, index: IndexDocument, { open, closed, hidden }: Expansion): boolean {
  if (index.state === 'open' ? !open : !closed) return false;
  return hidden || !isHidden(index) || (pattern.startsWith('.') && index.name.startsWith('.'));
}

interface ResolveOptions {
  readonly expansion?: Expansion;
  readonly ignoreUnavailable?: boolean;
  /** An alias is no index here: deleting refuses it. */
  readonly withoutAliases?: boolean;
  readonly withoutDataStreams?: boolean;
}

/**
 * The indices that an expression means, each once: names, aliases and data streams with commas between, wildcards, and
 * `-x` to leave out.
 * @throws EngineError for a name that is none
 */
export function resolveIndices(
  state: EngineState,
  expression: string,
  options: ResolveOptions = {},
): readonly IndexDocument[] {
  const { expansion = OPEN_AND_CLOSED, ignoreUnavailable = false } = options;
  const found = new Map<string, IndexDocument>();
  const add = (name: string) => {
    const index = state.indices.get(name);
    if (index !== undefined) found.set(name, index);
  };
  let wasWildcard = false;
  for (const given of expression.split(',')) {
    const part = meantName(state, given);
    if (part.startsWith('-') && wasWildcard) {
      for (const name of [...found.keys()]) if (matchesPattern(part.slice(1), name)) found.delete(name);
    } else if (isWildcard(part)) {
      wasWildcard = true;
      for (const name of namesLike(state, part, expansion, options)) add(name);
    } else {
      const names = namesOf(state, part, options);
      if (names === undefined && !ignoreUnavailable) throw noSuchIndex(part);
      names?.forEach(add);
    }
  }
  return [...found.values()];
}

function* namesLike(
  state: EngineState,
  pattern: string,
  expansion: Expansion,
  options: ResolveOptions,
): Generator<string> {
  for (const [name, index] of state.indices.entries()) {
    if (matchesPattern(pattern, name) && isMeantBy(pattern, index, expansion)) yield name;
  }
  if (pattern === '*' || pattern === '_all' || pattern === '') return;
  if (options.withoutAliases !== true) {
    for (const alias of state.aliasNames()) if (matchesPattern(pattern, alias)) yield* state.indicesOfAlias(alias);
  }
  if (options.withoutDataStreams !== true) {
    for (const stream of state.dataStreams.values()) if (matchesPattern(pattern, stream.name)) yield* stream.indices;
  }
}

function namesOf(
  state: EngineState,
  name: string,
  { withoutAliases, withoutDataStreams }: ResolveOptions,
): readonly string[] | undefined {
  if (state.indices.has(name)) return [name];
  const aliased = withoutAliases === true ? [] : state.indicesOfAlias(name);
  if (aliased.length > 0) return aliased;
  return withoutDataStreams === true ? undefined : state.dataStreams.get(name)?.indices;
}

/** Of the expression in a call, with what its query says about wildcards. */
export function requestedIndices(
  state: EngineState,
  request: EngineRequest,
  otherwise: Expansion = OPEN_AND_CLOSED,
): readonly IndexDocument[] {
  return resolveIndices(state, request.name(0), {
    expansion: expansionOf(request, otherwise),
    ignoreUnavailable: request.is('ignore_unavailable'),
  });
}

/** The names that a list of patterns means, in the order of the names. */
export function matchingNames(names: readonly string[], expression: string): readonly string[] {
  const patterns = expression.split(',');
  return names.filter((name) => patterns.some((pattern) => matchesPattern(pattern, name)));
}
