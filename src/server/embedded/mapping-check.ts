import {
  isObject,
  joinPointer,
  member,
  objectMember,
  parsePointer,
  setMember,
  valueAt,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from '#domain/json';
import { CHILD_CONTAINERS, expandDots, foreseenRefusals, resolvePath, typeOf } from '#domain/mapping';
import { EngineError, illegalArgument } from './engine-error.ts';
import { parsing, shown, wordedRefusal } from './mapping-refusals.ts';
import { SETTING_DEFAULTS } from './setting-rules.ts';
import type { Composed } from './templates.ts';
import { TARGET } from './version.ts';

/**
 * Levels of objects that a mapping may have, whatever the settings of its index allow: what reads it goes down level by
 * level.
 */
const MAX_LEVELS = 200;

/**
 * Mappings as the engine keeps them, or an update of those before: dots in names are levels, everything else is
 * verbatim. The domain decides what is taken.
 * @throws EngineError for what the engine refuses of them
 */
export function checkedMappings(body: JsonObject, settings: JsonObject, before: JsonObject = {}): JsonObject {
  checkLevels(body);
  const set = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
  const refusals = foreseenRefusals(before, body, TARGET, { ...SETTING_DEFAULTS, ...set });
  if (refusals.length > 0) throw wordedRefusal(refusals, body);
  return expandDots(withSubobjectsOf(before, body), []);
}

/** @throws EngineError */
function checkLevels(body: JsonObject): void {
  const waiting = [{ holder: body, level: 0 }];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const kind of CHILD_CONTAINERS)
      for (const [name, field] of Object.entries(objectMember(at.holder, kind) ?? {})) {
        const level = at.level + name.split('.', MAX_LEVELS + 1).length;
        if (level > MAX_LEVELS)
          throw illegalArgument(
            `Limit of mapping depth [${MAX_LEVELS}] has been exceeded due to object field [${shown(name)}]`,
          );
        if (isObject(field)) waiting.push({ holder: field, level });
      }
  }
}

/**
 * An update whose objects have the `subobjects` parameter of the existing ones: it decides how dots in names are read.
 */
function withSubobjectsOf(before: JsonObject, update: JsonObject): JsonObject {
  const fields = objectMember(update, 'properties');
  const subobjects = member(before, 'subobjects');
  if (Object.keys(before).length === 0 || fields === undefined) return update;
  const said: MutableJsonObject = {};
  for (const [name, field] of Object.entries(fields)) {
    const was = objectMember(objectMember(before, 'properties') ?? {}, name);
    setMember(said, name, was !== undefined && isObject(field) ? withSubobjectsOf(was, field) : field);
  }
  return { ...(subobjects !== undefined && { subobjects }), ...update, properties: said };
}

/** @throws EngineError where a new index can't be sorted by a field that its settings name */
export function checkSort(mappings: JsonObject, settings: Readonly<Record<string, JsonValue>>): void {
  for (const name of [settings['index.sort.field'] ?? []].flat().map(String)) {
    const at = resolvePath(mappings, '', name);
    if (at === null) throw illegalArgument(`unknown index sort field:[${name}]`);
    let holder = '';
    const path: string[] = [];
    for (const [index, token] of parsePointer(at).entries()) {
      holder = joinPointer(holder, token);
      if (index % 2 === 0) continue;
      path.push(token);
      if (typeOf(valueAt(mappings, holder)) === 'nested')
        throw illegalArgument(`cannot apply index sort to field [${name}] under nested object [${path.join('.')}]`);
    }
  }
}

/** @throws EngineError where the layers of a composition do not come to a mapping */
export function checkComposed({ problems: [problem] }: Composed): void {
  if (problem === undefined) return;
  const { path, reason } = problem;
  throw path === '_routing.required'
    ? new EngineError(400, 'mapper_parsing_exception', 'contradicting `_routing.required` settings')
    : parsing(`mapper [${path}] cannot be merged: ${reason}`);
}

export function typesRefused(): EngineError {
  return illegalArgument('Types cannot be provided in put mapping requests');
}
