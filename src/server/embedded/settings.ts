import { flatSettings } from '#domain/console';
import {
  copyObject,
  formatJson,
  isObject,
  setMember,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from '#domain/json';
import type { FlatSettings } from './documents.ts';
import { EngineError, illegalArgument } from './engine-error.ts';
import { settingRule, type SettingRule } from './setting-rules.ts';

/** Settings of a body, nested or flat or both, by their whole names; null takes a setting away. */
export function flatten(body: JsonObject): JsonObject {
  const flat: MutableJsonObject = {};
  for (const [name, value] of Object.entries(flatSettings(body))) {
    // An object without anything in it says nothing.
    if (isObject(value)) continue;
    setMember(flat, name, Array.isArray(value) ? value.map(settingText) : value === null ? null : settingText(value));
  }
  return flat;
}

function settingText(value: JsonValue): string {
  return typeof value === 'object' && value !== null ? formatJson(value) : String(value);
}

/** Settings as the engine writes them: below `index`, each part of a name a level. */
export function nest(flat: FlatSettings): JsonObject {
  const root: MutableJsonObject = {};
  for (const [name, value] of Object.entries(flat)) {
    const parts = name.split('.');
    const last = parts.pop() as string;
    let at = root;
    for (const part of parts) {
      const below = Object.hasOwn(at, part) ? at[part] : undefined;
      const next: MutableJsonObject = isObject(below) ? below : {};
      if (next !== below) setMember(at, part, next);
      at = next;
    }
    setMember(at, last, value);
  }
  return root;
}

export function writtenSettings(flat: FlatSettings, isFlat: boolean): JsonObject {
  if (!isFlat) return nest(flat);
  return Object.fromEntries(Object.entries(flat).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const UNKNOWN =
  'please check that any required plugins are installed, or check the breaking changes documentation for removed settings';

/** Maximum length of a setting name, in characters: each part of it is a level of the response. */
const MAX_NAME_LENGTH = 512;
/** How many problems a refusal names beside the first. */
const MAX_SUPPRESSED = 20;

/** @throws EngineError for a setting that is unknown, managed by the engine, or has a value that it can't have */
export function checkSettings(flat: JsonObject): void {
  const problems: string[] = [];
  for (const [name, value] of Object.entries(flat)) {
    const rule = name.length > MAX_NAME_LENGTH ? undefined : settingRule(name);
    if (problems.length > MAX_SUPPRESSED) break;
    if (rule === undefined) problems.push(`unknown setting [${name.slice(0, MAX_NAME_LENGTH)}] ${UNKNOWN}`);
    else if (rule.changes === 'private')
      problems.push(`can not update private setting [${name}]; this setting is managed by Elasticsearch`);
    else if (value !== null) problems.push(...valueProblems(rule, name, value));
  }
  const [first, ...others] = problems;
  if (first === undefined) return;
  const suppressed = others.slice(0, MAX_SUPPRESSED).map((reason) => ({ type: 'illegal_argument_exception', reason }));
  throw new EngineError(400, 'illegal_argument_exception', first, suppressed.length > 0 ? { suppressed } : {});
}

function valueProblems(rule: SettingRule, name: string, value: JsonValue): readonly string[] {
  const values: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  return values.flatMap((item) => rule.problem(String(item), name) ?? []);
}

/**
 * Settings after an update.
 * @throws EngineError where one can't change as the index is
 */
export function updatedSettings(
  before: FlatSettings,
  update: JsonObject,
  where: { readonly isOpen: boolean; readonly label: string; readonly preserve: boolean },
): FlatSettings {
  checkSettings(update);
  const fixed = Object.keys(update).filter((name) => settingRule(name)?.changes !== 'dynamic');
  const final = fixed.filter((name) => settingRule(name)?.changes === 'final');
  const listed = (names: readonly string[]) =>
    `[${names
      .toSorted()
      .map((name) => `[${name}]`)
      .join(', ')}]`;
  if (where.isOpen && fixed.length > 0)
    throw illegalArgument(`Can't update non dynamic settings ${listed(fixed)} for open indices [${where.label}]`);
  if (final.length > 0)
    throw illegalArgument(`final ${where.label.slice(1, -1)} setting [${final[0] as string}], not updateable`);
  const after = copyObject(before);
  for (const [name, value] of Object.entries(update)) {
    if (where.preserve && Object.hasOwn(before, name)) continue;
    if (value === null) delete after[name];
    else setMember(after, name, value);
  }
  // The engine always says how many.
  if (!Object.hasOwn(after, 'index.number_of_replicas')) after['index.number_of_replicas'] = '1';
  return after;
}
