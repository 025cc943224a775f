import { CATALOGUE } from '../catalogue/catalogue.ts';
import {
  COMPOSITE_TYPES,
  CONFIGURATION,
  DERIVED_FIELD_TYPES,
  MAPPINGS_MEMBERS,
  RUNTIME_FIELD_TYPES,
  type MemberTypeEntry,
} from '../catalogue/configuration.ts';
import { docsUrl } from '../catalogue/docs.ts';
import { engineTitle, isKnownBy, type TargetEngine } from '../catalogue/engines.ts';
import type { Parameter } from '../catalogue/types.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';
import { shapeOf, type Shape } from './json-shape.ts';
import { kindTitle, type ObjectKind } from './kinds.ts';
import { settingsDefinitions } from './settings-schema.ts';

/** The version of JSON Schema that editors know best. */
const DIALECT = 'http://json-schema.org/draft-07/schema#';

const TEXT = { type: 'string' } as const;
const WHOLE = { type: ['integer', 'string'] } as const;
const OBJECT = { type: 'object' } as const;
const NAMES = { anyOf: [TEXT, { type: 'array', items: TEXT }] } as const;
const ON_OFF = { enum: [true, false, 'true', 'false'] } as const;

/**
 * The JSON Schema (draft-07) of a template as an engine takes it, or of a file of an index, for editors: types and
 * parameters of fields and settings as the catalogue has them for the target, with their documentation. It refuses
 * nothing that the engine takes, but for types of plugins that the catalogue does not know; what only the cluster knows
 * (analyzers, limits, other templates, settings of plugins) it does not check.
 */
export function codeSchema(kind: ObjectKind, target: TargetEngine): JsonObject {
  return {
    $schema: DIALECT,
    title: `${kindTitle(kind)} for ${engineTitle(target)}`,
    ...OBJECTS[kind],
    definitions: {
      contents: {
        type: 'object',
        properties: {
          mappings: { $ref: '#/definitions/mappings' },
          settings: SETTINGS,
          aliases: { type: 'object', additionalProperties: OBJECT },
          lifecycle: OBJECT,
          data_stream_options: OBJECT,
        },
        additionalProperties: false,
      },
      ...settingsDefinitions(target),
      mappings: mappingsSchema(target),
      fields: { type: 'object', additionalProperties: { $ref: '#/definitions/field' } },
      field: fieldSchema(target),
      ...typeSchemas(target),
    },
  };
}

const described = (shape: JsonObject, description: string): JsonObject => ({ ...shape, description });
const SETTINGS = { $ref: '#/definitions/settings' };
const CONTENTS = { $ref: '#/definitions/contents' };
const META = described(OBJECT, 'Anything; the engine keeps it and does not read it.');
const VERSION = described(WHOLE, 'A number of your own, which the engine does not read.');

const OBJECTS: Readonly<Record<ObjectKind, JsonObject>> = {
  component_template: {
    type: 'object',
    properties: { $schema: TEXT, template: CONTENTS, version: VERSION, _meta: META, deprecated: ON_OFF },
    required: ['template'],
    additionalProperties: false,
  },
  index_template: {
    type: 'object',
    properties: {
      $schema: TEXT,
      index_patterns: described(NAMES, 'The names of new indices and data streams that this counts for, with *.'),
      template: CONTENTS,
      composed_of: described({ type: 'array', items: TEXT }, 'Component templates; later ones override earlier ones.'),
      ignore_missing_component_templates: { type: 'array', items: TEXT },
      priority: described(WHOLE, 'Of several templates that match a name the one with the highest priority counts.'),
      data_stream: described(OBJECT, 'Present where matching names are data streams.'),
      allow_auto_create: ON_OFF,
      context: OBJECT,
      version: VERSION,
      _meta: META,
      deprecated: ON_OFF,
    },
    required: ['index_patterns'],
    additionalProperties: false,
  },
  legacy_template: {
    type: 'object',
    properties: {
      $schema: TEXT,
      index_patterns: NAMES,
      template: TEXT,
      order: described(WHOLE, 'Of several templates that match, those with a higher order override the others.'),
      mappings: { $ref: '#/definitions/mappings' },
      settings: SETTINGS,
      aliases: { type: 'object', additionalProperties: OBJECT },
      version: VERSION,
    },
    additionalProperties: false,
  },
  index: {
    type: 'object',
    properties: {
      $schema: TEXT,
      mappings: { $ref: '#/definitions/mappings' },
      settings: SETTINGS,
      aliases: { type: 'object', additionalProperties: OBJECT },
      exact: described({ type: 'boolean' }, 'Whether the index has nothing else. For Mapledger; it is never sent.'),
    },
    additionalProperties: false,
  },
};

