import { canHaveChildFields, CONFIGURATION, parameterOf } from '#domain/catalogue';
import { isObject, member, parsePointer, valueAt, joinPointer, type JsonObject, type JsonValue } from '#domain/json';
import { mergeUpdate, planMappingUpdate, typeOf, type MappingUpdatePlan } from '#domain/mapping';
import { EngineError, illegalArgument } from './engine-error.ts';
import { TARGET } from './version.ts';

type Need = MappingUpdatePlan['needsReindex'][number];

/**
 * Mappings of a live index after an update: fields are added, updatable parameters changed. The domain decides what can
 * be.
 * @throws EngineError for a change that needs a new index
 */
export function mergedMappings(before: JsonObject, update: JsonObject): JsonObject {
  const merged = mergeUpdate(before, update);
  const { needsReindex } = planMappingUpdate(before, merged, TARGET);
  const [need] = needsReindex;
  if (need !== undefined) throw conflict(need, needsReindex, before, merged);
  return merged;
}

function conflict(need: Need, all: readonly Need[], before: JsonObject, merged: JsonObject): EngineError {
  const tokens = parsePointer(need.at);
  const isParameter = tokens.length % 2 === 1 && tokens.length > 1;
  const at = joinPointer('', ...(isParameter ? tokens.slice(0, -1) : tokens));
  const [was, wanted] = [valueAt(before, at) ?? null, valueAt(merged, at) ?? null];
  const key = tokens.at(-1) ?? '';
  if (tokens.length === 1) return ofMember(key, was, wanted);
  if (!isParameter) return ofType(need, was, wanted);
  if (canHaveChildFields(typeOf(was))) {
    const where = typeOf(was) === 'nested' ? 'a nested object mapping' : `the object mapping [${need.path}]`;
    return new EngineError(500, 'mapper_exception', `the [${key}] parameter can't be updated for ${where}`);
  }
  const conflicts = all.flatMap((other) => {
    const [holder, name] = [parsePointer(other.at).slice(0, -1), parsePointer(other.at).at(-1) ?? ''];
    return joinPointer('', ...holder) === at ? [parameterConflict(typeOf(was), name, was, wanted)] : [];
  });
  return conflicting(need.path, conflicts);
}

function conflicting(name: string, conflicts: readonly string[]): EngineError {
  return illegalArgument(`Mapper for [${name}] conflicts with existing mapper:${conflicts.join('')}`);
}

/** The error for a member of the mappings: it is a single value, or an object with members that differ. */
function ofMember(name: string, was: JsonValue, wanted: JsonValue): EngineError {
  if (!isObject(was) && !isObject(wanted))
    return new EngineError(
      500,
      'mapper_exception',
      `the [${name}] parameter can't be updated for the object mapping [_doc]`,
    );
  const { assumes = {} } = CONFIGURATION[name] ?? {};
  const [from, to] = [was, wanted].map((value) => ({ ...assumes, ...(isObject(value) ? value : {}) }));
  const names = [...new Set([...Object.keys(from ?? {}), ...Object.keys(to ?? {})])];
  return conflicting(
    name,
    names.flatMap((key) => difference(key, member(from ?? {}, key) ?? null, member(to ?? {}, key) ?? null)),
  );
}

function ofType({ path, reason }: Need, was: JsonValue, wanted: JsonValue): EngineError {
  const [from, to] = [typeOf(was), typeOf(wanted)];
  if (canHaveChildFields(from) !== canHaveChildFields(to))
    return illegalArgument(`can't merge a non object mapping [${path}] with an object mapping`);
  if (from === 'nested') return illegalArgument(`can't merge a nested mapping [${path}] with a non-nested mapping`);
  if (to === 'nested') return illegalArgument(`can't merge a non-nested mapping [${path}] with a nested mapping`);
  return illegalArgument(
    from === to
      ? `mapper [${path}] can't be updated: ${reason}`
      : `mapper [${path}] cannot be changed from type [${from}] to [${to}]`,
  );
}

function parameterConflict(type: string, key: string, was: JsonValue, wanted: JsonValue): string {
  const otherwise = parameterOf(type, key)?.defaultValue ?? null;
  const [from, to] = [was, wanted].map((value) => (isObject(value) ? (member(value, key) ?? otherwise) : otherwise));
  return difference(key, from ?? null, to ?? null).join('');
}

function difference(key: string, from: JsonValue, to: JsonValue): readonly string[] {
  const [before, after] = [shown(from, key), shown(to, key)];
  return before === after ? [] : [`\n\tCannot update parameter [${key}] from [${before}] to [${after}]`];
}

function shown(value: JsonValue, key: string): string {
  if (key.endsWith('analyzer') && (value === null || value === 'index_default')) return 'default';
  return Array.isArray(value) ? `[${value.join(', ')}]` : String(value);
}
