import {
  canHaveChildFields,
  CONFIGURATION,
  dateFormatFault,
  type DateFormatFault,
  dynamicDateFormatsFault,
  isKnownBy,
  missingPartOf,
  parameterOf,
  typeEntry,
} from '#domain/catalogue';
import { formatJson, isArray, isObject, member, parsePointer, type JsonObject, type JsonValue } from '#domain/json';
import { TYPE_REASONS, typeOf, type ForeseenRefusal } from '#domain/mapping';
import { EngineError, illegalArgument, type Cause } from './engine-error.ts';
import { TARGET } from './version.ts';

/** How much of a long name or value a refusal repeats. */
const SHOWN = 255;
/** How many of the unknown parameters a refusal names. */
const NAMED_PARAMETERS = 20;

export function shown(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

export const parsing = (reason: string, causedBy: Cause = { type: 'mapper_parsing_exception', reason }) =>
  new EngineError(400, 'mapper_parsing_exception', `Failed to parse mapping: ${reason}`, {}, causedBy);

const argument = (reason: string) => parsing(reason, { type: 'illegal_argument_exception', reason });

/** A date format that can't be read, in the engine's words; `place` is what the engine says before them. */
function unreadFormat({ pattern, problem }: DateFormatFault, place = ''): Cause {
  const type = 'illegal_argument_exception';
  const fault = { type, reason: problem };
  const read =
    pattern === undefined ? fault : { ...fault, reason: `Invalid format: [${pattern}]: ${problem}`, caused_by: fault };
  return place === '' ? read : { type, reason: `${place}: ${read.reason}`, caused_by: read };
}

const formatFault = (definition: JsonValue | undefined) => {
  const format = isObject(definition) ? member(definition, 'format') : undefined;
  return format === undefined ? null : dateFormatFault(format, TARGET);
};

const ofFormat = (cause: Cause) => parsing(cause.reason, cause);

/** Something that is refused, and what else is. */
interface Refused {
  readonly refusal: ForeseenRefusal;
  readonly others: readonly ForeseenRefusal[];
}

/**
 * The first refusal that the domain predicts, in the engine's wording, or in the domain's if the engine's adds nothing.
 */
export function wordedRefusal(refusals: readonly ForeseenRefusal[], body: JsonObject): EngineError {
  const [refusal] = refusals as readonly [ForeseenRefusal, ...ForeseenRefusal[]];
  const refused = { refusal, others: refusals };
  const tokens = parsePointer(refusal.at);
  const [holder = '', name = ''] = tokens;
  if (tokens.length === 1) return ofMember(refused, holder, member(body, holder) ?? null, body);
  const value = valueIn(body, tokens) ?? null;
  if (holder === 'dynamic_templates') return ofDynamicTemplate(value, refusal);
  if (holder === 'runtime') return ofRuntimeField(name, value, refusal);
  if (tokens.length % 2 === 0) return ofField(refusal, tokens, value);
  const definition = valueIn(body, tokens.slice(0, -1));
  return ofParameter(refused, tokens, isObject(definition) ? definition : {});
}

function valueIn(body: JsonObject, tokens: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = body;
  for (const token of tokens)
    value = isArray(value) ? value[Number(token)] : isObject(value) ? member(value, token) : undefined;
  return value;
}

/** Members beside a refused one that the engine does not know either, as it lists them. */
function unknownMembers(
  { others }: Refused,
  at: string,
  holder: JsonObject,
  isUnknown: (key: string) => boolean,
): string {
  const keys = others.flatMap((other) => {
    const tokens = parsePointer(other.at);
    const key = tokens.pop() ?? '';
    return other.at.slice(0, other.at.lastIndexOf('/')) === at && isUnknown(key) ? [key] : [];
  });
  return listed(keys, holder);
}

const HOLDERS: readonly string[] = ['properties', 'runtime', 'dynamic_templates'];
const isUnknownMember = (name: string) =>
  !HOLDERS.includes(name) &&
  !(Object.hasOwn(CONFIGURATION, name) && isKnownBy(CONFIGURATION[name]?.engines ?? {}, TARGET));

function ofMember(refused: Refused, name: string, value: JsonValue, body: JsonObject): EngineError {
  const { path, reason } = refused.refusal;
  if (isUnknownMember(name))
    return parsing(
      `Root mapping definition has unsupported parameters: ${unknownMembers(refused, '', body, isUnknownMember)}`,
    );
  switch (name) {
    case 'properties':
      return isObject(value) ? illegalArgument(reason) : parsing('Expected map for property [properties]');
    case 'dynamic_templates':
      return parsing('Dynamic template syntax error. An array of named objects is expected.');
    case 'runtime':
      return parsing(`Expected map for runtime fields definition [runtime] but got a ${javaClass(value)}`);
    case 'dynamic':
      return noWayOfDynamic(value);
    case 'dynamic_date_formats': {
      const fault = dynamicDateFormatsFault(value, TARGET);
      if (fault?.problem.startsWith('Epoch') === true) return parsing(fault.problem);
      if (fault !== null) return ofFormat(unreadFormat(fault));
      return unfitValue(name, value, '[_doc]');
    }
    case '_meta':
      return parsing('[_meta] config must be an object');
    case 'date_detection':
    case 'numeric_detection':
      return argument(`Could not convert [${name}] to boolean`);
    default:
      return value === null || CONFIGURATION[name]?.accepts(value) === false
        ? unfitValue(name, value, '[_doc]')
        : parsing(`[${path}] ${reason}`);
  }
}

function noWayOfDynamic(value: JsonValue): EngineError {
  const reason = 'Could not convert [dynamic.dynamic] to boolean';
  const values = `Failed to parse value [${shown(javaText(value))}] as only [true] or [false] are allowed.`;
  return parsing(reason, {
    type: 'illegal_argument_exception',
    reason,
    caused_by: { type: 'illegal_argument_exception', reason: values },
  });
}

const MATCHED_TYPES = 'object, string, long, double, boolean, date, binary';

function ofDynamicTemplate(item: JsonValue, { reason }: ForeseenRefusal): EngineError {
  const [entry, ...more] = isObject(item) ? Object.entries(item) : [];
  if (entry === undefined || more.length > 0) return parsing('A dynamic template must be defined with a name');
  const [name, template] = entry;
  if (!isObject(template) || (member(template, 'mapping') === undefined && member(template, 'runtime') === undefined))
    return parsing(`template [${name}] must have either mapping or runtime set`);
  const fault = formatFault(member(template, 'mapping'));
  if (fault === null || !reason.includes(fault.problem))
    return parsing(`dynamic template [${name}] has invalid content [${shown(javaText(template))}]: ${reason}`);
  const types = [member(template, 'match_mapping_type') ?? MATCHED_TYPES].flat().join(', ');
  const why = `dynamic template [${name}] has invalid content [${shown(formatJson(template))}], attempted to validate it with the following match_mapping_type: [${types === '*' ? MATCHED_TYPES : types}]`;
  return parsing(why, {
    type: 'illegal_argument_exception',
    reason: why,
    caused_by: unreadFormat(fault, `Error parsing [format] on field [__dynamic__${name}]`),
  });
}

function ofRuntimeField(name: string, field: JsonValue, { reason }: ForeseenRefusal): EngineError {
  if (!isObject(field))
    return parsing(`Expected map for runtime field [${name}] definition but got a ${javaClass(field)}`);
  const type = member(field, 'type');
  if (typeof type !== 'string') return parsing(`No type specified for runtime field [${name}]`);
  if (reason.includes(`the type ${type}`))
    return parsing(
      `The mapper type [${type}] declared on runtime field [${name}] does not exist. It might have been created within a future version or requires a plugin to be installed. Check the documentation.`,
    );
  const fault = formatFault(field);
  return fault !== null && reason.includes(fault.problem)
    ? ofFormat(unreadFormat(fault))
    : parsing(`runtime field [${name}] of type [${type}]: ${reason}`);
}

/** What is wrong with a field as a whole, or with its name. */
function ofField({ path, reason }: ForeseenRefusal, tokens: readonly string[], definition: JsonValue): EngineError {
  const [name = '', isMultiField] = [tokens.at(-1), tokens.at(-2) === 'fields'];
  if (name.split('.').some((level) => level.trim() === '') && !isMultiField)
    return argument('field name cannot be an empty string');
  if (isMultiField && name.includes('.'))
    return parsing(`Field name [${name}] which is a multi field of [${tokens.at(-3) ?? ''}] cannot contain '.'`);
  if (!isObject(definition))
    return parsing(
      `${isMultiField ? 'expected' : 'Expected'} map for property [fields] on field [${isMultiField ? (tokens.at(-3) ?? '') : name}] but got a ${javaClass(definition)}`,
    );
  const type = member(definition, 'type');
  if (type === undefined && isMultiField) return parsing(`no type specified for property [${name}]`);
  if (type === undefined && Object.keys(definition).every((key) => !['properties', 'enabled'].includes(key)))
    return parsing(`No type specified for field [${name}]`);
  if (reason === TYPE_REASONS.partitionedJoin)
    return new EngineError(
      500,
      'illegal_state_exception',
      `cannot create join field [${name}] for the partitioned index`,
    );
  if (type === 'nested' && reason.includes('both'))
    return argument(`can't merge a non-nested mapping [${path}] with a nested mapping`);
  return argument(`mapper [${path}] of type [${typeOf(definition)}] is not possible: ${reason}`);
}

/** What is wrong with a member of a field. */
function ofParameter(refused: Refused, tokens: readonly string[], definition: JsonObject): EngineError {
  const { path, reason } = refused.refusal;
  const key = tokens.at(-1) ?? '';
  const name = tokens.at(-2) ?? '';
  const value = member(definition, key);
  const type = typeOf(definition);
  if (key === 'type') return ofType(refused.refusal, name, value ?? null, tokens.at(-3) === 'fields');
  if (value === undefined) return parsing(`The [${key}] property must be specified for field [${path}].`);
  if (['properties', 'fields'].includes(key) && !isObject(value))
    return parsing(
      `${key === 'fields' ? 'expected' : 'Expected'} map for property [${key}] on field [${path}] but got a ${javaClass(value)}`,
    );
  const isUnknown = (each: string) => {
    const parameter = parameterOf(type, each);
    return parameter === undefined || !isKnownBy(parameter.engines, TARGET);
  };
  if (canHaveChildFields(type)) {
    const at = refused.refusal.at.slice(0, refused.refusal.at.lastIndexOf('/'));
    if (isUnknown(key))
      return parsing(
        `Mapping definition for [${name}] has unsupported parameters: ${unknownMembers(refused, at, definition, isUnknown)}`,
      );
    if (key === 'dynamic') return noWayOfDynamic(value);
    if (key === 'enabled') return argument(`Could not convert [${path}.enabled] to boolean`);
    return unfitValue(key, value, `[${path}]`);
  }
  if (type === 'alias' && key === 'path')
    return new EngineError(
      400,
      'mapper_parsing_exception',
      `Invalid [path] value [${shown(javaText(value))}] for field alias [${path}]: ${reason}`,
    );
  if (isUnknown(key)) return parsing(`unknown parameter [${key}] on mapper [${name}] of type [${type}]`);
  if (value === null) return parsing(`[${key}] on mapper [${name}] of type [${type}] must not have a [null] value`);
  if (key.endsWith('analyzer') && typeof value === 'string')
    return argument(`analyzer [${shown(value)}] has not been configured in mappings`);
  const isUnfit = parameterOf(type, key)?.accepts(value) === false;
  const fault = key === 'format' && !isUnfit ? formatFault(definition) : null;
  if (fault !== null)
    return ofFormat(unreadFormat(fault, type.endsWith('_range') ? '' : `Error parsing [format] on field [${name}]`));
  return unfitValue(key, value, `[${name}] of type [${type}]${isUnfit ? '' : `: ${reason}`}`);
}

function ofType({ reason }: ForeseenRefusal, name: string, type: JsonValue, isMultiField: boolean): EngineError {
  if (typeof type !== 'string') return parsing(`No type specified for field [${name}]`);
  const entry = typeEntry(type);
  if (entry === undefined || !isKnownBy(entry.engines, TARGET) || missingPartOf(type, TARGET) !== null)
    return parsing(`No handler for type [${shown(type)}] declared on field [${name}]`);
  return isMultiField
    ? parsing(`Type [${type}] cannot be used in multi field`)
    : argument(`mapper [${name}] of type [${type}] is not possible: ${reason}`);
}

/** `mapper` as the engine writes it: its name in brackets, and the type where that is said. */
function unfitValue(key: string, value: JsonValue, mapper: string): EngineError {
  return argument(`Failed to parse value [${shown(javaText(value))}] of parameter [${key}] on mapper ${mapper}`);
}

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
  return isArray(value) ? `[${value.map(javaText).join(', ')}]` : String(value);
}

function javaClass(value: JsonValue): string {
  if (isArray(value)) return 'class java.util.ArrayList';
  return typeof value === 'boolean' ? 'class java.lang.Boolean' : 'class java.lang.String';
}