function mappingsSchema(target: TargetEngine): JsonObject {
  const configuration = Object.entries(CONFIGURATION).filter(([, { engines }]) => isKnownBy(engines, target));
  const members = Object.entries(MAPPINGS_MEMBERS).filter(([, { engines }]) => isKnownBy(engines, target));
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(
        configuration.map(([name, { accepts, title, description, defaultValue, docs }]) => [
          name,
          withNotes(shapeOf({ accepts }, target), { title, description, defaultValue, docs }, target),
        ]),
      ),
      ...Object.fromEntries(members.map(([name, { title }]) => [name, { title, ...MEMBERS(target)[name] }])),
    },
    additionalProperties: false,
  };
}

const MEMBERS = (target: TargetEngine): Readonly<Record<string, JsonObject>> => ({
  properties: { $ref: '#/definitions/fields' },
  dynamic_templates: {
    type: 'array',
    items: { type: 'object', minProperties: 1, maxProperties: 1, additionalProperties: OBJECT },
  },
  runtime: entriesOf(RUNTIME_FIELD_TYPES, target),
  derived: entriesOf(DERIVED_FIELD_TYPES, target),
  composite: entriesOf(COMPOSITE_TYPES, target),
});

function entriesOf(types: Readonly<Record<string, MemberTypeEntry>>, target: TargetEngine): JsonObject {
  const names = Object.keys(types).filter((type) => isKnownBy((types[type] as MemberTypeEntry).engines, target));
  return {
    type: 'object',
    additionalProperties: { type: 'object', properties: { type: { enum: names } }, required: ['type'] },
  };
}

function typesOf(target: TargetEngine): readonly string[] {
  return CATALOGUE.typeNames().filter((type) => {
    const entry = CATALOGUE.typeEntry(type);
    return entry !== undefined && isKnownBy(entry.engines, target);
  });
}

/** A field of any type; one without a type is an object. */
function fieldSchema(target: TargetEngine): JsonObject {
  const types = typesOf(target);
  return {
    type: 'object',
    properties: { type: { enum: types } },
    allOf: [
      { if: { not: { required: ['type'] } }, then: { $ref: '#/definitions/type_object' } },
      ...types.map((type) => ({
        if: { properties: { type: { const: type } }, required: ['type'] },
        then: { $ref: `#/definitions/type_${type}` },
      })),
    ],
  };
}

function typeSchemas(target: TargetEngine): JsonObject {
  const types = typesOf(target);
  const names = new Set(types.flatMap((type) => CATALOGUE.parametersOf(type, target).map(({ name }) => name)));
  return Object.fromEntries(
    types.map((type) => {
      const { title = type, description = '', docs, takesProperties } = CATALOGUE.typeEntry(type) ?? {};
      const parameters = CATALOGUE.parametersOf(type, target);
      const tolerated = [...names].filter((name) => CATALOGUE.tolerates(type, name, target));
      const container = CATALOGUE.childContainerOf(type);
      const hasProperties = takesProperties !== undefined && isKnownBy(takesProperties, target);
      return [
        `type_${type}`,
        {
          ...withNotes({ type: 'object' }, { title, description, docs }, target),
          properties: {
            type: { const: type },
            ...(container !== null && { [container]: { $ref: '#/definitions/fields' } }),
            ...(hasProperties && { properties: { $ref: '#/definitions/fields' } }),
            ...Object.fromEntries(tolerated.map((name) => [name, { description: 'Taken, and without any effect.' }])),
            ...Object.fromEntries(parameters.map((parameter) => [parameter.name, parameterSchema(parameter, target)])),
          },
          ...requirement(parameters),
          additionalProperties: false,
        },
      ];
    }),
  );
}

/** What a model brings a field need not have. */
const BY_MODEL = 'model_id';

function requirement(parameters: readonly Parameter[]): JsonObject {
  const required = parameters.filter(({ isRequired }) => isRequired === true).map(({ name }) => name);
  return parameters.some(({ name }) => name === BY_MODEL)
    ? { anyOf: [{ required }, { required: [BY_MODEL] }] }
    : { required };
}

function parameterSchema(parameter: Parameter, target: TargetEngine): Shape {
  const { title, description, defaultValue, docs } = parameter;
  return withNotes(shapeOf(parameter, target), { title, description, defaultValue, docs }, target);
}

interface Notes {
  readonly title: string;
  readonly description: string;
  readonly defaultValue?: JsonValue | undefined;
  readonly docs?: Parameters<typeof docsUrl>[0];
}

/** A shape with the texts that an editor shows. */
function withNotes(shape: Shape, { title, description, defaultValue, docs }: Notes, target: TargetEngine): JsonObject {
  const address = docsUrl(docs, target);
  return {
    ...(shape === true ? {} : shape),
    title,
    description: address === null ? description : `${description} ${address}`,
    ...(defaultValue !== undefined && { default: defaultValue }),
  };
}
