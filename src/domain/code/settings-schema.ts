import { isKnownBy, type TargetEngine } from '../catalogue/engines.ts';
import { INDEX_SETTINGS, type SettingChange, type SettingValue } from '../catalogue/index-settings.ts';
import type { JsonObject, MutableJsonObject } from '../json/value.ts';

const NOTHING = { type: 'null' } as const;

/** Values as the engine takes them, as JSON or as text; null resets a setting. */
const KINDS = {
  integer: { type: ['integer', 'string', 'null'], pattern: '^[+-]?[0-9]+$' },
  boolean: { type: ['boolean', 'string', 'null'], pattern: '^(?:true|false)$' },
  decimal: { type: ['number', 'string', 'null'], pattern: '^\\s*[+-]?[0-9.]+(?:[eE][+-]?[0-9]+)?\\s*$' },
  time: {
    anyOf: [
      { enum: [-1, 0, null] },
      {
        type: 'string',
        pattern: `^\\s*(?:-1|0+|[0-9]+\\s*(?:${['nanos', 'micros', 'ms', 's', 'm', 'h', 'd'].map(anyCase).join('|')}))\\s*$`,
      },
    ],
  },
  size: {
    anyOf: [
      { enum: [-1, 0, null] },
      { type: 'string', pattern: '^\\s*(?:-1|0+|[0-9]+(?:[.][0-9]+)?\\s*(?:[kKmMgGtTpP][bB]?|[bB]))\\s*$' },
    ],
  },
  replicas: {
    anyOf: [{ enum: [false, null] }, { type: 'string', pattern: '^(?:false|[0-9]+-(?:[0-9]+|all))$' }],
  },
  text: { type: ['string', 'number', 'boolean', 'array', 'null'] },
} as const satisfies Readonly<Record<string, JsonObject>>;

const CHANGES: Readonly<Record<Exclude<SettingChange, 'private'>, string>> = {
  dynamic: 'Can be changed on an index.',
  static: 'Can be changed only while an index is closed.',
  final: 'Can be set only when an index is created.',
};

/** Definitions of a schema: `settings`, and what it refers to. */
export interface SettingsDefinitions {
  readonly settings: JsonObject;
  readonly [name: string]: JsonObject;
}

/**
 * The settings of an index or a template, for editors: those of the target that the catalogue has, by their whole names
 * or below `index`, with what they mean. Others are taken with any value: only the cluster knows those of its plugins.
 * Names without `index.`, and names with dots below `index`, are known and not suggested.
 */
export function settingsDefinitions(target: TargetEngine): SettingsDefinitions {
  const flat: MutableJsonObject = {};
  const nested: MutableJsonObject = {};
  for (const [name, setting] of Object.entries(INDEX_SETTINGS)) {
    const { changes, value, engines, description, defaultValue = '', isDefaultVarying = false } = setting;
    if (changes === 'private' || !isKnownBy(engines, target)) continue;
    const assumed = defaultValue === '' || isDefaultVarying ? '' : ` Default: ${defaultValue}.`;
    flat[`index.${name}`] = { ...shapeOf(value), description: `${description}${assumed} ${CHANGES[changes]}` };
    nest(nested, name.split('.'), { $ref: `#/definitions/settings/properties/index.${name}` });
  }
  const dotted = Object.keys(flat)
    .map((name) => name.slice('index.'.length))
    .filter((name) => name.includes('.'));
  const refersTo = (place: string) => ({ allOf: [{ $ref: `#/definitions/${place}` }], doNotSuggest: true });
  const properties = {
    ...nested,
    ...Object.fromEntries(dotted.map((name) => [name, refersTo(`settings/properties/index.${name}`)])),
  };
  return {
    ...Object.fromEntries(Object.entries(KINDS).map(([kind, shape]) => [`setting_${kind}`, shape])),
    index_settings: { type: 'object', properties },
    settings: {
      type: 'object',
      properties: {
        ...flat,
        index: { $ref: '#/definitions/index_settings' },
        ...Object.fromEntries(
          Object.keys(properties).map((name) => [name, refersTo(`index_settings/properties/${name}`)]),
        ),
      },
    },
  };
}

function shapeOf(value: SettingValue): JsonObject {
  switch (value.kind) {
    case 'integer':
    case 'long':
      return {
        ...KINDS.integer,
        minimum: value.min,
        ...(value.max !== undefined && { maximum: value.max }),
      };
    case 'words':
      return {
        anyOf: [
          {
            enum: value.words.flatMap((word) =>
              word === 'true' ? [word, true] : word === 'false' ? [word, false] : [word],
            ),
          },
          { type: 'string', ...(value.isOpen !== true && { pattern: `^(?:${value.words.map(anyCase).join('|')})$` }) },
          NOTHING,
        ],
      };
    default:
      return { $ref: `#/definitions/setting_${value.kind}` };
  }
}

/** Puts a schema where the parts of a name lead; what has a value and parts below it takes both. */
function nest(properties: MutableJsonObject, [part = '', ...rest]: readonly string[], schema: JsonObject): void {
  const there = properties[part] as MutableJsonObject | undefined;
  if (rest.length === 0) {
    properties[part] = there === undefined ? schema : { anyOf: [schema, there] };
    return;
  }
  const isValue = there !== undefined && '$ref' in there;
  const holder: MutableJsonObject = there === undefined || isValue ? { type: 'object', properties: {} } : there;
  if (there !== holder) properties[part] = isValue ? { anyOf: [there, holder] } : holder;
  nest(holder['properties'] as MutableJsonObject, rest, schema);
}

/** A pattern of a word in capitals or not: patterns of JSON Schema have no flags. */
function anyCase(word: string): string {
  return word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
