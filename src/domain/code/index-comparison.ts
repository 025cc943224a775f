import type { TargetEngine } from '../catalogue/engines.ts';
import { flatSettings, isReadOnlySetting } from '../console/index-settings.ts';
import { withValueAt } from '../impact/index.ts';
import { valueAt } from '../json/patch.ts';
import { joinPointer, lastToken, parsePointer, type Pointer } from '../json/pointer.ts';
import {
  copyMember,
  deepEqual,
  isObject,
  member,
  objectMember,
  setMember,
  withMembers,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from '../json/value.ts';
import { expandDots } from '../mapping/expand-dots.ts';
import { CHILD_CONTAINERS, dottedPath } from '../mapping/field.ts';
import { compareStoredMappings } from '../mapping/stored-mapping.ts';
import { canonicalTemplate, withSetting } from '../template/index.ts';
import type { CodeIndex } from './objects.ts';

/** An index as a cluster has it. */
export interface LiveIndex {
  /** Its name, where a file names it by an alias of this index alone. */
  readonly index?: string;
  readonly mappings: JsonObject;
  /** Those that are set, flat or nested. */
  readonly settings: JsonObject;
  readonly aliases: JsonObject;
}

/** How an index differs from what its file says must hold. */
export interface IndexComparison {
  readonly isSame: boolean;
  /** The file, with what the cluster has in place of all that differs. */
  readonly held: JsonObject;
  /** The same places as the file says them. */
  readonly wanted: JsonObject;
  /** What the cluster has and the file does not name, in words. */
  readonly unclaimed: readonly string[];
  readonly mappings: { readonly before: JsonObject; readonly after: JsonObject };
  /** Settings that differ, flat; null resets one. */
  readonly settings: JsonObject;
  /** Aliases that differ, as the file says them; null where one has to go. */
  readonly aliases: JsonObject;
}

/**
 * Compares an index with its file: only what the file names, by what engines mean; all of it where the file is exact.
 * Cost: as `planMappingUpdate`.
 */
export function compareIndex(object: CodeIndex, live: LiveIndex, target: TargetEngine): IndexComparison {
  const file = expandDots(mappingsIn(object.body), []);
  const has = expandDots(live.mappings, []);
  const { places, unsaid } = compareStoredMappings(file, has, target);
  const unnamed = [...unnamedIn(file, has, '', []), ...unsaid.map((at) => ({ at, name: nameOfParameter(at) }))];
  const settings = compareSettings(object, live.settings);
  const aliases = compareAliases(object, live);
  const unnamedPlaces = object.isExact === true ? unnamed.map(({ at }) => at) : [];
  const withPlaces = (mappings: JsonObject, from: JsonObject) =>
    [...places, ...unnamedPlaces].reduce(
      (value, at) => withValueAt(value, parsePointer(at), valueAt(from, at)),
      mappings,
    );
  const wanted = partsOf(object.body, { mappings: file, settings: flatSettings(settingsIn(object.body)) });
  return {
    isSame:
      places.length === 0 &&
      unnamedPlaces.length === 0 &&
      Object.keys(settings.changes).length === 0 &&
      Object.keys(aliases.changes).length === 0,
    wanted,
    held: partsOf(object.body, {
      mappings: withPlaces(file, has),
      settings: settings.held,
      aliases: aliases.held,
    }),
    unclaimed:
      object.isExact === true
        ? []
        : [
            ...unnamed.map(({ name }) => name),
            ...settings.unnamed.map((name) => `setting ${name}`),
            ...aliases.unnamed.map((name) => `alias ${name}`),
          ],
    mappings: { before: has, after: withPlaces(has, file) },
    settings: settings.changes,
    aliases: aliases.changes,
  };
}

/** An index as a whole file: without what an engine, a lifecycle or the allocation of shards writes. */
export function indexAsFile({ mappings, settings, aliases }: LiveIndex): JsonObject {
  const kept = Object.entries(textsOf(flatSettings(settings))).reduce(
    (all, [name, text]) =>
      isWrittenByEngine(name) || (name === REPLICAS && text === DEFAULT_COUNT)
        ? withSetting(all, name.slice('index.'.length), undefined)
        : all,
    settings,
  );
  return {
    ...(Object.keys(mappings).length > 0 && { mappings }),
    ...(Object.keys(kept).length > 0 && { settings: kept }),
    ...(Object.keys(aliases).length > 0 && { aliases }),
  };
}

/** The body of a request that creates the index of a file. */
export function creationBody({ body }: CodeIndex): JsonObject {
  return member(body, 'mappings') === undefined ? body : withMembers(body, { mappings: mappingsIn(body) });
}

/** The mappings of a file, which may be below the name of the one type that indices have. */
export function mappingsIn(body: JsonObject): JsonObject {
  const mappings = objectMember(body, 'mappings') ?? {};
  const typed = objectMember(mappings, '_doc');
  return typed !== undefined && Object.keys(mappings).length === 1 ? typed : mappings;
}

function settingsIn(body: JsonObject): JsonObject {
  return objectMember(body, 'settings') ?? {};
}

/** The sections of a file that are there, or have become something, with other content. */
function partsOf(body: JsonObject, sections: JsonObject): JsonObject {
  const isShown = (name: string, value: JsonValue) =>
    Object.hasOwn(body, name) || (isObject(value) && Object.keys(value).length > 0);
  return { ...body, ...Object.fromEntries(Object.entries(sections).filter(([name, value]) => isShown(name, value))) };
}

const REPLICAS = 'index.number_of_replicas';
/** Every index has these: without them in a file they are what the engine chooses. */
const ALWAYS_SET: readonly string[] = [REPLICAS, 'index.number_of_shards'];
const DEFAULT_COUNT = '1';

/**
 * Settings that lifecycles, the allocation of shards and engines write: ILM’s and ISM’s actions that allocate, migrate,
 * block writes, set priorities and roll over, and the disk watermarks.
 */
const WRITTEN =
  /^index\.(?:routing\.allocation\.|blocks\.|priority$|lifecycle\.(?:indexing_complete|origination_date)$|verified_before_close$|frozen$|search\.throttled$|replication\.type$)/;

/** Whether an engine, a lifecycle or the allocation of shards writes a setting. */
export function isWrittenByEngine(name: string): boolean {
  return isReadOnlySetting(name) || WRITTEN.test(name);
}

function compareSettings({ body, isExact }: CodeIndex, live: JsonObject) {
  const [file, has] = [flatSettings(settingsIn(body)), flatSettings(live)];
  const [fileTexts, liveTexts] = [textsOf(file), textsOf(has)];
  const changes: MutableJsonObject = {};
  const held: MutableJsonObject = {};
  for (const [name, value] of Object.entries(file)) {
    const now = member(has, name);
    const isSame =
      value === null
        ? now === undefined || ALWAYS_SET.includes(name)
        : deepEqual(member(fileTexts, name), member(liveTexts, name));
    if (isSame) copyMember(held, name, file);
    else {
      copyMember(changes, name, file);
      if (now !== undefined) copyMember(held, name, has);
    }
  }
  const unnamed = Object.keys(has).filter((name) => {
    const isDefault = ALWAYS_SET.includes(name) && member(liveTexts, name) === DEFAULT_COUNT;
    return !Object.hasOwn(file, name) && !isWrittenByEngine(name) && !isDefault;
  });
  if (isExact === true)
    for (const name of unnamed.filter((each) => !ALWAYS_SET.includes(each))) {
      setMember(changes, name, null);
      copyMember(held, name, has);
    }
  return { changes, held, unnamed };
}

/** Flat settings as engines tell them, where null is no text. */
export function textsOf(settings: JsonObject): JsonObject {
  return objectMember(canonicalTemplate({ settings }), 'settings') ?? {};
}

function compareAliases({ name: own, body, isExact }: CodeIndex, { index = own, aliases: live }: LiveIndex) {
  const file = objectMember(body, 'aliases') ?? {};
  const changes: MutableJsonObject = {};
  const held: MutableJsonObject = {};
  const named = new Set<string>();
  for (const [name, value] of Object.entries(file)) {
    // Engines put the name of the index in place of this where they make it.
    const alias = Object.hasOwn(live, name) ? name : name.replaceAll('{index}', index);
    named.add(alias);
    const now = member(live, alias);
    if (now !== undefined && deepEqual(comparableAlias(now), comparableAlias(value))) {
      setMember(held, name, value);
      continue;
    }
    setMember(changes, alias, comparableAlias(value));
    if (now !== undefined) setMember(held, name, now);
  }
  // The alias by which the file names its index is no addition to it.
  const unnamed = Object.keys(live).filter((name) => !named.has(name) && name !== own);
  if (isExact === true)
    for (const name of unnamed) {
      setMember(changes, name, null);
      copyMember(held, name, live);
    }
  return { changes, held, unnamed };
}

/** An alias as an engine answers it: one routing stands for both, as text, and hidden only where it is. */
function comparableAlias(value: JsonValue): JsonObject {
  const read = objectMember(objectMember(canonicalTemplate({ aliases: { alias: value } }), 'aliases') ?? {}, 'alias');
  return Object.fromEntries(
    Object.entries(read ?? {}).flatMap(([name, given]): readonly (readonly [string, JsonValue])[] => {
      if (name === 'is_hidden' && (given === false || given === null)) return [];
      return [[name, name.endsWith('_routing') && typeof given !== 'object' ? String(given) : given]];
    }),
  );
}

interface Unnamed {
  readonly at: Pointer;
  readonly name: string;
}

/** Members of the mappings whose entries count one by one, as fields do. */
const ENTRY_MEMBERS: readonly string[] = ['runtime', 'derived'];

/** What mappings or a field have beside what the file names in the same place. */
function unnamedIn(file: JsonObject, live: JsonObject, at: Pointer, path: readonly string[]): readonly Unnamed[] {
  const isRoot = path.length === 0;
  return Object.entries(live).flatMap(([name, value]): readonly Unnamed[] => {
    const place = joinPointer(at, name);
    const isContainer = CHILD_CONTAINERS.some((each) => each === name) && isObject(value);
    if (isContainer || (isRoot && ENTRY_MEMBERS.includes(name) && isObject(value)))
      return entriesIn(objectMember(file, name) ?? {}, value, place, path, isContainer ? 'field' : name);
    // Parameters of fields that are not objects are told by the comparison, which knows their defaults.
    const isTold = isRoot || (name !== 'type' && isObject(member(live, 'properties')));
    if (!isTold || Object.hasOwn(file, name)) return [];
    return [{ at: place, name: isRoot ? name : nameOfParameter(place) }];
  });
}

function entriesIn(
  file: JsonObject,
  live: JsonObject,
  at: Pointer,
  path: readonly string[],
  noun: string,
): readonly Unnamed[] {
  return Object.entries(live).flatMap(([name, value]): readonly Unnamed[] => {
    const place = joinPointer(at, name);
    const inner = [...path, name];
    const own = member(file, name);
    if (own === undefined) return [{ at: place, name: `${noun} ${dottedPath(inner)}` }];
    return noun === 'field' && isObject(own) && isObject(value) ? unnamedIn(own, value, place, inner) : [];
  });
}

/** "ignore_above of field user.name", from the place of the parameter in the mappings. */
function nameOfParameter(at: Pointer): string {
  const names = parsePointer(at).filter((_, index) => index % 2 === 1);
  const isOfField = parsePointer(at).length % 2 === 1 && names.length > 0;
  return isOfField ? `${lastToken(at) ?? ''} of field ${dottedPath(names)}` : (lastToken(at) ?? '');
}
