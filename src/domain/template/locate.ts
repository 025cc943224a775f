import { isMappingsKey } from '../catalogue/configuration.ts';
import { valueAt, type Body } from '../json/patch.ts';
import { formatPointer, joinPointer, parsePointer, type Pointer } from '../json/pointer.ts';
import { isObject, member, objectMember, type JsonObject, type JsonValue } from '../json/value.ts';

/** What a body is, by what it holds. */
export type BodyKind = 'mappings' | 'index template' | 'legacy template' | 'component template';

export interface MappingsPlace {
  readonly kind: BodyKind;
  /** Of the mappings object in the body, the type name of a typed legacy body included. */
  readonly mappingsAt: Pointer;
  /** Name of the mapping type that the mappings stand under, in a typed body. */
  readonly type?: string;
  /** Names of the mapping types, where the body has several; such mappings are kept but not edited as a tree. */
  readonly types?: readonly string[];
}

/** Members that only a composable index template has. */
export const COMPOSABLE_KEYS: readonly string[] = [
  'composed_of',
  'priority',
  'data_stream',
  'allow_auto_create',
  'ignore_missing_component_templates',
];
/** Members that only a legacy template has beside its mappings; `template` is its pattern in Elasticsearch 5. */
const LEGACY_KEYS: readonly string[] = ['index_patterns', 'order', 'template'];
/** Members of the body that creates an index, beside its mappings. */
const INDEX_KEYS: readonly string[] = ['settings', 'aliases'];

/**
 * Finds the mappings in a body that an engine accepts: a mappings object, the body of an index, or one of the three
 * kinds of template.
 */
export function locateMappings(body: JsonValue): MappingsPlace {
  if (!isObject(body)) return { kind: 'mappings', mappingsAt: '' };
  const component = objectMember(body, 'component_template');
  if (component !== undefined) return inTemplate('component template', component, '/component_template');
  const composable = objectMember(body, 'index_template');
  if (composable !== undefined) return inTemplate('index template', composable, '/index_template');
  const hasAny = (keys: readonly string[]) => keys.some((key) => Object.hasOwn(body, key));
  const isMappings = Object.hasOwn(body, 'properties');
  if (objectMember(body, 'template') !== undefined || (!isMappings && hasAny(COMPOSABLE_KEYS))) {
    return inTemplate(
      hasAny(['index_patterns', ...COMPOSABLE_KEYS]) ? 'index template' : 'component template',
      body,
      '',
    );
  }
  if (!isMappings && (hasAny(LEGACY_KEYS) || hasAny(INDEX_KEYS) || isObject(member(body, 'mappings')))) {
    return besideSettings(hasAny(LEGACY_KEYS) ? 'legacy template' : 'mappings', body);
  }
  return inAnswer(body) ?? inMappings('mappings', body, '');
}

/** The settings beside mappings, in a template or the body of an index; mappings alone have none. */
export function settingsBeside(body: Body, mappingsAt: Pointer): JsonObject | undefined {
  const at = holderOfMappings(mappingsAt);
  const holder = at === null ? undefined : valueAt(body, at);
  return isObject(holder) ? objectMember(holder, 'settings') : undefined;
}

/** Where the object is that holds mappings; null for mappings alone. Those of a type are one level deeper. */
export function holderOfMappings(mappingsAt: Pointer): Pointer | null {
  const tokens = parsePointer(mappingsAt);
  const place = tokens.lastIndexOf('mappings');
  return place === -1 ? null : formatPointer(tokens.slice(0, place));
}

/** What an engine answers when it is asked for one index: `{"the-index": {"mappings": …}}`. */
function inAnswer(body: JsonObject): MappingsPlace | null {
  const [name, ...others] = Object.keys(body);
  if (name === undefined || others.length > 0 || isMappingsKey(name)) return null;
  const mappings = objectMember(objectMember(body, name) ?? {}, 'mappings');
  return mappings === undefined ? null : inMappings('mappings', mappings, joinPointer('', name, 'mappings'));
}

/** The place in a body that has its mappings beside settings and aliases: that of an index, or a legacy template. */
export function besideSettings(kind: 'mappings' | 'legacy template', body: JsonObject): MappingsPlace {
  return inMappings(kind, objectMember(body, 'mappings') ?? {}, '/mappings');
}

/** The kinds of body that have their mappings at a place; the guess of {@link locateMappings} is one of them. */
export function kindsAt(mappingsAt: Pointer): readonly BodyKind[] {
  const [first, second] = parsePointer(mappingsAt);
  if (first === 'mappings') return ['mappings', 'legacy template'];
  return first === 'template' && second === 'mappings' ? ['index template', 'component template'] : [];
}

/** Whether a member of this name tells what a body is. */
export function isBodyKey(name: string): boolean {
  return (
    isMappingsKey(name) ||
    [...COMPOSABLE_KEYS, ...LEGACY_KEYS, ...INDEX_KEYS, 'mappings', 'index_template', 'component_template'].includes(
      name,
    )
  );
}

function inTemplate(kind: BodyKind, holder: JsonObject, at: Pointer): MappingsPlace {
  const mappings = objectMember(objectMember(holder, 'template') ?? {}, 'mappings') ?? {};
  return inMappings(kind, mappings, joinPointer(at, 'template', 'mappings'));
}

function inMappings(kind: BodyKind, mappings: JsonObject, at: Pointer): MappingsPlace {
  const types = mappingTypes(mappings);
  const [type, ...others] = types;
  if (type === undefined) return { kind, mappingsAt: at };
  return others.length === 0 ? { kind, mappingsAt: joinPointer(at, type), type } : { kind, mappingsAt: at, types };
}

/** The mapping types of a typed (legacy) mappings object; none where it is a plain one. */
function mappingTypes(mappings: JsonObject): readonly string[] {
  const names = Object.keys(mappings);
  if (Object.hasOwn(mappings, 'properties') || names.every(isMappingsKey)) return [];
  return names.filter((name) => {
    const inner = objectMember(mappings, name);
    return inner !== undefined && !isMappingsKey(name) && Object.keys(inner).every(isMappingsKey);
  });
}
