import { INDEX_SETTINGS, isKnownBy, type IndexSetting, type SettingChange, type SettingValue } from '#domain/catalogue';
import { ENGINE_VERSION } from './version.ts';

type Problem = (value: string, name: string) => string | null;

export interface SettingRule {
  readonly changes: SettingChange;
  /** What the engine assumes; absent where it depends on others. */
  readonly defaultValue?: string;
  /** Why a text is none of its values, or null. */
  readonly problem: Problem;
}

const anything = () => null;
const parseProblem = (value: string, name: string) => `Failed to parse value [${value}] for setting [${name}]`;

function integer(low: number, high = 2_147_483_647) {
  return (value: string, name: string): string | null => {
    if (!/^[+-]?[0-9]+$/.test(value) || Math.abs(Number(value)) > 2_147_483_648) return parseProblem(value, name);
    if (Number(value) < low) return `${parseProblem(value, name)} must be >= ${low}`;
    return Number(value) > high ? `${parseProblem(value, name)} must be <= ${high}` : null;
  };
}
function long(low: number) {
  return (value: string, name: string): string | null =>
    /^[+-]?[0-9]{1,19}$/.test(value) && BigInt.asIntN(64, BigInt(value)) === BigInt(value) && BigInt(value) >= low
      ? null
      : parseProblem(value, name);
}
const boolean = (value: string) =>
  value === 'true' || value === 'false'
    ? null
    : `Failed to parse value [${value}] as only [true] or [false] are allowed.`;
const decimal = (value: string, name: string) =>
  value.trim() !== '' && Number.isFinite(Number(value)) ? null : parseProblem(value, name);
const time = (value: string, name: string) =>
  /^\s*(?:-1|0+|[0-9]+\s*(?:nanos|micros|ms|s|m|h|d))\s*$/i.test(value)
    ? null
    : `failed to parse setting [${name}] with value [${value}] as a time value: unit is missing or unrecognized`;
const bytes = (value: string, name: string) =>
  /^\s*(?:-1|0+|[0-9]+(?:\.[0-9]+)?\s*(?:b|k|kb|m|mb|g|gb|t|tb|p|pb))\s*$/i.test(value)
    ? null
    : `failed to parse setting [${name}] with value [${value}] as a size in bytes: unit is missing or unrecognized`;
const oneOf =
  (...values: readonly string[]) =>
  (value: string, name: string) =>
    values.includes(value.toLowerCase()) ? null : `${parseProblem(value, name)}, must be one of [${values.join(', ')}]`;
const autoExpand = (value: string, name: string) =>
  value === 'false' || /^[0-9]+-(?:[0-9]+|all)$/.test(value) ? null : parseProblem(value, name);
const codec = (value: string) =>
  ['default', 'best_compression', 'lucene_default', 'legacy_default'].includes(value)
    ? null
    : `unknown value for [index.codec] must be one of [default, best_compression] but was: ${value}`;

/** Why a text is no value of a kind, in the words of the engine. */
function problemOf(value: SettingValue): Problem {
  switch (value.kind) {
    case 'integer':
      return integer(value.min, value.max);
    case 'long':
      return long(value.min);
    case 'words':
      return value.isOpen === true ? codec : oneOf(...value.words);
    case 'boolean':
      return boolean;
    case 'decimal':
      return decimal;
    case 'time':
      return time;
    case 'size':
      return bytes;
    case 'replicas':
      return autoExpand;
    case 'text':
      return anything;
  }
}

function ruleOf({ changes, value, defaultValue }: IndexSetting): SettingRule {
  return { changes, problem: problemOf(value), ...(defaultValue !== undefined && { defaultValue }) };
}

/** The sandbox has no time series, of which these are. */
const NOT_HERE = /^(?:time_series\.|look_)/;

const ENGINE = { distribution: 'elasticsearch', version: ENGINE_VERSION } as const;

/** Index settings by name, as the sandbox has them. */
const RULES: Readonly<Record<string, SettingRule>> = Object.fromEntries(
  Object.entries(INDEX_SETTINGS).flatMap(([name, setting]): [string, SettingRule][] =>
    isKnownBy(setting.engines, ENGINE) && !NOT_HERE.test(name) ? [[`index.${name}`, ruleOf(setting)]] : [],
  ),
);

const dynamic: SettingRule = { changes: 'dynamic', problem: anything };
const fixed: SettingRule = { changes: 'static', problem: anything };

/** Settings of which a part of the name is free. */
const FAMILIES: readonly (readonly [RegExp, SettingRule])[] = [
  [/^index\.analysis\.(?:analyzer|normalizer|tokenizer|filter|char_filter)\.[^.]+\..+$/, fixed],
  [/^index\.similarity\.[^.]+\..+$/, fixed],
  [/^index\.routing\.allocation\.(?:include|exclude|require)\..+$/, dynamic],
  [/^index\.routing\.allocation\.initial_recovery\..+$/, { changes: 'private', problem: anything }],
];

/** The rule of a setting, or undefined for one that the engine does not know. */
export function settingRule(name: string): SettingRule | undefined {
  if (Object.hasOwn(RULES, name)) return RULES[name];
  return FAMILIES.find(([family]) => family.test(name))?.[1];
}

/** What each setting is that nobody has set. */
export const SETTING_DEFAULTS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(RULES)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, { defaultValue }]): [string, string][] =>
      defaultValue === undefined ? [] : [[name, defaultValue]],
    ),
);
