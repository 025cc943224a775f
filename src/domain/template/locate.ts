import { joinPointer, type Pointer } from '../json/pointer.ts';
import { isObject, member, objectMember, type JsonObject, type JsonValue } from '../json/value.ts';

/** What a body is, by what it holds. */
export type BodyKind = 'mappings' | 'index template' | 'legacy template' | 'component template';

export interface MappingsPlace {
  readonly kind: BodyKind;
  /** Of the mappings object in the body, the type name of a typed legacy body included. */
  readonly mappingsAt: Pointer;
  /** Names of the mapping types, where the body has several; such mappings are kept but not edited as a tree. */
  readonly types?: readonly string[];
}

/** Members of a mappings object, of any engine version; a body with another member beside them is typed, or a template. */
const MAPPINGS_KEYS: ReadonlySet<string> = new Set([
  'properties', 'runtime', 'dynamic_templates', 'dynamic', 'date_detection', 'numeric_detection', 'dynamic_date_formats',
  'date_formats', '_source', '_meta', '_routing', '_size', '_all', '_parent', '_type', '_id', '_index', '_timestamp', '_ttl',
  '_field_names', '_data_stream_timestamp', '_doc_count', '_tier', 'subobjects', 'derived', 'include_in_all', 'enabled',
  'index_analyzer', 'search_analyzer', 'analyzer', 'transform', 'data_stream_timestamp',
]); // prettier-ignore

/** Finds the mappings in a body that an engine accepts: a mappings object, or one of the three kinds of template. */
export function locateMappings(body: JsonValue): MappingsPlace {
  if (!isObject(body)) return { kind: 'mappings', mappingsAt: '' };
  const component = objectMember(body, 'component_template');
  if (component !== undefined) return inTemplate('component template', component, '/component_template');
  if (objectMember(body, 'template') !== undefined) {
    const isIndexTemplate = ['index_patterns', 'composed_of', 'priority', 'data_stream'].some((key) => Object.hasOwn(body, key));
    return inTemplate(isIndexTemplate ? 'index template' : 'component template', body, '');
  }
  const isMappings = Object.hasOwn(body, 'properties') || !isObject(member(body, 'mappings'));
  if (!isMappings) return inMappings('legacy template', objectMember(body, 'mappings') as JsonObject, '/mappings');
  return inMappings('mappings', body, '');
}

function inTemplate(kind: BodyKind, holder: JsonObject, at: Pointer): MappingsPlace {
  const mappings = objectMember(objectMember(holder, 'template') ?? {}, 'mappings') ?? {};
  return inMappings(kind, mappings, joinPointer(at, 'template', 'mappings'));
}

function inMappings(kind: BodyKind, mappings: JsonObject, at: Pointer): MappingsPlace {
  const types = mappingTypes(mappings);
  if (types.length === 1) return { kind, mappingsAt: joinPointer(at, types[0] as string) };
  return types.length === 0 ? { kind, mappingsAt: at } : { kind, mappingsAt: at, types };
}

/** The mapping types of a typed (legacy) mappings object; none where it is a plain one. */
function mappingTypes(mappings: JsonObject): readonly string[] {
  const names = Object.keys(mappings);
  if (Object.hasOwn(mappings, 'properties') || names.every((name) => MAPPINGS_KEYS.has(name))) return [];
  return names.filter((name) => {
    const inner = objectMember(mappings, name);
    return inner !== undefined && !MAPPINGS_KEYS.has(name) && Object.keys(inner).every((key) => MAPPINGS_KEYS.has(key));
  });
}
