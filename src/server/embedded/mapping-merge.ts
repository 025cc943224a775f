import { parameterOf } from '#domain/catalogue';
import { deepEqual, isObject, member, objectMember, type JsonObject, type JsonValue } from '#domain/json';
import { mergeUpdate } from '#domain/mapping';
import { EngineError, illegalArgument } from './engine-error.ts';
import { isContainer } from './mapping-check.ts';

/** Members of the root that an update leaves as they were, unless it says otherwise. */
const FIXED_AT_ROOT: Readonly<Record<string, Readonly<Record<string, JsonValue>>>> = {
  _source: { includes: [], excludes: [] },
  _routing: { required: false },
};

/**
 * Mappings of a live index after an update: fields are added, updatable parameters changed.
 * @throws EngineError for a change that needs a new index
 */
export function mergedMappings(before: JsonObject, update: JsonObject): JsonObject {
  for (const [key, value] of Object.entries(update)) {
    if (key === 'properties') checkFields(objectMember(before, key) ?? {}, value as JsonObject, []);
    else if (key !== 'runtime') checkFixed(key, objectMember(before, key) ?? {}, value);
  }
  return mergeUpdate(before, update);
}

function checkFixed(key: string, before: JsonObject, value: JsonValue): void {
  const defaults = Object.hasOwn(FIXED_AT_ROOT, key) ? FIXED_AT_ROOT[key] : undefined;
  if (defaults === undefined || !isObject(value)) return;
  const conflicts = Object.entries(defaults).flatMap(([name, otherwise]) => {
    const [from, to] = [member(before, name) ?? otherwise, member(value, name) ?? otherwise];
    return deepEqual(from, to) ? [] : `\n\tCannot update parameter [${name}] from [${shown(from)}] to [${shown(to)}]`;
  });
  if (conflicts.length > 0) throw conflict(key, conflicts);
}

function conflict(name: string, conflicts: readonly string[]): EngineError {
  return illegalArgument(`Mapper for [${name}] conflicts with existing mapper:${conflicts.join('')}`);
}

function checkFields(before: JsonObject, update: JsonObject, path: readonly string[]): void {
  for (const [name, field] of Object.entries(update)) {
    const existing = objectMember(before, name);
    if (existing !== undefined) checkField(existing, field as JsonObject, [...path, name]);
  }
}

function checkField(before: JsonObject, update: JsonObject, path: readonly string[]): void {
  if (isContainer(before) !== isContainer(update))
    throw illegalArgument(`can't merge a non object mapping [${path.join('.')}] with an object mapping`);
  if (isContainer(before)) checkContainer(before, update, path);
  else checkLeaf(before, update, path);
}

function checkContainer(before: JsonObject, update: JsonObject, path: readonly string[]): void {
  const name = path.join('.');
  const [from, to] = [member(before, 'type') ?? 'object', member(update, 'type') ?? 'object'];
  if (from !== to && to === 'nested')
    throw illegalArgument(`can't merge a non-nested mapping [${name}] with a nested mapping`);
  if (from !== to && from === 'nested')
    throw illegalArgument(`can't merge a nested mapping [${name}] with a non-nested mapping`);
  for (const [key, otherwise] of [
    ['enabled', 'true'],
    ['subobjects', 'true'],
  ] as const) {
    const value = member(update, key);
    if (value !== undefined && String(value) !== String(member(before, key) ?? otherwise)) {
      throw new EngineError(
        500,
        'mapper_exception',
        `the [${key}] parameter can't be updated for the object mapping [${name}]`,
      );
    }
  }
  for (const key of ['include_in_parent', 'include_in_root']) {
    if (String(member(update, key) ?? false) === String(member(before, key) ?? false)) continue;
    throw new EngineError(
      500,
      'mapper_exception',
      `the [${key}] parameter can't be updated on a nested object mapping`,
    );
  }
  checkFields(objectMember(before, 'properties') ?? {}, objectMember(update, 'properties') ?? {}, path);
}

/** What the update leaves out of a leaf goes back to its default, which may not be possible either. */
function checkLeaf(before: JsonObject, update: JsonObject, path: readonly string[]): void {
  const name = path.join('.');
  const [from, to] = [String(member(before, 'type')), String(member(update, 'type'))];
  if (from !== to) throw illegalArgument(`mapper [${name}] cannot be changed from type [${from}] to [${to}]`);
  const names = new Set([...Object.keys(before), ...Object.keys(update)]);
  const conflicts = [...names].flatMap((key) => leafConflict(from, key, member(before, key), member(update, key)));
  if (conflicts.length > 0) throw conflict(name, conflicts);
  checkFields(objectMember(before, 'fields') ?? {}, objectMember(update, 'fields') ?? {}, path);
}

function leafConflict(
  type: string,
  key: string,
  before: JsonValue | undefined,
  update: JsonValue | undefined,
): readonly string[] {
  const parameter = parameterOf(type, key);
  if (key === 'fields' || key === 'type' || parameter === undefined || parameter.liveChange === 'updatable') return [];
  const otherwise = parameter.defaultValue ?? null;
  const [from, to] = [before ?? otherwise, update ?? otherwise];
  return deepEqual(from, to) || String(from) === String(to)
    ? []
    : [`\n\tCannot update parameter [${key}] from [${shown(from, key)}] to [${shown(to, key)}]`];
}

function shown(value: JsonValue, key = ''): string {
  if (key.endsWith('analyzer') && (value === null || value === 'index_default')) return 'default';
  return Array.isArray(value) ? `[${value.join(', ')}]` : String(value);
}
