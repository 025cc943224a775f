import { isKnownBy, type Engines, type TargetEngine } from '../catalogue/engines.ts';
import { keepLiterals } from '../json/literals.ts';
import {
  copyMember,
  pickMembers,
  deepEqual,
  isObject,
  member,
  setMember,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from '../json/value.ts';

/** When a setting of an index can be changed. `private`: only engines themselves write it. */
export type SettingChange = 'dynamic' | 'static' | 'final' | 'private';

interface SettingRule {
  /** A name without `index.`, or the beginning of names where it ends with a dot. */
  readonly name: string;
  readonly change: Exclude<SettingChange, 'dynamic'>;
  readonly engines?: Engines;
}

const OPENSEARCH: Engines = { opensearch: {} };
const ELASTICSEARCH: Engines = { elasticsearch: {} };

/**
 * Settings that can't be changed on an open index, from the public documentation of both engines; the first that fits
 * counts. Every other is taken for dynamic: the engine says where it is not.
 */
const RULES: readonly SettingRule[] = [
  ...asRules('private', [
    'uuid',
    'creation_date',
    'provided_name',
    'history.uuid',
    'version.',
    'resize.source.',
    'shrink.source.',
    'split.source.',
    'routing_path_hash',
    'allocation.existing_shards_allocator',
  ]),
  ...asRules('final', [
    'number_of_shards',
    'number_of_routing_shards',
    'routing_partition_size',
    'sort.',
    'soft_deletes.enabled',
    'mode',
    'routing_path',
    'time_series.start_time',
    'mapping.source.mode',
    'store.snapshot.',
  ]),
  ...asRules(
    'final',
    ['knn', 'composite_index', 'append_only.enabled', 'replication.type', 'remote_store.', 'context.'],
    OPENSEARCH,
  ),
  ...asRules('static', [
    'analysis.',
    'similarity.',
    'codec',
    'store.type',
    'store.preload',
    'shard.check_on_startup',
    'load_fixed_bitset_filters_eagerly',
    'merge.scheduler.auto_throttle_bootstrap',
    'mapping.coerce',
    'mapping.ignore_malformed',
  ]),
  ...asRules(
    'static',
    ['knn.algo_param.m', 'knn.algo_param.ef_construction', 'knn.space_type', 'queries.cache.enabled'],
    OPENSEARCH,
  ),
  ...asRules(
    'static',
    ['queries.cache.enabled', 'bloom_filter_for_id_field.enabled', 'mapping.synthetic_source_keep'],
    ELASTICSEARCH,
  ),
];

function asRules(change: SettingRule['change'], names: readonly string[], engines?: Engines): readonly SettingRule[] {
  return names.map((name) => ({ name, change, ...(engines && { engines }) }));
}

const PREFIX = 'index.';

/** A setting's name with `index.` before it, as engines tell it. */
export function settingName(name: string): string {
  return name.startsWith(PREFIX) || name.startsWith('archived.') ? name : `${PREFIX}${name}`;
}

/** When a setting can be changed, as far as the documentation says. */
export function settingChange(name: string, target: TargetEngine): SettingChange {
  const short = settingName(name).slice(PREFIX.length);
  const rule = RULES.find(
    (known) => isNamedBy(known, short) && (known.engines === undefined || isKnownBy(known.engines, target)),
  );
  return rule?.change ?? 'dynamic';
}

function isNamedBy({ name }: Pick<SettingRule, 'name'>, short: string): boolean {
  return name.endsWith('.') ? short.startsWith(name) : short === name;
}

/** Whether only engines write a setting. */
export function isReadOnlySetting(name: string): boolean {
  const short = settingName(name).slice(PREFIX.length);
  return RULES.some(({ change, ...rule }) => change === 'private' && isNamedBy(rule, short));
}

/** The settings that an editor begins with: without those that only engines write. */
export function editableSettings(settings: JsonObject, target: TargetEngine): JsonObject {
  return pick(settings, (name) => settingChange(name, target) !== 'private');
}

/** One setting that differs. Undefined: it is not set. */
export interface SettingEdit {
  readonly name: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
  readonly change: SettingChange;
}

/** What leads from live settings to edited ones. */
export interface SettingsPlan {
  readonly edits: readonly SettingEdit[];
  /** What is sent at once: what is dynamic, null where a setting was taken out. */
  readonly body: JsonObject;
  /** As `body`, with the static ones: for an index that is closed. */
  readonly closedBody: JsonObject;
  /** Settings that need a closed index. */
  readonly needsClosed: readonly string[];
  /** Settings that are never changed after an index was made. */
  readonly impossible: readonly string[];
  /** Settings that go back to their default. */
  readonly reset: readonly string[];
}

/**
 * Compares flat settings with edited ones, nested or flat; engines tell every value as text, so 1 and "1" are the same.
 */
export function planSettings(live: JsonObject, edited: JsonObject, target: TargetEngine): SettingsPlan {
  const before = flatSettings(live);
  const after = flatSettings(edited);
  const edits: SettingEdit[] = [];
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, wanted] = [member(before, name), member(after, name) ?? undefined];
    if (!deepEqual(asText(was), asText(wanted)))
      edits.push({ name, before: was, after: wanted, change: settingChange(name, target) });
  }
  const bodyOf = (changes: readonly SettingChange[]) => {
    const body: MutableJsonObject = {};
    for (const { name, after: value, change } of edits)
      if (changes.includes(change)) setMember(body, name, value ?? null);
    keepLiterals(body, after);
    return body;
  };
  const namesOf = (isMeant: (edit: SettingEdit) => boolean) => edits.filter(isMeant).map(({ name }) => name);
  return {
    edits,
    body: bodyOf(['dynamic']),
    closedBody: bodyOf(['dynamic', 'static']),
    needsClosed: namesOf(({ change }) => change === 'static'),
    impossible: namesOf(({ change }) => change === 'final' || change === 'private'),
    reset: namesOf(({ after: value, change }) => value === undefined && (change === 'dynamic' || change === 'static')),
  };
}

/**
 * Settings by their full names, however they were nested; lists stay lists. Of one that is there with and without
 * `index.` the later by the alphabet counts, as engines have it.
 */
export function flatSettings(settings: JsonObject): JsonObject {
  const flat: MutableJsonObject = {};
  const writtenAs = new Map<string, string>();
  const add = (holder: JsonObject, key: string, path: readonly string[]): void => {
    const value = holder[key] as JsonValue;
    if (isObject(value) && Object.keys(value).length > 0) {
      for (const name of Object.keys(value)) add(value, name, [...path, name]);
      return;
    }
    const written = path.join('.');
    const name = settingName(written);
    const before = writtenAs.get(name);
    if (before !== undefined && before > written) return;
    writtenAs.set(name, written);
    copyMember(flat, name, holder, key);
  };
  for (const name of Object.keys(settings)) add(settings, name, [name]);
  return flat;
}

function asText(value: JsonValue | undefined): JsonValue | undefined {
  if (Array.isArray(value)) return value.map((item: JsonValue) => asText(item) ?? null);
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint' ? String(value) : value;
}

function pick(settings: JsonObject, isMeant: (name: string) => boolean): JsonObject {
  return pickMembers(settings, isMeant);
}
