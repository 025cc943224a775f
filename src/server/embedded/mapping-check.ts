import {
  canHaveChildFields,
  childContainerOf,
  CONFIGURATION,
  isKnownBy,
  missingPluginOf,
  parameterOf,
  typeEntry,
} from '#domain/catalogue';
import {
  copyObject,
  isObject,
  member,
  objectMember,
  setMember,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from '#domain/json';
import { EngineError, illegalArgument, type Cause } from './engine-error.ts';
import type { Composed } from './templates.ts';
import { TARGET } from './version.ts';

const RUNTIME_TYPES = [
  'boolean',
  'composite',
  'date',
  'double',
  'geo_point',
  'geo_shape',
  'ip',
  'keyword',
  'long',
  'lookup',
];
const CONTAINERS = ['object', 'nested', 'passthrough'];
const CONTAINER_MEMBERS = [
  'type',
  'properties',
  'dynamic',
  'enabled',
  'subobjects',
  'include_in_parent',
  'include_in_root',
  'priority',
  'time_series_dimension',
  'synthetic_source_keep',
  'store_array_source',
];
/** What every type takes, though no form offers it. */
const COMMON_MEMBERS = ['type', 'fields', 'meta', 'copy_to'];
const ROOT_MEMBERS = ['properties', 'runtime', 'dynamic_templates', 'subobjects', '_data_stream_timestamp'];

/** Levels of objects that a mapping may have, whatever the settings of its index allow: what reads it goes down level by level. */
const MAX_LEVELS = 200;
/** How much of a long name or value a refusal repeats. */
const SHOWN = 255;

function shown(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

const parsing = (reason: string, causedBy: Cause = { type: 'mapper_parsing_exception', reason }) =>
  new EngineError(400, 'mapper_parsing_exception', `Failed to parse mapping: ${reason}`, {}, causedBy);

export function isContainer(field: JsonObject): boolean {
  const type = member(field, 'type');
  return type === undefined
    ? isObject(member(field, 'properties')) || !('type' in field)
    : CONTAINERS.includes(String(type));
}

/**
 * Mappings as the engine keeps them: dots in names are levels, everything else is verbatim.
 * @throws EngineError for a type, a parameter or a shape that it does not know
 */
export function parsedMappings(body: JsonObject, analyzers: ReadonlySet<string> = new Set()): JsonObject {
  checkRoot(body);
  const properties = member(body, 'properties');
  if (properties === undefined) return body;
  if (!isObject(properties)) throw parsing('Expected map for property [properties]');
  const parsed = parsedProperties(properties, [], analyzers, member(body, 'subobjects') === false);
  const mappings: JsonObject = { ...body, properties: parsed };
  return mappings;
}

function checkRoot(body: JsonObject): void {
  const unknown = Object.keys(body).filter((key) => {
    if (ROOT_MEMBERS.includes(key)) return false;
    const entry = Object.hasOwn(CONFIGURATION, key) ? CONFIGURATION[key] : undefined;
    return entry === undefined || !isKnownBy(entry.engines, TARGET);
  });
  if (unknown.length > 0) {
    throw parsing(`Root mapping definition has unsupported parameters: ${listed(unknown, body)}`);
  }
  const routing = member(body, '_routing');
  if (routing !== undefined && CONFIGURATION['_routing']?.accepts(routing) === false)
    throw unfitValue('_routing', routing, '[_doc]');
  checkDynamic(member(body, 'dynamic'));
  for (const key of ['date_detection', 'numeric_detection']) checkBoolean(member(body, key), key);
  const meta = member(body, '_meta');
  if (meta !== undefined && !isObject(meta)) throw parsing('[_meta] config must be an object');
  const templates = member(body, 'dynamic_templates');
  if (templates !== undefined) checkDynamicTemplates(templates);
  const runtime = member(body, 'runtime');
  if (runtime !== undefined) checkRuntime(runtime);
}

function checkDynamic(value: JsonValue | undefined): void {
  if (value === undefined || ['true', 'false', 'strict', 'runtime'].includes(String(value).toLowerCase())) return;
  throw parsing('Could not convert [dynamic.dynamic] to boolean', {
    type: 'illegal_argument_exception',
    reason: 'Could not convert [dynamic.dynamic] to boolean',
    caused_by: {
      type: 'illegal_argument_exception',
      reason: `Failed to parse value [${String(value)}] as only [true] or [false] are allowed.`,
    },
  });
}

function checkBoolean(value: JsonValue | undefined, key: string): void {
  if (value === undefined || value === true || value === false || value === 'true' || value === 'false') return;
  const reason = `Could not convert [${key}] to boolean`;
  throw parsing(reason, { type: 'illegal_argument_exception', reason });
}

function checkDynamicTemplates(templates: JsonValue): void {
  const isNamed = (item: JsonValue) => isObject(item) && Object.keys(item).length === 1;
  if (!Array.isArray(templates)) throw parsing('Dynamic template syntax error. An array of named objects is expected.');
  for (const item of templates as readonly JsonValue[]) {
    if (!isNamed(item)) throw parsing('A dynamic template must be defined with a name');
    const [name, template] = Object.entries(item as JsonObject)[0] as [string, JsonValue];
    if (!isObject(template) || (!isObject(member(template, 'mapping')) && !isObject(member(template, 'runtime'))))
      throw parsing(`template [${name}] must have either mapping or runtime set`);
  }
}

function checkRuntime(runtime: JsonValue): void {
  if (!isObject(runtime))
    throw parsing(`Expected map for runtime fields definition [runtime] but got a ${javaClass(runtime)}`);
  for (const [name, field] of Object.entries(runtime)) {
    if (field === null) continue;
    if (!isObject(field))
      throw parsing(`Expected map for runtime field [${name}] definition but got a ${javaClass(field)}`);
    const type = member(field, 'type');
    if (typeof type !== 'string') throw parsing(`No type specified for runtime field [${name}]`);
    if (!RUNTIME_TYPES.includes(type))
      throw parsing(
        `The mapper type [${type}] declared on runtime field [${name}] does not exist. It might have been created within a future version or requires a plugin to be installed. Check the documentation.`,
      );
  }
}

const EMPTY_NAME = { type: 'illegal_argument_exception', reason: 'field name cannot be an empty string' };

function parsedProperties(
  properties: JsonObject,
  path: readonly string[],
  analyzers: ReadonlySet<string>,
  isFlat: boolean,
): JsonObject {
  const parsed: MutableJsonObject = {};
  /** Objects that dotted names imply, made here and so still written to. */
  const implied = new WeakSet<JsonObject>();
  for (const [name, field] of Object.entries(properties)) {
    const levels = isFlat ? [name] : name.split('.', MAX_LEVELS + 1);
    if (path.length + levels.length > MAX_LEVELS) {
      throw illegalArgument(
        `Limit of mapping depth [${MAX_LEVELS}] has been exceeded due to object field [${shown(name)}]`,
      );
    }
    if (levels.some((level) => level.trim() === '')) throw parsing(EMPTY_NAME.reason, EMPTY_NAME);
    if (!isObject(field))
      throw parsing(`Expected map for property [fields] on field [${name}] but got a ${javaClass(field)}`);
    const whole = [...path, ...levels];
    let at = parsed;
    for (const [depth, level] of levels.slice(0, -1).entries()) {
      const object = objectMember(at, level);
      if (object !== undefined) checkSameKind(object, IMPLIED, [...path, ...levels.slice(0, depth + 1)]);
      at = childrenOf(at, level, implied);
    }
    const last = levels.at(-1) as string;
    const value = parsedField(field, whole, analyzers);
    const before = objectMember(at, last);
    setMember(at, last, before === undefined ? value : joined(before, value, whole));
  }
  return parsed;
}

/** `a.b` beside `a`: both say a part of one object. Of two fields the later one is. @throws EngineError where only one is an object */
function joined(before: JsonObject, after: JsonObject, path: readonly string[]): JsonObject {
  checkSameKind(before, after, path);
  if (!isContainer(after)) return after;
  const [children, more] = [objectMember(before, 'properties'), objectMember(after, 'properties')];
  if (children === undefined || more === undefined) return { ...before, ...after };
  const properties = copyObject(children);
  for (const [name, field] of Object.entries(more)) {
    const same = objectMember(children, name);
    setMember(properties, name, same === undefined ? field : joined(same, field as JsonObject, [...path, name]));
  }
  return { ...before, ...after, properties };
}

/** What a name with dots implies: an object that is not nested. */
const IMPLIED: JsonObject = { type: 'object' };

const isNested = (field: JsonObject) => member(field, 'type') === 'nested';

/** @throws EngineError where two definitions of a field can't be joined */
function checkSameKind(before: JsonObject, after: JsonObject, path: readonly string[]): void {
  const name = path.join('.');
  const leaf = [before, after].find((field) => !isContainer(field));
  if (leaf !== undefined && isContainer(before) !== isContainer(after)) {
    const reason = `mapper [${name}] cannot be changed from type [${String(member(leaf, 'type'))}] to [ObjectMapper]`;
    throw parsing(reason, { type: 'illegal_argument_exception', reason });
  }
  if (isNested(before) !== isNested(after)) {
    const reason = `can't merge a non-nested mapping [${name}] with a nested mapping`;
    throw parsing(reason, { type: 'illegal_argument_exception', reason });
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

/** The children of an object that a dotted name implies; copied once, so that they may be written to. */
function childrenOf(at: MutableJsonObject, name: string, implied: WeakSet<JsonObject>): MutableJsonObject {
  const field = objectMember(at, name);
  const before = field && objectMember(field, 'properties');
  if (before !== undefined && implied.has(before)) return before;
  const children: MutableJsonObject = { ...before };
  implied.add(children);
  setMember(at, name, { ...field, properties: children });
  return children;
}

function parsedField(field: JsonObject, path: readonly string[], analyzers: ReadonlySet<string>): JsonObject {
  const name = path.join('.');
  const type = member(field, 'type');
  if (isContainer(field)) {
    if (type === undefined && !isObject(member(field, 'properties')) && !hasContainerMember(field))
      throw parsing(`No type specified for field [${path.at(-1) as string}]`);
    const unknown = Object.keys(field).filter((key) => !CONTAINER_MEMBERS.includes(key));
    if (unknown.length > 0) {
      throw parsing(
        `Mapping definition for [${path.at(-1) as string}] has unsupported parameters: ${listed(unknown, field)}`,
      );
    }
    checkDynamic(member(field, 'dynamic'));
    checkBoolean(member(field, 'enabled'), `${name}.enabled`);
    for (const [key, value] of Object.entries(field)) {
      const parameter = key === 'properties' ? undefined : parameterOf(String(type ?? 'object'), key);
      if (parameter !== undefined && value !== null && !parameter.accepts(value))
        throw unfitValue(key, value, `[${name}]`);
    }
    const children = member(field, 'properties');
    if (children === undefined) return field;
    if (!isObject(children)) throw parsing(`Expected map for property [properties] on field [${name}]`);
    return { ...field, properties: parsedProperties(children, path, analyzers, member(field, 'subobjects') === false) };
  }
  if (typeof type !== 'string') throw parsing(`No type specified for field [${path.at(-1) as string}]`);
  const entry = typeEntry(type);
  if (entry === undefined || !isKnownBy(entry.engines, TARGET) || missingPluginOf(type, TARGET) !== null)
    throw parsing(`No handler for type [${type}] declared on field [${path.at(-1) as string}]`);
  checkParameters(field, type, path, analyzers);
  return field;
}

/** `mapper` as the engine writes it: its name in brackets, and the type where that is said. */
function unfitValue(key: string, value: JsonValue, mapper: string): EngineError {
  const reason = `Failed to parse value [${shown(javaText(value))}] of parameter [${key}] on mapper ${mapper}`;
  return parsing(reason, { type: 'illegal_argument_exception', reason });
}

function hasContainerMember(field: JsonObject): boolean {
  return Object.keys(field).some((key) => CONTAINER_MEMBERS.includes(key));
}

function checkParameters(
  field: JsonObject,
  type: string,
  path: readonly string[],
  analyzers: ReadonlySet<string>,
): void {
  const name = path.at(-1) as string;
  for (const [key, value] of Object.entries(field)) {
    if (key === 'fields' && childContainerOf(type) === 'fields') {
      if (!isObject(value))
        throw parsing(`expected map for property [fields] on field [${path.join('.')}] but got a ${javaClass(value)}`);
      for (const [child, definition] of Object.entries(value)) {
        if (child.includes('.'))
          throw parsing(`Field name [${child}] which is a multi field of [${name}] cannot contain '.'`);
        if (!isObject(definition))
          throw parsing(`expected map for property [fields] on field [${name}] but got a ${javaClass(definition)}`);
        const childType = member(definition, 'type');
        if (typeof childType !== 'string') throw parsing(`no type specified for property [${child}]`);
        if (canHaveChildFields(childType)) throw parsing(`Type [${childType}] cannot be used in multi field`);
        parsedField(definition, [...path, child], analyzers);
      }
      continue;
    }
    if (COMMON_MEMBERS.includes(key) && key !== 'fields') continue;
    const parameter = parameterOf(type, key);
    if (parameter === undefined || !isKnownBy(parameter.engines, TARGET))
      throw parsing(`unknown parameter [${key}] on mapper [${name}] of type [${type}]`);
    if (value === null) {
      const reason = `[${key}] on mapper [${name}] of type [${type}] must not have a [null] value`;
      if (key !== 'null_value') throw parsing(reason);
    } else if (!parameter.accepts(value)) {
      throw unfitValue(key, value, `[${name}] of type [${type}]`);
    }
    if (
      key.endsWith('analyzer') &&
      typeof value === 'string' &&
      !BUILT_IN_ANALYZERS.has(value) &&
      !analyzers.has(value)
    ) {
      const reason = `analyzer [${value}] has not been configured in mappings`;
      throw parsing(reason, { type: 'illegal_argument_exception', reason });
    }
  }
  if (type === 'alias' && typeof member(field, 'path') !== 'string')
    throw parsing(`The [path] property must be specified for field [${path.join('.')}].`);
}

const BUILT_IN_ANALYZERS = new Set([
  'default',
  'standard',
  'simple',
  'whitespace',
  'stop',
  'keyword',
  'pattern',
  'fingerprint',
  'arabic',
  'armenian',
  'basque',
  'bengali',
  'brazilian',
  'bulgarian',
  'catalan',
  'chinese',
  'cjk',
  'czech',
  'danish',
  'dutch',
  'english',
  'estonian',
  'finnish',
  'french',
  'galician',
  'german',
  'greek',
  'hindi',
  'hungarian',
  'indonesian',
  'irish',
  'italian',
  'latvian',
  'lithuanian',
  'norwegian',
  'persian',
  'portuguese',
  'romanian',
  'russian',
  'serbian',
  'snowball',
  'sorani',
  'spanish',
  'swedish',
  'thai',
  'turkish',
]);

/** Field aliases point at a field that is there. @throws EngineError */
export function checkAliases(mappings: JsonObject): void {
  const visit = (properties: JsonObject, path: readonly string[]) => {
    for (const [name, field] of Object.entries(properties)) {
      if (!isObject(field)) continue;
      const children = objectMember(field, 'properties');
      if (children !== undefined) visit(children, [...path, name]);
      if (member(field, 'type') !== 'alias') continue;
      const target = String(member(field, 'path'));
      const whole = [...path, name].join('.');
      const found = target === whole ? undefined : fieldAt(mappings, target);
      if (target === whole) throw aliasError(target, whole, 'an alias cannot refer to itself');
      if (found === undefined)
        throw aliasError(target, whole, 'an alias must refer to an existing field in the mappings');
      if (member(found, 'type') === 'alias') throw aliasError(target, whole, 'an alias cannot refer to another alias');
    }
  };
  visit(objectMember(mappings, 'properties') ?? {}, []);
}

const aliasError = (target: string, name: string, why: string) =>
  new EngineError(
    400,
    'mapper_parsing_exception',
    `Invalid [path] value [${target}] for field alias [${name}]: ${why}.`,
  );

function fieldAt(mappings: JsonObject, dotted: string): JsonObject | undefined {
  let container = objectMember(mappings, 'properties');
  let field: JsonObject | undefined;
  for (const name of dotted.split('.')) {
    field = container && objectMember(container, name);
    container = field && (objectMember(field, 'properties') ?? objectMember(field, 'fields'));
  }
  return field;
}

export function typesRefused(): EngineError {
  return illegalArgument('Types cannot be provided in put mapping requests');
}

/** How many of the unknown parameters a refusal names. */
const NAMED_PARAMETERS = 20;

function listed(keys: readonly string[], object: JsonObject): string {
  return keys
    .slice(0, NAMED_PARAMETERS)
    .map((key) => ` [${shown(key)} : ${shown(javaText(member(object, key) ?? null))}]`)
    .join('');
}

function javaText(value: JsonValue): string {
  if (isObject(value))
    return `{${Object.entries(value)
      .map(([key, item]) => `${key}=${javaText(item)}`)
      .join(', ')}}`;
  return Array.isArray(value) ? `[${(value as readonly JsonValue[]).map(javaText).join(', ')}]` : String(value);
}

function javaClass(value: JsonValue): string {
  if (Array.isArray(value)) return 'class java.util.ArrayList';
  return typeof value === 'boolean' ? 'class java.lang.Boolean' : 'class java.lang.String';
}
