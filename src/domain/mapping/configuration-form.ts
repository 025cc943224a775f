import { CONFIGURATION } from '../catalogue/configuration.ts';
import { MESSAGES } from '../catalogue/messages.ts';
import { readObjectText } from '../json/object-text.ts';
import { formatJson } from '../json/text.ts';
import {
  deepEqual,
  isArray,
  isObject,
  member,
  objectMember,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from '../json/value.ts';

/** What the form of the advanced options shows. */
export interface ConfigurationForm {
  readonly dynamicMapping: {
    readonly enabled: boolean;
    readonly throwErrorsForUnmappedFields: boolean;
    readonly numeric_detection: boolean;
    readonly date_detection: boolean;
    readonly dynamic_date_formats: readonly string[];
  };
  readonly sourceField: {
    readonly enabled: boolean;
    /** Paths, with wildcards. */
    readonly includes: readonly string[];
    readonly excludes: readonly string[];
  };
  /** The text of `_meta`; empty where there is none. */
  readonly metaField: string;
  readonly _routing: { readonly required: boolean };
  /** Whether dots in names make objects. */
  readonly objects: { readonly subobjects: boolean };
  /** Whether the size of each document is indexed. */
  readonly sizeField: { readonly enabled: boolean };
}

/** What a person changed in the form: a lens, so that the rest stays as the document has it. */
export type ConfigurationEdits = {
  readonly [Part in keyof ConfigurationForm]?: ConfigurationForm[Part] extends string
    ? ConfigurationForm[Part]
    : Partial<ConfigurationForm[Part]>;
} & {
  /** What the form showed as in force where the document has nothing: the members of component templates. */
  readonly inherited?: JsonObject;
};

/** What the engine tries where a document names no formats. */
const DEFAULT_DATE_FORMATS = textsIn(CONFIGURATION['dynamic_date_formats']?.defaultValue);

/** What the form shows of mappings, with the engine's defaults for what is absent. */
export function readConfigurationForm(mappings: JsonValue | undefined): ConfigurationForm {
  const configuration = isObject(mappings) ? mappings : {};
  const source = objectMember(configuration, '_source') ?? {};
  const meta = member(configuration, '_meta');
  const formats = member(configuration, 'dynamic_date_formats');
  return {
    dynamicMapping: {
      ...readDynamic(member(configuration, 'dynamic')),
      numeric_detection: readFlag(member(configuration, 'numeric_detection'), false),
      date_detection: readFlag(member(configuration, 'date_detection'), true),
      dynamic_date_formats: isArray(formats) ? textsIn(formats) : DEFAULT_DATE_FORMATS,
    },
    sourceField: {
      enabled: readFlag(member(source, 'enabled'), true),
      includes: textsIn(member(source, 'includes')),
      excludes: textsIn(member(source, 'excludes')),
    },
    metaField: meta === undefined ? '' : formatJson(meta, 2),
    _routing: { required: readFlag(member(objectMember(configuration, '_routing') ?? {}, 'required'), false) },
    // "auto" makes objects where it can.
    objects: { subobjects: readFlag(member(configuration, 'subobjects'), true) },
    sizeField: { enabled: readFlag(member(objectMember(configuration, '_size') ?? {}, 'enabled'), false) },
  };
}

/** What the form shows while it is being changed. */
export function withConfigurationEdits(form: ConfigurationForm, edits: ConfigurationEdits): ConfigurationForm {
  return {
    dynamicMapping: { ...form.dynamicMapping, ...edits.dynamicMapping },
    sourceField: { ...form.sourceField, ...edits.sourceField },
    metaField: edits.metaField ?? form.metaField,
    _routing: { ...form._routing, ...edits._routing },
    objects: { ...form.objects, ...edits.objects },
    sizeField: { ...form.sizeField, ...edits.sizeField },
  };
}

/** The edits without what is as the mappings have it: what was switched there and back is none. */
export function differingEdits(mappings: JsonValue | undefined, edits: ConfigurationEdits): ConfigurationEdits {
  const { inherited, ...changes } = edits;
  const shown = readConfigurationForm(withInherited(mappings, inherited));
  const parts = Object.entries(changes).flatMap(([part, value]): (readonly [part: string, edit: unknown])[] => {
    const before = shown[part as keyof ConfigurationForm];
    if (typeof value === 'string' || typeof before === 'string') return value === before ? [] : [[part, value]];
    const changed = changedIn<Record<string, JsonValue>>(before, value);
    return Object.keys(changed).length === 0 ? [] : [[part, changed]];
  });
  return parts.length === 0 ? {} : { ...Object.fromEntries(parts), ...(inherited !== undefined && { inherited }) };
}

/** Mappings with what is in force where they have nothing. */
export function withInherited(mappings: JsonValue | undefined, inherited: JsonObject = {}): JsonObject {
  return isObject(mappings) ? { ...inherited, ...mappings } : inherited;
}

/** What is wrong with what a person changed, part by part. */
export interface ConfigurationErrors {
  readonly metaField?: string;
  readonly dynamic_date_formats?: string;
}

/** Only what was entered is judged: a document may hold what no form would make. */
export function configurationErrors({ metaField, dynamicMapping }: ConfigurationEdits): ConfigurationErrors {
  const formats = dynamicMapping?.dynamic_date_formats ?? [];
  return {
    ...(metaField !== undefined && readObjectText(metaField) === null && { metaField: MESSAGES.metaFieldInvalid }),
    ...(formats.some((format) => /\s/.test(format) && !DEFAULT_DATE_FORMATS.includes(format)) && {
      dynamic_date_formats: MESSAGES.spacesNotAllowed,
    }),
  };
}

/**
 * The members of the mappings that the edits write and remove: the payload of `configuration.save`. What is as the
 * document has it is not written; an emptied list or `_meta` is removed.
 */
export function configurationChanges(
  mappings: JsonValue | undefined,
  edits: ConfigurationEdits,
): { readonly set: JsonObject; readonly unset: readonly string[] } {
  // Of an object the whole is written: some engines take nothing of it from a component template then.
  const before = withInherited(mappings, edits.inherited);
  const shown = readConfigurationForm(before);
  const form = withConfigurationEdits(shown, edits);
  const set: MutableJsonObject = {};
  const unset: string[] = [];
  const write = (name: string, value: JsonValue | undefined) => {
    if (value === undefined) unset.push(name);
    else set[name] = value;
  };
  // To leave out what a component template sets would change nothing.
  const overridden = (name: string, value: JsonValue) =>
    edits.inherited !== undefined && Object.hasOwn(edits.inherited, name) ? value : undefined;
  const dynamicMapping = changedIn(shown.dynamicMapping, edits.dynamicMapping);
  const sourceField = changedIn(shown.sourceField, edits.sourceField);
  const { required } = changedIn(shown._routing, edits._routing);
  const { subobjects } = changedIn(shown.objects, edits.objects);
  const size = changedIn(shown.sizeField, edits.sizeField);
  const { metaField } = edits;
  if (dynamicMapping.enabled !== undefined || dynamicMapping.throwErrorsForUnmappedFields !== undefined)
    write('dynamic', formatDynamic(form.dynamicMapping));
  if (dynamicMapping.numeric_detection !== undefined) write('numeric_detection', dynamicMapping.numeric_detection);
  if (dynamicMapping.date_detection !== undefined) write('date_detection', dynamicMapping.date_detection);
  if (dynamicMapping.dynamic_date_formats !== undefined)
    write(
      'dynamic_date_formats',
      listOrNothing(dynamicMapping.dynamic_date_formats) ?? overridden('dynamic_date_formats', []),
    );
  if (Object.keys(sourceField).length > 0)
    write(
      '_source',
      mergedSource(objectMember(before, '_source') ?? {}, sourceField) ?? overridden('_source', { enabled: true }),
    );
  const meta = metaField === undefined ? null : readObjectText(metaField);
  if (meta !== null) write('_meta', meta !== undefined && Object.keys(meta).length > 0 ? meta : undefined);
  if (required !== undefined) write('_routing', { ...objectMember(before, '_routing'), required });
  if (subobjects !== undefined) write('subobjects', subobjects);
  if (size.enabled !== undefined) write('_size', { ...objectMember(before, '_size'), enabled: size.enabled });
  return { set, unset };
}

/** The edits that differ from what the document has: what was switched there and back changes nothing. */
function changedIn<Part extends { readonly [name: string]: JsonValue }>(
  shown: Part,
  edits: Partial<Part> = {},
): Partial<Part> {
  return Object.fromEntries(
    Object.entries<JsonValue | undefined>(edits).filter(([name, value]) => !deepEqual(shown[name], value)),
  ) as Partial<Part>;
}

/** True, absent and what only newer engines know mean that fields are added by themselves. */
function readDynamic(
  dynamic: JsonValue | undefined,
): Pick<ConfigurationForm['dynamicMapping'], 'enabled' | 'throwErrorsForUnmappedFields'> {
  const throwErrorsForUnmappedFields = typeof dynamic === 'string' && dynamic.startsWith('strict');
  const isOff = dynamic === false || (typeof dynamic === 'string' && dynamic.startsWith('false'));
  return { enabled: !throwErrorsForUnmappedFields && !isOff, throwErrorsForUnmappedFields };
}

function formatDynamic({ enabled, throwErrorsForUnmappedFields }: ConfigurationForm['dynamicMapping']): JsonValue {
  if (enabled) return true;
  return throwErrorsForUnmappedFields ? 'strict' : false;
}

function mergedSource(
  before: JsonObject,
  { enabled, includes, excludes }: Partial<ConfigurationForm['sourceField']>,
): JsonObject | undefined {
  const merged: MutableJsonObject = { ...before, ...(enabled !== undefined && { enabled }) };
  for (const [name, paths] of [
    ['includes', includes],
    ['excludes', excludes],
  ] as const) {
    if (paths === undefined) continue;
    const list = listOrNothing(paths);
    if (list === undefined) delete merged[name];
    else merged[name] = list;
  }
  return Object.keys(merged).length === 0 ? undefined : merged;
}

function listOrNothing(items: readonly string[]): readonly string[] | undefined {
  return items.length === 0 ? undefined : items;
}

function readFlag(value: JsonValue | undefined, whenAbsent: boolean): boolean {
  if (value === 'true' || value === 'false') return value === 'true';
  return typeof value === 'boolean' ? value : whenAbsent;
}

/** One text stands for a list of one. */
function textsIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  return isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
